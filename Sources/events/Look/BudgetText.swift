internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// The budget of a month in one currency, for people and for programs.
struct BudgetText {
  let ledger: OpenLedger
  let month: MonthBudget
  /// The categories that are shown, in the order of the ledger's categories.
  let rows: [Row]

  /// A category with its figures.
  struct Row {
    let figures: CategoryBudget
    let name: String
    let isActive: Bool
  }

  /// - Throws: if the categories cannot be read.
  init(ledger: OpenLedger, month: MonthBudget) throws {
    self.ledger = ledger
    self.month = month
    let categories = try ledger.book.categories()
    var rows: [Row] = []
    for category in categories {
      let figures = month[category.key]
      guard category.isActive && category.isBudgeted || !figures.isEmpty else { continue }
      let name = (category.emoji.map { "\($0) " } ?? "") + category.name
      rows.append(Row(figures: figures, name: name, isActive: category.isActive))
    }
    // What was spent without a category, or in one whose addition has not arrived from another device yet.
    let known = Set(categories.map(\.key))
    let others = month.categories.filter { !known.contains($0.category) }
    for figures in others.sorted(by: { $0.category < $1.category }) {
      let name = figures.category.isEmpty ? "No category" : figures.category
      rows.append(Row(figures: figures, name: name, isActive: true))
    }
    self.rows = rows
  }

  private func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: month.currency) }

  private func words(_ minorUnits: Int64) -> String { ledger.words(money(minorUnits)) }

  // MARK: For people

  func print() throws {
    let invocation = ledger.invocation
    try invocation.print(title: ledger.locale.month(month.month), " · \(month.currency.code)")
    try invocation.print(fitted: toBudget)
    for advice in try advice() { try invocation.print(paragraph: advice) }
    try invocation.print()
    var table = Table(
      [.name(), .right("Budgeted"), .right("Activity"), .right("Available"), .left()], indent: 2)
    for row in rows {
      let figures = row.figures
      table.row([
        .init(visible(row.name)), .init(words(figures.budgeted)), .init(words(0 - figures.activity)),
        .init(words(figures.available), figures.available < 0 ? .bad : .strong), .init(Self.note(row), .quiet),
      ])
    }
    let sums = try sums
    table.row([
      .init("All categories", .strong), .init(words(sums.budgeted), .strong),
      .init(words(0 - sums.activity), .strong), .init(words(sums.available), .strong),
    ])
    try invocation.print(table)
  }

  /// A sentence for each category (FF-23).
  func printSpoken() throws {
    try ledger.invocation.print(fitted: "\(ledger.locale.month(month.month)), \(toBudget)")
    for row in rows {
      try ledger.invocation.print(
        fitted: row.figures.sentence(name: visible(row.name), month.currency, ledger.locale))
    }
  }

  private var toBudget: String {
    month.toBudget < 0
      ? "Overbudgeted by \(words(0 - month.toBudget))" : "To Budget \(words(month.toBudget))"
  }

  /// Each problem of the budget, with the command that solves it (FF-06).
  private func advice() throws -> [String] {
    var advice: [String] = []
    let options = ledger.budgetOptions(month)
    if month.toBudget < 0, let most = rows.map(\.figures).max(by: { $0.available < $1.available }) {
      let less = min(0 - month.toBudget, max(most.available, 0))
      let amount = ledger.locale.decimal(money(less > 0 ? less : 0 - month.toBudget))
      advice.append("Budget less: events budget set \(FigureWords.quoted(most.category)) -\(amount)\(options)")
    }
    let overspent = rows.filter { $0.figures.available < 0 }
    guard !overspent.isEmpty else { return advice }
    let count = counted(overspent.count, "category", "categories")
    guard let first = overspent.first(where: { !$0.figures.category.isEmpty }) else {
      return advice + [
        "Overspent without a category. Give those receipts one: events correct RECEIPT category CATEGORY"
      ]
    }
    let key = FigureWords.quoted(first.figures.category)
    return advice + ["Overspent in \(count). To cover it: events budget cover \(key)\(options)"]
  }

  private static func note(_ row: Row) -> String {
    [
      row.figures.available < 0 ? "Overspent" : nil, row.figures.carriesOver ? "carries over" : nil,
      row.isActive ? nil : "not active",
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private var sums: (budgeted: Int64, activity: Int64, available: Int64) {
    get throws {
      func sum(_ part: (CategoryBudget) -> Int64) throws -> Int64 {
        let sum = rows.reduce(Int128(0)) { $0 + Int128(part($1.figures)) }
        guard let units = Int64(exactly: sum) else { throw AmountError.overflow }
        return units
      }
      return (try sum(\.budgeted), try sum(\.activity), try sum(\.available))
    }
  }

  // MARK: For programs

  /// The document of one currency. A ledger has no groups of categories, so that there is one without a name.
  var json: JSONValue {
    get throws {
      let sums = try sums
      return [
        "currency": .string(month.currency.code),
        "groups": [
          [
            "activity": .money(money(sums.activity)), "available": .money(money(sums.available)),
            "budgeted": .money(money(sums.budgeted)),
            "categories": .array(rows.map { .budget($0.figures, month.currency) }), "name": .null,
          ]
        ],
        "month": .string(month.month.iso), "overspent": .count(rows.count { $0.figures.available < 0 }),
        "toBudget": .money(money(month.toBudget)),
      ]
    }
  }
}

extension JSONValue {
  /// The figures of a category. What was spent is negative.
  static func budget(_ figures: CategoryBudget, _ currency: Currency) -> JSONValue {
    func money(_ minorUnits: Int64) -> JSONValue {
      .money(Money(minorUnits: minorUnits, currency: currency))
    }
    return [
      "activity": money(figures.activity), "available": money(figures.available),
      "budgeted": money(figures.budgeted), "carriesOver": .boolean(figures.carriesOver),
      "category": figures.category.isEmpty ? .null : .string(figures.category),
    ]
  }
}

extension OpenLedger {
  /// The options that repeat the month and the currency of a budget. Empty if the defaults are meant.
  func budgetOptions(_ month: MonthBudget) -> String {
    (month.month == book.today.civilMonth ? "" : " --month \(month.month.iso)")
      + (month.currency == settings.currency ? "" : " --currency \(month.currency.code)")
  }
}
