internal import LedgerBytes
public import LedgerDomain

/// The events of a ledger as they come, from `AsyncBook.events(after:of:)`.
///
/// First come those that are on record already. Each new one follows about a tenth of a second after its command,
/// from whichever process. Nothing is read before it is requested. The sequence ends when the task is cancelled and
/// when the book is closed.
///
///     for try await event in try book.events(after: bookmark) {
///       bookmark = event.bookmark
public struct FollowedEvents: AsyncSequence, Sendable {
  /// One event.
  public typealias Element = DecodedEvent

  let book: AsyncBook
  let signal: ChangeSignal
  let bookmark: EventBookmark
  let kinds: Set<StreamKind>?

  /// Begins after the bookmark.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(book: book, signal: signal, kinds: kinds, page: EventPage(bookmark: bookmark))
  }

  /// One way through the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let book: AsyncBook
    fileprivate let signal: ChangeSignal
    fileprivate let kinds: Set<StreamKind>?
    fileprivate var page: EventPage
    private var index = 0
    /// Whether the last look failed, so that the next one waits for an occasion.
    private var hasFailed = false
    private var isOver = false

    fileprivate init(book: AsyncBook, signal: ChangeSignal, kinds: Set<StreamKind>?, page: EventPage) {
      self.book = book
      self.signal = signal
      self.kinds = kinds
      self.page = page
    }

    /// Waits for the next event. Returns `nil` if the task was cancelled or the book was closed.
    ///
    /// - Throws: `BookError.otherLog`, which ends the sequence, and `StorageError`. The next call tries again when the
    ///   ledger changes.
    public mutating func next() async throws -> DecodedEvent? {
      while index == page.events.count {
        // Counted before the look: what comes during it is looked for again.
        guard let count = signal.count, !Task.isCancelled, !isOver else { return nil }
        if hasFailed {
          hasFailed = false
          await signal.wait(past: count)
          continue
        }
        let (bookmark, kinds) = (page.bookmark, kinds)
        let next: EventPage
        do {
          next = try await book.watch { try $0.eventPage(after: bookmark, of: kinds) }
        } catch is CancellationError {
          return nil
        } catch BookError.closed {
          return nil
        } catch {
          hasFailed = true
          if case BookError.otherLog = error { isOver = true }
          throw error
        }
        if next.bookmark == bookmark {
          await signal.wait(past: count)
        } else {
          (page, index) = (next, 0)
        }
      }
      defer { index += 1 }
      return page.events[index]
    }
  }
}

extension AsyncBook {
  /// Returns the events after a bookmark and those that will come, by whichever process.
  ///
  /// - Parameters:
  ///   - bookmark: The place to begin: that of the last event that was read, or `endBookmark()` for later ones only.
  ///   - kinds: The kinds of records whose events are wanted, or `nil` for all.
  /// - Throws: `BookError.closed`.
  public nonisolated func events(
    after bookmark: EventBookmark = .start, of kinds: Set<StreamKind>? = nil
  ) throws -> FollowedEvents {
    FollowedEvents(book: self, signal: try readers.observe(), bookmark: bookmark, kinds: kinds)
  }
}
