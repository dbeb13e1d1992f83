internal import EventLog
package import LedgerBook
package import LedgerBytes
internal import LedgerPlatform

/// Creates past versions of a ledger for commands that examine them, each in its own temporary folder.
///
/// Each has the events up to a position at the same positions. Their hashes are checked when they are imported. A past
/// ledger belongs to no device: a command that records something there gets a new device, and no event reaches the
/// original ledger.
///
/// Each has its own folder with all pages, so that a command does not affect other past ledgers. If the disk cannot copy
/// by reference, the pages are hard links to the ledger's files. Deleting such a page is harmless. Writing into it
/// damages the ledger's page.
package final class PastLedgers {
  private let log: LedgerLog
  private let root: String
  private let pages: (String) throws -> Void
  /// The latest past ledger that can be copied to create later ones.
  private var base: (position: Position, folder: String)?

  /// Prepares past ledgers of a log in an existing folder.
  ///
  /// - Parameters:
  ///   - book: The ledger whose log is copied.
  ///   - root: The folder in which past ledgers are created.
  ///   - pages: Fills a folder with all pages (`Book.linkPages`). It is called for the `attachments` of each.
  package init(of book: Book, under root: String, pages: @escaping (String) throws -> Void) {
    log = book.log
    self.root = root
    self.pages = pages
  }

  /// Creates the ledger as of a position, and returns its folder.
  ///
  /// - Complexity: O(events up to the position) and O(pages). The events of the ledger kept last are copied as a file.
  package func make(through position: Position) throws -> String {
    let folder = "\(root)/\(position)"
    let past: LedgerLog
    var after: Position = 0
    if let base, base.position <= position {
      let copied = try LedgerLog.open(base.folder, mode: .readOnly)
      try copied.backup(to: folder, isVerified: false)
      try copied.close()
      past = try LedgerLog.open(folder, mode: .readWrite)
      after = base.position
    } else {
      past = try LedgerLog.create(at: folder, ledger: log.ledgerID, device: UniqueID.random())
    }
    while after < position {
      let end = min(position, after + Self.chunk)
      var events: [StoredEvent] = []
      try log.forEachEvent(after: after, through: end) { events.append($0) }
      try past.write { writer in
        for event in events {
          // A payload that was redacted later is missing here too, even before the event that redacts it.
          _ = try writer.takeIn(
            [event.envelope], receivedAtMilliseconds: event.learnedAtMilliseconds, stripped: .accept)
        }
      }
      after = end
    }
    try past.close()
    let attachments = folder + "/attachments"
    try DurableFile.addFolder(attachments)
    try pages(attachments)
    return folder
  }

  /// Keeps a past ledger to create later ones from it, unless a command has written to it.
  package func keep(_ position: Position) {
    let folder = "\(root)/\(position)"
    guard let past = try? LedgerLog.open(folder, mode: .readOnly) else { return }
    let isUntouched = (try? past.lastPosition()) == position
    try? past.close()
    if isUntouched { base = (position, folder) }
  }

  /// Returns the folder of a past ledger if it can be removed.
  ///
  /// The result is `nil` if later ones are created from it.
  package func folderToRemove(_ position: Position) -> String? {
    base?.position == position ? nil : "\(root)/\(position)"
  }

  private static let chunk: Int64 = 5_000
}

extension StoredEvent {
  /// The time at which this folder learned of the event, by its own clock.
  fileprivate var learnedAtMilliseconds: Int64 {
    receivedAtMilliseconds == 0 ? recordedAtMilliseconds : receivedAtMilliseconds
  }
}
