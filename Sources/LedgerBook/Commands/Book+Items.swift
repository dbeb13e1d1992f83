public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// Line items of a receipt (RY-02). Change, remove and restore are commands on the transaction.
extension Book {
  /// Records line items in one batch, each under an identifier of its own.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - transaction: The receipt that they are on.
  ///   - expression: The computation that gave the amount of a single item.
  ///   - id: The caller's id of the command, for a try that may come twice.
  /// - Returns: The result, and the items' identifiers in the order given. No identifiers if it had been done
  ///   before.
  /// - Throws: `Rejection`, and then nothing was recorded.
  @discardableResult
  public func addItems(
    _ items: [LineItem], to transaction: TransactionID, expression: String? = nil, id: UniqueID? = nil
  ) throws -> (done: Done, items: [LineItemID]) {
    let named = items.map { (id: LineItemID(settings.newID()), item: $0) }
    let content: JSONValue = [
      "command": "add items", "transaction": .string(transaction.description),
      "items": .array(
        named.map {
          TransactionCommand.addItem($0.id, $0.item, expression: expression).content(on: transaction)
        }),
    ]
    let done = try execute(id: id, content: content, about: transaction.stream) { batch in
      let state = try self.fold(transaction.stream).transaction
      let context = try self.decisionContext(groups: [])
      for (id, item) in named {
        let command = TransactionCommand.addItem(id, item, expression: expression)
        if let rejection = try self.frozen(command, on: transaction) { throw rejection }
        for event in try state.decide(command, id: transaction, context) {
          batch.append(event, to: transaction)
        }
      }
    }
    return (done, done.repeated ? [] : named.map(\.id))
  }

  /// Returns the items that were read off the paper and are not recorded yet. Nothing is recorded by asking.
  ///
  /// They come from the last extraction. Without one, the text is read now.
  ///
  /// - Complexity: O(events of the transaction), and reading its text if no extraction is on record.
  public func itemsRead(of transaction: TransactionID) throws -> [ReceiptReadings.Item] {
    let detail = try self.transaction(transaction)
    if let items = detail.extraction?.readings.items, !items.isEmpty { return items }
    return detail.text.map { self.itemsRead(in: $0) } ?? []
  }
}
