public import Ledger

/// A read model of an app's own: what was spent at each vendor, in each currency.
///
/// The guide OwnReadModel shows its lines. An app keeps `rows` and `bookmark` in a database of its own.
public struct VendorTotals: Equatable, Sendable {
  /// What the model keeps of a receipt.
  struct Row: Equatable, Sendable {
    var vendor: String
    var money: Money
  }

  private(set) var rows: [TransactionID: Row] = [:]
  /// The place up to which the rows are right.
  private(set) var bookmark = EventBookmark.start

  /// Creates a model without rows.
  public init() {}

  /// Whether the rows are the same, whatever was read to compute them.
  public static func == (left: VendorTotals, right: VendorTotals) -> Bool { left.rows == right.rows }

  /// Brings the rows to the end of the log.
  public mutating func catchUp(_ book: Book) throws {
    var touched: Set<TransactionID> = []
    var events = book.events(after: bookmark, of: [.transaction])
    while let event = try events.next() { touched.formUnion(event.transactions) }
    for id in touched { rows[id] = try Self.row(of: id, book) }
    bookmark = events.bookmark  // kept with the rows, in one transaction
  }

  /// Returns the row of a receipt as it is now, or `nil` if it does not count.
  private static func row(of id: TransactionID, _ book: Book) throws -> Row? {
    guard let row = try book.transactionRow(id), row.stage == .saved, row.kind == .expense,
      let money = row.amount?.money
    else { return nil }
    return Row(vendor: row.vendor ?? "", money: money)
  }

  /// Follows the ledger until it is closed. `show` gets the model now and after each change.
  public static func follow(
    _ book: AsyncBook, from model: VendorTotals, _ show: @Sendable (VendorTotals) async -> Void
  ) async throws {
    var model = model
    var changes = try await book.changes().makeAsyncIterator()  // before the first look: nothing is missed
    repeat {
      let known = model
      model = try await book.read { book in
        var model = known
        try model.catchUp(book)
        return model
      }
      await show(model)
    } while await changes.next() != nil
  }
}
