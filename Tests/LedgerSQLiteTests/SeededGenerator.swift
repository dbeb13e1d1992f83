import Foundation

/// Random numbers that a seed repeats (SplitMix64). Tests name the seed when they fail; `LEDGER_SEED` sets it, else it is
/// another in every run.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init() {
    seed =
      ProcessInfo.processInfo.environment["LEDGER_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...UInt64.max)
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
