import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite

/// Whether a ledger is whole, checked without the code under test if possible.
///
/// The checks are SQLite's own, leaves and roots computed again, and positions and sequences without a gap. Pages are
/// compared with their names, and the tables of the models as text.
enum Soundness {
  /// The problem with the log and the pages it names, or `nil` if there is no problem.
  static func problem(_ book: Book) throws -> String? {
    let folder = book.settings.folder
    let findings = try Connection(path: folder + "/log.sqlite", mode: .readWrite).integrityCheck()
    if !findings.isEmpty { return "integrity_check: " + findings.joined(separator: "; ") }
    if case .ahead = book.log.headAtOpening { return "log.head is ahead of the log" }

    var position: Position = 0
    var leaves: [UniqueID: [SHA256Digest]] = [:]
    var versions: [StreamID: StreamVersion] = [:]
    var problem: String?
    try book.log.forEachEvent(after: 0) { event in
      position += 1
      versions[event.stream, default: 0] += 1
      leaves[event.reference.device, default: []].append(event.leaf)
      if event.position != position {
        problem = problem ?? "position \(event.position) where \(position) is next"
      }
      if event.version != versions[event.stream] { problem = problem ?? "a version is missing at \(position)" }
      if event.reference.sequence != UInt64(leaves[event.reference.device]?.count ?? 0) {
        problem = problem ?? "a sequence is missing at \(position)"
      }
      if ForeignEvent(event).computedLeaf != event.leaf {
        problem = problem ?? "the leaf at \(position) is wrong"
      }
      problem = problem ?? pageProblem(event, folder)
    }
    for head in try book.log.devices() {
      let own = leaves[head.device] ?? []
      if head.size != UInt64(own.count) {
        problem = problem ?? "a device's head has another size than its tree"
      }
      if head.root != MerkleTree.root(of: own) { problem = problem ?? "a device's root is not its tree's" }
    }
    if try !book.verify().isSound { problem = problem ?? "verify finds damage" }
    return problem
  }

  private static func pageProblem(_ event: StoredEvent, _ folder: String) -> String? {
    guard event.type == "ReceiptCaptured" || event.type == "AttachmentAdded", let payload = event.payload,
      let value = try? JSONValue(parsing: payload, as: .payload)
    else { return nil }
    for digest in digests(in: value) {
      guard
        let bytes = FileManager.default.contents(atPath: "\(folder)/attachments/\(digest.prefix(2))/\(digest)")
      else { return "a page that event \(event.position) names is not there" }
      if SHA256.hash([UInt8](bytes)).description != digest {
        return "a page that event \(event.position) names has changed"
      }
    }
    return nil
  }

  private static func digests(in value: JSONValue) -> [String] {
    switch value {
    case .object(let members):
      members.flatMap { key, value -> [String] in
        if key == "sha256", case .string(let digest) = value { return [digest] }
        return digests(in: value)
      }
    case .array(let elements): elements.flatMap(digests(in:))
    case .string, .integer, .fraction, .boolean, .null: []
    }
  }

  /// The leaves of all events, by position.
  static func leaves(_ book: Book) throws -> [SHA256Digest] {
    var leaves: [SHA256Digest] = []
    try book.log.forEachEvent(after: 0) { leaves.append($0.leaf) }
    return leaves
  }

  /// Every table of the read models at the end of the log, as text.
  static func models(_ book: Book) throws -> String {
    guard let path = try book.status().modelsPath else { return "in memory" }
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    let list = try connection.statement(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%STRICT%' AND name <> 'model'"
    )
    var tables: [String] = []
    try list.forEachRow { tables.append($0.string(0)) }
    var text = ""
    for table in tables.sorted() {
      let names = try connection.statement("SELECT name FROM pragma_table_info('\(table)')")
      var columns: [String] = []
      try names.forEachRow { columns.append($0.string(0)) }
      let all = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      let rows = try connection.statement("SELECT \(all) FROM \(table) ORDER BY 1")
      text += table + "\n"
      try rows.forEachRow { text += $0.string(0) + "\n" }
    }
    return text
  }
}

extension ForeignEvent {
  /// A stored event as it travels.
  init(_ event: StoredEvent) {
    self.init(
      reference: event.reference, time: event.time, recordedAtMilliseconds: event.recordedAtMilliseconds,
      offsetMinutes: event.offsetMinutes, stream: event.stream, seen: event.seen, type: event.type,
      schema: event.schema, correlation: event.correlation, cause: event.cause, actor: event.actor,
      salt: event.salt, payload: event.payload, leaf: event.leaf)
  }
}
