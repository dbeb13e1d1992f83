internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

// The tables of the budget and the goals.
extension RecordTables {
  /// Returns the budgets of all currencies, month by month.
  ///
  /// A month has a row for To Budget, and one for each category that changed in it. Months in which nothing
  /// happened are left out. A row of To Budget has no category, and the income of its month as its activity.
  ///
  /// - Complexity: O(amounts × log amounts).
  func budget(_ book: Book, _ names: RecordNames) throws -> Table {
    var sheet = try begin(
      .budget,
      [
        RecordColumn("Month", 11), RecordColumn("Header", 20), RecordColumn("Category", 20),
        RecordColumn("Currency", 9), RecordColumn("Budgeted", 16, .number),
        RecordColumn("Activity", 16, .number), RecordColumn("Available", 16, .number),
        RecordColumn("CarriesOver", 12), RecordColumn("ToBudget", 16, .number),
      ])
    let categories = try book.categories()
    let rows = Dictionary(uniqueKeysWithValues: categories.enumerated().map { ($1.key, (place: $0, row: $1)) })
    for currency in try book.budgetCurrencies() {
      let budget = try book.budgetSheet(currency)
      guard let last = budget.lastMonth else { continue }
      func money(_ minorUnits: Int64) -> RecordCell {
        .money(Money(minorUnits: minorUnits, currency: currency))
      }
      let code = RecordCell.text(currency.code)
      var steps: [(month: CivilMonth, place: Int, cells: [RecordCell])] = []
      for step in try budget.courseOfToBudget(through: last) {
        steps.append(
          (
            step.month, -1,
            [
              .date(step.month.first), .empty, .empty, code, money(step.budgeted), money(step.income), .empty,
              .empty, money(step.toBudget),
            ]
          ))
      }
      for key in budget.categories.sorted() {
        let place = rows[key]?.place ?? categories.count
        for step in try budget.course(of: key, through: last) where !step.isEmpty {
          steps.append(
            (
              step.month, place,
              [
                .date(step.month.first), .text(rows[key]?.row.header), .text(names.category(key)), code,
                money(step.budgeted),
                money(step.activity), money(step.available), .text(step.carriesOver ? "yes" : "no"), .empty,
              ]
            ))
        }
      }
      // Swift's sort is stable, so categories that are not in the ledger any longer keep the order of their keys.
      steps.sort { ($0.month, $0.place) < ($1.month, $1.place) }
      for step in steps { try sheet.row(step.cells) }
    }
    return sheet
  }

  /// Returns the goals with what was saved, in the order of `goal list`.
  func goals(_ book: Book) throws -> Table {
    var sheet = try begin(
      .goals,
      [
        RecordColumn("Goal", 38), RecordColumn("Name", 24), RecordColumn("Emoji", 8),
        RecordColumn("Currency", 9), RecordColumn("Target", 16, .sum), RecordColumn("Saved", 16, .sum),
        RecordColumn("Percent", 8, .number), RecordColumn("By", 11), RecordColumn("CreatedOn", 11),
        RecordColumn("Completed", 10),
      ])
    for goal in try book.goals() {
      let row = goal.row
      try sheet.row(
        [
          .text(row.id.description), .text(row.name), .text(row.emoji), .text(row.target.currency.code),
          .money(row.target), .money(goal.progress.saved), .number(goal.progress.percent), .date(row.by),
          .date(row.createdOn), .text(row.isCompleted ? "yes" : "no"),
        ])
    }
    return sheet
  }
}
