package import LedgerDomain

/// A transaction as YNAB returns it.
package struct RemoteTransaction: Hashable, Sendable {
  package let id: String
  package let date: CivilDate
  package let amount: Int64
  package let memo: String?
  package let isCleared: Bool
  package let account: String
  /// The payee before YNAB renamed it.
  package let payee: String?
  package let category: String?
  package let importID: String?
  package let isDeleted: Bool
  /// Whether a bank or a file gave it: it is not approved, or has another payee on a statement.
  package let isFromBank: Bool
  /// The account on the other side of a transfer.
  package let transferAccount: String?
  package let items: [Item]

  /// A part of a split transaction.
  package struct Item: Hashable, Sendable {
    package let id: String
    package let amount: Int64
    package let memo: String?
    package let category: String?
  }

  init(_ object: RemoteObject) throws(YNABError) {
    id = try object.id("id")
    guard let date = CivilDate(iso: try object.text("date")) else {
      throw .invalidAnswer("“date” is not a date")
    }
    self.date = date
    amount = try object.integer("amount")
    memo = try object.optionalText("memo")
    let cleared = try object.text("cleared")
    guard ["cleared", "uncleared", "reconciled"].contains(cleared) else {
      throw .invalidAnswer("“cleared” is \(cleared.prefix(20))")
    }
    isCleared = cleared != "uncleared"
    account = try object.id("account_id")
    let renamed = try object.optionalText("payee_name")
    let imported = try object.optionalText("import_payee_name")
    payee = imported ?? renamed
    transferAccount = try object.optionalID("transfer_account_id")
    let printed = try object.optionalText("import_payee_name_original") ?? imported
    isFromBank = try !object.flag("approved") || printed != imported
    importID = try object.optionalText("import_id")
    isDeleted = try object.flag("deleted")
    var items: [Item] = []
    for part in try object.list("subtransactions") {
      if try part.flag("deleted") { continue }
      items.append(
        Item(
          id: try part.id("id"), amount: try part.integer("amount"), memo: try part.optionalText("memo"),
          category: try part.optionalID("category_id")))
    }
    guard Set(items.map(\.id)).count == items.count else { throw .invalidAnswer("two parts have one id") }
    self.items = items
    // A split has a category of its own, which means nothing.
    category = items.isEmpty ? try object.optionalID("category_id") : nil
  }

  package var values: [CopyEvent.Key: String] {
    var values: [CopyEvent.Key: String] = [
      CopyEvent.Key(.date): date.iso, CopyEvent.Key(.amount): String(amount),
      CopyEvent.Key(.cleared): isCleared ? "cleared" : "uncleared",
    ]
    values[CopyEvent.Key(.payee)] = payee
    values[CopyEvent.Key(.memo)] = memo
    values[CopyEvent.Key(.category)] = category
    for item in items {
      values[CopyEvent.Key(.amount, item: item.id)] = String(item.amount)
      values[CopyEvent.Key(.memo, item: item.id)] = item.memo
      values[CopyEvent.Key(.category, item: item.id)] = item.category
    }
    return values
  }
}
