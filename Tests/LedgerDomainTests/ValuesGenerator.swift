import Foundation

/// A small generator that gives the same numbers for the same seed (SplitMix64).
struct ValuesGenerator: RandomNumberGenerator {
  var state: UInt64

  /// A seed to be told where a test fails: that of `LEDGER_SEED`, else another in every run.
  static func anySeed() -> UInt64 {
    ProcessInfo.processInfo.environment["LEDGER_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...UInt64.max)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
