internal import LedgerBytes

/// A part of a transaction's amount that counts in a category.
public struct TransactionPart: Hashable, Sendable {
  /// The category's key, or `nil` for no category.
  public let category: String?
  /// The part of the amount, in minor units of the transaction's currency.
  public let minorUnits: Int64

  /// Creates a part.
  package init(category: String?, minorUnits: Int64) {
    self.category = category
    self.minorUnits = minorUnits
  }
}

extension TransactionState {
  /// Returns the amounts by category if line items have categories of their own, and otherwise empty.
  ///
  /// The rest that these items do not cover comes first and counts in the transaction's own category. It is negative if
  /// the items exceed the total, as after a voucher. The parts always add up to the amount. Items without a category,
  /// with the transaction's own, in another currency, or removed leave their price in the rest. A part of zero is left
  /// out. A transfer is not split, and neither is a transaction without an amount.
  func parts(of amount: Amount?, category own: String?, _ kind: TransactionKind) -> [TransactionPart] {
    guard kind != .transfer, let money = amount?.money, money.minorUnits != 0 else { return [] }
    var sums: [(category: String, units: Int128)] = []
    for item in lineItems {
      guard let content = item.content, content.money.currency == money.currency,
        let category = content.category, !category.isEmpty, !category.hasSameBytes(as: own ?? "")
      else { continue }
      if let known = sums.firstIndex(where: { $0.category.hasSameBytes(as: category) }) {
        sums[known].units += Int128(content.money.minorUnits)
      } else {
        sums.append((category, Int128(content.money.minorUnits)))
      }
    }
    sums.removeAll { $0.units == 0 }
    if sums.isEmpty { return [] }
    sums.sort { $0.category.utf8.lexicographicallyPrecedes($1.category.utf8) }
    let rest = sums.reduce(Int128(money.minorUnits)) { $0 - $1.units }
    var parts = rest == 0 ? [] : [(category: own?.isEmpty ?? true ? nil : own, units: rest)]
    parts += sums.map { (category: $0.category, units: $0.units) }
    precondition(
      parts.reduce(0) { $0 + $1.units } == Int128(money.minorUnits),
      "the parts of an amount add up to the amount")
    let fitting = parts.compactMap { part in
      Int64(exactly: part.units).map { TransactionPart(category: part.category, minorUnits: $0) }
    }
    // Sums beyond 64 bits cannot come from a receipt: the whole amount then counts in its own category.
    return fitting.count == parts.count ? fitting : []
  }
}

extension TransactionRow {
  /// The amounts by category: the parts, or the whole amount in the transaction's own category.
  ///
  /// Every sum by category, every filter by category and every export counts these. It is empty if there is no amount.
  package var shares: [TransactionPart] {
    if !parts.isEmpty { return parts }
    return money.map { [TransactionPart(category: category, minorUnits: $0.minorUnits)] } ?? []
  }

  /// Whether the transaction, or a part of it, counts in one of these categories. Without categories, it does.
  package func counts(in categories: Set<String>) -> Bool {
    if categories.isEmpty { return true }
    if parts.isEmpty { return category.map(categories.contains) ?? false }
    return parts.contains { $0.category.map(categories.contains) ?? false }
  }

  /// Returns the amounts by category, of these categories alone. Without categories, all.
  package func shares(in categories: Set<String>) -> [TransactionPart] {
    if categories.isEmpty || parts.isEmpty { return shares }
    return parts.filter { $0.category.map(categories.contains) ?? false }
  }

  /// Returns the part of the amount that counts in `categories`, or the whole if there are no categories.
  package func money(in categories: Set<String>) -> Money? {
    guard let money, !categories.isEmpty, !parts.isEmpty else { return money }
    let units = shares(in: categories).reduce(Int64(0)) { $0 &+ $1.minorUnits }
    return Money(minorUnits: units, currency: money.currency)
  }

  /// Returns the parts in a line such as `food 60.00 + other 40.00`.
  ///
  /// The result is `nil` if the transaction is not split.
  package func partsText(_ words: (Money) -> String, category: (String) -> String = { $0 }) -> String? {
    guard let money, !parts.isEmpty else { return nil }
    return parts.map { part in
      let amount = words(Money(minorUnits: part.minorUnits, currency: money.currency))
      return "\(part.category.map { category($0) + " " } ?? "")\(amount)"
    }.joined(separator: " + ")
  }
}
