/// The values of a screen as it changes, from `AsyncBook.observe(_:)`.
///
/// The first value comes at once. A value that equals the one before is left out. Nothing is read before it is
/// requested, and a slow reader gets the latest value only. The sequence ends with its task and when the book is closed.
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

    init(book: AsyncBook, read: @escaping @Sendable (Book) throws -> Value) {
      self.book = book
      self.read = read
    }

    /// Waits for the next value. Returns `nil` if the task was cancelled or the book was closed.
    ///
    /// - Throws: The error of a look that failed. The next call looks again at the next change.
    public mutating func next() async throws -> Value? {
      do {
        while !Task.isCancelled {
          if changes == nil {
            // From before the first look, so that nothing is missed between the two.
            changes = try await book.changes().makeAsyncIterator()
          } else if await changes?.next() == nil {
            return nil
          }
          let value = try await book.read(read)
          if value == last { continue }
          last = value
          return value
        }
        return nil
      } catch BookError.closed {
        return nil
      } catch is CancellationError {
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
