package import LedgerBook
internal import LedgerBytes
package import LedgerDomain

/// A transaction in the form of YNAB: its values, and the body that creates or changes it (RY-09).
package struct CopyBody: Sendable {
  /// The values of the whole transaction.
  package let values: [CopyEvent.Key: String]
  /// The line items as parts of a split, in order. Empty without line items.
  package let parts: [Part]
  /// The amount in milliunits, negative for an expense.
  package let milliunits: Int64
  package let date: CivilDate
  private let account: String
  /// The account of YNAB that a transfer goes to.
  package let target: RemoteCatalog.Account?

  /// A part of a split transaction.
  package struct Part: Hashable, Sendable {
    package let item: LineItemID
    package let amount: Int64
    package let memo: String?
    package let category: String?
  }

  /// The longest payee that YNAB accepts, in code points.
  package static let payeeCodePointsMax = 200
  /// The longest memo that YNAB accepts, in code points.
  package static let memoCodePointsMax = 500

  /// Creates the form of a transaction.
  ///
  /// - Throws: `Rejection.notCopyable` if YNAB could not keep it exactly as it is.
  package init(
    _ detail: TransactionDetail, account: String, currency: CurrencyCode?, withItems: Bool,
    links: [String: String], target: RemoteCatalog.Account?, today: CivilDate
  ) throws(Rejection) {
    let row = detail.row
    guard row.stage == .saved else {
      throw .notCopyable("only saved receipts can be sent to YNAB; save it first")
    }
    self.target = row.kind == .transfer ? target : nil
    let isSendable = row.received == nil && target?.transferPayee != nil && target?.id != account
    guard row.kind != .transfer || isSendable else {
      throw .notCopyable(
        "a transfer is sent from the account that it leaves, if YNAB has the other one by the same name and currency"
      )
    }
    guard let money = row.money, let date = row.date else {
      throw .missingToSave([.total, .date], recording: true)
    }
    if let currency, currency != money.currency {
      throw .notCopyable("this receipt is in \(money.currency.code), and the plan in YNAB in \(currency.code)")
    }
    guard date <= today else {
      throw .notCopyable("YNAB accepts no dates in the future; send it on \(date.iso)")
    }
    milliunits = row.kind.signed(try Self.milliunits(money))
    self.date = date
    self.account = account
    try Self.check(row.vendor, "vendor", Self.payeeCodePointsMax)
    try Self.check(row.note, "note", Self.memoCodePointsMax)
    var parts: [Part] = []
    if withItems {
      for item in detail.state.lineItems {
        guard let content = item.content else { continue }
        guard content.money.currency == money.currency else {
          throw .itemCurrency(item: content.money.currency, total: money.currency)
        }
        try Self.check(content.name, "name of a line item", Self.memoCodePointsMax)
        parts.append(
          Part(
            item: item.id, amount: row.kind.signed(try Self.milliunits(content.money)),
            memo: Self.text(content.name),
            category: (content.category ?? row.category).flatMap { links[$0] }))
      }
    }
    self.parts = parts
    var values: [CopyEvent.Key: String] = [
      CopyEvent.Key(.date): date.iso, CopyEvent.Key(.amount): String(milliunits),
      CopyEvent.Key(.cleared): row.isCleared ? "cleared" : "uncleared",
    ]
    // YNAB names a transfer after its accounts, and gives it no category between two accounts of the budget.
    values[CopyEvent.Key(.payee)] = self.target == nil ? Self.text(row.vendor) : nil
    values[CopyEvent.Key(.memo)] = Self.text(row.note)
    values[CopyEvent.Key(.category)] = parts.isEmpty ? row.category.flatMap { links[$0] } : nil
    self.values = values
  }

  /// The part of the amount that no line item explains, in milliunits.
  package var remainder: Int64 { parts.isEmpty ? 0 : parts.reduce(milliunits) { $0 &- $1.amount } }

  private static func milliunits(_ money: Money) throws(Rejection) -> Int64 {
    guard let milliunits = Milliunits.of(money) else {
      throw .notCopyable("YNAB cannot keep \(money) exactly: it has at most three digits after the point")
    }
    return milliunits
  }

  private static func text(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  private static func check(_ text: String?, _ what: String, _ codePointsMax: Int) throws(Rejection) {
    guard let text, text.unicodeScalars.count > codePointsMax else { return }
    throw .notCopyable("the \(what) is longer than the \(codePointsMax) characters that YNAB keeps; shorten it")
  }

  // MARK: Bodies

  package func creation(importID: String) -> String {
    var members = Self.members(values, CopyEvent.Field.allCases)
    members["account_id"] = .string(account)
    members["approved"] = true
    members["import_id"] = .string(importID)
    if let payee = target?.transferPayee {
      members["payee_name"] = nil
      members["payee_id"] = .string(payee)
    }
    if !parts.isEmpty { split(&members) }
    return Self.text(members)
  }

  private func split(_ members: inout [String: JSONValue]) {
    members["category_id"] = .null
    members["subtransactions"] = .array(
      parts.map { part in
        [
          "amount": .integer(part.amount), "category_id": part.category.map { .string($0) } ?? .null,
          "memo": part.memo.map { .string($0) } ?? .null,
        ]
      })
  }

  /// Returns the body that changes fields of a transaction that YNAB holds.
  ///
  /// - Parameter splits: Whether the line items become its parts. It must not have parts yet.
  package func change(_ fields: [CopyEvent.Field], of remote: String, splits: Bool) -> String {
    var members = Self.members(values, fields)
    members["id"] = .string(remote)
    if splits { split(&members) }
    return Self.text(members)
  }

  private static func members(_ values: [CopyEvent.Key: String], _ fields: [CopyEvent.Field]) -> [String:
    JSONValue]
  {
    var members: [String: JSONValue] = [:]
    for field in fields {
      let value = values[CopyEvent.Key(field)]
      members[field.remoteName] =
        field == .amount ? value.flatMap { Int64($0) }.map { .integer($0) } : value.map { .string($0) } ?? .null
    }
    return members
  }

  private static func text(_ members: [String: JSONValue]) -> String {
    String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
  }

  /// Returns the values under the identifiers that YNAB gave to the line items.
  package func values(with items: [CopyEvent.Item]) -> [CopyEvent.Key: String] {
    var all = values
    let remote = Dictionary(items.map { ($0.item, $0.remote) }, uniquingKeysWith: { $1 })
    for part in parts {
      guard let id = remote[part.item] else { continue }
      all[CopyEvent.Key(.amount, item: id)] = String(part.amount)
      all[CopyEvent.Key(.memo, item: id)] = part.memo
      all[CopyEvent.Key(.category, item: id)] = part.category
    }
    return all
  }
}

extension CopyEvent.Field {
  /// The name in YNAB's description.
  fileprivate var remoteName: String {
    switch self {
    case .date: "date"
    case .amount: "amount"
    case .payee: "payee_name"
    case .memo: "memo"
    case .category: "category_id"
    case .cleared: "cleared"
    }
  }
}
