package import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

extension HistoryReader {
  /// Returns the value of a figure when this device's knowledge ended at a position.
  ///
  /// - Throws: `ModelError.overflow`.
  /// - Complexity: A look-up in the steps of each sum of the figure. A group has one sum per kind and category, a range
  ///   has one per day and category. Unfiled also has those of every group that was ever unknown or deleted.
  package func value(of figure: LedgerFigure, at position: Position) throws -> FigureValue {
    var sum = WideValue.zero
    for part in try parts(of: figure) where part.lives(at: position) {
      for member in part.members {
        try sum.add(member.share(of: value(of: member, at: position)), 1)
      }
    }
    return try sum.fitting(figure.currency)
  }

  /// Returns the changes of a figure after one position and up to another, each with the value after it.
  ///
  /// They are in the order in which this device received the events. Events that leave the figure as it was are left
  /// out.
  ///
  /// - Parameters:
  ///   - figure: The figure.
  ///   - first: The position after which changes count.
  ///   - last: The last position whose change counts.
  ///   - limit: The maximal number of changes, counted from the first.
  /// - Throws: `ModelError.overflow`.
  /// - Complexity: A step for each change between the positions, and the look-ups of `value(of:at:)`.
  package func changes(
    of figure: LedgerFigure, after first: Position = 0, through last: Position = .max, limit: Int = .max
  ) throws -> [FigureChange] {
    var steps: [Step] = []
    var sum = WideValue.zero
    for part in try parts(of: figure) { try collect(part, first, last, into: &steps, &sum) }
    steps.sort { $0.position < $1.position }
    var changes: [FigureChange] = []
    var value = sum
    var index = 0
    while index < steps.count, changes.count < limit {
      // One position is one event, however many sums it changed.
      let position = steps[index].position
      while index < steps.count, steps[index].position == position {
        try sum.add(steps[index].difference, 1)
        index += 1
      }
      if sum != value {
        changes.append(FigureChange(position: position, value: try sum.fitting(figure.currency)))
      }
      value = sum
    }
    return changes
  }

  /// The effect of an event on a part of a figure.
  private struct Step {
    let position: Position
    let difference: WideValue
  }

  /// Adds the steps of a part, and adds its value at the first position to the sum.
  private func collect(
    _ part: Part, _ first: Position, _ last: Position, into steps: inout [Step], _ sum: inout WideValue
  ) throws {
    var own = WideValue.zero
    var changes: [Step] = []
    for member in part.members {
      var before = try value(of: member, at: first)
      try own.add(member.share(of: before), 1)
      guard member.last > first, member.first <= last else { continue }
      let statement = try connection.statement(Self.steps)
      try statement.bind(1, member.figure)
      try statement.bind(2, first)
      try statement.bind(3, last)
      try statement.forEachRow { row in
        let after = WideValue(units: Int128(low: row.int64(2), beyond: row.int64(3)), count: row.int64(1))
        changes.append(Step(position: row.number(0), difference: member.share(of: after.less(before))))
        before = after
      }
    }
    guard let living = part.living else {
      try sum.add(own, 1)
      steps += changes
      return
    }
    // The part counts only while its group is alive, or only while it is not, depending on `wanted`.
    changes.sort { $0.position < $1.position }
    var shown = living.holds(at: first) == part.wanted ? own : .zero
    try sum.add(shown, 1)
    var index = 0
    for position in Set(changes.map(\.position) + living.edges.filter { $0 > first && $0 <= last }).sorted() {
      while index < changes.count, changes[index].position == position {
        try own.add(changes[index].difference, 1)
        index += 1
      }
      let now = living.holds(at: position) == part.wanted ? own : .zero
      let difference = now.less(shown)
      if difference != .zero { steps.append(Step(position: position, difference: difference)) }
      shown = now
    }
  }

  static let steps = """
    SELECT position, count, total, beyond FROM figure_step WHERE figure = ?1 AND position > ?2 AND position <= ?3
    ORDER BY position
    """
  static let lastStep = """
    SELECT count, total, beyond FROM figure_step WHERE figure = ?1 AND position <= ?2 ORDER BY position DESC LIMIT 1
    """

  private func value(of member: Member, at position: Position) throws -> WideValue {
    if member.first > position { return .zero }
    if member.last <= position { return member.value }
    let statement = try connection.statement(Self.lastStep)
    defer { statement.reset() }
    try statement.bind(1, member.figure)
    try statement.bind(2, position)
    guard try statement.step() else { return .zero }
    return WideValue(
      units: Int128(low: statement.int64(1), beyond: statement.int64(2)), count: statement.int64(0))
  }

  // MARK: What a figure is made of

  /// A kept sum.
  private struct Member {
    let figure: Int64
    let first: Position
    let last: Position
    let value: WideValue
    /// Whether it adds (1), takes away (-1) or only counts (0).
    let sign: Int64
    /// Whether it tells how often split transactions are counted beyond once.
    let isSurplus: Bool

    /// Returns the part of a figure that a value of this sum is.
    func share(of value: WideValue) -> WideValue {
      WideValue(units: value.units &* Int128(sign), count: isSurplus ? 0 - value.count : value.count)
    }
  }

  /// Stored sums that count always, or only while a group exists, or only while it does not.
  private struct Part {
    let figure: LedgerFigure
    var members: [Member]
    var living: Living?
    var wanted = true

    func lives(at position: Position) -> Bool { living.map { $0.holds(at: position) == wanted } ?? true }
  }

  /// Between which positions a group was known and not deleted.
  private struct Living {
    var stretches: [(from: Position, to: Position?)] = []

    func holds(at position: Position) -> Bool {
      stretches.contains { $0.from <= position && $0.to.map { position < $0 } ?? true }
    }

    var edges: [Position] { stretches.flatMap { [$0.from, $0.to].compactMap { $0 } } }
  }

  private func parts(of figure: LedgerFigure) throws -> [Part] {
    switch figure.scope {
    case .group(let group?):
      return [Part(figure: figure, members: try members(group, figure), living: try living(group))]
    case .group(nil):
      var parts = [Part(figure: figure, members: try members(nil, figure, isUnfiled: true), living: nil)]
      for group in try groupsThatWereNotAlive() {
        let members = try members(group, figure, isUnfiled: true)
        if !members.isEmpty {
          parts.append(Part(figure: figure, members: members, living: try living(group), wanted: false))
        }
      }
      return parts
    case .days(let kind, let days):
      return [Part(figure: figure, members: try members(kind, days, figure), living: nil)]
    }
  }

  /// - Parameter isUnfiled: Whether they count in Unfiled, which has no transfers.
  private func members(
    _ group: GroupID?, _ figure: LedgerFigure, isUnfiled: Bool = false
  ) throws -> [Member] {
    let statement = try connection.statement(Self.figuresOfGroup)
    if let group { try statement.bind(1, group.id) } else { try statement.bind(1, blob: []) }
    try statement.bind(2, text: figure.currency.code)
    try statement.bind(3, optional: figure.category)
    var members: [Member] = []
    try statement.forEachRow { row in
      guard let kind = TransactionKind(code: row.int64(7)) else {
        throw ModelError.damaged("the history of sums")
      }
      if isUnfiled, kind == .transfer { return }
      members.append(Self.member(row, kind.sign))
    }
    return members
  }

  private func members(
    _ kind: TransactionKind, _ days: ClosedRange<CivilDate>?, _ figure: LedgerFigure
  ) throws -> [Member] {
    let statement = try connection.statement(Self.figuresOfDays)
    try statement.bind(1, Int64(kind.code))
    try statement.bind(2, days.map { Int64($0.lowerBound.dayNumber) } ?? .min)
    try statement.bind(3, days.map { Int64($0.upperBound.dayNumber) } ?? .max)
    try statement.bind(4, text: figure.currency.code)
    try statement.bind(5, optional: figure.category)
    var members: [Member] = []
    try statement.forEachRow { members.append(Self.member($0, 1)) }
    return members
  }

  static let figuresOfGroup = """
    SELECT figure, first, last, count, total, beyond, category = char(1), kind FROM group_figure
    WHERE group_id = ?1 AND currency = ?2 AND (?3 IS NULL OR category = ?3)
    """
  static let figuresOfDays = """
    SELECT figure, first, last, count, total, beyond, category = char(1) FROM day_figure
    WHERE kind = ?1 AND date BETWEEN ?2 AND ?3 AND currency = ?4 AND (?5 IS NULL OR category = ?5)
    """

  private static func member(_ row: Statement, _ sign: Int64) -> Member {
    Member(
      figure: row.int64(0), first: row.number(1), last: row.number(2),
      value: WideValue(units: Int128(low: row.int64(4), beyond: row.int64(5)), count: row.int64(3)), sign: sign,
      isSurplus: row.int64(6) == 1)
  }

  private func living(_ group: GroupID) throws -> Living {
    let statement = try connection.statement(
      "SELECT begins, ends FROM group_version WHERE id = ?1 AND deleted = 0 ORDER BY begins")
    try statement.bind(1, group.id)
    var living = Living()
    try statement.forEachRow { row in
      let (from, to) = (row.number(0) as Position, row.optionalNumber(1) as Position?)
      if let last = living.stretches.last, last.to == from {
        living.stretches[living.stretches.count - 1].to = to
      } else {
        living.stretches.append((from, to))
      }
    }
    return living
  }

  /// Returns the groups that were ever deleted, are unknown, or held records before they were known.
  ///
  /// Their contents read as Unfiled during that time. Those of all other groups never did.
  private func groupsThatWereNotAlive() throws -> [GroupID] {
    var groups: [GroupID] = []
    try connection.statement(Self.notAlive).forEachRow { row in
      if let id = UniqueID(bytes: row.bytes(0)) { groups.append(GroupID(id)) }
    }
    return groups
  }

  static let notAlive = """
    SELECT group_id FROM group_figure WHERE group_id <> x'' GROUP BY group_id
    HAVING min(first) < ifnull((SELECT min(begins) FROM group_version WHERE id = group_id), 9223372036854775807)
      OR EXISTS (SELECT 1 FROM group_version WHERE id = group_id AND (deleted = 1 OR ends IS NOT NULL))
    """
}
