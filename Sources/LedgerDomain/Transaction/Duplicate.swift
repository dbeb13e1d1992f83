internal import LedgerBytes

extension TransactionEvent {
  /// A person marked two transactions as not being duplicates, however alike they are.
  ///
  /// The event may be in the stream of either one, and holds for both (IE-26).
  public struct DuplicateDismissed: Hashable, Sendable {
    /// The other one.
    public let of: TransactionID
  }

  /// A person took the mark back, so the two transactions may be duplicates again.
  ///
  /// It removes only marks in its own stream. One in the other transaction's stream remains.
  public struct DuplicateReopened: Hashable, Sendable {
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
  /// The same vendor, kind, date, currency and amount. Of two transfers the accounts are the same.
  case exact
  /// The same vendor, kind and currency, at most a day and one minor unit apart.
  ///
  /// Two transfers between the same accounts, which came with rows of banks, may be two days apart.
  case likely
  /// A row of a bank, and a transaction of a few days before or after that may be the same movement.
  case statement
  /// Rows of banks in two accounts that may be the halves of a transfer.
  ///
  /// The amount left one account, and arrived in the other a few days before or after.
  case transfer

  /// The most days between the halves of a transfer.
  package static let transferDaysMax = 5
  /// The most days between a purchase and its row if their vendors differ.
  private static let rowDaysMax = 3

  /// Whether the first of two duplicates is the more certain one.
  public static func < (left: DuplicateTier, right: DuplicateTier) -> Bool { left.rank < right.rank }

  /// The place of a pair of this tier. A row of a bank is first paired with its own vendor's transaction.
  package func rank(_ left: TransactionRow, _ right: TransactionRow) -> Int {
    rank * 2 + (self == .statement && !left.hasVendor(like: right) ? 1 : 0)
  }

  private var rank: Int {
    switch self {
    case .certain: 0
    case .exact: 1
    case .likely: 2
    case .statement: 3
    case .transfer: 4
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
    let (units, overflow) =
      isRefund
      ? money.minorUnits.addingReportingOverflow(other.minorUnits)
      : money.minorUnits.subtractingReportingOverflow(other.minorUnits)
    if left.kind == right.kind || isRefund, !overflow, units.magnitude <= 1, areAlike(left, right, days: days) {
      return days == 0 && units == 0 ? .exact : .likely
    }
    return isRow(left, of: right) || isRow(right, of: left) ? .statement : nil
  }

  /// Whether two transactions have one vendor within a day, or are transfers between the same accounts.
  private static func areAlike(_ left: TransactionRow, _ right: TransactionRow, days: Int) -> Bool {
    if let account = left.account, let toAccount = left.toAccount, right.toAccount != nil {
      let areRows = [left, right].allSatisfy { $0.origin == RecordOrigin.imported.rawValue }
      return account == right.account && toAccount == right.toAccount
        && days <= (areRows ? 2 : 1)
    }
    guard days <= 1, let vendor = left.vendor, let other = right.vendor else { return false }
    return NFC.foldedForComparison(vendor).utf8.elementsEqual(NFC.foldedForComparison(other).utf8)
  }

  /// Whether the first transaction is a bank's row, and the second one may be its movement.
  package static func isRow(_ row: TransactionRow, of other: TransactionRow) -> Bool {
    guard row.origin == RecordOrigin.imported.rawValue, row.isCleared, row.stage == .saved,
      other.stage == .saved, let account = row.account, other.isSameMovement(as: row), let date = row.date,
      let otherDate = other.date
    else { return false }
    let days = abs(date.days(to: otherDate))
    guard days <= transferDaysMax else { return false }
    // A transfer with a row lacks at most the one that arrived: what left may be a purchase of that amount.
    if other.kind == .transfer {
      return row.category == nil && (!other.isCleared || row.kind == .income && days <= rowDaysMax)
    }
    guard !other.isCleared else { return false }
    // A row that the bank had not booked yet has its account, and is booked later.
    if other.origin == RecordOrigin.imported.rawValue {
      guard other.account == account, otherDate <= date else { return false }
    } else if other.account == account, days <= rowDaysMax {
      return true
    }
    return (other.account ?? account) == account && row.hasVendor(like: other)
  }

  /// Whether one vendor begins with all words of the other, or with its letters and digits.
  package static func areAlike(_ one: String, _ other: String) -> Bool {
    let texts = [one, other].map { NFC.foldedForComparison($0) }
    let words = texts.map { $0.split(separator: " ") }
    let count = words.map(\.count).min() ?? 0
    if count > 0, words[0].prefix(count) == words[1].prefix(count) { return true }
    let letters = texts.map { $0.filter { $0.isLetter || $0.isNumber } }
    return letters.allSatisfy { $0.count >= lettersMin }
      && (letters[0].hasPrefix(letters[1]) || letters[1].hasPrefix(letters[0]))
  }

  private static let lettersMin = 6

  /// Whether the first of two transactions is the one to look at: the later one, or the bank's row.
  package func isFirst(_ row: TransactionRow, before other: TransactionRow) -> Bool {
    self == .statement
      ? Self.isRow(row, of: other) : (row.created, row.id) > (other.created, other.id)
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
    case .exact:
      return "the same \(left.kind == .transfer ? "accounts" : "vendor"), date and amount"
    case .statement: return "a bank's row of the same amount"
    case .transfer: return "the same amount left one account and arrived in another"
    case .likely:
      let isSameAmount = left.money == right.money
      let isSameDate = left.date == right.date
      let amount = isSameAmount ? "same amount" : "amount differs by one minor unit"
      let days = left.date.flatMap { date in right.date.map { abs(date.days(to: $0)) } } ?? 0
      let date = isSameDate ? "same date" : days == 1 ? "a day apart" : "\(days) days apart"
      return "the same \(left.kind == .transfer ? "accounts" : "vendor"), \(date), \(amount)"
    }
  }
}

extension TransactionRow {
  /// The amount with its sign in the account, or `nil` for a transfer.
  private var signed: Money? {
    switch kind {
    case .income: money
    case .expense: money.map { Money(minorUnits: -$0.minorUnits, currency: $0.currency) }
    case .transfer: nil
    }
  }

  /// Whether the vendor is that of another transaction, as far as their texts tell.
  package func hasVendor(like other: TransactionRow) -> Bool {
    DuplicateTier.areAlike(vendor ?? "", other.vendor ?? "")
  }

  /// Whether a bank's row is the movement of the transaction, or one half of the transfer.
  package func isSameMovement(as row: TransactionRow) -> Bool {
    guard kind == .transfer else { return signed == row.signed && row.signed != nil }
    switch row.kind {
    case .expense: return money == row.money && (row.account == nil || row.account == account)
    case .income:
      return received?.money ?? money == row.money && (row.account == nil || row.account == toAccount)
    case .transfer: return false
    }
  }
}
