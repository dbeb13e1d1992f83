/// A search for the first event after which something is otherwise, by halves: between a position at which it was good
/// and one at which it is bad.
///
/// A value, so that a hunt by hand can be kept between runs of a program.
public struct Bisection: Hashable, Sendable {
  /// What is said of a position.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    case good
    case bad
    /// It can't be said there.
    case skip
  }

  /// The last position that is known to be good.
  public private(set) var good: Int64
  /// The first position that is known to be bad.
  public private(set) var bad: Int64
  /// Positions of which nothing can be said.
  public private(set) var skipped: Set<Int64> = []
  /// How many positions were looked at.
  public private(set) var steps = 0

  /// A search between two positions, the good one first.
  ///
  /// - `steps`: positions that were looked at already.
  public init(good: Int64, bad: Int64, skipped: Set<Int64> = [], steps: Int = 0) {
    precondition(good < bad, "a bisection goes from the good end to the bad one")
    self.good = good
    self.bad = bad
    self.skipped = skipped
    self.steps = steps
  }

  /// The position to look at next: the middle, or the nearest to it of which nothing was said yet. Nil: the search has
  /// ended.
  public var next: Int64? {
    guard bad - good > 1 else { return nil }
    let middle = good + (bad - good) / 2
    if !skipped.contains(middle) { return middle }
    var distance: Int64 = 1
    while middle - distance > good || middle + distance < bad {
      for candidate in [middle + distance, middle - distance]
      where candidate > good && candidate < bad && !skipped.contains(candidate) { return candidate }
      distance += 1
    }
    return nil
  }

  /// The events that may be the first bad one, once there is nothing left to look at: one, unless some were skipped.
  public var candidates: ClosedRange<Int64> { (good + 1)...bad }

  /// How many positions are still to be looked at, at most.
  public var stepsLeft: Int {
    var (left, rest) = (0, bad - good)
    while rest > 1 {
      rest -= rest / 2
      left += 1
    }
    return left
  }

  /// Takes what was found at a position between the two ends: it is one of them from now on, or passed over.
  public mutating func take(_ verdict: Verdict, at position: Int64) {
    precondition(position > good && position < bad, "a bisection looks between its two ends")
    steps += 1
    switch verdict {
    case .good: good = position
    case .bad: bad = position
    case .skip: skipped.insert(position)
    }
  }
}
