internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// What one stream says at the moment, since when, and what it adds to sums: from one event to the next.
struct StreamVersions {
  private var rows = ModelRows()
  /// Of each row of each table of history since when; `onRecord`: it is there already.
  private var begins: [[Int64]] = HistoryTable.all.map { _ in [] }
  private var transaction: TransactionRow?
  private var hasEntry = false
  /// Whether what is on record has yet to be found: the events so far were known when it was written.
  private(set) var isBefore = false

  private static let onRecord: Int64 = 0

  /// Begins with a stream.
  ///
  /// - Parameter position: as of which versions are on record; 0: none are.
  mutating func begin(before position: Int64) {
    rows.removeAll()
    for index in begins.indices where !begins[index].isEmpty { begins[index].removeAll(keepingCapacity: true) }
    transaction = nil
    hasEntry = false
    isBefore = position > 0
  }

  /// Takes what the stream says after the event at a position.
  ///
  /// - Parameter next: its rows; what it said before is left in their place.
  mutating func take(
    _ next: inout ModelRows, _ row: TransactionRow?, key: Int64, at position: Int64,
    into part: inout VersionRows
  ) throws {
    if isBefore {
      isBefore = false
      for (index, table) in HistoryTable.all.enumerated() {
        begins[index] = Array(repeating: Self.onRecord, count: next[table.model].count)
      }
      transaction = row
      hasEntry = row != nil
      return swap(&rows, &next)
    }
    var hasChanged = false
    for (index, table) in HistoryTable.all.enumerated() {
      let isOther = compare(index, table, next[table.model], at: position, &part)
      if table.model == .transactions { hasChanged = isOther }
    }
    swap(&rows, &next)
    guard hasChanged else { return }
    takeEntry(row, key: key, at: position, &part)
    part.count(transaction, row, at: position)
    if TextChanges.differ(transaction, row) { part.changes.add(at: position) }
    transaction = row
  }

  /// Notes which rows of a table are no more, and since when the others are; returns whether any differ.
  private mutating func compare(
    _ index: Int, _ table: HistoryTable, _ next: RowBuffer, at position: Int64, _ part: inout VersionRows
  ) -> Bool {
    let old = rows[table.model]
    let (before, after) = (old.count, next.count)
    if before == 0, after == 0 { return false }
    // Most often all of them stay, or one is new.
    var same = 0
    while same < before, same < after, next.isRow(same, sameAs: same, of: old) { same += 1 }
    if same == before, same == after { return false }
    var kept = Array(begins[index][..<same])
    var stays = [Bool](repeating: false, count: before)
    for place in same..<after {
      let found = (same..<before).first { !stays[$0] && next.isRow(place, sameAs: $0, of: old) }
      if let found { stays[found] = true }
      kept.append(found.map { begins[index][$0] } ?? position)
    }
    for place in same..<before where !stays[place] { close(index, table, place, at: position, &part) }
    begins[index] = kept
    return true
  }

  /// Writes down a version that ends, or that one on record does.
  private func close(
    _ index: Int, _ table: HistoryTable, _ place: Int, at position: Int64, _ part: inout VersionRows
  ) {
    if begins[index][place] == Self.onRecord {
      part.closings[index].add(cellsOf: place, of: rows[table.model], first: table.keys.count)
      part.closings[index].add(position)
    } else {
      part.versions[index].add(cellsOf: place, of: rows[table.model])
      part.versions[index].add(begins[index][place])
      part.versions[index].add(position)
    }
  }

  /// Notes what filters need of a transaction, where that is another thing than before.
  private mutating func takeEntry(
    _ row: TransactionRow?, key: Int64, at position: Int64, _ part: inout VersionRows
  ) {
    let ownLast = part.stretches.last.flatMap { last in
      last.ends == .max && part.facets.entries.last?.key == key ? part.stretches.count - 1 : nil
    }
    guard let row else {
      if let ownLast {
        part.stretches[ownLast].ends = position
      } else if hasEntry {
        part.facetClosings.append((key, position))
      }
      hasEntry = false
      return
    }
    part.facets.add(row, key: key)
    let count = part.facets.entries.count
    if ownLast != nil, part.facets.entries[count - 2].entry == part.facets.entries[count - 1].entry {
      return part.facets.removeLast()
    }
    if ownLast == nil, hasEntry, let transaction {
      // On record is what the row gave that was on record.
      part.facets.add(transaction, key: key)
      let before = part.facets.entries[count].entry
      part.facets.removeLast()
      if before == part.facets.entries[count - 1].entry { return part.facets.removeLast() }
      part.facetClosings.append((key, position))
    }
    if let ownLast { part.stretches[ownLast].ends = position }
    part.stretches.append((position, .max))
    hasEntry = true
  }

  /// Writes down what still stands when the stream's last event is behind.
  mutating func end(into part: inout VersionRows) {
    for (index, table) in HistoryTable.all.enumerated() {
      for place in begins[index].indices where begins[index][place] != Self.onRecord {
        part.versions[index].add(cellsOf: place, of: rows[table.model])
        part.versions[index].add(begins[index][place])
        part.versions[index].addNull()
      }
    }
  }
}

// MARK: - Sums

extension VersionRows {
  /// Notes what an event did to the sums by giving a transaction another row: one step each.
  mutating func count(_ old: TransactionRow?, _ new: TransactionRow?, at position: Int64) {
    let old = old.flatMap { $0.stage == .saved ? $0 : nil }
    let new = new.flatMap { $0.stage == .saved ? $0 : nil }
    if old == nil, new == nil { return }
    let (unitsBefore, unitsAfter) = (old?.money?.minorUnits ?? 0, new?.money?.minorUnits ?? 0)
    change(old.map(Self.groupKey), new.map(Self.groupKey), unitsBefore, unitsAfter, at: position)
    change(old.flatMap(Self.dayKey), new.flatMap(Self.dayKey), unitsBefore, unitsAfter, at: position)
    let (before, after) = (
      Set((old?.tags ?? []).map { Array($0.utf8) }), Set((new?.tags ?? []).map { Array($0.utf8) })
    )
    for tag in before.subtracting(after) { add(.tag(tag), count: -1, units: 0, at: position) }
    for tag in after.subtracting(before) { add(.tag(tag), count: 1, units: 0, at: position) }
  }

  private mutating func change(
    _ old: FigureKey?, _ new: FigureKey?, _ before: Int64, _ after: Int64, at position: Int64
  ) {
    if let old, old == new {
      let units = after &- before
      if units != 0 { add(old, count: 0, units: units, at: position) }
      return
    }
    if let old { add(old, count: -1, units: 0 &- before, at: position) }
    if let new { add(new, count: 1, units: after, at: position) }
  }

  private static func groupKey(_ row: TransactionRow) -> FigureKey {
    .group(row.group, row.kind, row.money?.currency, category: Array((row.category ?? "").utf8))
  }

  private static func dayKey(_ row: TransactionRow) -> FigureKey? {
    row.date.map { .day(row.kind, $0, row.money?.currency, category: Array((row.category ?? "").utf8)) }
  }
}
