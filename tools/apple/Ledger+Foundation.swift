// What other targets use of those files of `Ledger` that import Foundation, for type-checking.
public final class TemporaryLedger: Sendable {
  public let book: AsyncBook
  public init(seed: UInt64, _ content: @escaping @Sendable (Book) throws -> Void = { _ in }) async throws { fatalError() }
  public func remove() async throws {}
}
