public import Observation

/// A screen's value for SwiftUI or any other user of `Observation`, kept current on the main actor.
///
///     let home = ObservedScreen(book) { try $0.home() }
///     let drafts = home.value?.drafts  // `nil` until the first value is read
///
/// It follows the ledger while it exists, also changes by an extension or by sync.
@MainActor
@Observable
public final class ObservedScreen<Value: Equatable & Sendable> {
  /// The latest value, or `nil` until the first one is read.
  public private(set) var value: Value?
  /// The error of the last look, or `nil` if it succeeded.
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
      var values = observation.makeAsyncIterator()
      while !Task.isCancelled {
        do {
          guard let value = try await values.next() else { return }
          self?.show(value)
        } catch {
          self?.failure = Refusal(error)
        }
      }
    }
  }

  private func show(_ value: Value) {
    self.value = value
    failure = nil
  }

  deinit { task?.cancel() }
}
