public import EventLog
internal import LedgerBytes

/// Ledgers as they were, each in a folder of its own under a temporary one: for commands that look at a ledger.
///
/// Each has the events up to a position, at the same positions, hashed again as they are taken in. They belong to no
/// device: a command that records something there does so in a new one's name, and no event of it reaches the ledger.
///
/// Each has all pages, in a folder of its own: what a command deletes in one or adds to it the next does not see. Where the
/// disk cannot copy by reference these are the ledger's own files under second names: to delete one there harms nothing,
/// to write into one damages the ledger's.
public final class PastLedgers {
  private let log: LedgerLog
  private let root: String
  private let pages: (String) throws -> Void
  /// The latest one that later ones begin with.
  private var base: (position: Int64, folder: String)?

  /// Past ledgers of a log, under a folder that is there; `pages` puts the pages into a folder, which each has as its
  /// `attachments` (`Book.linkPages`).
  public init(of log: LedgerLog, under root: String, pages: @escaping (String) throws -> Void) {
    self.log = log
    self.root = root
    self.pages = pages
  }

  /// Makes the ledger as of a position, and returns its folder.
  ///
  /// - Complexity: O(events up to there), those of the last one that was kept copied as a file; and O(pages).
  public func make(through position: Int64) throws -> String {
    let folder = "\(root)/\(position)"
    let past: LedgerLog
    var after: Int64 = 0
    if let base, base.position <= position {
      let copied = try LedgerLog.open(base.folder, mode: .readOnly)
      try copied.backup(to: folder)
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
          // What was redacted later is redacted here before its redaction.
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

  /// Lets later ones begin with that of a position, unless a command has written to it.
  public func keep(_ position: Int64) {
    let folder = "\(root)/\(position)"
    guard let past = try? LedgerLog.open(folder, mode: .readOnly) else { return }
    let isUntouched = (try? past.lastPosition()) == position
    try? past.close()
    if isUntouched { base = (position, folder) }
  }

  /// The folder of that of a position is not needed any more, unless later ones begin with it.
  public func folderToRemove(_ position: Int64) -> String? {
    base?.position == position ? nil : "\(root)/\(position)"
  }

  private static let chunk: Int64 = 5_000
}

extension StoredEvent {
  /// When this folder had it, by its own clock.
  fileprivate var learnedAtMilliseconds: Int64 {
    receivedAtMilliseconds == 0 ? recordedAtMilliseconds : receivedAtMilliseconds
  }
}
