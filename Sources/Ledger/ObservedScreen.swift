public import Observation

/// A screen's value for SwiftUI or any other user of `Observation`, kept current on the main actor.
///
///     let home = ObservedScreen(book) { try $0.home() }
///     let drafts = home.value?.drafts  // `nil` until the first value is read
///
/// It follows the ledger while it exists, also changes by an extension or by sync. While the ledger is closed, it keeps
/// the last value. It goes on after `AsyncBook.reopen()`.
@MainActor
@Observable
public final class ObservedScreen<Value: Equatable & Sendable> {
  /// The latest value, or `nil` until the first one is read.
  public private(set) var value: Value?
  /// The error of the last look, or `nil` if it succeeded. After an error it looks again within two seconds.
  public private(set) var failure: Refusal?

  @ObservationIgnored private var task: Task<Void, Never>?

  /// Begins to follow a screen.
  ///
  /// - Parameters:
  ///   - book: The ledger.
  ///   - read: Reads the value. It must not record anything.
  public init(_ book: AsyncBook, _ read: @escaping @Sendable (Book) throws -> Value) {
    let observation = book.observe(read)
    task = Task { [weak self] in
      while !Task.isCancelled {
        await book.waitUntilOpen()
        var looks = observation.makeAsyncIterator()
        var isOver = false
        while !isOver {
          do {
            let value = try await looks.nextRead()
            isOver = value == nil
            if let value { self?.show(value) }
          } catch BookError.closed {
            isOver = true
          } catch {
            self?.failure = Refusal(error)
          }
        }
      }
    }
  }

  private func show(_ value: Value) {
    if self.value != value { self.value = value }
    if failure != nil { failure = nil }
  }

  deinit { task?.cancel() }
}
