internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain

/// The explanation of a figure of a budget.
///
/// ```
/// budget 2026-06 food EUR available
/// to-budget 2026-06 EUR
/// ```
package struct WhyBudgetAnswer: Answer {
  let why: WhyBudget
  /// The number of months and of transactions that are printed, or `nil` for all.
  let limit: Int?
  let redactions: RedactionNotes

  package var verdict: Verdict { why.addsUp ? .yes : .no }

  package func document(_ notation: Notation) -> Document { .value(redactions.adding(to: why.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let month = notation.locale.month(why.budget.month)
    let shown = notation.words(why.shown)
    let course: [Block]
    let title: String
    switch why.figure {
    case .toBudget, .income:
      title = why.figure == .income ? "came in \(shown)" : "To Budget \(shown)"
      course = toBudget(notation)
    case .sum(let categories, let column):
      title = "\(name(categories)), \(column.rawValue) \(shown)"
      course = []
    case .category(let key, let column):
      title = "\(notation.categoryName(key)), \(column.rawValue) \(shown)"
      course = months(notation)
    }
    var blocks: [Block] = [.title(Line(title, .strong) + Line(", \(month)"))]
    blocks += try course + choices(notation) + parts(notation) + [.gap]
    blocks.append(
      why.addsUp
        ? .line("adds up: \(shown)")
        : .paragraph(
          "does not add up: the transactions and choices make \(notation.words(why.computed)), the screen "
            + "shows \(shown). To rebuild the totals: \(remedy: .rebuild)"))
    return try blocks + redactions.blocks("the total does not contain what they had")
  }

  private func name(_ categories: WhyBudget.Categories) -> String {
    switch categories {
    case .all: "All categories"
    case .only(let keys): counted(keys.count, "category", "categories") + " with this header"
    case .allBut: "Categories without a header"
    }
  }

  private func hidden(_ count: Int, _ what: String) -> [Block] {
    count > 0 ? [.line("  … \(counted(count, what)) before: --all")] : []
  }

  /// Returns carried in + budgeted + activity = available, month by month.
  private func months(_ notation: Notation) -> [Block] {
    func words(_ minorUnits: Int64) -> String { notation.words(why.budget.money(minorUnits)) }
    var table = AnswerTable(
      [
        .left("month"), .right("carried in"), .right("budgeted"), .right("activity"), .right("available"),
        .left(),
      ], indent: 2)
    let shown = limit.map { why.course.suffix($0) } ?? why.course[...]
    for month in shown {
      let isTaken = month.available < 0 && !month.carriesOver && month.month < why.budget.month
      let note =
        isTaken
        ? "\(words(0 - month.available)) taken from To Budget of \(month.month.next.iso)"
        : month.available < 0 ? "Overspent" : ""
      table.row([
        .init(month.month.iso), .init(words(month.carriedIn)), .init(words(month.budgeted)),
        .init(words(month.activity)), .init("= \(words(month.available))", .strong), .init(note, .quiet),
      ])
    }
    return hidden(why.course.count - shown.count, "month") + [.table(table)]
  }

  /// Returns To Budget so far + income - budgeted - overspent = To Budget, month by month.
  private func toBudget(_ notation: Notation) -> [Block] {
    func words(_ minorUnits: Int64) -> String { notation.words(why.budget.money(minorUnits)) }
    var table = AnswerTable(
      [.left("month"), .right("came in"), .right("budgeted"), .right("overspent"), .right("To Budget")],
      indent: 2)
    let shown = limit.map { why.courseOfToBudget.suffix($0) } ?? why.courseOfToBudget[...]
    for month in shown {
      table.row([
        .init(month.month.iso), .init("+ \(words(month.income))"), .init("- \(words(month.budgeted))"),
        .init("- \(words(month.overspent))"), .init("= \(words(month.toBudget))", .strong),
      ])
    }
    return hidden(why.courseOfToBudget.count - shown.count, "month") + [.table(table)]
  }

  /// Returns the events that gave the amounts of the month.
  private func choices(_ notation: Notation) throws -> [Block] {
    guard !why.choices.isEmpty else { return [] }
    let events = EventText(notation)
    let shown = limit.map { why.choices.suffix($0) } ?? why.choices[...]
    return [.gap, .line("Budgeted in the month:")] + hidden(why.choices.count - shown.count, "event")
      + (try shown.map { .fitted("  \($0.position)  \($0.type), \(try events.words($0))") })
  }

  /// Returns the transactions of the month.
  private func parts(_ notation: Notation) throws -> [Block] {
    guard !why.parts.isEmpty else { return [] }
    func words(_ minorUnits: Int64) -> String { notation.words(why.budget.money(minorUnits)) }
    let shown = limit.map { why.parts.prefix($0) } ?? why.parts[...]
    var table = AnswerTable([.left(), .name(shrinksTo: 12), .right(), .right()], indent: 2)
    var sum = Int128(0)
    for part in shown {
      sum += Int128(part.minorUnits)
      guard let soFar = Int64(exactly: sum) else { throw AmountError.overflow }
      let date = part.row.date.map { ", \(notation.words($0))" } ?? ""
      table.row([
        .init(try notation.short(part.row.id), .strong), .init(notation.vendor(part.row) + date),
        .init(words(part.minorUnits), .strong), .init("= \(words(soFar))", .quiet),
      ])
    }
    let rest = why.parts.count - shown.count
    return [
      .gap, .line("\(counted(why.parts.count, "transaction")) in the month, the newest first:"), .table(table),
    ] + (rest > 0 ? [.line("  … and \(counted(rest, "transaction")) more: --all")] : [])
  }
}
