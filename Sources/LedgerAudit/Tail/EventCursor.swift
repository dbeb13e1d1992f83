internal import EventLog
package import LedgerBook
package import LedgerBytes
internal import LedgerPlatform

/// A named place in the log, kept between runs in the ledger's folder.
///
/// It is a position with the leaf of the event there, so that another log in the same folder is noticed. Positions
/// belong to the folder, because each folder has its own order of arrival. The models may be deleted at any time, so
/// cursors are in a folder of their own.
package struct EventCursor {
  private let name: String
  private let book: Book
  private let isOfOtherLog: () -> Void
  private var folder: String { book.log.folder + "/cursors" }
  private var path: String { "\(folder)/\(name)" }
  /// The place that was shown and not yet acknowledged.
  private var shown: String { path + ".shown" }
  /// The place where earlier versions kept it.
  private var former: String { book.log.folder + "/models/cursor-\(name)" }

  /// Creates a cursor, or returns `nil` for a name that is not plain.
  ///
  /// A plain name has small letters, digits, hyphens and underscores only.
  ///
  /// - Parameter isOfOtherLog: Called if the cursor was in another log, so that it starts again.
  package init?(_ name: String, of book: Book, _ isOfOtherLog: @escaping () -> Void) {
    let plain = "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(plain.contains) else { return nil }
    (self.name, self.book, self.isOfOtherLog) = (name, book, isOfOtherLog)
  }

  /// Returns the position that it has reached, or 0 if it is new or was in another log.
  package func position() throws -> Position {
    let path = DurableFile.exists(path) ? path : former
    return DurableFile.exists(path) ? try position(in: path) ?? 0 : 0
  }

  /// Returns the position that a file contains, or `nil` if it was in another log.
  private func position(in path: String) throws -> Position? {
    let text = String(decoding: try DurableFile.read(path, limit: 200), as: UTF8.self)
    let words = text.split { $0.isWhitespace }
    guard let first = words.first, let number = Int64(first), number >= 0 else {
      throw Refusal(
        .unreadable, "cursor “\(name)” cannot be read", .enter("Remove it to start again: \(path)"))
    }
    let position = Position(number)
    guard position > 0, words.count > 1 else { return position }
    if let leaf = try leaf(position), leaf == words[1] { return position }
    isOfOtherLog()
    return nil
  }

  private func leaf(_ position: Position) throws -> String? { try book.event(at: position)?.leaf.description }

  /// Moves it on, durably. What was shown before needs no acknowledgement any more.
  package func move(to position: Position) throws {
    try write(position, to: path)
    if DurableFile.exists(shown) { try DurableFile.remove(shown) }
  }

  /// Notes what was shown, for `acknowledge`.
  package func show(to position: Position) throws { try write(position, to: shown) }

  /// Moves it past what was shown last.
  ///
  /// Returns its position, or `nil` if nothing was shown since the last acknowledgement.
  package func acknowledge() throws -> Position? {
    guard DurableFile.exists(shown) else { return nil }
    guard let position = try position(in: shown) else {
      try DurableFile.remove(shown)
      return nil
    }
    try move(to: position)
    return position
  }

  private func write(_ position: Position, to path: String) throws {
    try DurableFile.createFolder(folder)
    try DurableFile.replace(path, bytes: Array("\(position) \(try leaf(position) ?? "")\n".utf8))
  }
}
