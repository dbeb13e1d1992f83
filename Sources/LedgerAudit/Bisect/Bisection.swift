package import LedgerBytes

/// A binary search for the first bad event between a good position and a bad one.
///
/// It is a value, so that a manual search can be stored between runs of a program.
package struct Bisection: Hashable, Sendable {
  /// The verdict on a position.
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
    case good
    case bad
    /// The condition cannot be decided at the position.
    case skip
  }

  /// The last position known to be good.
  package private(set) var good: Position
  /// The first position known to be bad.
  package private(set) var bad: Position
  package private(set) var skipped: Set<Position> = []
  /// The number of positions that were examined.
  package private(set) var steps = 0

  /// Creates a search between two positions, of which the good one must be first.
  ///
  /// - Parameters:
  ///   - good: The last position known to be good.
  ///   - bad: The first position known to be bad.
  ///   - skipped: The positions that were skipped before.
  ///   - steps: The number of positions that were examined before.
  package init(good: Position, bad: Position, skipped: Set<Position> = [], steps: Int = 0) {
    precondition(good < bad, "a bisection goes from the good end to the bad one")
    self.good = good
    self.bad = bad
    self.skipped = skipped
    self.steps = steps
  }

  /// The position to examine next, or `nil` if the search has ended.
  ///
  /// It is the middle, or the nearest position to it that was not skipped.
  package var next: Position? {
    let length = good.distance(to: bad)
    guard length > 1 else { return nil }
    let middle = good + length / 2
    if !skipped.contains(middle) { return middle }
    var distance: Int64 = 1
    while middle - distance > good || middle + distance < bad {
      for candidate in [middle + distance, middle - distance]
      where candidate > good && candidate < bad && !skipped.contains(candidate) { return candidate }
      distance += 1
    }
    return nil
  }

  /// The events that may be the first bad one. At the end of the search it is one, unless some were skipped.
  package var candidates: ClosedRange<Position> { (good + 1)...bad }

  /// The maximal number of positions left to examine, if no further position is skipped.
  package var stepsLeft: Int {
    var (left, rest) = (0, good.distance(to: bad))
    while rest > 1 {
      rest -= rest / 2
      left += 1
    }
    return left
  }

  /// Records the verdict on a position between the two ends.
  package mutating func take(_ verdict: Verdict, at position: Position) {
    precondition(position > good && position < bad, "a bisection looks between its two ends")
    steps += 1
    switch verdict {
    case .good: good = position
    case .bad: bad = position
    case .skip: skipped.insert(position)
    }
  }
}
