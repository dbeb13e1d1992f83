import EventLog
import Foundation
import Testing

@testable import events

/// A database for a test's ledgers.
struct MirrorDatabase {
  let server: PostgresServer
  let name: String

  init() throws {
    try self.init(server: PostgresServer.shared.get())
  }

  init(server: PostgresServer) throws {
    self.server = server
    name = try server.makeDatabase()
  }

  var url: String { server.url(name) }

  func rows(_ sql: String) throws -> [String] { try server.query(sql, in: name) }

  /// Runs a command on a ledger that may use psql.
  @discardableResult
  func run(_ ledger: Ledger, _ arguments: [String], input: String = "") -> Tool.Outcome {
    var environment = ledger.environment
    environment["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    return ledger.run(arguments, input: input, environment: environment)
  }

  /// Mirrors one ledger, and returns what was reported.
  @discardableResult
  func send(_ ledger: Ledger) throws -> [String: Any] {
    let outcome = run(ledger, ["mirror", "postgres", url, "--json"])
    try #require(outcome.code == .ok, "\(outcome.errors)")
    return try object(outcome.output)
  }

  /// Compares every figure of the views with the tool's own JSON.
  func compare(_ ledger: Ledger, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let status = try ledger.json("status")
    let id = try #require(status["ledger"] as? String)
    func list(_ arguments: String...) throws -> [[String: Any]] {
      let outcome = ledger.run(arguments + ["--json"])
      try #require(outcome.code == .ok || outcome.code == .no, "\(outcome.errors)")
      return try objects(outcome.output)
    }
    func text(_ value: Any?) -> String {
      switch value {
      case let text as String: text
      case let number as NSNumber: number.stringValue
      default: ""
      }
    }
    func expect(_ sql: String, _ lines: [String]) throws {
      let found = try rows(sql.replacingOccurrences(of: "LEDGER", with: "'\(id)'"))
      #expect(found.sorted() == lines.sorted(), "\(sql)", sourceLocation: sourceLocation)
    }
    try expect(
      "SELECT events, as_of FROM mirror.ledger WHERE id = LEDGER",
      ["\(text(status["events"]))|\(text(status["events"]))"])
    try expect(
      """
      SELECT id, kind, date, vendor, minor_units, currency, category, payment, account, group_id, replace(note, chr(10), ' '),
        array_to_string(tags, ','), array_to_string(flags, ','), cleared::int, origin, rule
      FROM mirror.receipts WHERE ledger = LEDGER AND state = 'saved'
      """,
      try list("receipts", "--limit", "10000").map { row in
        let amount = row["amount"] as? [String: Any]
        let parts: [Any?] = [
          row["transaction"], row["kind"], row["date"], row["vendor"], amount?["minorUnits"],
          amount?["currency"],
          row["category"], row["payment"], row["account"], row["group"],
          (row["note"] as? String)?.replacingOccurrences(of: "\n", with: " "),
          (row["tags"] as? [String])?.joined(separator: ","),
          (row["flags"] as? [String])?.joined(separator: ","),
          row["cleared"], row["origin"], row["rule"],
        ]
        return parts.map { text($0) }.joined(separator: "|")
      })
    try expect(
      """
      SELECT group_id, name, receipts, first, last, currency, minor_units FROM mirror.group_totals
      WHERE ledger = LEDGER AND currency IS NOT NULL
      """,
      try list("groups", "--through", "2199-12-31").flatMap { group in
        (group["totals"] as? [[String: Any]] ?? []).map { total in
          ["group", "name", "count", "first", "last"].map { text(group[$0]) }.joined(separator: "|")
            + "|\(text(total["currency"]))|\(text(total["minorUnits"]))"
        }
      })
    let months = try rows("SELECT DISTINCT to_char(month, 'YYYY-MM') FROM mirror.months WHERE ledger = '\(id)'")
    for month in months {
      let document = try ledger.json("month", month)
      try expect(
        """
        SELECT currency, received, spent, net FROM mirror.months
        WHERE ledger = LEDGER AND to_char(month, 'YYYY-MM') = '\(month)'
        """, sums(document))
    }
    let audit = try ledger.json("audit", "--all")
    try expect(
      """
      SELECT extractor, version, method, field, judged, correct, corrected, filled_in
      FROM mirror.corrections WHERE ledger = LEDGER
      """,
      (audit["extractors"] as? [[String: Any]] ?? []).flatMap { extractor in
        (extractor["fields"] as? [[String: Any]] ?? []).map { field in
          (["extractor", "version", "method"].map { text(extractor[$0]) }
            + ["field", "judged", "right", "corrected", "filledIn"].map { text(field[$0]) }).joined(
              separator: "|")
        }
      })
    try expect(
      "SELECT receipt, field, value FROM mirror.conflicts WHERE ledger = LEDGER",
      try list("conflicts").filter { $0["transaction"] != nil }.flatMap { conflict in
        (conflict["values"] as? [[String: Any]] ?? []).map {
          "\(text(conflict["transaction"]))|\(text(conflict["field"]))|\(text($0["value"]))"
        }
      })
  }

  /// The sums of a month's document, so far and to come together.
  private func sums(_ month: [String: Any]) -> [String] {
    var sums: [String: [Int]] = [:]
    for part in ["soFar", "toCome"] {
      for sum in month[part] as? [[String: Any]] ?? [] {
        guard let currency = sum["currency"] as? String else { continue }
        let units = ["received", "spent", "net"].map { unitsOrZero(sum[$0]) }
        sums[currency] = zip(sums[currency] ?? [0, 0, 0], units).map { $0 + $1 }
      }
    }
    return sums.map { "\($0.key)|" + $0.value.map(String.init).joined(separator: "|") }
  }
}

private func unitsOrZero(_ value: Any?) -> Int { units(value) ?? 0 }

/// The bytes of every event of a log, with all that is local.
func wholeLog(_ path: String) throws -> [StoredEvent] {
  let log = try LedgerLog.open(path, mode: .readOnly)
  defer { try? log.close() }
  var events: [StoredEvent] = []
  try log.forEachEvent { events.append($0) }
  return events
}
