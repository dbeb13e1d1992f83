public import LedgerBytes

/// One transaction as screens show it: a function of its own stream's state alone (Design, section 2).
///
/// The group is stored as its identifier. Its name, and whether it is deleted, are joined when the row is read.
public struct TransactionRow: Hashable, Sendable {
  /// The transaction's identifier.
  public let id: TransactionID
  /// Draft, saved or deleted.
  public let stage: Stage
  /// Its source: `scan`, `photo`, `file`, `manual`, `recurring` or `imported`.
  public let origin: String
  /// The civil date it was captured or recorded.
  public let on: CivilDate
  /// The time of its first event, by the log's clock. It orders the transactions of one date.
  public let created: HybridTime
  /// The name of the original file.
  public let name: String?
  /// The direction.
  public let kind: TransactionKind
  /// The payee.
  public let vendor: String?
  /// The date of issue.
  public let date: CivilDate?
  /// Total and currency, as far as known.
  public let amount: Amount?
  /// The category's key.
  public let category: String?
  /// The amounts by category, if line items have categories of their own. Otherwise empty.
  public let parts: [TransactionPart]
  /// How it was paid.
  public let payment: PaymentMethod?
  /// The group, or `nil` for Unfiled.
  public let group: GroupID?
  /// The account, free text. Of a transfer it is the one that the money left.
  public internal(set) var account: String?
  /// The account that a transfer's money arrived in. `nil` if it is no transfer, or only one half of it is known.
  public internal(set) var toAccount: String?
  /// The amount of a transfer that arrived, or `nil` if the amount that left arrived.
  public let received: Amount?
  /// Free text.
  public let note: String?
  /// Tags that are on, in byte order.
  public let tags: [String]
  /// The two flag groups.
  public let flags: TransactionFlags
  /// Whether it was cleared.
  public let isCleared: Bool
  /// The rule it belongs to.
  public let rule: RuleID?
  /// The pages that are part of it.
  public let attachments: [ReceiptPage]
  /// How many fields of a draft need a look (IE-23).
  public let attentionCount: Int
  /// How many fields the person corrected (Design, section 7).
  public let correctedCount: Int
  /// How many fields and line items have concurrent writes, plus one if a deletion waits.
  public let conflictCount: Int

  /// The stage of a transaction's life.
  public enum Stage: String, CaseIterable, Hashable, Sendable {
    case draft
    case saved
    case deleted
  }

  /// Creates the row of a transaction's state, or `nil` if the transaction is not known to exist.
  package init?(_ id: TransactionID, _ state: borrowing TransactionState) {
    guard let origin = state.origin, let stage = state.stage else { return nil }
    self.init(id, origin, stage, state)
  }

  /// Creates the row of a transaction that is known to exist. It saves unwrapping an optional.
  package init(
    _ id: TransactionID, _ origin: TransactionOrigin, _ stage: Stage, _ state: borrowing TransactionState
  ) {
    self.id = id
    self.stage = stage
    self.origin = origin.how.name
    on = origin.on
    created = origin.time
    name = origin.name
    kind = state.kind.value ?? .expense
    vendor = state.vendor.value
    date = state.date.value
    amount = state.amount.value
    category = state.category.value
    payment = state.payment.value
    group = state.group.value
    tags = state.tagsThatAreOn
    if case .some(let rare) = state.rare {
      account = rare.account.value
      let isTransfer = kind == .transfer
      toAccount = isTransfer ? rare.toAccount.value : nil
      received = isTransfer && toAccount != nil ? rare.received.value : nil
      note = rare.note.value
      flags = TransactionFlags(paid: rare.paid.value, reimbursed: rare.reimbursed.value)
      isCleared = rare.cleared.value ?? false
      rule = rare.link.value?.rule
      parts = rare.items.isEmpty ? [] : state.parts(of: amount, category: category, kind)
    } else {
      (account, note, flags, isCleared, rule, parts) = (nil, nil, TransactionFlags(), false, nil, [])
      (toAccount, received) = (nil, nil)
    }
    attachments = state.attachments.filter { $0.isPresent.value == true }.map(\.attachment)
    attentionCount = stage == .draft ? state.attentionCount : 0
    correctedCount = state.correctedCount
    conflictCount =
      state.conflictCount + (state.deletion.pending == nil ? 0 : 1)
      + (state.items.isEmpty ? 0 : state.items.count(where: \.isContested))
  }

  /// The amount of money, or `nil` if it is not known.
  public var money: Money? { amount?.money }

  /// Whether another row is equal, texts by their bytes (Design, section 4).
  package func isSame(as other: TransactionRow) -> Bool {
    func isSame(_ left: String?, _ right: String?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return left.hasSameBytes(as: right)
    }
    return self == other && isSame(vendor, other.vendor) && isSame(category, other.category)
      && isSame(account, other.account) && isSame(toAccount, other.toAccount) && isSame(note, other.note)
      && isSame(name, other.name) && hasSameParts(as: other)
      && tags.elementsEqual(other.tags) { $0.hasSameBytes(as: $1) }
  }
}

extension TransactionRow {
  /// Whether the parts of two rows are equal, their categories by their bytes.
  package func hasSameParts(as other: TransactionRow) -> Bool {
    parts.isEmpty && other.parts.isEmpty
      || parts.elementsEqual(other.parts) { left, right in
        left.minorUnits == right.minorUnits
          && (left.category ?? "").hasSameBytes(as: right.category ?? "")
      }
  }

  /// Creates a row from the columns of a read model.
  package init(
    id: TransactionID, stage: Stage, origin: String, on: CivilDate, created: HybridTime,
    name: String?, kind: TransactionKind, vendor: String?, date: CivilDate?, amount: Amount?, category: String?,
    parts: [TransactionPart] = [], payment: PaymentMethod?, group: GroupID?, account: String?,
    toAccount: String? = nil, received: Amount? = nil, note: String?, tags: [String], flags: TransactionFlags,
    isCleared: Bool, rule: RuleID?, attachments: [ReceiptPage], attentionCount: Int, correctedCount: Int,
    conflictCount: Int
  ) {
    self.id = id
    self.stage = stage
    self.origin = origin
    self.on = on
    self.created = created
    self.name = name
    self.kind = kind
    self.vendor = vendor
    self.date = date
    self.amount = amount
    self.category = category
    self.parts = parts
    self.payment = payment
    self.group = group
    self.account = account
    self.toAccount = toAccount
    self.received = received
    self.note = note
    self.tags = tags
    self.flags = flags
    self.isCleared = isCleared
    self.rule = rule
    self.attachments = attachments
    self.attentionCount = attentionCount
    self.correctedCount = correctedCount
    self.conflictCount = conflictCount
  }

  /// The values that it shows, by field.
  var values: RecordValues {
    var values = RecordValues()
    values[.vendor] = vendor.map(TypedValue.text)
    values[.date] = date.map(TypedValue.date)
    values[.total] = money.map(TypedValue.decimal)
    values[.currency] = amount.map { .currency($0.currency) }
    values[.category] = category.map(TypedValue.word)
    values[.payment] = payment.map { .word($0.rawValue) }
    values[.group] = group.map(TypedValue.group)
    values[.note] = note.map(TypedValue.text)
    values[.kind] = .word(kind.rawValue)
    values[.account] = account.map(TypedValue.text)
    values[.toAccount] = toAccount.map(TypedValue.text)
    values[.received] = received?.money.map(TypedValue.decimal)
    values[.tags] = tags.isEmpty ? nil : .texts(tags)
    values[.paid] = flags.paid.map(TypedValue.flag)
    values[.reimbursed] = flags.reimbursed.map(TypedValue.flag)
    values[.cleared] = isCleared ? .flag(true) : nil
    values[.pages] = attachments.isEmpty ? nil : .texts(attachments.map(\.digest.description))
    values[.rule] = rule.map { .word($0.description) }
    values[.state] = .word(stage.rawValue)
    return values
  }
}

extension TransactionState {
  /// The tags that are on, in the order of their bytes.
  package var tagsThatAreOn: [String] {
    if tags.isEmpty { return [] }
    return tags.filter { $0.value.value == true }.keys.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
