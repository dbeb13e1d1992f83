public import LedgerBytes

/// One transaction as screens know it: a function of its stream's state and of nothing else (DESIGN 2.3).
///
/// The group is kept by its identifier; its name, and whether it is deleted, are joined when read.
public struct TransactionRow: Hashable, Sendable {
  /// Which.
  public let id: TransactionID
  /// Draft, saved or deleted.
  public let stage: TransactionState.Stage
  /// How it came to be: `scan`, `photo`, `file`, `manual`, `recurring`, `imported`.
  public let origin: String
  /// The civil date it was captured or recorded.
  public let on: CivilDate
  /// When it began, by the log's clock: the order of transactions of one date.
  public let created: HybridTime
  /// What the file or row was called where it came from.
  public let name: String?
  /// The direction.
  public let kind: TransactionKind
  /// Who was paid.
  public let vendor: String?
  /// The date of issue.
  public let date: CivilDate?
  /// Total and currency, as far as known.
  public let amount: Amount?
  /// The category's key.
  public let category: String?
  /// How it was paid.
  public let payment: PaymentMethod?
  /// The group; nil: Unfiled.
  public let group: GroupID?
  /// The account, free text.
  public let account: String?
  /// Free text.
  public let note: String?
  /// Tags that are on, in byte order.
  public let tags: [String]
  /// The two flag groups.
  public let flags: Flags
  /// Whether it was cleared.
  public let isCleared: Bool
  /// The rule it belongs to.
  public let rule: RuleID?
  /// The pages that are part of it.
  public let attachments: [Attachment]
  /// How many fields of a draft need a look (CHECKLIST IE-23).
  public let attentionCount: Int
  /// How many fields the person corrected (DESIGN 7).
  public let correctedCount: Int
  /// How many fields and line items have writes that did not know of each other, and whether a deletion waits.
  public let conflictCount: Int

  /// The row of a transaction's state; nil until it is known to exist.
  public init?(_ id: TransactionID, _ state: borrowing TransactionState) {
    guard let origin = state.origin, let stage = state.stage else { return nil }
    self.init(id, origin, stage, state)
  }

  /// The row of a transaction that is known to exist, without an optional to take it out of.
  public init(
    _ id: TransactionID, _ origin: TransactionOrigin, _ stage: TransactionState.Stage,
    _ state: borrowing TransactionState
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
      note = rare.note.value
      flags = Flags(paid: rare.paid.value, reimbursed: rare.reimbursed.value)
      isCleared = rare.cleared.value ?? false
      rule = rare.link.value?.rule
    } else {
      (account, note, flags, isCleared, rule) = (nil, nil, Flags(), false, nil)
    }
    attachments = state.attachments.filter { $0.isPresent.value == true }.map(\.attachment)
    attentionCount = stage == .draft ? state.fieldsThatNeedALook.count : 0
    correctedCount = state.correctedCount
    conflictCount =
      state.conflictCount + (state.deletion.pending == nil ? 0 : 1)
      + (state.items.isEmpty ? 0 : state.items.count(where: \.isContested))
  }

  /// The amount of money, where it is known.
  public var money: Money? { amount?.money }

  /// Whether another row says the same, texts by their bytes (DESIGN 4).
  public func isSame(as other: TransactionRow) -> Bool {
    self == other && texts.elementsEqual(other.texts, by: { $0.utf8.elementsEqual($1.utf8) })
  }

  private var texts: [String] { [vendor, category, account, note, name].compactMap { $0 } + tags }
}

extension TransactionState {
  /// The tags that are on, in the order of their bytes.
  public var tagsThatAreOn: [String] {
    if tags.isEmpty { return [] }
    return tags.filter { $0.value.value == true }.keys.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The places whose writes did not know of each other and differ, in order.
  public var conflictingPlaces: [Place] { Place.allCases.filter(isInConflict) }

  /// How many there are, without collecting them.
  var conflictCount: Int {
    var count = 0
    for place in Place.allCases where isInConflict(place) { count += 1 }
    return count
  }

  private func isInConflict(_ place: Place) -> Bool {
    switch place {
    case .vendor: vendor.hasConflicts
    case .date: date.hasConflicts
    case .amount: amount.hasConflicts
    case .category: category.hasConflicts
    case .payment: payment.hasConflicts
    case .group: group.hasConflicts
    case .note: if case .some(let rare) = rare { rare.note.hasConflicts } else { false }
    case .kind: kind.hasConflicts
    case .account: if case .some(let rare) = rare { rare.account.hasConflicts } else { false }
    }
  }
}

extension TransactionRow {
  /// A row as a read model keeps it.
  public init(
    id: TransactionID, stage: TransactionState.Stage, origin: String, on: CivilDate, created: HybridTime,
    name: String?, kind: TransactionKind, vendor: String?, date: CivilDate?, amount: Amount?, category: String?,
    payment: PaymentMethod?, group: GroupID?, account: String?, note: String?, tags: [String], flags: Flags,
    isCleared: Bool, rule: RuleID?, attachments: [Attachment], attentionCount: Int, correctedCount: Int,
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
    self.payment = payment
    self.group = group
    self.account = account
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
}

extension TransactionRow {
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
