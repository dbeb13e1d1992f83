/// The categories of one header group in the budget of a month, with the sums of their figures (FF-03).
public struct BudgetGroup: Hashable, Sendable {
  /// The name of the group, or `nil` for the categories that are in no group.
  public let name: String?
  /// Its categories, in the order that people chose.
  public let lines: [BudgetGroup.CategoryLine]
  /// The amount budgeted in the month, in minor units.
  public let budgeted: Int64
  /// The amount spent in the month, as a negative number.
  public let activity: Int64
  /// The amount Available at the end of the month.
  public let available: Int64
  /// The change of Available by what is dated after the day of the sheet, up to the end of the month.
  public let upcoming: Int64

  fileprivate init(name: String?, lines: [BudgetGroup.CategoryLine]) throws(AmountError) {
    self.name = name
    self.lines = lines
    budgeted = try lines.sum(\.budgeted)
    activity = try lines.sum(\.activity)
    available = try lines.sum(\.available)
    upcoming = try lines.sum(\.upcoming)
  }

  /// One category of a header group.
  public struct CategoryLine: Hashable, Sendable {
    /// The category, or `nil` for money without a known category.
    public let category: CategoryRow?
    /// Its figures.
    public let figures: CategoryBudget
  }
}

extension Array where Element == BudgetGroup.CategoryLine {
  /// Returns the sum of a figure.
  ///
  /// - Throws: `AmountError.overflow` if it needs more than 64 bits.
  package func sum(_ part: (CategoryBudget) -> Int64) throws(AmountError) -> Int64 {
    try BudgetSheet.fitting(reduce(Int128(0)) { $0 + Int128(part($1.figures)) })
  }
}

extension MonthBudget {
  /// Returns the header groups in the order of their first category. The categories that are in no group come last.
  ///
  /// A category is shown if money can be budgeted for it or if it has an amount. Upper and lower case of a group's
  /// name make no difference.
  ///
  /// - Parameter categories: All categories, in their order.
  /// - Throws: `AmountError.overflow` if a sum needs more than 64 bits.
  public func groups(_ categories: [CategoryRow]) throws(AmountError) -> [BudgetGroup] {
    var names: [String] = []
    var lines: [String: [BudgetGroup.CategoryLine]] = [:]
    var rest: [BudgetGroup.CategoryLine] = []
    let figures = Dictionary(self.categories.map { ($0.category, $0) }) { first, _ in first }
    for category in categories {
      let figures = figures[category.key] ?? CategoryBudget(empty: category.key, month)
      guard category.isActive && category.isBudgeted || !figures.isEmpty else { continue }
      let line = BudgetGroup.CategoryLine(category: category, figures: figures)
      guard let header = category.header else {
        rest.append(line)
        continue
      }
      let key = NFC.foldedKey(header)
      if lines[key] == nil { names.append(header) }
      lines[key, default: []].append(line)
    }
    // This line has spending without a category, or in a category whose addition has not arrived by sync.
    let known = Set(categories.map(\.key))
    for figures in self.categories.filter({ !known.contains($0.category) }).sorted(by: {
      $0.category < $1.category
    }) {
      rest.append(BudgetGroup.CategoryLine(category: nil, figures: figures))
    }
    var groups: [BudgetGroup] = []
    for name in names { groups.append(try BudgetGroup(name: name, lines: lines[NFC.foldedKey(name)] ?? [])) }
    if !rest.isEmpty || groups.isEmpty { groups.append(try BudgetGroup(name: nil, lines: rest)) }
    return groups
  }
}
