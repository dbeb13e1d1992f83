internal import LedgerBytes

extension TransactionEvent {
  /// A person marked two transactions as not being duplicates, however alike they are.
  ///
  /// The event may be in the stream of either one, and holds for both (IE-26).
  public struct DuplicateDismissed: Hashable, Sendable {
    /// The other one.
    public let of: TransactionID
  }
}

extension TransactionEvent.DuplicateDismissed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    of = try coder.member("of", whole?.of)
  }

  var summary: String { "not the same as \(of.description.prefix(8))" }
}

extension TransactionEvent {
  /// A person took the mark back, so the two transactions may be duplicates again.
  ///
  /// It removes only marks in its own stream. One in the other transaction's stream remains.
  public struct DuplicateReopened: Hashable, Sendable {
    /// The other one.
    public let of: TransactionID
  }
}

extension TransactionEvent.DuplicateReopened: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    of = try coder.member("of", whole?.of)
  }

  var summary: String { "perhaps the same as \(of.description.prefix(8)) again" }
}

/// How likely it is that two transactions are duplicates. It is advice and changes nothing.
public enum DuplicateTier: String, CaseIterable, Comparable, Hashable, Sendable {
  /// The very same page of paper belongs to both.
  case certain
  /// The same vendor, kind, date, currency and amount.
  case exact
  /// The same vendor, kind and currency, at most a day and one minor unit apart.
  case likely
  /// Rows of banks in two accounts that may be the halves of a transfer.
  ///
  /// The amount left one account, and arrived in the other a few days before or after.
  case transfer

  /// The most days between the halves of a transfer.
  package static let transferDaysMax = 5

  /// Whether the first of two duplicates is the more certain one.
  public static func < (left: DuplicateTier, right: DuplicateTier) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .certain: 0
    case .exact: 1
    case .likely: 2
    case .transfer: 3
    }
  }

  /// Returns the likeness of two transactions, or `nil` if they are not alike or one is deleted.
  ///
  /// Amounts of two currencies are never alike. Vendors are compared without regard to case, accents and spaces. A
  /// missing vendor, date or amount is like nothing. A refund is income, or an expense of a negative amount.
  package static func between(_ left: TransactionRow, _ right: TransactionRow) -> DuplicateTier? {
    guard left.id != right.id, left.stage != .deleted, right.stage != .deleted else { return nil }
    let pages = Set(left.attachments.map(\.digest))
    if right.attachments.contains(where: { pages.contains($0.digest) }) { return .certain }
    guard let money = left.money, let other = right.money, money.currency == other.currency,
      let date = left.date, let otherDate = right.date
    else { return nil }
    let days = abs(Int(date.dayNumber) - Int(otherDate.dayNumber))
    if areHalves(left, right) { return money == other && days <= transferDaysMax ? .transfer : nil }
    let isRefund = Set([left.kind, right.kind]) == [.expense, .income]
    guard left.kind == right.kind || isRefund, let vendor = left.vendor, let otherVendor = right.vendor else {
      return nil
    }
    let (units, overflow) =
      isRefund
      ? money.minorUnits.addingReportingOverflow(other.minorUnits)
      : money.minorUnits.subtractingReportingOverflow(other.minorUnits)
    guard days <= 1, !overflow, units.magnitude <= 1 else { return nil }
    let isSameVendor = NFC.foldedForComparison(vendor).utf8.elementsEqual(
      NFC.foldedForComparison(otherVendor).utf8)
    guard isSameVendor else { return nil }
    return days == 0 && units == 0 ? .exact : .likely
  }

  /// Whether two transactions are rows of banks, one out of an account and one into another.
  private static func areHalves(_ left: TransactionRow, _ right: TransactionRow) -> Bool {
    func isRow(_ row: TransactionRow) -> Bool {
      row.origin == RecordOrigin.imported.rawValue && row.stage == .saved && row.category == nil
    }
    guard let account = left.account, let other = right.account, account != other else { return false }
    return Set([left.kind, right.kind]) == [.expense, .income] && isRow(left) && isRow(right)
      && (left.money?.minorUnits ?? 0) > 0
  }

  /// Returns the reason why two transactions of this tier look alike, for a person.
  public func reason(_ left: TransactionRow, _ right: TransactionRow) -> String {
    switch self {
    case .certain: return "the same page of paper"
    case .exact: return "the same vendor, date and amount"
    case .transfer: return "the same amount left one account and arrived in another"
    case .likely:
      let isSameAmount = left.money == right.money
      let isSameDate = left.date == right.date
      let amount = isSameAmount ? "same amount" : "amount differs by one minor unit"
      let date = isSameDate ? "same date" : "a day apart"
      return "the same vendor, \(date), \(amount)"
    }
  }
}
