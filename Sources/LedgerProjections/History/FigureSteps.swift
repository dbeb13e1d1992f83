internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Gathers what events did to sums, and writes what each sum came to after each of them.
///
/// Streams are folded one after the other, and a sum is over many of them: so steps are put in the order of positions
/// when all are known.
struct FigureSteps {
  private let connection: Connection
  private let rows: RowWriter
  /// Whether the tables were empty when it began.
  private let isFresh: Bool
  private var keys: [FigureKey] = []
  private var numbers: [FigureKey: Int32] = [:]
  /// 24 bytes each, some two fifths of one per event.
  private var deltas: SortedRuns<FigureDelta>

  private static let batch = 10_000

  init(_ generation: Generation, _ rows: RowWriter, _ sizes: BuildSizes, isFresh: Bool) {
    connection = generation.connection
    self.rows = rows
    self.isFresh = isFresh
    deltas = SortedRuns(beside: generation.path, most: sizes.sorted)
  }

  /// Takes what the events of a range of streams did.
  mutating func post(_ part: VersionRows) throws {
    let map = part.figures.map { key in
      if let known = numbers[key] { return known }
      let number = Int32(keys.count)
      keys.append(key)
      numbers[key] = number
      return number
    }
    try deltas.append(
      part.deltas.map { given in
        var delta = given
        delta.figure = map[Int(given.figure)]
        return delta
      })
  }

  /// What a sum came to.
  private struct Record {
    var figure: Int64
    var first: Int64
    var last: Int64
    var count: Int64
    var total: Int128
  }

  /// Writes the steps and the sums.
  mutating func finish() throws {
    guard !deltas.isEmpty else { return }
    numbers = [:]
    var records: [Record] = []
    records.reserveCapacity(keys.count)
    var next = isFresh ? 1 : try greatestFigure() + 1
    var steps = RowBuffer(columns: 5)
    // Sum after sum, in the order of their numbers; each has one at least.
    var record = Record(figure: 0, first: 0, last: 0, count: 0, total: 0)
    var all = SortedRuns<FigureDelta>(beside: nil, most: 0)
    swap(&all, &deltas)
    try all.drain { delta in
      if Int(delta.figure) == records.count {
        records.append(record)
        record =
          try find(keys[Int(delta.figure)])
          ?? Record(figure: 0, first: delta.position, last: 0, count: 0, total: 0)
        if record.figure == 0 {
          record.figure = next
          next += 1
        }
      }
      record.total &+= Int128(delta.units)
      let (count, isDamaged) = record.count.addingReportingOverflow(Int64(delta.count))
      guard !isDamaged else { throw ModelError.damaged("the sums of the history") }
      record.count = count
      record.last = delta.position
      steps.add(record.figure)
      steps.add(delta.position)
      steps.add(record.count)
      steps.add(record.total.low)
      steps.add(record.total.beyond)
      if steps.count == Self.batch { try write(&steps) }
    }
    records.append(record)
    try write(&steps)
    try write(records)
    keys = []
  }

  private func write(_ steps: inout RowBuffer) throws {
    try rows.insert(steps, into: "figure_step", onConflict: .refuse)
    steps.removeAll()
  }

  // MARK: The sums

  private func greatestFigure() throws -> Int64 {
    let greatest = try connection.statement("SELECT ifnull(max(figure), 0) FROM figure_step").firstInt64() ?? 0
    guard greatest >= 0, greatest < 1 << 40 else { throw ModelError.damaged("the sums of the history") }
    return greatest
  }

  private func find(_ key: FigureKey) throws -> Record? {
    if isFresh { return nil }
    let statement: Statement
    switch key {
    case .group(let group, let kind, let currency, let category):
      statement = try connection.statement(
        """
        SELECT figure, first, last, count, total, beyond FROM group_figure
        WHERE group_id = ?1 AND kind = ?2 AND currency = ?3 AND category = ?4
        """)
      if let group { try statement.bind(1, group.id) } else { try statement.bind(1, blob: []) }
      try statement.bind(2, Int64(kind.code))
      try statement.bind(3, text: currency?.code ?? "")
      try statement.bind(4, text: String(decoding: category, as: UTF8.self))
    case .day(let kind, let date, let currency, let category):
      statement = try connection.statement(
        """
        SELECT figure, first, last, count, total, beyond FROM day_figure
        WHERE kind = ?1 AND date = ?2 AND currency = ?3 AND category = ?4
        """)
      try statement.bind(1, Int64(kind.code))
      try statement.bind(2, Int64(date.dayNumber))
      try statement.bind(3, text: currency?.code ?? "")
      try statement.bind(4, text: String(decoding: category, as: UTF8.self))
    case .tag(let tag):
      statement = try connection.statement(
        "SELECT figure, first, last, count, 0, 0 FROM tag_figure WHERE tag = ?1")
      try statement.bind(1, text: String(decoding: tag, as: UTF8.self))
    }
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return Record(
      figure: statement.int64(0), first: statement.int64(1), last: statement.int64(2),
      count: statement.int64(3),
      total: Int128(low: statement.int64(4), beyond: statement.int64(5)))
  }

  private func write(_ records: [Record]) throws {
    var groups = RowBuffer(columns: 10)
    var days = RowBuffer(columns: 10)
    var tags = RowBuffer(columns: 5)
    for index in keys.indices.sorted(by: { keys[$0].precedes(keys[$1]) }) {
      // The first is of none.
      let record = records[index + 1]
      if groups.count + days.count == Self.batch { try write(&groups, &days) }
      switch keys[index] {
      case .group(let group, let kind, let currency, let category):
        if let group { groups.add(id: group.id) } else { groups.addEmptyBlob() }
        groups.add(Int64(kind.code))
        groups.add(text: currency?.code ?? "")
        category.withUnsafeBytes { groups.add(textBytes: $0) }
        Self.add(record, to: &groups)
      case .day(let kind, let date, let currency, let category):
        days.add(Int64(kind.code))
        days.add(Int64(date.dayNumber))
        days.add(text: currency?.code ?? "")
        category.withUnsafeBytes { days.add(textBytes: $0) }
        Self.add(record, to: &days)
      case .tag(let tag):
        tag.withUnsafeBytes { tags.add(textBytes: $0) }
        for value in [record.figure, record.first, record.last, record.count] { tags.add(value) }
      }
    }
    try write(&groups, &days)
    try rows.insert(tags, into: "tag_figure", onConflict: conflict)
  }

  private func write(_ groups: inout RowBuffer, _ days: inout RowBuffer) throws {
    try rows.insert(groups, into: "group_figure", onConflict: conflict)
    try rows.insert(days, into: "day_figure", onConflict: conflict)
    groups.removeAll()
    days.removeAll()
  }

  private var conflict: RowWriter.Conflict { isFresh ? .refuse : .replace }

  private static func add(_ record: Record, to rows: inout RowBuffer) {
    for value in [record.figure, record.first, record.last, record.count] { rows.add(value) }
    rows.add(record.total.low)
    rows.add(record.total.beyond)
  }
}

extension FigureKey {
  /// The order of the tables' keys; groups, days, tags.
  fileprivate func precedes(_ other: FigureKey) -> Bool {
    switch (self, other) {
    case (
      .group(let group, let kind, let currency, let category),
      .group(let otherGroup, let otherKind, let otherCurrency, let otherCategory)
    ):
      if group != otherGroup { return group.map { one in otherGroup.map { one < $0 } ?? false } ?? true }
      if kind != otherKind { return kind.code < otherKind.code }
      if currency != otherCurrency { return (currency?.code ?? "") < (otherCurrency?.code ?? "") }
      return category.lexicographicallyPrecedes(otherCategory)
    case (
      .day(let kind, let date, let currency, let category),
      .day(let otherKind, let otherDate, let otherCurrency, let otherCategory)
    ):
      if kind != otherKind { return kind.code < otherKind.code }
      if date != otherDate { return date < otherDate }
      if currency != otherCurrency { return (currency?.code ?? "") < (otherCurrency?.code ?? "") }
      return category.lexicographicallyPrecedes(otherCategory)
    case (.tag(let tag), .tag(let other)): return tag.lexicographicallyPrecedes(other)
    case (.group, _): return true
    case (.day, .tag): return true
    case (.day, .group), (.tag, _): return false
    }
  }
}
