package import LedgerBytes

/// The outcome of a bisection.
package enum BisectOutcome: Hashable, Sendable {
  /// The first event after which the condition is false, or true if `turnsTrue`.
  case found(BisectFinding)
  /// The condition is the same at both ends.
  case neverChanges(isTrue: Bool, from: Position, through: Position, turnsBetween: [Position])
  /// The condition holds at the end, so that there is nothing to search. `lastFalse` is where it last failed, if known.
  case holdsAtEnd(position: Position, lastFalse: Range<Position>?)
  /// One of the ends was skipped.
  case skippedEnd(position: Position)
  /// The event is one of these, and skipped positions keep it from being found.
  case hidden(ClosedRange<Position>, steps: Int)
}

/// The event that a bisection found.
package struct BisectFinding: Hashable, Sendable {
  package let position: Position
  /// Whether the condition was false before the event and is true after it.
  package let turnsTrue: Bool
  /// The number of positions that were examined.
  package let steps: Int
  /// The other positions between the two ends where the condition changed, if they are known.
  package let otherTurns: [Position]
}

extension TruthCourse {
  /// Looks up the event at which the condition changed.
  ///
  /// With a good end this is the first change after it. Without a good end it is the last change to false.
  package func bisect(good: Position?, bad: Position) -> BisectOutcome {
    let atEnd = isTrue(at: bad)
    if let good {
      let atBeginning = isTrue(at: good)
      let between = turns.filter { $0 > good && $0 <= bad }
      guard atBeginning != atEnd, let first = between.first else {
        return .neverChanges(isTrue: atEnd, from: good, through: bad, turnsBetween: between)
      }
      return .found(
        BisectFinding(position: first, turnsTrue: atEnd, steps: 1, otherTurns: Array(between.dropFirst())))
    }
    let passed = turns.filter { $0 <= bad }
    guard !atEnd else {
      let lastFalse: Range<Position>? =
        passed.isEmpty ? nil : (passed.count > 1 ? passed[passed.count - 2] : 0)..<passed[passed.count - 1]
      return .holdsAtEnd(position: bad, lastFalse: lastFalse)
    }
    guard let last = passed.last else {
      return .neverChanges(isTrue: false, from: 0, through: bad, turnsBetween: [])
    }
    return .found(
      BisectFinding(position: last, turnsTrue: false, steps: 1, otherTurns: Array(passed.dropLast())))
  }
}

extension Bisection {
  /// Searches by asking a closure for the verdict at positions.
  ///
  /// Both ends are asked first. Without a good end, positions before the bad one are asked until one is good, each twice
  /// as far away as the one before.
  ///
  /// - Parameters:
  ///   - good: A position known to be good. If `nil`, one is looked for.
  ///   - bad: A position known to be bad.
  ///   - beginning: The first position that can be asked.
  ///   - ask: Returns the verdict at a position.
  /// - Complexity: O(log positions) questions, twice as many without a good end.
  package static func search(
    good: Position?, bad: Position, beginning: Position = 1, _ ask: (Position) throws -> Verdict
  ) throws -> BisectOutcome {
    var steps = 1
    let atEnd = try ask(bad)
    guard atEnd != .skip else { return .skippedEnd(position: bad) }
    var start = good
    if let good {
      steps += 1
      let atBeginning = try ask(good)
      guard atBeginning != .skip else { return .skippedEnd(position: good) }
      guard atBeginning != atEnd else {
        return .neverChanges(isTrue: atEnd == .good, from: good, through: bad, turnsBetween: [])
      }
    } else {
      guard atEnd == .bad else { return .holdsAtEnd(position: bad, lastFalse: nil) }
      var distance: Int64 = 1
      var nearest = bad
      while start == nil {
        let position = max(beginning, bad - distance)
        guard position < nearest else { break }
        steps += 1
        switch try ask(position) {
        case .good: start = position
        case .bad: nearest = position
        case .skip where position == beginning: return .skippedEnd(position: position)
        case .skip: break
        }
        if position == beginning { break }
        distance *= 2
      }
      guard let found = start else {
        return .neverChanges(isTrue: false, from: beginning, through: bad, turnsBetween: [])
      }
      return try halve(Bisection(good: found, bad: nearest, steps: steps), turnsTrue: false, ask)
    }
    guard let start, start < bad else {
      return .neverChanges(isTrue: atEnd == .good, from: bad, through: bad, turnsBetween: [])
    }
    return try halve(Bisection(good: start, bad: bad, steps: steps), turnsTrue: atEnd == .good, ask)
  }

  private static func halve(
    _ bisection: Bisection, turnsTrue: Bool, _ ask: (Position) throws -> Verdict
  ) throws -> BisectOutcome {
    var bisection = bisection
    while let next = bisection.next {
      let verdict = try ask(next)
      // In a search for a change to true, the good end is the false one.
      let told: Verdict =
        switch verdict {
        case .skip: .skip
        case .good: turnsTrue ? .bad : .good
        case .bad: turnsTrue ? .good : .bad
        }
      bisection.take(told, at: next)
    }
    guard bisection.candidates.count == 1 else { return .hidden(bisection.candidates, steps: bisection.steps) }
    return .found(
      BisectFinding(position: bisection.bad, turnsTrue: turnsTrue, steps: bisection.steps, otherTurns: []))
  }
}
