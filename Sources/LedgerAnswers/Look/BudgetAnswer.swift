package import LedgerBook
package import LedgerDomain

/// The budget of a month in one currency, by category.
package struct BudgetAnswer: Answer {
  /// The form in which people read it.
  package enum Form: Hashable, Sendable {
    case table
    /// Only the header groups, if there are any.
    case collapsed
    /// A sentence for each category (FF-23).
    case sentences
  }

  let month: MonthBudget
  /// The header groups with the categories that are shown.
  let groups: [BudgetGroup]
  let form: Form

  /// Prepares the budget of a month.
  ///
  /// - Throws: If the categories cannot be read.
  package init(_ month: MonthBudget, _ form: Form, in book: Book) throws {
    self.month = month
    self.form = form
    groups = try month.groups(try book.categories())
  }

  private var rows: [BudgetGroup.CategoryLine] { groups.flatMap(\.lines) }

  private func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: month.currency) }

  package func document(_ notation: Notation) throws -> Document { .value(month.json(groups)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    func words(_ minorUnits: Int64) -> String { notation.words(money(minorUnits)) }
    let title = notation.locale.month(month.month)
    if form == .sentences {
      return [.fitted("\(title), \(toBudget(notation))")]
        + rows.map { line in
          .fitted(Line(line.figures.sentence(name: Self.name(of: line), month.currency, notation.locale)))
        }
    }
    var table = AnswerTable(
      [.name(), .right("Budgeted"), .right("Activity"), .right("Available"), .left()], indent: 2)
    func add(_ name: String, _ budgeted: Int64, _ activity: Int64, _ available: Int64) {
      let texts = [name, words(budgeted), words(0 - activity), words(available)]
      table.row(texts.map { .init($0, .strong) })
    }
    let hasHeaders = groups.contains { $0.name != nil }
    for group in groups {
      if hasHeaders {
        add(Self.name(of: group), group.budgeted, group.activity, group.available)
        if form == .collapsed { continue }
      }
      for line in group.lines {
        let figures = line.figures
        table.row([
          .init((hasHeaders ? "  " : "") + Self.name(of: line)), .init(words(figures.budgeted)),
          .init(words(0 - figures.activity)),
          .init(words(figures.available), figures.available < 0 ? .bad : .strong),
          .init(note(line, notation), .quiet),
        ])
      }
    }
    add("All categories", try rows.sum(\.budgeted), try rows.sum(\.activity), try rows.sum(\.available))
    let advice = advice(notation).map { Block.paragraph($0) }
    return [
      .title(Line(title, .strong) + Line(" · \(month.currency.code)")), .fitted(Line(toBudget(notation))),
    ]
      + advice + [.gap, .table(table)]
  }

  package func figures(_ notation: Notation) throws -> [ShownFigure] {
    let (iso, currency) = (month.month.iso, month.currency.code)
    func columns(
      _ label: String, _ word: String, _ budgeted: Int64, _ activity: Int64, _ available: Int64
    ) -> [ShownFigure] {
      [("budgeted", budgeted), ("activity", activity), ("available", available)].map { column, units in
        ShownFigure(label, money(units), ["budget", iso, word, currency, column])
      }
    }
    let hasHeaders = groups.contains { $0.name != nil }
    let parts = groups.flatMap { group in
      let head = columns(
        Self.name(of: group), "header:\(group.name ?? "")", group.budgeted, group.activity, group.available)
      return (hasHeaders ? head : [])
        + group.lines.flatMap { line in
          let figures = line.figures
          let word = line.category?.key ?? "category:\(figures.category)"
          return columns(Self.name(of: line), word, figures.budgeted, figures.activity, figures.available)
        }
    }
    let all = try columns(
      "All categories", "all", rows.sum(\.budgeted), rows.sum(\.activity), rows.sum(\.available))
    return [ShownFigure("To Budget", money(month.toBudget), ["to-budget", iso, currency])] + parts + all
  }

  private static func name(of group: BudgetGroup) -> String { group.name ?? "Without a header" }

  private static func name(of line: BudgetGroup.CategoryLine) -> String {
    guard let category = line.category else {
      return line.figures.category.isEmpty ? "No category" : line.figures.category
    }
    return (category.emoji.map { "\($0) " } ?? "") + category.name
  }

  private func toBudget(_ notation: Notation) -> String {
    let upcoming = month.upcoming == 0 ? "" : ", \(notation.added(money(month.upcoming)))"
    return month.toBudget < 0
      ? "Overbudgeted by \(notation.words(money(0 - month.toBudget)))" + upcoming
      : "To Budget \(notation.words(money(month.toBudget)))" + upcoming
  }

  /// Returns each problem of the budget, with the command that solves it (FF-06).
  private func advice(_ notation: Notation) -> [Line] {
    var advice: [Line] = []
    // The defaults need not be named.
    let named = month.month == notation.book.today.civilMonth ? nil : month.month
    let currency = month.currency == notation.settings.currency ? nil : month.currency
    if month.toBudget < 0, let most = rows.map(\.figures).max(by: { $0.available < $1.available }) {
      let less = min(0 - month.toBudget, max(most.available, 0))
      let amount = money(less > 0 ? less : 0 - month.toBudget)
      advice.append("Budget less: \(step: .budgetLess(category: most.category, amount, named, currency))")
    }
    let overspent = rows.filter { $0.figures.available < 0 }
    guard !overspent.isEmpty else { return advice }
    let count = counted(overspent.count, "category", "categories")
    guard let first = overspent.first(where: { !$0.figures.category.isEmpty }) else {
      return advice + [
        "Overspent without a category. Give those receipts one: \(step: .correct("RECEIPT", .category, to: "CATEGORY"))"
      ]
    }
    return advice + [
      "Overspent in \(count). To cover it: \(step: .cover(category: first.figures.category, named, currency))"
    ]
  }

  private func note(_ row: BudgetGroup.CategoryLine, _ notation: Notation) -> String {
    [
      row.figures.available < 0 ? "Overspent" : nil, row.figures.carriesOver ? "carries over" : nil,
      row.category?.isActive == false ? "not active" : nil,
      row.figures.upcoming == 0 ? nil : notation.added(money(0 - row.figures.upcoming)),
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
