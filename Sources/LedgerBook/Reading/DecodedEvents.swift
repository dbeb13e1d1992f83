internal import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The events after a bookmark, one after the other, in the order of their arrival on this device.
///
/// Nothing is read before it is requested, and a few hundred events at a time are in memory. Between two calls of `next()`
/// no lock is held, so commands may be given meanwhile. Their events are read as well.
///
///     var events = book.events(after: bookmark, of: [.transaction])
///     while let event = try events.next() { touched.formUnion(event.transactions) }
public struct DecodedEvents {
  private let book: Book
  private let kinds: Set<StreamKind>?
  private var page = EventPage(bookmark: .start)
  private var index = 0
  /// The place up to which events were returned or left out. After the last one it is the end of the log.
  public private(set) var bookmark: EventBookmark

  init(_ book: Book, after bookmark: EventBookmark, of kinds: Set<StreamKind>?) {
    self.book = book
    self.kinds = kinds
    self.bookmark = bookmark
  }

  /// Returns the next event, or `nil` at the end of the log. A later call returns what was recorded since.
  ///
  /// - Throws: `BookError.otherLog` if the log is not the one that the bookmark is from, and `StorageError`.
  /// - Complexity: O(1) for an event, apart from the events that are left out before it.
  public mutating func next() throws -> DecodedEvent? {
    while index == page.events.count {
      let next = try book.eventPage(after: bookmark, of: kinds)
      if next.bookmark == bookmark { return nil }
      (page, index) = (next, 0)
      if page.events.isEmpty { bookmark = page.bookmark }
    }
    defer {
      index += 1
      bookmark = index == page.events.count ? page.bookmark : page.events[index - 1].bookmark
    }
    return page.events[index]
  }
}

/// Some events that follow each other, and the place after them.
struct EventPage: Sendable {
  /// The events, without those of other kinds.
  var events: [DecodedEvent] = []
  /// The place after the last event that was looked at.
  var bookmark: EventBookmark

  /// The number of events that are looked at in one go.
  static let size: Int64 = 512
  /// The bytes of payloads from which on no more events are added: texts of papers can be long.
  static let bytes = 1 << 20

  /// Ends the reading of a page.
  struct IsFull: Error {}
}

extension Book {
  /// Returns the events after a bookmark, in the order of their arrival on this device.
  ///
  /// A late event of another device comes when it arrives here, although its record counts it at its own time
  /// (`foldsBefore(_:)`). A book that was opened at a past position gives no later events.
  ///
  /// - Parameters:
  ///   - bookmark: The place to begin, such as that of the last event that was read.
  ///   - kinds: The kinds of records whose events are wanted, or `nil` for all. A redaction or a skip counts as an
  ///     event of the record that it changes.
  public func events(
    after bookmark: EventBookmark = .start, of kinds: Set<StreamKind>? = nil
  ) -> DecodedEvents {
    DecodedEvents(self, after: bookmark, of: kinds)
  }

  /// Returns the bookmark of the last event on record: where a reader begins that wants only later ones.
  ///
  /// In a view of the past at a position it is that of the last event which was known then.
  public func endBookmark() throws -> EventBookmark {
    try log.reading {
      let last = min(try log.lastPosition(), horizon.position)
      return EventBookmark(position: last, leaf: try log.leaf(at: last))
    }
  }

  /// Returns the next events after a bookmark, a page of them at most. At the end, the page has the bookmark given.
  func eventPage(after bookmark: EventBookmark, of kinds: Set<StreamKind>?) throws -> EventPage {
    try log.reading {
      guard try bookmark.leaf == nil || log.leaf(at: bookmark.position) == bookmark.leaf else {
        throw BookError.otherLog(position: bookmark.position)
      }
      var page = EventPage(bookmark: bookmark)
      var bytes = 0
      let end = Position(rawValue: bookmark.position.rawValue + EventPage.size)
      do {
        try log.forEachEvent(after: bookmark.position, through: min(end, horizon.position)) { event in
          guard bytes < EventPage.bytes else { throw EventPage.IsFull() }
          bytes += event.payload?.count ?? 0
          page.bookmark = EventBookmark(position: event.position, leaf: event.leaf)
          guard !horizon.admitted([event]).isEmpty else { return }
          let decoded = try DecodedEvent(event, in: self)
          if kinds.map({ decoded.concerns($0) }) ?? true { page.events.append(decoded) }
        }
      } catch is EventPage.IsFull {}
      return page
    }
  }
}
