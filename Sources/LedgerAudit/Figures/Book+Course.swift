public import LedgerBook
public import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// The sources of figures' courses.
extension Book {
  /// Calls `body` with the course of a figure up to a position.
  ///
  /// It is looked up if history was built and stores the figure, and otherwise folded from the events.
  ///
  /// - Complexity: O(changes) for a look-up, otherwise O(events).
  public func course(
    of figure: AskedFigure, through last: Position, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> FigureCourse {
    if let kept = figure.kept,
      let changes = try history(builds: false, { try $0.changes(of: kept, through: last) })
    {
      return FigureCourse(changes)
    }
    return try FigureCourse.folded(figure, in: log, through: last, progress: progress)
  }
}

extension FigureCourse {
  /// Creates the course from the changes in history, without those that change only the count.
  fileprivate init(_ changes: [FigureChange]) {
    var steps: [Step] = []
    steps.reserveCapacity(changes.count)
    var units: Int64 = 0
    for change in changes where change.value.minorUnits != units {
      units = change.value.minorUnits
      steps.append(Step(position: change.position, minorUnits: units))
    }
    self.init(steps: steps, eventsFolded: nil)
  }
}

extension AskedFigure {
  /// The figure in history that is equal to this one, or `nil` if history does not store it.
  var kept: LedgerFigure? {
    var rest = filter
    rest.categories = []
    let category = isWithoutCategory ? "" : filter.categories.first
    guard filter.categories.count + (isWithoutCategory ? 1 : 0) < 2 else { return nil }
    switch measure {
    case .balance, .opening, .netWorth, .gain: return nil
    case .net:
      guard filter.groups.count == 1, let group = filter.groups.first, rest == .group(group) else { return nil }
      return LedgerFigure(.group(group), currency, category: category)
    case .kind(let kind):
      rest.kinds = []
      rest.from = nil
      (rest.through, rest.asOf) = (nil, nil)
      let (from, through) = (filter.from ?? .first, min(filter.through ?? .last, filter.asOf ?? .last))
      guard rest == TransactionFilter(), from <= through else { return nil }
      return LedgerFigure(.days(kind, from...through), currency, category: category)
    }
  }
}
