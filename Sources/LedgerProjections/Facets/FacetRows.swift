internal import LedgerBytes
internal import LedgerDomain

/// What filters and sums need of some transactions, their values numbered among themselves: made on any thread.
struct FacetRows: Sendable {
  /// Per key its entry; nil: the transaction is not known any more.
  private(set) var entries: [(key: Int64, entry: FacetEntry?)] = []
  /// By facet the values, numbered from 1.
  private(set) var values = Self.noValues
  private var texts = Self.noTexts
  private var groups: [GroupID: Int64] = [:]
  private var rules: [RuleID: Int64] = [:]
  private var currencies: [Currency: Int64] = [:]

  private static let noValues: [[FacetValue]] = Facet.allCases.map { _ in [] }
  private static let noTexts: [[String: Int64]] = Facet.allCases.map { _ in [:] }

  /// Whether two rows of a transaction have the same entry: then its block stays as it is.
  static func areSame(_ left: TransactionRow, _ right: TransactionRow) -> Bool {
    func isSame(_ left: String?, _ right: String?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return left.utf8.elementsEqual(right.utf8)
    }
    return FacetBits(left) == FacetBits(right) && left.date == right.date && left.created == right.created
      && left.amount == right.amount && left.group == right.group && left.rule == right.rule
      && isSame(left.category, right.category) && isSame(left.vendor, right.vendor)
      && isSame(left.account, right.account)
      && left.tags.elementsEqual(right.tags) { $0.utf8.elementsEqual($1.utf8) }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Takes the last entry back.
  mutating func removeLast() { entries.removeLast() }

  /// Takes a transaction's row.
  mutating func add(_ row: TransactionRow, key: Int64) {
    var numbers = FacetEntry.Values()
    if let currency = row.amount?.currency {
      if let known = currencies[currency] {
        numbers[.currency] = known
      } else {
        numbers[.currency] = add(.text(Array(currency.code.utf8)), .currency)
        currencies[currency] = numbers[.currency]
      }
    }
    if let group = row.group {
      if let known = groups[group] {
        numbers[.group] = known
      } else {
        numbers[.group] = add(.id(group.id), .group)
        groups[group] = numbers[.group]
      }
    }
    if let rule = row.rule {
      if let known = rules[rule] {
        numbers[.rule] = known
      } else {
        numbers[.rule] = add(.id(rule.id), .rule)
        rules[rule] = numbers[.rule]
      }
    }
    if let category = row.category { numbers[.category] = number(of: category, .category) }
    if let vendor = row.vendor { numbers[.vendor] = number(of: vendor, .vendor) }
    if let account = row.account { numbers[.account] = number(of: account, .account) }
    if !row.tags.isEmpty { numbers[.tags] = number(of: ModelJSON.tags(row.tags), .tags) }
    let entry = FacetEntry(row, key: key, numbers)
    entries.append((key, entry))
  }

  /// Takes note that a transaction is not known any more.
  mutating func remove(_ key: Int64) { entries.append((key, nil)) }

  private mutating func number(of text: String, _ facet: Facet) -> Int64 {
    // A dictionary takes texts for equal that are spelled in other bytes; filters do not.
    if let place = texts[facet.rawValue].index(forKey: text) {
      let known = texts[facet.rawValue][place]
      return known.key.utf8.elementsEqual(text.utf8) ? known.value : add(.text(Array(text.utf8)), facet)
    }
    let number = add(.text(Array(text.utf8)), facet)
    texts[facet.rawValue][text] = number
    return number
  }

  private mutating func add(_ value: FacetValue, _ facet: Facet) -> Int64 {
    values[facet.rawValue].append(value)
    return Int64(values[facet.rawValue].count)
  }
}
