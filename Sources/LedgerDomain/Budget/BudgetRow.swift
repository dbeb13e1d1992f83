/// The choices for one category in the budget of a month.
public struct BudgetRow: Hashable, Sendable {
  /// The month.
  public let month: CivilMonth
  /// The currency.
  public let currency: CurrencyCode
  /// The category's key.
  public let category: String
  /// The budgeted amount, in minor units of the currency.
  public let minorUnits: Int64
  /// Whether the category keeps its negative Available from this month on, or `nil` if that is as before.
  public let carriesOver: Bool?

  /// Creates a row as a read model keeps it.
  public init(
    month: CivilMonth, currency: CurrencyCode, category: String, minorUnits: Int64, carriesOver: Bool?
  ) {
    self.month = month
    self.currency = currency
    self.category = category
    self.minorUnits = minorUnits
    self.carriesOver = carriesOver
  }

  /// The identifier of its budget.
  public var id: BudgetID { BudgetID(month, currency) }

  /// The budgeted amount.
  public var money: Money { Money(minorUnits: minorUnits, currency: currency) }
}

extension BudgetState {
  /// The rows of the categories for which something was chosen, in the order of their keys' bytes.
  package var rows: [BudgetRow] {
    guard let month, let currency else { return [] }
    return categories.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { key, choices in
      let units = choices.amount.value?.money.minorUnits ?? 0
      if units == 0, choices.carriesOver.value == nil { return nil }
      return BudgetRow(
        month: month, currency: currency, category: String(decoding: key, as: UTF8.self), minorUnits: units,
        carriesOver: choices.carriesOver.value)
    }
  }

  /// The values that it shows, by field.
  var values: RecordValues {
    var values = RecordValues()
    guard let month, let currency else { return values }
    let rows = rows
    let amounts = rows.filter { $0.minorUnits != 0 }.map { "\($0.category) \($0.money)" }
    let choices = rows.compactMap { row in row.carriesOver.map { "\(row.category) \($0 ? "on" : "off")" } }
    values[.month] = .word(month.iso)
    values[.currency] = .currency(currency)
    values[.budgeted] = amounts.isEmpty ? nil : .texts(amounts)
    values[.carriesOver] = choices.isEmpty ? nil : .texts(choices)
    return values
  }
}
