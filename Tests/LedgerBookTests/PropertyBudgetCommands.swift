import LedgerBook
import LedgerDomain
import LedgerProjections
import LedgerTestSupport

// What the people of a random history do with budgets.
extension PropertyWorld {
  /// Budgets, fills, moves, covers, or lets a category carry over.
  mutating func changeBudget(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let scope = BudgetScope(random.date().civilMonth, random.currency())
    let keys = try book.categories().map(\.key) + ["unknown"]
    let category = random.one(of: keys)
    let choice = random.one(of: BudgetFill.choices)
    let words = "\(category) \(scope.month) \(scope.currency)"
    switch random.weighted([(45, 0), (10, 1), (8, 2), (15, 3), (12, 4), (12, 5)]) {
    case 0:
      let text = random.one(of: ["300", "+20", "-20", "300 - 12", "1536p", "0", "7 JPY", "9007199254740993p"])
      let outcome = try book.budget(text, for: category, in: scope, locale: .default)
      return "budget \(words) \(text) \(try outcome.checked(book).positions)"
    case 1:
      return
        "fill \(words) \(choice) \(try book.fillBudget(category, with: choice, in: scope).checked(book).positions)"
    case 2:
      return "auto-fill \(words) \(try book.autoFillBudget(with: choice, in: scope).checked(book).positions)"
    case 3:
      let month = try book.budgetSheet(scope.currency).month(scope.month)
      let source = random.maybe(80, month.categories.filter { $0.available > 0 }.map(\.category)) ?? category
      let money = Money(minorUnits: Int64(random.number(0...3_000)), currency: scope.currency)
      let outcome = try book.moveBudget(money, from: source, to: category, in: scope)
      return "move \(money) from \(source) to \(words) \(try outcome.checked(book).positions)"
    case 4:
      let month = try book.budgetSheet(scope.currency).month(scope.month)
      let overspent = random.maybe(80, month.overspent.map(\.category)) ?? category
      let source = random.maybe(30, month.categories.filter { $0.available > 0 }.map(\.category))
      return
        "cover \(overspent) \(words) \(try book.coverBudget(overspent, from: source, in: scope).checked(book).positions)"
    default:
      // Most often a category with money in it, or an overspent one, so that there is something to carry.
      let month = try book.budgetSheet(scope.currency).month(scope.month)
      let carried = random.maybe(80, month.categories.filter { $0.available != 0 }.map(\.category)) ?? category
      let carries = random.chance(75)
      let outcome = try book.carryOverBudget(carried, carries, in: scope)
      return "carry over \(carried) \(words) \(carries) \(try outcome.checked(book).positions)"
    }
  }
}
