import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

@Suite("The figures of a budget")
struct BudgetSheetTests {
  static let june = BudgetTests.june

  static func row(
    _ category: String, _ month: CivilMonth, _ minorUnits: Int64, carries: Bool? = nil
  ) -> BudgetRow {
    BudgetRow(
      month: month, currency: .eur, category: category, minorUnits: minorUnits, carriesOver: carries)
  }

  /// 2,000.00 came in, 300.00 is budgeted for food, and 356.00 of it was spent.
  static func overspent(carries: Bool? = nil) -> BudgetSheet {
    var sheet = BudgetSheet(.eur)
    sheet.add(200_000, to: .income, in: june)
    sheet.add(row("food", june, 30_000, carries: carries))
    sheet.add(35_600, to: .category("food"), in: june)
    return sheet
  }

  @Test("Available money carries over into the next month")
  func carriesAvailable() throws {
    var sheet = BudgetSheet(.eur)
    sheet.add(Self.row("food", Self.june, 200))
    sheet.add(156, to: .category("food"), in: Self.june)
    #expect(try sheet.month(Self.june)["food"].available == 44)
    let july = try sheet.month(Self.june.next)["food"]
    #expect(july.carriedIn == 44 && july.available == 44 && july.budgeted == 0)
  }

  @Test("Overspending leaves the category and reduces the next month's To Budget")
  func overspending() throws {
    let sheet = Self.overspent()
    let months = try [Self.june, Self.june.next, Self.june.adding(months: 40)].map { try sheet.month($0) }
    #expect(months.map(\.toBudget) == [170_000, 164_400, 164_400])
    #expect(months.map { $0["food"].available } == [-5_600, 0, 0])
    #expect(months.map { $0.overspent.count } == [1, 0, 0])
  }

  @Test("A category that carries over keeps what is Overspent, and To Budget stays")
  func carryOver() throws {
    let sheet = Self.overspent(carries: true)
    let months = try [Self.june, Self.june.next, Self.june.adding(months: 40)].map { try sheet.month($0) }
    #expect(months.map(\.toBudget) == [170_000, 170_000, 170_000])
    #expect(months.map { $0["food"].available } == [-5_600, -5_600, -5_600])
    var until = sheet
    until.add(Self.row("food", Self.june.adding(months: 2), 0, carries: false))
    #expect(try until.month(Self.june.adding(months: 2))["food"].available == -5_600)
    #expect(try until.month(Self.june.adding(months: 3))["food"].available == 0)
    #expect(try until.month(Self.june.adding(months: 3)).toBudget == 164_400)
  }

  @Test("A refund gives back to its category, and a transfer without a category takes from To Budget")
  func refunds() throws {
    var sheet = Self.overspent()
    sheet.add(-6_000, to: .category("food"), in: Self.june)
    sheet.add(500, to: .transfer, in: Self.june)
    #expect(try sheet.month(Self.june)["food"].available == 400)
    #expect(try sheet.month(Self.june).toBudget == 169_500)
  }

  @Test("What is still to come is the difference to the month in which all of it has happened")
  func upcoming() throws {
    var sheet = Self.overspent()
    sheet.add(Self.row("taxi", Self.june, 1_000))
    sheet.add(700, to: .category("food"), in: Self.june)
    sheet.add(400, to: .category("taxi"), in: Self.june)
    sheet.add(9_000, to: .income, in: Self.june.next)
    let whole = sheet
    sheet.postpone(700, to: .category("food"), in: Self.june)
    sheet.postpone(400, to: .category("taxi"), in: Self.june)
    sheet.postpone(9_000, to: .income, in: Self.june.next)
    for month in [Self.june, Self.june.next, Self.june.adding(months: 2)] {
      let (own, all) = (try sheet.month(month), try whole.month(month))
      #expect(own.upcoming == all.toBudget - own.toBudget)
      for key in ["food", "taxi"] {
        #expect(own[key].upcoming == all[key].available - own[key].available, "\(key)")
      }
    }
    // The later overspending of June leaves July's To Budget, and taxi has less to carry into July.
    #expect(try sheet.month(Self.june).upcoming == 0 && sheet.month(Self.june)["food"].upcoming == -700)
    #expect(try sheet.month(Self.june.next).upcoming == 9_000 - 700)
    #expect(try sheet.month(Self.june.next)["taxi"].upcoming == -400)
  }

  @Test("Figures beyond 64 bits are an error, and months before the excess are shown")
  func overflow() throws {
    var sheet = Self.overspent()
    sheet.add(Int128(Int64.max), to: .income, in: Self.june.next)
    sheet.add(Int128(Int64.max), to: .income, in: Self.june.next)
    #expect(try sheet.month(Self.june).toBudget == 170_000)
    #expect(throws: AmountError.overflow) { try sheet.month(Self.june.next) }
    #expect(throws: AmountError.overflow) { try sheet.courseOfToBudget(through: Self.june.next) }
  }

  @Test("FF-08 Averages are of up to twelve completed months, from the first that money was budgeted in")
  func fills() throws {
    var sheet = BudgetSheet(.eur)
    sheet.add(1, to: .category("food"), in: Self.june.adding(months: -20))
    for back in 0..<14 { sheet.add(Self.row("food", Self.june.adding(months: -back), Int64(back))) }
    for back in 1..<4 { sheet.add(100, to: .category("food"), in: Self.june.adding(months: -back)) }
    let today = Self.june.last
    let fill = try sheet.fill("food", in: Self.june, today: today)
    #expect(fill.lastBudgeted == 1 && fill.lastSpent == 100 && fill.monthCount == 12)
    #expect(fill.averageBudgeted == 7 && fill.averageSpent == 25)  // 78 / 12 = 6.5, 300 / 12
    // June is not completed.
    let later = try sheet.fill("food", in: Self.june.adding(months: 2), today: today)
    #expect(later.lastBudgeted == 0 && later.averageBudgeted == 7 && later.monthCount == 12)
    var young = BudgetSheet(.eur)
    young.add(90, to: .category("food"), in: Self.june.adding(months: -5))
    young.add(Self.row("food", Self.june.adding(months: -3), 10))
    #expect(try young.fill("food", in: Self.june, today: today).monthCount == 3)
    #expect(try young.fill("food", in: Self.june, today: today).averageBudgeted == 3)
    #expect(try young.fill("taxi", in: Self.june, today: today).monthCount == 0)
  }

  @Test("FF-23 The figures in one sentence")
  func sentences() throws {
    var sheet = BudgetSheet(.gbp)
    sheet.add(
      BudgetRow(month: Self.june, currency: .gbp, category: "food", minorUnits: 20_000, carriesOver: nil))
    sheet.add(15_600, to: .category("food"), in: Self.june)
    func sentence() throws -> String {
      try sheet.month(Self.june)["food"].sentence(name: "Groceries", .gbp, .default)
    }
    #expect(try sentence() == "Groceries, budgeted £200, spent £156, available £44")
    sheet.add(10_050, to: .category("food"), in: Self.june)
    #expect(try sentence() == "Groceries, budgeted £200, spent £256.50, overspent by £56.50")
    sheet.add(-30_000, to: .category("food"), in: Self.june)
    #expect(try sentence() == "Groceries, budgeted £200, got back £43.50, available £243.50")
  }

  @Test("Random budgets agree with one that is computed month after month")
  func random() throws {
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      var sheet = BudgetSheet(.eur)
      var naive = NaiveMonths()
      let categories = ["food", "taxi", ""]
      for _ in 0..<random.number(0...30) {
        let month = Self.june.adding(months: random.number(0...8))
        let units = Int64(random.number(-500...500))
        let category = random.one(of: categories)
        switch random.number(0...4) {
        case 0:
          sheet.add(Int128(units), to: .income, in: month)
          naive.income[month, default: 0] += units
        case 1:
          sheet.add(Int128(units), to: .transfer, in: month)
          naive.income[month, default: 0] -= units
        case 2:
          let key = NaiveMonths.Key(category: category, month: month)
          if naive.budgeted[key] != nil { continue }
          let carries = random.chance(40) ? random.chance(50) : nil
          sheet.add(Self.row(category, month, units, carries: carries))
          naive.budgeted[key] = units
          naive.carries[key] = carries
        default:
          sheet.add(Int128(units), to: .category(category), in: month)
          naive.spent[NaiveMonths.Key(category: category, month: month), default: 0] += units
        }
      }
      for offset in -1...10 {
        let month = Self.june.adding(months: offset)
        let figures = try sheet.month(month)
        let expected = naive.figures(month, first: Self.june, categories)
        #expect(figures.toBudget == expected.toBudget, "seed \(seed), \(month)")
        #expect(categories.map { figures[$0].available } == expected.available, "seed \(seed), \(month)")
        let course = try sheet.courseOfToBudget(through: month)
        #expect(course.last?.toBudget ?? 0 == figures.toBudget, "seed \(seed), \(month)")
        for category in categories {
          let last = try sheet.course(of: category, through: month).last
          #expect(last?.available ?? 0 == figures[category].available, "seed \(seed), \(month)")
        }
      }
    }
  }
}

/// The definitions, month after month, without any code of the sheet.
private struct NaiveMonths {
  struct Key: Hashable {
    let category: String
    let month: CivilMonth
  }

  var income: [CivilMonth: Int64] = [:]
  var budgeted: [Key: Int64] = [:]
  var spent: [Key: Int64] = [:]
  var carries: [Key: Bool] = [:]

  func figures(
    _ last: CivilMonth, first: CivilMonth, _ categories: [String]
  ) -> (toBudget: Int64, available: [Int64]) {
    var toBudget: Int64 = 0
    var available = categories.map { _ in Int64(0) }
    var keeps = categories.map { _ in false }
    var month = first
    while month <= last {
      toBudget += income[month] ?? 0
      for (place, category) in categories.enumerated() {
        let key = Key(category: category, month: month)
        if available[place] < 0, !keeps[place] {
          toBudget += available[place]
          available[place] = 0
        }
        keeps[place] = carries[key] ?? keeps[place]
        available[place] += (budgeted[key] ?? 0) - (spent[key] ?? 0)
        toBudget -= budgeted[key] ?? 0
      }
      month = month.next
    }
    return (toBudget, available)
  }
}
