import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain

/// The budget of a month and currency as the naive model sees it.
struct NaiveBudget {
  /// The choices for one category.
  struct Choices {
    var amounts = NaivePlace<Int64>()
    var carries = NaivePlace<Bool>()
  }

  let stream: StreamID
  private(set) var month = 0
  private(set) var currency = ""
  private(set) var categories: [NaiveText: Choices] = [:]

  init(_ stream: StreamID, _ facts: [NaiveFact]) {
    self.stream = stream
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown {
      guard let category = fact.payload["category"]?.text.map(NaiveText.init) else { continue }
      month = fact.payload["month"]?.text.flatMap(NaiveBudget.month) ?? 0
      if fact.type == "CategoryBudgeted" {
        currency = fact.payload["to"]?["currency"]?.text ?? ""
        categories[category, default: Choices()].amounts.write(
          fact.payload["to"]?["minorUnits"]?.number, "set", fact)
      } else {
        currency = fact.payload["currency"]?.text ?? ""
        var choice: Bool?
        if case .boolean(let value)? = fact.payload["to"] { choice = value }
        categories[category, default: Choices()].carries.write(choice, "set", fact)
      }
    }
  }

  var rows: [[String: String]] {
    categories.compactMap { category, choices in
      let (amount, carries) = (choices.amounts.value ?? 0, choices.carries.value)
      if amount == 0, carries == nil { return nil }
      return [
        "id": NaiveTransaction.blob(stream.id), "category": category.quoted, "month": String(month),
        "currency": NaiveText(currency).quoted, "budgeted": String(amount),
        "carries_over": carries.map { $0 ? "1" : "0" } ?? "NULL",
      ]
    }
  }

  /// Months since the beginning of year 0, of a date or a month.
  static func month(_ text: String) -> Int? {
    let parts = text.split(separator: "-")
    guard let year = Int(parts[0]), let month = Int(parts[1]) else { return nil }
    return year * 12 + month - 1
  }
}

/// One movement of money as the definitions have it.
private struct NaiveMovement {
  let account: NaiveText?
  let currency: String
  /// `+` for income, `-` for a transfer without a category, `=` and the category otherwise.
  let line: String
  let month: Int
  /// The amount in the direction of its kind.
  let units: Int64
}

extension NaiveBook {
  private var movements: [NaiveMovement] {
    saved.flatMap { transaction -> [NaiveMovement] in
      guard let date = transaction.text("date")?.description, let month = NaiveBudget.month(date) else {
        return []
      }
      if transaction.kind == "transfer", transaction.toAccount == nil { return [] }
      func line(_ category: String) -> String {
        switch transaction.kind {
        case "income": "+"
        case "transfer" where category.isEmpty: "-"
        default: "=" + category
        }
      }
      func movement(
        _ account: NaiveText?, _ money: (currency: String, units: Int64)?, _ sign: Int64, _ category: String
      ) -> NaiveMovement {
        NaiveMovement(
          account: account.flatMap { $0.bytes.isEmpty ? nil : $0 }, currency: money?.currency ?? "",
          line: line(category),
          month: month, units: (money?.units ?? 0) * sign)
      }
      let departures = transaction.shares.map { share in
        movement(
          transaction.text("account"), transaction.money.map { ($0.currency, share.units) }, 1,
          share.category.description)
      }
      guard let toAccount = transaction.toAccount else { return departures }
      let category = transaction.text("category")?.description ?? ""
      return departures + [movement(toAccount, transaction.arrival, -1, category)]
    }
  }

  /// The tables of movements by month, of all accounts and of each.
  func addBudgets(to tables: inout PropertyTables) {
    var sums: [[String: String]: (count: Int, total: Int64)] = [:]
    for movement in movements {
      var key = [
        "currency": NaiveText(movement.currency).quoted, "line": NaiveText(movement.line).quoted,
        "month": String(movement.month), "table": "budget_total",
      ]
      for _ in 0..<(movement.account == nil ? 1 : 2) {
        sums[key, default: (0, 0)].count += 1
        sums[key, default: (0, 0)].total += movement.units
        key["table"] = "account_budget_total"
        key["account"] = movement.account?.quoted
      }
    }
    for (key, sum) in sums {
      var row = key
      let table = row.removeValue(forKey: "table") ?? ""
      row.merge(["count": String(sum.count), "total": String(sum.total), "beyond": "0"]) { first, _ in first }
      tables.add(row, to: table)
    }
    for row in budgets.flatMap(\.rows) { tables.add(row, to: "budget_row") }
  }

  /// To Budget and the figures of every category, for the months in which something happened and those after them.
  var budgetLines: [String] {
    let tracking = Set(accounts.filter { $0.openKey != nil && $0.kind == "tracking" }.compactMap(\.openKey))
    let counted = movements.filter { movement in
      movement.account.map { !tracking.contains(NaiveText($0.description.lowercased())) } ?? true
    }
    let openings = accounts.filter { $0.openKey != nil && $0.kind == "budget" }
    let currencies = Set(
      counted.map(\.currency) + budgets.map(\.currency) + openings.compactMap { $0.opening?["currency"]?.text }
    ).filter { !$0.isEmpty }
    return currencies.sorted().flatMap { currency in
      var sheet = NaiveSheet()
      for movement in counted where movement.currency == currency {
        if movement.line == "+" || movement.line == "-" {
          sheet.income[movement.month, default: 0] += movement.units * (movement.line == "+" ? 1 : -1)
        } else {
          sheet.spent[String(movement.line.dropFirst()), default: [:]][movement.month, default: 0] +=
            movement.units
        }
      }
      for account in openings {
        guard account.opening?["currency"]?.text == currency, let month = account.openingMonth,
          account.openingDay ?? 0 <= day
        else { continue }
        sheet.income[month, default: 0] += account.opening?["minorUnits"]?.number ?? 0
      }
      for budget in budgets where budget.currency == currency {
        for (category, choices) in budget.categories {
          let key = category.description
          if let amount = choices.amounts.value, amount != 0 {
            sheet.budgeted[key, default: [:]][budget.month] = amount
          }
          sheet.carries[key, default: [:]][budget.month] = choices.carries.value
        }
      }
      return sheet.lines.map { "\(currency) \($0)" }
    }
  }
}

/// The budgets of one currency, month after month from the definitions.
private struct NaiveSheet {
  var income: [Int: Int64] = [:]
  var spent: [String: [Int: Int64]] = [:]
  var budgeted: [String: [Int: Int64]] = [:]
  var carries: [String: [Int: Bool]] = [:]

  var lines: [String] {
    let keys = Set(spent.keys).union(budgeted.keys).union(carries.keys).sorted()
    let happened = Set(
      Array(income.keys)
        + keys.flatMap { key in
          Array(spent[key, default: [:]].keys) + Array(budgeted[key, default: [:]].keys)
            + Array(carries[key, default: [:]].keys)
        })
    guard let first = happened.min(), let last = happened.max() else { return [] }
    var lines: [String] = []
    var available: [String: Int64] = [:]
    var keeps: [String: Bool] = [:]
    var toBudget: Int64 = 0
    for month in first...last + 1 {
      for key in keys where available[key, default: 0] < 0 && keeps[key] != true {
        // Overspending leaves the category, and the money that can be budgeted.
        toBudget += available[key, default: 0]
        available[key] = 0
      }
      toBudget += income[month] ?? 0
      var words: [String] = []
      for key in keys {
        let amount = budgeted[key]?[month] ?? 0
        let activity = 0 - (spent[key]?[month] ?? 0)
        toBudget -= amount
        keeps[key] = carries[key]?[month] ?? keeps[key]
        available[key, default: 0] += amount + activity
        let figures = [available[key, default: 0], amount, activity]
        if figures != [0, 0, 0] || keeps[key] == true {
          words.append("\(key) \(figures) \(keeps[key] == true)")
        }
      }
      guard happened.contains(month) || happened.contains(month - 1) else { continue }
      lines.append("\(month) \(toBudget) \(words)")
    }
    return lines
  }
}

extension Book {
  /// The lines of `NaiveBook.budgetLines`, for the months that those are about.
  func budgetLines(like lines: [String]) throws -> [String] {
    var sheets: [String: BudgetSheet] = [:]
    return try lines.map { line in
      let words = line.split(separator: " ")
      let code = String(words[0])
      guard let currency = CurrencyCode(code), let index = Int32(words[1]) else { return "not a line: \(line)" }
      let sheet = try sheets[code] ?? budgetSheet(currency)
      sheets[code] = sheet
      let month = try sheet.month(CivilMonth(index: index))
      let categories = month.categories.sorted { $0.category < $1.category }.filter { figures in
        [figures.available, figures.budgeted, figures.activity] != [0, 0, 0] || figures.carriesOver
      }
      let texts = categories.map { figures in
        "\(figures.category) \([figures.available, figures.budgeted, figures.activity]) \(figures.carriesOver)"
      }
      return "\(code) \(index) \(month.toBudget) \(texts)"
    }
  }
}
