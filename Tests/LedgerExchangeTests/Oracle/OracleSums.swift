import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections

@testable import LedgerExchange

/// What a sum is of: a kind and a currency, in all, of one month, or of one category.
struct OracleKey: Hashable, Comparable {
  enum Part: Hashable {
    case all
    case month(String)
    case category(String)
  }

  let kind: TransactionKind
  let part: Part
  let currency: String

  private var sortKey: [String] {
    let part =
      switch part {
      case .all: ["0"]
      case .month(let month): ["1", month]
      case .category(let category): ["2", category]
      }
    return [kind.rawValue] + part + [currency]
  }

  static func < (left: OracleKey, right: OracleKey) -> Bool {
    left.sortKey.lexicographicallyPrecedes(right.sortKey)
  }
}

/// Sums in minor units. A sum of zero equals a missing one, because the programs do not show it.
struct OracleSums: Equatable {
  private(set) var sums: [OracleKey: Int64] = [:]

  mutating func add(_ kind: TransactionKind, _ part: OracleKey.Part, _ currency: String, _ units: Int64) {
    let key = OracleKey(kind: kind, part: part, currency: currency)
    sums[key, default: 0] += units
    if sums[key] == 0 { sums[key] = nil }
  }

  /// The sums of the ledger's analysis.
  init(analysisOf book: Book) throws {
    for kind in TransactionKind.allCases {
      let all = try book.analysis(kind: kind, period: .all)
      for total in all.totals { add(kind, .all, total.currency.code, total.minorUnits) }
      if kind != .transfer {
        for category in all.categories {
          for total in category.totals {
            add(kind, .category(category.category ?? ""), total.currency.code, total.minorUnits)
          }
        }
      }
      guard let span = all.span else { continue }
      for year in span.lowerBound.year...span.upperBound.year {
        for month in try book.analysis(kind: kind, period: .year(year)).buckets {
          for total in month.totals {
            add(kind, .month(month.from.civilMonth.iso), total.currency.code, total.minorUnits)
          }
        }
      }
    }
  }

  /// The sums of a program: an account, a month (`nil` for a sum over all time), a currency and a decimal each.
  init(_ rows: [(account: String, month: String?, currency: String, decimal: String)], _ names: OracleNames)
    throws
  {
    for row in rows {
      guard let (kind, category) = names.meaning(of: row.account) else { continue }
      guard let currency = CurrencyCode(row.currency), var units = Self.units(row.decimal, currency) else {
        throw OracleError(words: "\(row.decimal) \(row.currency) of \(row.account) is not an amount")
      }
      if kind == .income { units = -units }
      if let month = row.month {
        add(kind, .month(month), row.currency, units)
        add(kind, .all, row.currency, units)
      } else if kind != .transfer {
        add(kind, .category(category), row.currency, units)
      }
    }
  }

  /// Exact: a decimal with fewer digits than the currency has is filled up, one with more must end in zeros.
  private static func units(_ decimal: String, _ currency: CurrencyCode) -> Int64? {
    let digits = currency.minorUnitDigits ?? 0
    let parts = decimal.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    var fraction = parts.count == 2 ? String(parts[1]) : ""
    while fraction.count < digits { fraction += "0" }
    guard fraction.dropFirst(digits).allSatisfy({ $0 == "0" }) else { return nil }
    return Int64(parts[0] + fraction.prefix(digits))
  }
}

struct OracleError: Error { let words: String }

/// Which account of a journal stands for which kind and category.
struct OracleNames {
  private var meanings: [String: (TransactionKind, String)] = [:]

  init(_ book: Book, spell: (JournalAccount) -> String, _ report: ExportReport) throws {
    func name(_ account: JournalAccount) -> String {
      let name = spell(account)
      return report.renamedAccounts.first { $0.text == account.text && $0.name.hasPrefix(name + "-") }?.name
        ?? name
    }
    meanings[name(.transfers)] = (.transfer, "")
    for kind in [TransactionKind.expense, .income] {
      for category in try book.analysis(kind: kind, period: .all).categories {
        let key = category.category ?? ""
        meanings[name(kind == .expense ? .expenses(key) : .income(key))] = (kind, key)
      }
    }
  }

  /// Nil for an account of assets.
  func meaning(of account: String) -> (kind: TransactionKind, category: String)? { meanings[account] }
}
