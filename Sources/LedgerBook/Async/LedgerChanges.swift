internal import LedgerBytes

/// The changes of a ledger as they come, from `AsyncBook.changes()`.
///
/// Nothing is read before it is requested. Everything since the last element is one element. There are ten in a
/// second at most. The sequence ends when the task is cancelled and when the book is closed, as `observe` does. A change that
/// cannot be read now is read on the next occasion. The screens themselves report what is wrong.
///
///     let changes = try await book.changes()
///     for await change in changes {
///       if change.concerns(group) { screen = try await book.groupScreen(group) }
///     }
public struct LedgerChanges: AsyncSequence, Sendable {
  /// One change.
  public typealias Element = LedgerChange
  /// It doesn't fail.
  public typealias Failure = Never

  let book: AsyncBook
  let signal: ChangeSignal
  let position: Position

  /// The least time between two looks at the log.
  static let interval = Duration.milliseconds(100)

  /// Begins where the sequence was made.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(book: book, signal: signal, position: position)
  }

  /// One way through the changes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let book: AsyncBook
    private let signal: ChangeSignal
    private var position: Position
    private var lastLook: ContinuousClock.Instant?

    init(book: AsyncBook, signal: ChangeSignal, position: Position) {
      self.book = book
      self.signal = signal
      self.position = position
    }

    /// Waits for the next change. Returns `nil` if the task was cancelled or the book was closed.
    public mutating func next() async -> LedgerChange? { await next(isolation: nil) }

    /// Waits for the next change. Returns `nil` if the task was cancelled or the book was closed.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> LedgerChange? {
      while !Task.isCancelled {
        if let lastLook {
          try? await Task.sleep(until: lastLook + LedgerChanges.interval, clock: .continuous)
        }
        // Counted before the look: what comes during it is looked for again.
        guard let count = signal.count, !Task.isCancelled else { return nil }
        lastLook = .now
        if let change = await book.change(after: position) {
          position = change.positions.upperBound
          return change
        }
        await signal.wait(past: count)
      }
      return nil
    }

    /// Waits for an occasion to look, at which nothing may have changed. Returns `false` at the end of the sequence.
    mutating func nextOccasion() async -> Bool {
      if let lastLook { try? await Task.sleep(until: lastLook + LedgerChanges.interval, clock: .continuous) }
      guard let count = signal.count, !Task.isCancelled else { return false }
      lastLook = .now
      await signal.wait(past: count)
      return signal.count != nil && !Task.isCancelled
    }
  }
}
