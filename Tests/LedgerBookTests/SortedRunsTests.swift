import Foundation
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// What a build puts in order, and what its threads gather, where that is more than stays in memory.
@Suite("Values that are put in order") struct SortedRunsTests {
  private struct Value: Comparable {
    var number: Int64
    var place: Int

    static func < (left: Value, right: Value) -> Bool {
      left.number != right.number ? left.number < right.number : left.place < right.place
    }
  }

  @Test(
    "come back in order, each once, however many stay in memory",
    arguments: [0, 1, 2, 9, 10, 11, 1_000, 50_000], [1, 10, 4_096, 5_000, 100_000])
  func order(count: Int, most: Int) throws {
    guard count / most < 2_000 else { return }
    var random = SeededGenerator()
    let told: Comment = "EVENTS_SEED=\(random.seed)"
    let values = (0..<count).map { Value(number: .random(in: -50...50, using: &random), place: $0) }
    try TemporaryFolder.with { folder in
      for path in [folder + "/models.sqlite", nil] {
        var runs = SortedRuns<Value>(nextTo: path, memoryValuesMax: most)
        #expect(runs.isEmpty)
        var next = 0
        while next < count {
          let end = min(count, next + Int.random(in: 1...300, using: &random))
          if end == next + 1 {
            try runs.append(values[next])
          } else {
            try runs.append(Array(values[next..<end]))
          }
          next = end
        }
        #expect(runs.isEmpty == values.isEmpty)
        #expect(try DurableFile.list(folder) == [])
        var found: [Value] = []
        try runs.drain { found.append($0) }
        #expect(found == values.sorted(), told)
        #expect(runs.isEmpty)
        try runs.append(Value(number: 3, place: 0))
        try runs.drain { found.append($0) }
        #expect(found.count == count + 1)
      }
    }
  }

  @Test("end with an error where there is no room for them")
  func noFolder() throws {
    var runs = SortedRuns<Value>(nextTo: "/nothing/here/models.sqlite", memoryValuesMax: 2)
    try runs.append(Value(number: 1, place: 1))
    #expect(throws: FileError.self) { try runs.append(Value(number: 1, place: 2)) }
  }

  @Test("sums that threads add now and then are those of all rows, and the same in pieces")
  func sums() throws {
    let rows = try (0..<400).map { number in
      let state = try recorded(number)
      return try #require(TransactionRow(TransactionID(UniqueID(high: 1, low: UInt64(number))), state))
    }
    var expected = Totals()
    for row in rows { expected.count(row, sign: 1) }
    for most in [0, 5, 20, 10_000] {
      let shared = SharedTotals(most: most)
      var mine = [Totals(), Totals(), Totals()]
      for (index, row) in rows.enumerated() {
        mine[index % 3].count(row, sign: 1)
        shared.takeIfMany(&mine[index % 3])
        #expect(mine[index % 3].count <= most)
      }
      var all = shared.take()
      #expect(all.isEmpty == (most == 10_000))
      for rest in mine { all.merge(rest) }
      #expect(text(all) == text(expected))
      #expect(shared.take().isEmpty)
    }
    for rowsMax in [1, 7, 1_000] {
      var pieces: [String: [String]] = [:]
      expected.forEachRows(rowsMax: rowsMax) { total, rows in
        #expect(rows.count <= rowsMax)
        pieces[total.table, default: []] += text(rows, total)
      }
      #expect(pieces == text(expected))
    }
  }

  private func text(_ totals: Totals) -> [String: [String]] {
    var text: [String: [String]] = [:]
    totals.forEachRows { text[$0.table] = self.text($1, $0) }
    return text
  }

  private func recorded(_ number: Int) throws -> TransactionState {
    var state = TransactionState()
    let day = try #require(CivilDate(iso: "2026-03-01")).adding(days: number % 31)
    state.evolve(
      .transactionRecorded(
        TransactionEvent.Recorded(
          origin: .manual, on: day, kind: number % 5 == 0 ? .income : .expense,
          money: Money(minorUnits: Int64(number), currency: number % 7 == 0 ? .usd : .eur), date: day,
          category: ["food", "home", "a category of more than fifteen bytes"][number % 3],
          tags: number % 9 == 0 ? ["tag \(number % 4)"] : [])),
      EventContext(
        reference: EventReference(device: UniqueID(high: 0, low: 1), sequence: UInt64(number + 1)),
        time: HybridTime(rawValue: UInt64(number) << 16), seen: [], actor: "user/test"))
    return state
  }

  private func text(_ rows: RowBuffer, _ total: Total) -> [String] {
    (0..<rows.count).map { row in
      (0..<rows.columns).map { column in
        let isNumber = column >= total.key.count || [.kind, .day].contains(total.dimensions[column])
        return isNumber
          ? String(rows.int64(row, column))
          : rows.withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
      }.joined(separator: "|")
    }
  }

  @Test("texts are numbered by their bytes, however they are spelled and wherever they are")
  func numbers() {
    var numbers = TextNumbers()
    let texts =
      (0..<300).map { "category \($0 % 100)" } + (0..<300).map { "one of many long categories \($0 % 100)" }
      + ["", "é", "e\u{301}", "", "e\u{301}", "é"]
    var expected: [[UInt8]] = []
    for text in texts + texts {
      let bytes = Array(text.utf8)
      if !expected.contains(bytes) { expected.append(bytes) }
      // A text of its own, and the one that was asked for.
      #expect(numbers.number(of: String(decoding: bytes, as: UTF8.self)) == expected.firstIndex(of: bytes))
      #expect(numbers.number(of: text) == expected.firstIndex(of: bytes))
    }
    #expect(numbers.texts.map { Array($0.utf8) } == expected)
  }
}
