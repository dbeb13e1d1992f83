internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// A named place in the log, kept between runs in the ledger's folder.
///
/// It is a position with the leaf of the event there, so that another log in the same folder is noticed. Positions
/// belong to the folder, because each folder has its own order of arrival. The models may be deleted at any time, so
/// cursors are in a folder of their own.
struct TailCursor {
  private let name: String
  private let folder: String
  private let path: String
  /// The place that was shown and not yet acknowledged.
  private var shown: String { path + ".shown" }
  /// The place where earlier versions kept it.
  private let former: String
  private let ledger: OpenLedger

  init(_ name: String, _ ledger: OpenLedger) throws(Failure) {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isPlain, !name.isEmpty, name.utf8.count <= 64 else {
      throw .usage("a cursor's name has small letters, digits, - and _ only, not “\(name)”", command: "tail")
    }
    guard !ledger.arguments.has(.readOnly), ledger.book.log.access == .readWrite else {
      throw Failure(
        .cannotCreate, "a cursor cannot be kept in a ledger that is open for reading only",
        advice: "Choose where to begin: events tail --since POSITION")
    }
    self.name = name
    self.ledger = ledger
    folder = ledger.book.log.folder + "/cursors"
    path = "\(folder)/\(name)"
    former = ledger.book.log.folder + "/models/cursor-\(name)"
  }

  /// Returns the position that it has reached, or 0 if it is new or was in another log.
  func position() throws -> Position {
    let path = DurableFile.exists(path) ? path : former
    guard DurableFile.exists(path) else { return 0 }
    return try position(in: path) ?? 0
  }

  /// Returns the position that a file contains, or `nil` if it was in another log.
  private func position(in path: String) throws -> Position? {
    let text = String(decoding: try DurableFile.read(path, limit: 200), as: UTF8.self)
    let words = text.split { $0.isWhitespace }
    guard let first = words.first, let number = Int64(first), number >= 0 else {
      throw Failure(
        .dataError, "cursor “\(name)” cannot be read", advice: "Remove it to start again: \(path)")
    }
    let position = Position(number)
    guard position > 0, words.count > 1 else { return position }
    let event = try ledger.book.log.event(at: position)
    guard let leaf = event?.leaf.description, leaf == words[1] else {
      ledger.invocation.remark(
        "events: cursor “\(name)” belongs to another log, so it starts again from the first event")
      return nil
    }
    return position
  }

  /// Moves it on, durably. What was shown before needs no acknowledgement any more.
  func move(to position: Position, in log: LedgerLog) throws {
    try write(position, to: path, log)
    if DurableFile.exists(shown) { try DurableFile.remove(shown) }
  }

  /// Notes what was shown, for `acknowledge`.
  func show(to position: Position, in log: LedgerLog) throws { try write(position, to: shown, log) }

  /// Moves it past what was shown last.
  ///
  /// Returns its position, or `nil` if nothing was shown since the last acknowledgement.
  func acknowledge() throws -> Position? {
    guard DurableFile.exists(shown) else { return nil }
    guard let position = try position(in: shown) else {
      try DurableFile.remove(shown)
      return nil
    }
    try move(to: position, in: ledger.book.log)
    return position
  }

  private func write(_ position: Position, to path: String, _ log: LedgerLog) throws {
    let leaf = try log.event(at: position)?.leaf.description ?? ""
    try DurableFile.createFolder(folder)
    try DurableFile.replace(path, bytes: Array("\(position) \(leaf)\n".utf8))
  }
}
