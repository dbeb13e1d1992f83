import Ledger

// The examples of analyses, reports, rules, budgets and goals.
extension TypeExamples {
  static func analysis(_ book: Book) throws -> [String] {
    let june = AnalysisPeriod.month(book.today.civilMonth)
    let analysis = try book.analysis(kind: .expense, period: june)
    let weeks = analysis.buckets.map { "\($0.from): \($0.totals)" }
    let may = june.previous(.iso)
    return weeks + ["\(analysis.totals)", "\(may == .month(book.today.civilMonth.previous))"]
  }

  static func report(_ book: Book) throws -> [String?] {
    let june = book.today.civilMonth
    let months = june.adding(months: -5)...june
    let report = try book.report(.spending, over: months, by: .vendor)
    let largest = report.rows.first?.name
    return [largest, "\(report.all.total.totals)", "\(report.months.count)"]
  }

  static func doubts(
    _ book: Book, _ request: RecordRequest, in locale: LedgerLocale
  ) throws -> [String] {
    var questions: [String] = []
    let doubts = try book.doubts(about: request)
    questions = doubts.map { Refusal($0, in: locale).message }
    return questions
  }

  static func figure(_ book: Book) throws -> [Int64] {
    let food = LedgerFigure(.days(.expense, nil), .eur, category: "food")
    let value = try book.value(of: food)
    let spent = Money(minorUnits: value.minorUnits, currency: food.currency)
    return [spent.minorUnits, value.count]
  }

  static func ruleRequest(_ book: Book, _ rent: Money) throws -> Int? {
    var terms = RuleTerms(frequency: .monthly, start: book.today, money: rent, vendor: "Rent")
    terms.category = "other"
    terms.payment = .card
    let rule = try book.createRule(RuleRequest(terms: terms))
    let made = rule.generated?.made  // its transactions of the rest of the year
    return made
  }

  static func changePlan(
    _ book: Book, _ rent: TransactionID, _ new: Amount, ask: ([Reach]) -> Reach?, confirm: (String) -> Bool
  ) throws {
    var plan = try book.planCorrection(of: rent) { _ in [FieldChange(.total, .amount(new))] }
    if let reach = ask(plan.choices) { plan = try book.plan(plan, reaching: reach) }
    if try plan.question(Notation(book)).map(confirm) ?? true { try book.perform(plan) }
  }

  static func importSession(
    _ book: Book, _ bytes: [UInt8], choose: (ImportQuestion) -> String
  ) throws -> [Int] {
    var session = try book.importSession([(name: "june.csv", bytes: bytes)], answers: [.account: "Giro"])
    while let question = session.questions.first(where: { !$0.isOptional }) {
      try session.answer(question, choose(question))
    }
    let newCount = try book.plan(session).map(\.newCount)
    try book.carryOut(session)
    return newCount
  }

  static func importQuestion(_ question: ImportQuestion) -> [String] {
    let title = question.text
    let buttons = question.choices.map { "\($0.value): \($0.example)" }
    return [title] + buttons
  }

  static func recurrence() -> [String?] {
    let rent = CivilDate(iso: "2026-01-31").flatMap { Recurrence(frequency: .monthly, anchor: $0) }
    let second = rent?.occurrence(1)?.iso  // "2026-02-28"
    let third = rent?.occurrence(2)?.iso  // "2026-03-31"
    return [second, third]
  }

  static func budgetScreen(_ book: Book, _ month: CivilMonth) throws -> Money {
    try book.budget("300", for: "food", in: BudgetScope(month, .eur), locale: .default)
    let screen = try book.budgetScreen(month, in: .eur)
    let left = screen.month.money(screen.month["food"].available)
    return left
  }

  static func forecast(_ book: Book) throws -> [String] {
    let forecast = try book.forecast(months: 3)
    let lowest = forecast.accounts.map { ($0.name, $0.course.lowest.date) }
    return lowest.map { "\($0.0) \($0.1.iso)" }
  }

  static func budgetSheet(_ june: CivilMonth) throws -> Int64 {
    let food = BudgetRow(month: june, currency: .eur, category: "food", minorUnits: 30_000, carriesOver: nil)
    var sheet = BudgetSheet(.eur)
    sheet.add(200_000, to: .income, in: june)
    sheet.add(food)
    sheet.add(15_600, to: .category("food"), in: june)
    let free = try sheet.month(june).toBudget  // 170000
    return free
  }

  static func goalSummary(_ book: Book) throws -> [Int64] {
    let price = Money(minorUnits: 60_000, currency: .eur)
    let bike = try book.createGoal(name: "Bike", target: price).goal
    if let bike { try book.contribute(Money(minorUnits: 15_000, currency: .eur), to: bike) }
    let percent = try book.goals().map(\.progress.percent)
    return percent
  }

  static func goalEdit(_ book: Book, _ bike: GoalID, _ summer: CivilDate) throws -> [String?] {
    try book.changeGoal(bike, GoalEdit(name: "Red bike", by: .set(summer)))
    try book.changeGoal(bike, GoalEdit(by: .remove))  // without a date again
    return try book.goals().flatMap { [$0.row.name, $0.row.by?.iso] }
  }
}
