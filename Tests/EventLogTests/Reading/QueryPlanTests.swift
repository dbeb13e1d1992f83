import Foundation
import LedgerBytes
import LedgerSQLite
import Testing

@testable import EventLog

/// How SQLite carries out every query of the log, as pinned in `Fixtures/log-query-plans.txt`.
///
/// A query is one line, and each of its steps a line after two spaces. A query that is new or planned otherwise fails,
/// and its lines are printed.
@Suite("Query plans") struct QueryPlanTests {
  static let plans: [String: String] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/log-query-plans.txt")
    var plans: [String: String] = [:]
    for block in ((try? String(contentsOf: path, encoding: .utf8)) ?? "").split(separator: "\n\n") {
      let block = block.hasSuffix("\n") ? block.dropLast() : block
      let lines = block.split(separator: "\n", maxSplits: 1)
      if !block.hasPrefix("#") { plans[String(lines[0])] = lines.count > 1 ? String(lines[1]) : "" }
    }
    return plans
  }()

  @Test("are the pinned ones, for every query that there is")
  func pinned() throws {
    let log = try exercised()
    let alone = try TestLog()
    try alone.append(draft())
    _ = try alone.log.verify()
    let tool = try log.tool()
    let taking = try RowReader(tool)
    defer { withExtendedLifetime(taking) {} }
    var found: [String: String] = [:]
    let statements = log.log.connection.preparedStatements + alone.log.connection.preparedStatements
    for sql in statements where !sql.hasPrefix("PRAGMA") && !Self.isTransaction(sql) {
      var steps: [String] = []
      try tool.statement("EXPLAIN QUERY PLAN " + sql).forEachRow { steps.append("  " + $0.string(3)) }
      let line = sql.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      found[Self.shortened(line)] = steps.joined(separator: "\n")
    }
    for (sql, plan) in found.sorted(by: { $0.key < $1.key }) where Self.plans[sql] != plan {
      Issue.record("\(sql)\n\(plan)\n")
    }
    #expect(Set(Self.plans.keys).subtracting(found.keys) == [], "no longer there")
  }

  static func isTransaction(_ sql: String) -> Bool { sql.hasPrefix("BEGIN") || sql == "COMMIT" }

  static func shortened(_ sql: String) -> String {
    guard let range = sql.range(of: "FROM event e CROSS JOIN stream s ON s.key = e.stream") else { return sql }
    return "events" + sql[range.upperBound...]
  }

  /// A log of which everything was asked once.
  private func exercised() throws -> TestLog {
    let log = try GuardTests.sample()
    try log.log.write { writer in
      _ = try log.append(
        [draft(stream(8, "new"), type: "New", basedOn: 2, expecting: .none)], with: writer)
      _ = try log.append([draft(basedOn: 1, expecting: .version(3))], with: writer)
      _ = try writer.command(id(1), content: [])
      try writer.remember(command: id(77), content: [], first: 1, count: 1)
      try writer.redact(EventReference(device: log.device, sequence: 1))
      _ = try log.append(
        [redaction(of: EventReference(device: log.device, sequence: 1), log.log.ledgerID)], with: writer)
    }
    _ = try log.log.verify()
    _ = try log.log.event(at: 1)
    _ = try log.log.leaf(at: 1)
    _ = try log.log.event(EventReference(device: log.device, sequence: 2))
    _ = try log.log.backwards(from: 3, limit: 2)
    try log.log.ofType("Noted") { _ in }
    _ = try log.log.events(of: log.device, after: 0)
    _ = try log.log.events(of: stream(1))
    _ = try log.log.streams(kind: "transaction")
    _ = try log.log.devices()
    _ = try log.log.leaves(of: log.device)
    let _: StreamID? = try log.log.stream(key: 1)
    _ = try log.log.streams(touchedAfter: 0, through: 3)
    _ = try log.log.streams(kind: "transaction", from: id(0), through: id(9_999), limit: 5)
    try log.log.forEachStream(through: 5) { _, _ in }
    try log.log.forEachStream { (_: StreamKey, _: StreamID) in }
    try log.log.forEachRowByStream(stream: { _ in }, { _ in })
    var actors = ActorNames()
    try log.log.forEachRow(ofKeys: 1...1, through: 5, actors: &actors, stream: { _ in }, { _ in })
    _ = try log.log.key(of: stream(1))
    _ = try log.log.lastPositions(ofKeys: [1])
    return log
  }
}
