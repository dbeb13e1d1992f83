internal import EventLog
internal import LedgerBook
internal import LedgerBytes

/// A named place in the log, kept between runs in the ledger's models folder: a position and the leaf of the event
/// there, so that a log that has become another one is noticed.
struct TailCursor {
  private let name: String
  private let path: String
  private let ledger: OpenLedger

  init(_ name: String, _ ledger: OpenLedger) throws(Failure) {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isPlain, !name.isEmpty, name.utf8.count <= 64 else {
      throw .usage("a cursor's name has small letters, digits, - and _ only, not '\(name)'", command: "tail")
    }
    guard !ledger.arguments.has(.readOnly), ledger.book.log.access == .readWrite else {
      throw Failure(
        .cannotCreate, "a cursor cannot be kept in a ledger that is open for reading only",
        advice: "Say where to begin instead: events tail --since POSITION")
    }
    self.name = name
    self.ledger = ledger
    path = ledger.book.log.folder + "/models/cursor-\(name)"
  }

  /// Where it stands; 0 for a new one, and where the log is another than the one it was in.
  func position() throws -> Int64 {
    guard DurableFile.exists(path) else { return 0 }
    let text = String(decoding: try DurableFile.read(path, limit: 200), as: UTF8.self)
    let words = text.split { $0.isWhitespace }
    guard let first = words.first, let position = Int64(first), position >= 0 else {
      throw Failure(
        .dataError, "cursor '\(name)' cannot be read", advice: "Remove it to begin anew: \(path)")
    }
    guard position > 0, words.count > 1 else { return position }
    let event = try ledger.book.log.event(at: position)
    guard let leaf = event?.leaf.description, leaf == words[1] else {
      ledger.invocation.remark(
        "events: the log is not the one that cursor '\(name)' was in; it begins anew, and shows events again")
      return 0
    }
    return position
  }

  /// Moves it on, durably.
  func move(to position: Int64, in log: LedgerLog) throws {
    let leaf = try log.event(at: position)?.leaf.description ?? ""
    try DurableFile.replace(path, bytes: Array("\(position) \(leaf)\n".utf8))
  }
}
