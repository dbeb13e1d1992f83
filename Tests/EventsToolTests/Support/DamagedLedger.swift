import EventLog
import Foundation
import LedgerBytes
import Testing

@testable import events

/// A small ledger with a backup, of which any number of copies can be damaged.
///
/// A copy is the same folder of the same device, as its `device` file is made for the new inode.
final class DamagedLedger {
  let ledger: Ledger
  let backup: String
  /// The device, and the number of its events.
  let device: UniqueID
  let size: UInt64
  let log: [UInt8]
  /// The receipts, as they have to be after everything came back.
  let receipts: String
  private let template: String

  static let pageSize = 8_192

  init(receipts: Int = 14) throws {
    ledger = try Ledger()
    for number in 1...receipts {
      // Some 900 bytes each, so that the events have several pages.
      let note = (0..<30).map { _ in UniqueID.random().description }.joined(separator: " ").prefix(900)
      _ = try ledger.add("\(number).50", "--vendor", "Shop \(number)", "--note", String(note))
    }
    try #require(ledger.run("group", "create", "Berlin").code == .ok)
    let scan = try ledger.file("scan.jpg", "not really a picture")
    let text = Repository.receipt("hotel-lac-bleu.txt")
    try #require(ledger.run("capture", scan, "--text", text, "--group", "Berlin").code == .ok)
    backup = ledger.folder + "/backup"
    try #require(ledger.run("backup", backup).code == .ok)
    self.receipts = ledger.run("receipts", "--all", "--json").output
    template = ledger.folder + "/template"
    try FileManager.default.moveItem(atPath: ledger.path, toPath: template)
    try FileManager.default.moveItem(atPath: ledger.folder + "/state", toPath: ledger.folder + "/state0")
    let opened = try LedgerLog.open(template, mode: .readOnly)
    let head = try #require(try opened.devices().first)
    (device, size) = (head.device, head.size)
    try opened.close()
    log = Array(try Data(contentsOf: URL(fileURLWithPath: template + "/log.sqlite")))
    try restore()
  }

  /// The number of pages of the log.
  var pageCount: Int { log.count / Self.pageSize }
  var logPath: String { ledger.path + "/log.sqlite" }

  /// Makes the folder as it was, and removes the folders that recoveries have made.
  func restore() throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: ledger.folder) where name.hasPrefix("ledger") {
      try files.removeItem(atPath: ledger.folder + "/" + name)
    }
    try? files.removeItem(atPath: ledger.folder + "/state")
    try files.copyItem(atPath: ledger.folder + "/state0", toPath: ledger.folder + "/state")
    try files.copyItem(atPath: template, toPath: ledger.path)
    let path = ledger.path + "/device"
    var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    let inode = try #require(try files.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64)
    lines[3] = String(inode)
    // In place, so that the inode stays.
    let file = try #require(FileHandle(forWritingAtPath: path))
    // The new inode can have fewer digits than the old one.
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    try file.close()
  }

  /// Overwrites the log.
  func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: logPath)) }

  /// Returns the log with a page that `change` was applied to.
  func log(damagedAt page: Int, _ change: (inout ArraySlice<UInt8>) -> Void) -> [UInt8] {
    var bytes = log
    change(&bytes[page * Self.pageSize..<(page + 1) * Self.pageSize])
    return bytes
  }

  /// Returns the numbers of the events that SQLite can read one by one, or `nil` if it cannot open the log.
  func readable() -> Set<UInt64>? {
    guard let log = try? LedgerLog.open(ledger.path, mode: .readOnly) else { return nil }
    defer { try? log.close() }
    var found: Set<UInt64> = []
    for position in Int64(1)...Int64(size) {
      guard let event = try? log.event(at: Position(position)) else { continue }
      if event.envelope.computedLeaf == event.leaf { found.insert(event.reference.sequence) }
    }
    return found
  }

  /// Returns the numbers of this device's events in the ledger.
  func kept() throws -> Set<UInt64> {
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    defer { try? log.close() }
    var found: Set<UInt64> = []
    try log.forEachEvent { if $0.reference.device == device { found.insert($0.reference.sequence) } }
    return found
  }

  /// Runs `recover`, and returns its JSON.
  func recover(_ options: String...) throws -> (code: ExitCode, json: [String: Any]) {
    let outcome = ledger.run(["recover", "--json"] + options)
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return (outcome.code, try #require(json, "\(outcome.output)\(outcome.errors)"))
  }

  /// The numbers in a list of ranges.
  static func numbers(_ json: Any?) -> Set<UInt64> {
    var numbers: Set<UInt64> = []
    for range in json as? [[String: Any]] ?? [] {
      guard let first = range["first"] as? Int, let last = range["last"] as? Int else { continue }
      for number in first...last { numbers.insert(UInt64(number)) }
    }
    return numbers
  }
}
