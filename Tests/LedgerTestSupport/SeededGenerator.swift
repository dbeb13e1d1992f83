import Foundation

/// Random numbers that a seed repeats, on every machine (SplitMix64, by Steele, Lea and Flood, 2014).
///
/// Tests name the seed when they fail. `EVENTS_SEED` sets it.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// What it began with.
  public let seed: UInt64
  private var state: UInt64

  /// Begins with a seed: that of `EVENTS_SEED`, or another each time, unless one is given.
  public init(seed: UInt64 = SeededGenerator.anySeed()) {
    self.seed = seed
    state = seed
  }

  /// That of `EVENTS_SEED`, else another each time.
  public static func anySeed() -> UInt64 { chosenSeed ?? .random(in: 1...UInt64.max) }

  /// That of `EVENTS_SEED`, where it is set.
  public static let chosenSeed: UInt64? =
    ProcessInfo.processInfo.environment["EVENTS_SEED"].flatMap { UInt64($0) }

  /// The next number, any of 2^64.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

// MARK: - Choices

extension SeededGenerator {
  /// So many bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// A number of a range, both ends included.
  public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A number of a range, both ends included.
  public mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }

  /// One of them. There must be one.
  public mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// One of the elements in `percent` of a hundred cases, or `nil` otherwise and if there are no elements.
  public mutating func maybe<Element>(_ percent: Int, _ elements: [Element]) -> Element? {
    chance(percent) && !elements.isEmpty ? one(of: elements) : nil
  }

  /// Each of them in so many of a hundred cases.
  public mutating func some<Element>(_ percent: Int, of elements: [Element]) -> [Element] {
    var chosen: [Element] = []
    for element in elements where chance(percent) { chosen.append(element) }
    return chosen
  }

  /// One of several, each with a frequency in proportion to its weight.
  public mutating func weighted<Element>(_ choices: [(weight: Int, Element)]) -> Element {
    var left = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &self)
    for (weight, element) in choices {
      if left < weight { return element }
      left -= weight
    }
    return choices[0].1
  }
}
