import EventLog
import LedgerBytes

/// The naive model of a whole ledger: everything computed from all facts, by looking at every transaction.
struct NaiveBook {
  private(set) var transactions: [NaiveTransaction] = []
  private(set) var groups: [NaiveGroup] = []
  private(set) var categories: [NaiveCategory] = []
  private(set) var rules: [NaiveRule] = []
  private(set) var accounts: [NaiveAccount] = []
  private(set) var goals: [NaiveGoal] = []
  private(set) var copies: [NaiveCopy] = []
  private(set) var budgets: [NaiveBudget] = []
  private(set) var ledger = NaiveLedger([])
  private let facts: [NaiveFact]
  /// The last day that counts in figures, in days since 1970.
  var day = Int.max

  init(_ log: LedgerLog) throws {
    var facts: [NaiveFact] = []
    try log.forEachEvent { facts.append(try NaiveFact($0)) }
    self.facts = facts
    for (stream, facts) in Dictionary(grouping: facts, by: \.stream) {
      switch stream.kind {
      case "transaction": transactions.append(NaiveTransaction(stream, facts))
      case "group": groups.append(NaiveGroup(stream, facts))
      case "category": categories.append(NaiveCategory(facts))
      case "rule": rules.append(NaiveRule(stream, facts))
      case "account": accounts.append(NaiveAccount(stream, facts))
      case "budget": budgets.append(NaiveBudget(stream, facts))
      case "goal": goals.append(NaiveGoal(stream, facts))
      case "copy": copies.append(NaiveCopy(stream, facts))
      default: ledger = NaiveLedger(facts)
      }
    }
  }

  /// The saved transactions that are dated up to the day.
  var saved: [NaiveTransaction] {
    everSaved.filter { $0.text("date").flatMap { NaiveDate.day($0.description) } ?? .min <= day }
  }

  /// The saved transactions of any date.
  var everSaved: [NaiveTransaction] { transactions.filter { $0.stage == "saved" } }

  /// The group that a transaction reads as filed into, or `nil` for Unfiled. A deleted or unknown group is Unfiled too.
  func group(of transaction: NaiveTransaction) -> NaiveGroup? {
    guard let id = transaction.group else { return nil }
    return groups.first { $0.isLiving && NaiveText($0.stream.id.description) == id }
  }

  /// Every table, as the read models should hold it.
  var tables: PropertyTables {
    var tables = PropertyTables()
    for transaction in transactions {
      if let row = transaction.row { tables.add(row, to: "transaction_row") }
      if let row = transaction.noteRow { tables.add(row, to: "transaction_note") }
      if let row = transaction.provenance { tables.add(row, to: "provenance") }
    }
    tables.addTable("facet_block")  // its differences to the rows
    // A filter by tag composes with any stage.
    for transaction in transactions where transaction.stage != nil {
      for tag in transaction.tagsOn {
        tables.add(["tag": tag.quoted, "key": transaction.stream.description], to: "transaction_tag")
      }
    }
    for transaction in transactions { transaction.addFindings(to: &tables) }
    for row in totals { tables.add(row, to: "group_total") }
    for row in days { tables.add(row, to: "day_total") }
    addCounts(to: &tables)
    for row in accountTotals { tables.add(row, to: "account_total") }
    addBudgets(to: &tables)
    for row in accounts.compactMap(\.row) { tables.add(row, to: "account_row") }
    for row in copies.compactMap(\.row) { tables.add(row, to: "copy_row") }
    for row in goals.compactMap(\.row) { tables.add(row, to: "goal_row") }
    for row in goals.flatMap(\.contributionRows) { tables.add(row, to: "goal_contribution") }
    let used = saved.flatMap(\.tagsOn)
    for tag in Set(used) {
      tables.add(["tag": tag.quoted, "count": String(used.count { $0 == tag })], to: "tag_total")
    }
    for row in groups.compactMap(\.row) { tables.add(row, to: "group_row") }
    for row in categories.compactMap(\.row) { tables.add(row, to: "category_row") }
    for row in rules.compactMap(\.row) { tables.add(row, to: "rule_row") }
    if let row = ledger.row { tables.add(row, to: "ledger_row") }
    for row in ledger.participants { tables.add(row, to: "participant") }
    for row in problems { tables.add(row, to: "problem") }
    tables.sort()
    return tables
  }

  private struct Sum {
    var count = 0
    var total: Int64 = 0
  }

  /// Sums of what counts, under whatever keys are asked for and by category.
  ///
  /// A receipt with items in other categories counts in each of them. A row with a category of its own has how often
  /// such receipts were counted too often.
  private func sums(_ key: (NaiveTransaction, String) -> [String: String]?) -> [[String: String]] {
    var sums: [[String: String]: Sum] = [:]
    for transaction in saved {
      // One without an amount counts, and adds nothing.
      guard var key = key(transaction, transaction.money?.currency ?? "") else { continue }
      for share in transaction.shares {
        key["category"] = share.category.quoted
        sums[key, default: Sum()].count += 1
        sums[key, default: Sum()].total += share.units
      }
      key["category"] = NaiveText("\u{1}").quoted
      if transaction.shares.count > 1 { sums[key, default: Sum()].count += transaction.shares.count - 1 }
    }
    return sums.map { key, sum in
      key.merging(["count": String(sum.count), "total": String(sum.total), "beyond": "0"]) { first, _ in first }
    }
  }

  private var totals: [[String: String]] {
    sums { transaction, currency in
      [
        "group_id": transaction.group.flatMap { UniqueID($0.description) }.map(NaiveTransaction.blob) ?? "X''",
        "kind": NaiveTransaction.code(transaction.kind, ["expense", "income", "transfer"]),
        "currency": NaiveText(currency).quoted,
      ]
    }
  }

  /// Counts of saved transactions per group and day, and of drafts per group.
  private func addCounts(to tables: inout PropertyTables) {
    func group(_ transaction: NaiveTransaction) -> String {
      transaction.group.flatMap { UniqueID($0.description) }.map(NaiveTransaction.blob) ?? "X''"
    }
    let days = saved.compactMap { transaction in
      transaction.text("date").flatMap { NaiveDate.day($0.description) }.map {
        [
          "group_id": group(transaction), "date": String($0),
          "kind": NaiveTransaction.code(transaction.kind, ["expense", "income", "transfer"]),
        ]
      }
    }
    for key in Set(days) {
      tables.add(key.merging(["count": String(days.count { $0 == key })]) { $1 }, to: "group_day_total")
    }
    let drafts = transactions.filter { $0.stage == "draft" }.map(group)
    for group in Set(drafts) {
      tables.add(["group_id": group, "count": String(drafts.count { $0 == group })], to: "draft_total")
    }
  }

  private var days: [[String: String]] {
    sums { transaction, currency in
      guard let day = transaction.text("date").flatMap({ NaiveDate.day($0.description) }) else { return nil }
      return [
        "date": String(day),
        "kind": NaiveTransaction.code(transaction.kind, ["expense", "income", "transfer"]),
        "currency": NaiveText(currency).quoted,
      ]
    }
  }

  /// Sums per account. A transfer has a part in each of its two accounts, and what arrives is a negative one.
  private var accountTotals: [[String: String]] {
    var sums: [[String: String]: Sum] = [:]
    for transaction in saved {
      for (account, money) in transaction.movements where !account.bytes.isEmpty {
        let key = [
          "account": account.quoted,
          "kind": NaiveTransaction.code(transaction.kind, ["expense", "income", "transfer"]),
          "currency": NaiveText(money?.currency ?? "").quoted, "cleared": transaction.isCleared ? "1" : "0",
        ]
        sums[key, default: Sum()].count += 1
        sums[key, default: Sum()].total += (money?.units ?? 0) * (transaction.kind == "income" ? 1 : -1)
      }
    }
    return sums.map { key, sum in
      key.merging(["count": String(sum.count), "total": String(sum.total), "beyond": "0"]) { first, _ in first }
    }
  }

  /// The events that had no part. The reason why one is unreadable is in the program's own words.
  private var problems: [[String: String]] {
    facts.filter { $0.isUnknown || $0.isUnreadable }.map { fact in
      [
        "stream": fact.stream.description,
        "device": NaiveTransaction.blob(UniqueID(bytes: fact.device) ?? .zero),
        "sequence": String(fact.sequence), "type": NaiveText(fact.type).quoted, "schema": String(fact.schema),
        "reason": fact.isUnreadable ? "'“field” is missing or is not of its kind'" : "NULL",
      ]
    }
  }
}
