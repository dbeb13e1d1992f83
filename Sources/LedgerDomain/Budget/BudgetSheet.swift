/// The budgets of all months in one currency: what came in, what was budgeted, and what was spent.
///
/// A category keeps its Available money in the next month. Overspending is taken from the next month's To Budget, unless
/// the category carries it over. The figures of a month therefore follow from all months before it.
///
/// A sheet is as of a day. What is dated later is set apart, and counts in no figure but `upcoming`.
///
///     let food = BudgetRow(month: june, currency: .eur, category: "food", minorUnits: 30_000, carriesOver: nil)
///     var sheet = BudgetSheet(.eur)
///     sheet.add(200_000, to: .income, in: june)
///     sheet.add(food)
///     sheet.add(15_600, to: .category("food"), in: june)
///     let free = try sheet.month(june).toBudget  // 170000
public struct BudgetSheet: Sendable {
  /// The currency.
  public let currency: CurrencyCode
  private var income: [CivilMonth: Int128] = [:]
  /// The sums dated after the day of the sheet. They are in no other figure.
  private var later: [BudgetLine: [CivilMonth: Int128]] = [:]
  private var courses: [BudgetCourse] = []
  private var places: [String: Int] = [:]
  private var lastPlace = 0

  /// Creates a sheet without amounts.
  public init(_ currency: CurrencyCode) { self.currency = currency }

  /// Adds a sum of movements in a month.
  ///
  /// For income it is the money that came in, and for all other lines the money that left.
  public mutating func add(_ minorUnits: Int128, to line: BudgetLine, in month: CivilMonth) {
    switch line {
    case .income: income[month, default: 0] += minorUnits
    case .transfer: income[month, default: 0] -= minorUnits
    case .category(let key): courses[place(of: key)].add(activity: 0 - minorUnits, in: month)
    }
  }

  /// Takes out a sum of movements that was added, because it is dated after the day of the sheet.
  package mutating func postpone(_ minorUnits: Int128, to line: BudgetLine, in month: CivilMonth) {
    add(0 - minorUnits, to: line, in: month)
    later[line, default: [:]][month, default: 0] += minorUnits
  }

  /// Adds the choices of a person for a category and a month.
  public mutating func add(_ row: BudgetRow) {
    courses[place(of: row.category)].add(budgeted: row.minorUnits, carriesOver: row.carriesOver, in: row.month)
  }

  private mutating func place(of category: String) -> Int {
    // Read models give the months of a category one after the other, or the categories of a month in one order.
    if lastPlace < courses.count, courses[lastPlace].category == category { return lastPlace }
    let next = lastPlace + 1 < courses.count ? lastPlace + 1 : 0
    if next < courses.count, courses[next].category == category {
      lastPlace = next
      return next
    }
    lastPlace = places[category] ?? courses.count
    if lastPlace == courses.count {
      places[category] = lastPlace
      courses.append(BudgetCourse(category: category))
    }
    return lastPlace
  }

  // MARK: Figures

  /// Returns the budget of a month.
  ///
  /// `upcoming` is the difference to the month in which everything that is dated up to its end has happened.
  ///
  /// - Throws: `AmountError.overflow` if a figure needs more than 64 bits.
  /// - Complexity: O(months × categories) up to that month.
  public func month(_ month: CivilMonth) throws(AmountError) -> MonthBudget {
    let own = figures(of: month)
    let all = later.isEmpty ? own : complete.figures(of: month)
    var categories: [CategoryBudget] = []
    for (place, course) in courses.enumerated() {
      var figures = try CategoryBudget(course.category, own.steps[place])
      figures.upcoming = try Self.fitting(all.steps[place].available - own.steps[place].available)
      if !figures.isEmpty { categories.append(figures) }
    }
    return MonthBudget(
      month: month, currency: currency, toBudget: try Self.fitting(own.toBudget), categories: categories,
      upcoming: try Self.fitting(all.toBudget - own.toBudget))
  }

  /// The sheet in which everything has happened. Its categories have the same places.
  private var complete: BudgetSheet {
    var sheet = self
    sheet.later = [:]
    for (line, months) in later {
      for (month, minorUnits) in months { sheet.add(minorUnits, to: line, in: month) }
    }
    return sheet
  }

  /// Returns To Budget of a month, and the month of each category.
  private func figures(of month: CivilMonth) -> (toBudget: Int128, steps: [BudgetStep]) {
    var toBudget = income.reduce(Int128(0)) { $1.key <= month ? $0 + $1.value : $0 }
    var steps: [BudgetStep] = []
    for course in courses {
      var last = BudgetStep(month: month)
      course.forEachStep(through: month) { step in
        toBudget -= step.budgeted
        if step.month < month { toBudget -= step.uncovered }
        last = step
      }
      steps.append(last)
    }
    return (toBudget, steps)
  }

  /// Returns the months of a category from its first amount through a month. Months in which nothing happened are left
  /// out.
  ///
  /// - Throws: `AmountError.overflow` if a figure needs more than 64 bits.
  public func course(of category: String, through month: CivilMonth) throws(AmountError) -> [CategoryBudget] {
    guard let place = places[category] else { return [] }
    var steps: [BudgetStep] = []
    courses[place].forEachStep(through: month) { steps.append($0) }
    var figures: [CategoryBudget] = []
    for step in steps { figures.append(try CategoryBudget(category, step)) }
    return figures
  }

  /// Returns the changes of To Budget in each month through a given one. Months in which nothing happened are left out.
  ///
  /// - Throws: `AmountError.overflow` if a figure needs more than 64 bits.
  public func courseOfToBudget(through month: CivilMonth) throws(AmountError) -> [ToBudgetStep] {
    var parts: [CivilMonth: (income: Int128, budgeted: Int128, overspent: Int128)] = [:]
    for (earned, units) in income where earned <= month { parts[earned, default: (0, 0, 0)].income += units }
    for course in courses {
      course.forEachStep(through: month) { step in
        parts[step.month, default: (0, 0, 0)].budgeted += step.budgeted
        if step.month < month, step.uncovered != 0 {
          parts[step.month.next, default: (0, 0, 0)].overspent += step.uncovered
        }
      }
    }
    var sum = Int128(0)
    var steps: [ToBudgetStep] = []
    for (month, part) in parts.sorted(by: { $0.key < $1.key }) where part != (0, 0, 0) {
      sum += part.income - part.budgeted - part.overspent
      steps.append(
        ToBudgetStep(
          month: month, income: try Self.fitting(part.income), budgeted: try Self.fitting(part.budgeted),
          overspent: try Self.fitting(part.overspent), toBudget: try Self.fitting(sum)))
    }
    return steps
  }

  /// The keys of the categories that have an amount in any month, in no order.
  package var categories: [String] { courses.map(\.category) }

  /// The latest month that has an amount, or `nil` if there is no amount.
  package var lastMonth: CivilMonth? { (courses.compactMap(\.lastMonth) + income.keys).max() }

  /// Returns the amounts of a category, or `nil` if nothing was budgeted or spent.
  func amounts(of category: String) -> BudgetCourse? { places[category].map { courses[$0] } }

  static func fitting(_ units: Int128) throws(AmountError) -> Int64 {
    guard let fitting = Int64(exactly: units) else { throw .overflow }
    return fitting
  }
}

/// The budget of one month in one currency.
public struct MonthBudget: Hashable, Sendable {
  /// The month.
  public let month: CivilMonth
  /// The currency.
  public let currency: CurrencyCode
  /// The money that is there to be budgeted, in minor units. It is negative if more was budgeted than is there.
  public let toBudget: Int64
  /// The categories that have any amount, in no order.
  public let categories: [CategoryBudget]
  /// The change of To Budget by what is dated after the day of the sheet, up to the end of the month.
  public let upcoming: Int64

  /// The figures of a category, which are zero if it has no amount.
  public subscript(category: String) -> CategoryBudget {
    categories.first { $0.category == category } ?? CategoryBudget(empty: category, month)
  }

  /// Returns a figure of this budget as an amount of money.
  public func money(_ figure: Int64) -> Money { Money(minorUnits: figure, currency: currency) }

  /// The categories that are overspent.
  public var overspent: [CategoryBudget] { categories.filter { $0.available < 0 } }
}

/// The figures of one category in one month, in minor units.
public struct CategoryBudget: Hashable, Sendable {
  /// The category's key, which is empty for money that was spent without a category.
  public let category: String
  /// The month.
  public let month: CivilMonth
  /// The amount Available at the end of the month before, as far as it goes into this month.
  public let carriedIn: Int64
  /// The amount budgeted in the month.
  public let budgeted: Int64
  /// The amount spent in the month, as a negative number.
  public let activity: Int64
  /// The amount Available at the end of the month, or negative if the category is overspent.
  public let available: Int64
  /// Whether the category keeps what is overspent.
  public let carriesOver: Bool
  /// The change of Available by what is dated after the day of the sheet, up to the end of the month.
  public internal(set) var upcoming: Int64 = 0

  /// Creates the figures of a category without amounts.
  package init(empty category: String, _ month: CivilMonth) {
    self.category = category
    self.month = month
    (carriedIn, budgeted, activity, available, carriesOver) = (0, 0, 0, 0, false)
  }

  init(_ category: String, _ step: BudgetStep) throws(AmountError) {
    self.category = category
    month = step.month
    carriedIn = try BudgetSheet.fitting(step.carriedIn)
    budgeted = try BudgetSheet.fitting(step.budgeted)
    activity = try BudgetSheet.fitting(step.activity)
    available = try BudgetSheet.fitting(step.available)
    carriesOver = step.carriesOver
  }

  /// Whether all of its amounts are zero and it carries nothing over.
  public var isEmpty: Bool {
    carriedIn == 0 && budgeted == 0 && activity == 0 && available == 0 && upcoming == 0 && !carriesOver
  }
}

/// The changes of To Budget in one month, in minor units.
public struct ToBudgetStep: Hashable, Sendable {
  /// The month.
  public let month: CivilMonth
  /// The money that came in.
  public let income: Int64
  /// The money that was budgeted.
  public let budgeted: Int64
  /// The overspending of the month before that is not carried over.
  public let overspent: Int64
  /// To Budget at the end of the month.
  public let toBudget: Int64
}
