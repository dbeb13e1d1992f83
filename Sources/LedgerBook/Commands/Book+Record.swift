internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// A transaction without paper, and the split of any receipt over categories.
extension Book {
  /// Records a transaction without paper (IE-14).
  ///
  /// - Parameters:
  ///   - request: The transaction. Its account and its category are named by their names or keys.
  ///   - items: The line items, such as the parts of a split.
  ///   - opensAccounts: Whether an account that does not exist is opened in the same batch.
  ///   - id: The caller's id of the command, for a try that may come twice.
  /// - Throws: `Rejection`, such as `.unknownAccount` with the known names.
  @discardableResult
  public func record(
    _ request: RecordRequest, items: [LineItem] = [], opensAccounts: Bool = false, id: UniqueID? = nil
  ) throws -> Done {
    let transaction = TransactionID(settings.newID())
    let content = Self.content(of: request, items, opensAccounts: opensAccounts)
    return try execute(id: id, content: content, about: transaction.stream) { batch in
      try self.openAccounts(of: request, if: opensAccounts, &batch)
      for event in try self.decided(request, items, transaction, opensAccounts) {
        batch.append(event, to: transaction)
      }
    }
  }

  /// Returns the command as the caller gave it, without the identifiers that are minted for it.
  static func content(of request: RecordRequest, _ items: [LineItem], opensAccounts: Bool) -> JSONValue {
    // The words are those of earlier versions, so that a retry of an older command is recognized.
    let word = opensAccounts && request.account != nil ? "record opening account" : "record"
    var content: [String: JSONValue] = ["command": .string(word), "record": request.content]
    if !items.isEmpty {
      content["items"] = .array(
        items.map {
          TransactionCommand.addItem(LineItemID(.zero), $0, expression: nil).content(on: TransactionID(.zero))
        })
    }
    return .object(content)
  }

  /// Refuses what `record` would refuse, and records nothing.
  package func checkRecord(_ request: RecordRequest, items: [LineItem] = [], opensAccounts: Bool = false)
    throws
  {
    _ = try decided(request, items, TransactionID(settings.newID()), opensAccounts)
  }

  private func decided(
    _ request: RecordRequest, _ items: [LineItem], _ transaction: TransactionID, _ opensAccounts: Bool
  ) throws -> [TransactionEvent] {
    let context = try decisionContext(
      groups: request.group.map { [$0] } ?? [], namesAccount: request.account != nil,
      opensAccounts: opensAccounts)
    var state = TransactionState()
    let recorded = try state.decide(.record(request), id: transaction, context)
    for event in recorded { state.evolve(event, .undecided) }
    return try recorded
      + items.flatMap { item in
        let command = TransactionCommand.addItem(LineItemID(settings.newID()), item, expression: nil)
        return try state.decide(command, id: transaction, context)
      }
  }

  /// Splits a receipt over categories. The receipt gets that of the rest, and each other part is an item.
  ///
  /// The items of an earlier split are replaced. Other items lose their categories, so that nothing counts twice.
  ///
  /// - Throws: `EntryProblem.split` if the parts do not add up, and `Rejection`, and then nothing was recorded.
  @discardableResult
  public func split(_ transaction: TransactionID, _ split: EntrySplit, id: UniqueID? = nil) throws -> Done {
    let detail = try self.transaction(transaction)
    guard let total = detail.row.money else { throw Rejection.required(.total) }
    let parts = try split.items(of: total)
    let names = Dictionary(try categories().map { ($0.key, $0.name) }) { first, _ in first }
    return try batch(id: id) { batch in
      if detail.row.category != split.category {
        try batch.perform(.correct(.category, .text(split.category)), on: transaction)
      }
      var missing = parts
      for item in detail.state.lineItems {
        guard let content = item.content, let category = content.category else { continue }
        if let index = missing.firstIndex(of: content) {
          missing.remove(at: index)
        } else if content.name == names[category] {
          try batch.perform(.removeItem(item.id), on: transaction)
        } else {
          try batch.perform(.changeItem(item.id, LineItemEdit(category: "")), on: transaction)
        }
      }
      // The ids are derived, so that two devices that split one receipt have the same items or a conflict.
      for (index, item) in missing.enumerated() {
        let id = UniqueID.derived(
          kind: "split-part", parts: [transaction.description, String(detail.state.items.count), String(index)])
        try batch.perform(.addItem(LineItemID(id), item, expression: nil), on: transaction)
      }
    }
  }
}
