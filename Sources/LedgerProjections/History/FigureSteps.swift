internal import LedgerBytes
internal import LedgerSQLite

/// Gathers the effects of events on sums, and writes the value of each sum after each of them.
///
/// Streams are folded one after the other, and a sum covers many of them. So steps are sorted by position when all are
/// known.
struct FigureSteps {
  private let connection: Connection
  /// Whether the tables were empty when it began.
  private let isFresh: Bool
  private var values = SumValues()
  private var tables = Total.ofHistory.map { SumNumbers($0) }
  /// The numbers that steps are sorted by, for each total in the order in which its sums were met.
  private var figures: [[Int32]] = Total.ofHistory.map { _ in [] }
  /// The total and the sum's number of each of those.
  private var order: [(total: Int, number: Int)] = []
  /// 24 bytes each, some two fifths of one per event.
  private var deltas: SortedRuns<FigureDelta>

  private static let batch = 4_096

  init(_ generation: Generation, _ sizes: BuildSizes, isFresh: Bool) {
    connection = generation.connection
    self.isFresh = isFresh
    deltas = SortedRuns(nextTo: generation.path, memoryValuesMax: sizes.sorted)
  }

  /// Adds the effects of the events of a range of streams.
  mutating func post(_ part: FigureRows) throws {
    if part.deltas.isEmpty { return }
    let map = values.map(part.values)
    let numbers = part.tables.indices.map { total in
      part.tables[total].keys.map { figure(of: part.tables[total].mapped($0, by: map), total) }
    }
    try deltas.append(
      part.deltas.map { given in
        var delta = given
        let place = FigureRows.place(of: given.figure)
        delta.figure = numbers[place.total][place.number]
        return delta
      })
  }

  private mutating func figure(of key: SumKey, _ total: Int) -> Int32 {
    let number = tables[total].number(of: key)
    precondition(number <= figures[total].count, "sums are numbered without a gap")
    if number == figures[total].count {
      figures[total].append(Int32(order.count))
      order.append((total, number))
    }
    return figures[total][number]
  }

  /// The value of a sum.
  private struct Record {
    var figure: Int64
    var first: Position
    var last: Position
    var count: Int64
    var total: Int128
  }

  /// Hands over the steps and then the sums, both in the order of their tables' keys.
  mutating func finish(steps write: (RowBuffer) throws -> Void, sums: (Total, RowBuffer) throws -> Void) throws
  {
    guard !deltas.isEmpty else { return }
    var records: [Record] = []
    records.reserveCapacity(order.count)
    var next = isFresh ? 1 : try greatestFigure() + 1
    var steps = RowBuffer(columns: 5)
    // Sum after sum, in the order of their numbers; each has one step at least.
    var record = Record(figure: 0, first: 0, last: 0, count: 0, total: 0)
    var all = SortedRuns<FigureDelta>(nextTo: nil, memoryValuesMax: 0)
    swap(&all, &deltas)
    try all.drain { delta in
      precondition(Int(delta.figure) <= records.count, "the steps of a sum follow those of the sum before it")
      if Int(delta.figure) == records.count {
        records.append(record)
        record =
          try find(order[Int(delta.figure)])
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
      if steps.count == Self.batch {
        try write(steps)
        steps.removeAll()
      }
    }
    records.append(record)
    precondition(records.count == order.count + 1, "every sum has at least one step")
    try write(steps)
    // The first record is of no sum.
    try hand(over: records.dropFirst(), to: sums)
  }

  private func hand(over records: ArraySlice<Record>, to body: (Total, RowBuffer) throws -> Void) throws {
    let ranks = values.ranks
    for (index, total) in Total.ofHistory.enumerated() {
      var rows = RowBuffer(columns: total.key.count + 3 + total.value.count)
      for number in tables[index].inOrder(Array(tables[index].keys.indices), ranks) {
        if rows.count == Self.batch {
          try body(total, rows)
          rows.removeAll()
        }
        for (place, dimension) in total.dimensions.enumerated() {
          values.add(tables[index].keys[number][place], of: dimension, to: &rows)
        }
        let record = records[records.startIndex + Int(figures[index][number])]
        rows.add(record.figure)
        rows.add(record.first)
        rows.add(record.last)
        rows.add(record.count)
        guard total.hasAmount else { continue }
        rows.add(record.total.low)
        rows.add(record.total.beyond)
      }
      try body(total, rows)
    }
  }

  // MARK: Sums on record

  private func greatestFigure() throws -> Int64 {
    let greatest = try connection.statement("SELECT ifnull(max(figure), 0) FROM figure_step").firstInt64() ?? 0
    guard greatest >= 0, greatest < 1 << 40 else { throw ModelError.damaged("the sums of the history") }
    return greatest
  }

  private func find(_ sum: (total: Int, number: Int)) throws -> Record? {
    if isFresh { return nil }
    let total = Total.ofHistory[sum.total]
    var key = RowBuffer(columns: total.key.count)
    for (place, dimension) in total.dimensions.enumerated() {
      values.add(tables[sum.total].keys[sum.number][place], of: dimension, to: &key)
    }
    let statement = try connection.statement(total.figureSQL)
    try key.bind(row: 0, to: statement)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return Record(
      figure: statement.int64(0), first: statement.number(1), last: statement.number(2),
      count: statement.int64(3), total: Int128(low: statement.int64(4), beyond: statement.int64(5)))
  }
}
