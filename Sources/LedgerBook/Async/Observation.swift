/// The values of a screen as it changes, from `AsyncBook.observe(_:)`.
///
/// The first value comes at once. A value that equals the one before is left out. Nothing is read before it is
/// requested, and a slow reader gets the latest value only. The sequence ends with its task and when the book is closed,
/// without an error. A sequence that begins on a closed book throws `BookError.closed`, as `changes` does.
///
///     for try await home in book.observe({ try $0.home() }) {
///       counts.append(home.drafts)
///     }
public struct BookObservation<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// A value of the screen.
  public typealias Element = Value

  let book: AsyncBook
  let read: @Sendable (Book) throws -> Value

  /// Begins with the value of now.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(book: book, read: read) }

  /// One way through the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let book: AsyncBook
    private let read: @Sendable (Book) throws -> Value
    private var changes: LedgerChanges.AsyncIterator?
    private var last: Value?
    private var hasFailed = false

    init(book: AsyncBook, read: @escaping @Sendable (Book) throws -> Value) {
      self.book = book
      self.read = read
    }

    /// Waits for the next value. Returns `nil` if the task was cancelled or the book was closed.
    ///
    /// - Throws: The error of a look that failed. The next call looks again within two seconds.
    public mutating func next() async throws -> Value? {
      while let value = try await nextRead() {
        if value == last { continue }
        last = value
        return value
      }
      return nil
    }

    /// Waits for the next look and returns its value, also if it equals the one before.
    package mutating func nextRead() async throws -> Value? {
      do {
        try Task.checkCancellation()
        if changes == nil {
          if hasFailed { try await Task.sleep(for: .seconds(1)) }
          hasFailed = true
          // From before the first look, so that nothing is missed between the two.
          changes = try await book.changes().makeAsyncIterator()
        } else if hasFailed {
          guard await changes?.nextOccasion() == true else { return nil }
        } else if await changes?.next() == nil {
          return nil
        }
        hasFailed = true
        let value = try await book.read(read)
        hasFailed = false
        return value
      } catch BookError.closed where changes != nil {
        return nil
      } catch is CancellationError where Task.isCancelled {
        return nil
      }
    }
  }
}

extension AsyncBook {
  /// Observes a screen, or anything else that can be read: its value now, and again after each change.
  ///
  ///     for try await home in book.observe({ try $0.home() }) {
  ///       counts.append(home.drafts)
  ///     }
  ///
  /// - Parameter read: Reads the value. It must not record anything.
  public nonisolated func observe<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (Book) throws -> Value
  ) -> BookObservation<Value> {
    BookObservation(book: self, read: read)
  }
}
