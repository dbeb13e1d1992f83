import Foundation

/// A generator that gives the same numbers for the same seed (SplitMix64), and the choices that a history is made of.
struct PropertyRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

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

  /// True in so many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }

  /// One of them. There must be one.
  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// One of them in so many of a hundred cases, else nothing; nothing where there is none.
  mutating func maybe<Element>(_ percent: Int, _ elements: [Element]) -> Element? {
    chance(percent) && !elements.isEmpty ? one(of: elements) : nil
  }

  /// Each of them in so many of a hundred cases.
  mutating func some<Element>(_ percent: Int, of elements: [Element]) -> [Element] {
    var chosen: [Element] = []
    for element in elements where chance(percent) { chosen.append(element) }
    return chosen
  }

  /// One of several, each as often as its weight says.
  mutating func weighted<Element>(_ choices: [(weight: Int, Element)]) -> Element {
    var left = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &self)
    for (weight, element) in choices {
      if left < weight { return element }
      left -= weight
    }
    return choices[0].1
  }
}
