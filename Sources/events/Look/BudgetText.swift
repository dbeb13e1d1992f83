internal import LedgerBook
internal import LedgerDomain

/// The budget of a month in one currency, for people.
struct BudgetText {
  let ledger: OpenLedger
  let month: MonthBudget
  /// The header groups with the categories that are shown.
  let groups: [BudgetGroup]

  /// Prepares the budget of a month for printing.
  ///
  /// - Throws: If the categories cannot be read.
  init(ledger: OpenLedger, month: MonthBudget) throws {
    self.ledger = ledger
    self.month = month
    groups = try month.groups(try ledger.book.categories())
  }

  private var rows: [BudgetGroupLine] { groups.flatMap(\.lines) }

  private func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: month.currency) }

  private func words(_ minorUnits: Int64) -> String { ledger.words(money(minorUnits)) }

  /// Prints the budget for people.
  ///
  /// - Parameter isCollapsed: Whether only the header groups are shown, if there are any.
  func print(isCollapsed: Bool) throws {
    let invocation = ledger.invocation
    try invocation.print(title: ledger.locale.month(month.month), " · \(month.currency.code)")
    try invocation.print(fitted: toBudget)
    for advice in try advice() { try invocation.print(paragraph: advice) }
    try invocation.print()
    var table = TextTable(
      [.name(), .right("Budgeted"), .right("Activity"), .right("Available"), .left()], indent: 2)
    let hasHeaders = groups.contains { $0.name != nil }
    for group in groups {
      if hasHeaders {
        add(Self.name(of: group), group.budgeted, group.activity, group.available, .strong, to: &table)
        if isCollapsed { continue }
      }
      for line in group.lines {
        let figures = line.figures
        table.row([
          .init((hasHeaders ? "  " : "") + visible(Self.name(of: line))), .init(words(figures.budgeted)),
          .init(words(0 - figures.activity)),
          .init(words(figures.available), figures.available < 0 ? .bad : .strong),
          .init(Self.note(line), .quiet),
        ])
      }
    }
    add(
      "All categories", try rows.sum(\.budgeted), try rows.sum(\.activity), try rows.sum(\.available), .strong,
      to: &table)
    try invocation.print(table)
  }

  private func add(
    _ name: String, _ budgeted: Int64, _ activity: Int64, _ available: Int64, _ style: Style,
    to table: inout TextTable
  ) {
    table.row([
      .init(visible(name), style), .init(words(budgeted), style), .init(words(0 - activity), style),
      .init(words(available), style),
    ])
  }

  private static func name(of group: BudgetGroup) -> String { group.name ?? "Without a header" }

  private static func name(of line: BudgetGroupLine) -> String {
    guard let category = line.category else {
      return line.figures.category.isEmpty ? "No category" : line.figures.category
    }
    return (category.emoji.map { "\($0) " } ?? "") + category.name
  }

  /// Prints a sentence for each category (FF-23).
  func printSpoken() throws {
    try ledger.invocation.print(fitted: "\(ledger.locale.month(month.month)), \(toBudget)")
    for line in rows {
      try ledger.invocation.print(
        fitted: line.figures.sentence(name: visible(Self.name(of: line)), month.currency, ledger.locale))
    }
  }

  private var toBudget: String {
    month.toBudget < 0
      ? "Overbudgeted by \(words(0 - month.toBudget))" : "To Budget \(words(month.toBudget))"
  }

  /// Returns each problem of the budget, with the command that solves it (FF-06).
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

  private static func note(_ row: BudgetGroupLine) -> String {
    [
      row.figures.available < 0 ? "Overspent" : nil, row.figures.carriesOver ? "carries over" : nil,
      row.category?.isActive == false ? "not active" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

extension OpenLedger {
  /// Returns the options that repeat the month and the currency of a budget. Empty if the defaults are meant.
  func budgetOptions(_ month: MonthBudget) -> String {
    (month.month == book.today.civilMonth ? "" : " --month \(month.month.iso)")
      + (month.currency == settings.currency ? "" : " --currency \(month.currency.code)")
  }
}
