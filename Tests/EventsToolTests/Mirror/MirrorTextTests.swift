import EventLog
import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerMirror

@Suite("The texts of a mirror")
struct MirrorTextTests {
  @Test(
    "An address is read as libpq reads it",
    arguments: [
      (
        "postgresql://anna@db.example/books", ["PGUSER": "anna", "PGHOST": "db.example", "PGDATABASE": "books"]
      ),
      ("postgres://db:5433/", ["PGHOST": "db", "PGPORT": "5433"]),
      ("postgresql://[::1]:5433/b", ["PGHOST": "::1", "PGPORT": "5433", "PGDATABASE": "b"]),
      (
        "postgresql://a%40b:p%3Aw@h/b",
        ["PGUSER": "a@b", "PGPASSWORD": "p:w", "PGHOST": "h", "PGDATABASE": "b"]
      ),
      (
        "postgresql:///b?host=%2Frun%2Fpg&sslmode=require",
        ["PGDATABASE": "b", "PGHOST": "/run/pg", "PGSSLMODE": "require"]
      ),
      ("postgresql://%2Frun%2Fpg/b", ["PGHOST": "/run/pg", "PGDATABASE": "b"]), ("postgresql://", [:]),
    ])
  func address(text: String, variables: [String: String]) throws {
    #expect(try PostgresAddress(text).variables == variables)
  }

  @Test(
    "A device's name is no SQL, whatever a server's settings make of quotes and backslashes",
    arguments: [#"\'; DROP TABLE mirror.event; --"#, "O'Neill", #"a\"#, "line\nfeed", "Büro 🏠", ""])
  func deviceName(_ name: String) throws {
    let sql = MirrorState.text(name)
    let parts = try #require(sql.wholeMatch(of: /convert_from\(decode\('([0-9a-f]*)', 'hex'\), 'UTF8'\)/))
    let bytes = Array(name.replacing("\n", with: "").utf8)
    #expect(String(parts.output.1) == bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  @Test(
    "What is no address is refused",
    arguments: [
      "", "db", "http://db/b", "postgresql://h:0/b", "postgresql://h:x/b", "postgresql://h/%zz",
      "postgresql://h/b?a",
    ])
  func noAddress(text: String) {
    #expect(throws: MirrorError.self) { try PostgresAddress(text) }
  }

  @Test("Values come back from COPY as they were, and a text ends no row")
  func copy() {
    let texts = ["", "a\tb\nc\rd\\e", "\\N", "\\.", "é☕\u{1}\u{7f}", "N"]
    var rows = CopyRows()
    for text in texts { rows.add(text) }
    rows.add(nil as String?)
    rows.add(Int64.min)
    rows.add(binary: [0, 255])
    rows.endRow()
    #expect(rows.bytes.count { $0 == UInt8(ascii: "\n") } == 1 && rows.rowCount == 1)
    let values = CopyRows.values(of: Array(rows.bytes.dropLast()))
    #expect(values.dropLast(3).map { $0.map { String(decoding: $0, as: UTF8.self) } } == texts)
    #expect(
      values[6] == nil && values[7] == Array("-9223372036854775808".utf8) && values[8] == Array("\\x00ff".utf8))
  }

  @Test(
    "Payloads that jsonb would change are kept as bytes too",
    arguments: [
      ("{\"a\":1,\"b\":[\"x\",true]}", false), ("{\"a\":\"line\\nbreak\"}", false),
      ("{\"a\":\"\\u0041\"}", true),
      ("{ \"a\":1}", true), ("{\"b\":1,\"a\":2}", true), ("{\"a\":\"\\u0000\"}", true), ("no json", true),
      ("{\"a\":1,\"a\":2}", true),
    ])
  func payload(text: String, isExact: Bool) throws {
    let event = StoredEvent(
      position: 1, version: 1, receivedAtMilliseconds: 5,
      reference: EventReference(device: UniqueID(high: 1, low: 2), sequence: 3), time: HybridTime(rawValue: 4),
      recordedAtMilliseconds: -7, offsetMinutes: -120, stream: StreamID(kind: "k\u{0}", id: .zero),
      seen: [EventReference(device: UniqueID(high: 9, low: 9), sequence: 8)], type: "T", schema: 1,
      correlation: .zero, cause: EventReference(device: UniqueID(high: 3, low: 3), sequence: 1), actor: "a\tb",
      salt: [1, 2], payload: Array(text.utf8), leaf: SHA256Digest(word0: 1, word1: 2, word2: 3, word3: 4))
    var rows = CopyRows()
    MirroredEvent.add(event, of: .zero, at: 1, to: &rows)
    let values = CopyRows.values(of: Array(rows.bytes.dropLast()))
    #expect(values.count == 22 && (values[20] != nil) == isExact)
    // A server gives the columns of the query back, and bytes without the prefix.
    func bare(_ value: [UInt8]?) -> [UInt8]? { value.map { Array($0.dropFirst(2)) } }
    let answer: [[UInt8]?] = [
      values[1], values[2], values[4], values[5], values[6], values[7], values[8], values[9], values[10],
      values[11],
      values[12], values[13], values[14], values[15], bare(values[16]), bare(values[17]), bare(values[18]),
      values[19],
      bare(values[20]), bare(values[21]),
    ]
    var line = CopyRows()
    for value in answer { if let value { line.add(utf8: value) } else { line.addNull() } }
    let read = try #require(MirroredEvent.read(line.bytes))
    #expect(read.event == event.envelope && read.received == 5)
  }
}
