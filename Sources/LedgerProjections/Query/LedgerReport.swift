public import LedgerDomain

extension LedgerReport {
  /// The subject of a report on money that came in or went out (FF-18).
  public enum Subject: String, CaseIterable, Sendable {
    /// Expenses less refunds.
    case spending
    /// Income.
    case income
    /// Income less spending.
    case cashFlow = "cash-flow"

    /// The kinds of transactions that it sums. Transfers are neutral.
    package var kinds: Set<TransactionKind> {
      switch self {
      case .spending: [.expense]
      case .income: [.income]
      case .cashFlow: [.income, .expense]
      }
    }
  }

  /// Sums per currency. Currencies are never added.
  public struct Sums: Hashable, Sendable {
    /// The sums that fit, the currency with the most transactions first.
    public let totals: [Money]
    /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
    public let tooLarge: [CurrencyCode]

    /// No sum.
    static let nothing = LedgerReport.Sums(totals: [], tooLarge: [])
  }

  /// A month of a report.
  public struct Month: Hashable, Sendable {
    /// The month.
    public let month: CivilMonth
    /// Its sums. Of net worth, the balances at the end of its last day.
    public let line: ReportLine
  }

  /// A category, a group, an account or a vendor of a report.
  public struct Row: Hashable, Sendable {
    /// The category's key, the group's id, the account's key or the vendor's name for comparisons.
    ///
    /// `nil` for transactions without one.
    public let key: String?
    /// The name that people see, or the key of a category.
    public let name: String?
    /// Its sums over all months. Of net worth, the balances at the end.
    public let line: ReportLine
  }
}

/// The property by which a report is divided.
///
///     let june = book.today.civilMonth
///     let months = june.adding(months: -5)...june
///     let report = try book.report(.spending, over: months, by: .vendor)
///     let largest = report.rows.first?.name
public enum ReportDivision: String, CaseIterable, Sendable {
  /// The category.
  case category
  /// The group, where the transactions of deleted groups are in Unfiled.
  case group
  /// The account, under whichever spelling a transaction mentions it.
  case account
  /// The vendor. Case and accents make no difference.
  case vendor
}

/// The money received and spent in a month, under a name, or in all.
public struct ReportLine: Hashable, Sendable {
  /// The number of transactions. 0 for balances.
  public let count: Int
  /// Income. Empty if the report is not about income.
  public let received: LedgerReport.Sums
  /// Expenses less refunds. Empty if the report is not about spending.
  public let spent: LedgerReport.Sums
  /// The figure of the report: what was spent, what was received, the difference, or the balance.
  public let total: LedgerReport.Sums
}

/// Sums over some months: by month, by a division, and in all.
///
///     let june = book.today.civilMonth
///     let months = june.adding(months: -5)...june
///     let report = try book.report(.spending, over: months, by: .vendor)
///     let largest = report.rows.first?.name
public struct LedgerReport: Hashable, Sendable {
  /// Its months, oldest first, empty ones too.
  public let months: [LedgerReport.Month]
  /// The parts, the largest first whatever its sign. Of net worth, the accounts in the order of their list.
  public let rows: [LedgerReport.Row]
  /// The sums of all months. Of net worth, the balances at the end.
  public let all: ReportLine
  /// The sums dated in the months but after the day of the report. They are in no other sum.
  public let upcoming: ReportLine
  /// The currencies of the report, that with the most transactions first.
  public let currencies: [CurrencyCode]
}

// MARK: - Gathering

/// The sums of a line of a report while they are gathered.
struct ReportTally {
  /// The money received and spent in one currency.
  struct Part {
    var received: Int128 = 0
    var spent: Int128 = 0
    var count = 0
  }

  private(set) var parts: [CurrencyCode: Part] = [:]
  private(set) var count = 0

  /// Adds transactions of a kind in a currency. Amounts are below 2^53, so that no sum overflows.
  mutating func add(_ kind: TransactionKind, _ currency: CurrencyCode, count: Int, units: Int128) {
    self.count += count
    var part = parts[currency] ?? Part()
    part.count += count
    switch kind {
    case .income: part.received += units
    case .expense: part.spent += units
    case .transfer: break
    }
    parts[currency] = part
  }

  mutating func add(_ other: ReportTally) {
    count += other.count
    for (currency, part) in other.parts {
      parts[currency, default: Part()].received += part.received
      parts[currency, default: Part()].spent += part.spent
      parts[currency, default: Part()].count += part.count
    }
  }

  /// Returns the line of a report, with the currencies in the report's order.
  func line(_ subject: LedgerReport.Subject, _ currencies: [CurrencyCode]) -> ReportLine {
    let kinds = subject.kinds
    func sums(_ isAsked: Bool, _ units: (Part) -> Int128) -> LedgerReport.Sums {
      isAsked ? LedgerReport.Sums(currencies) { parts[$0].map(units) } : .nothing
    }
    return ReportLine(
      count: count, received: sums(kinds.contains(.income)) { $0.received },
      spent: sums(kinds.contains(.expense)) { $0.spent }, total: sums(true) { $0.figure(of: subject) })
  }
}

extension ReportTally.Part {
  /// Returns the figure that a report is about.
  func figure(of subject: LedgerReport.Subject) -> Int128 {
    switch subject {
    case .spending: spent
    case .income: received
    case .cashFlow: received - spent
    }
  }
}

extension ReportLine {
  /// Whether it has no transaction and no sum.
  package var isEmpty: Bool { count == 0 && total.totals.isEmpty && total.tooLarge.isEmpty }
}

extension LedgerReport.Sums {
  /// The sums of the currencies that `units` knows, in their order.
  init(_ currencies: [CurrencyCode], _ units: (CurrencyCode) -> Int128?) {
    var (totals, tooLarge): ([Money], [CurrencyCode]) = ([], [])
    for currency in currencies {
      guard let sum = units(currency) else { continue }
      if let fitting = Int64(exactly: sum) {
        totals.append(Money(minorUnits: fitting, currency: currency))
      } else {
        tooLarge.append(currency)
      }
    }
    self.init(totals: totals, tooLarge: tooLarge)
  }
}
