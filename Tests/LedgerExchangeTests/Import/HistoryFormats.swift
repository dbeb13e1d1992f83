import Foundation
import LedgerDomain
import LedgerTestSupport

/// A format that a history can be written in, as other programs write it.
enum HistoryFormat: String, CaseIterable {
  case hledger
  case beancount
  case firefly
  case ynab

  var ability: TrueHistory.Ability {
    switch self {
    case .hledger, .beancount: TrueHistory.Ability()
    // A deposit of a shop is income there, and each part of a split is a journal of its own.
    case .firefly: TrueHistory.Ability(refunds: false, salaries: false)
    case .ynab: TrueHistory.Ability(exchanges: false, salaries: false)
    }
  }

  /// Returns the name that an account has after the import.
  func account(_ name: String) -> String {
    switch self {
    case .hledger: "assets:\(name.lowercased())"
    case .beancount: "Assets:\(name)"
    case .firefly, .ynab: name
    }
  }

  func text(_ history: TrueHistory, seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    return switch self {
    case .hledger, .beancount: journal(history, &random)
    case .firefly: firefly(history)
    case .ynab: ynab(history, &random)
    }
  }

  private static func decimal(_ units: Int64) -> String { Money(minorUnits: units, currency: .eur).decimal }

  // MARK: - Journals

  private func journal(_ history: TrueHistory, _ random: inout SeededGenerator) -> String {
    var text = self == .beancount ? "option \"title\" \"Home\"\n" : "; home\n"
    func category(_ root: String, _ name: String) -> String {
      self == .beancount ? "\(root.capitalized):\(name.capitalized)" : "\(root):\(name)"
    }
    func entry(_ date: CivilDate, _ payee: String, _ postings: [(account: String, amount: String?)]) {
      let head = self == .beancount ? "* \"\(payee)\" \"\" #trip\n  id: \"7\"\n" : "* \(payee)\n    ; id:7\n"
      text += "\n\(date.iso) \(head)"
      let open = Int.random(in: 0..<postings.count * 2, using: &random)
      for (index, posting) in postings.enumerated().shuffled(using: &random) {
        let isOpen = index == open && postings.allSatisfy { $0.amount?.contains("@") == false }
        text += "    \(posting.account)" + (isOpen ? "\n" : "  \(posting.amount ?? "")\n")
      }
    }
    func euros(_ units: Int64) -> String { Self.decimal(units) + " EUR" }
    let equity = self == .beancount ? "Equity:Opening-Balances" : "equity:opening balances"
    for opening in history.openings {
      entry(
        day("2025-01-01"), "start",
        [(account(opening.account), euros(opening.units)), (equity, euros(-opening.units))])
    }
    for event in history.events {
      switch event.sort {
      case .spent(let name, let parts):
        let sum = parts.reduce(0) { $0 + $1.units }
        entry(
          event.date, event.payee,
          [(account(name), euros(-sum))] + parts.map { (category("expenses", $0.category), euros($0.units)) })
      case .earned(let name, let source, let units):
        entry(
          event.date, event.payee, [(account(name), euros(units)), (category("income", source), euros(-units))])
      case .moved(let from, let to, let units):
        entry(event.date, event.payee, [(account(from), euros(-units)), (account(to), euros(units))])
      case .exchanged(let from, let to, let units, let arrived):
        let bought = "\(Self.decimal(arrived)) USD @@ \(euros(units))"
        entry(event.date, event.payee, [(account(from), euros(-units)), (account(to), bought)])
      case .salary(let name, let earned, let tax):
        entry(
          event.date, event.payee,
          [
            (account(name), euros(earned - tax)), (category("expenses", "tax"), euros(tax)),
            (category("income", "salary"), euros(-earned)),
          ])
      }
    }
    return text
  }

  // MARK: - Tables

  private func firefly(_ history: TrueHistory) -> String {
    var text =
      "user_id,group_id,journal_id,type,amount,foreign_amount,currency_code,foreign_currency_code,description,date,"
      + "source_name,source_type,destination_name,destination_type,category,tags,notes\r\n"
    var number = 0
    func row(
      _ date: CivilDate, _ type: String, _ units: Int64, _ payee: String, _ source: String,
      _ sourceType: String,
      _ target: String, _ targetType: String, _ category: String = "", arrived: Int64? = nil
    ) {
      number += 1
      let foreign = arrived.map(Self.decimal) ?? ""
      text +=
        "1,\(number),\(number),\(type),\(Self.decimal(units)),\(foreign),EUR,\(arrived == nil ? "" : "USD"),\(payee),"
        + "\(date.iso)T00:00:00+01:00,\(source),\(sourceType),\(target),\(targetType),\(category),,\r\n"
    }
    let own = "Asset account"
    for opening in history.openings {
      row(
        day("2025-01-01"), "Opening balance", opening.units, "start",
        "Initial balance for \"\"\(opening.account)\"\"".replacing("\"", with: ""), "Initial balance account",
        opening.account, own)
    }
    for event in history.events {
      switch event.sort {
      case .spent(let account, let parts):
        for part in parts {
          row(
            event.date, "Withdrawal", -part.units, event.payee, account, own, event.payee, "Expense account",
            part.category)
        }
      case .earned(let account, let category, let units):
        row(event.date, "Deposit", units, event.payee, event.payee, "Revenue account", account, own, category)
      case .moved(let from, let to, let units):
        row(event.date, "Transfer", units, event.payee, from, own, to, own)
      case .exchanged(let from, let to, let units, let arrived):
        row(event.date, "Transfer", units, event.payee, from, own, to, own, arrived: arrived)
      case .salary: break
      }
    }
    return text
  }

  private func ynab(_ history: TrueHistory, _ random: inout SeededGenerator) -> String {
    var rows: [String] = []
    func row(_ account: String, _ date: CivilDate, _ payee: String, _ category: String, _ units: Int64) {
      let (group, name) =
        category.isEmpty ? ("", "") : category == "salary" ? ("Inflow", "Ready to Assign") : ("All", category)
      let whole = category.isEmpty ? "" : "\(group): \(name)"
      let (out, paidIn) = units < 0 ? (-units, 0) : (0, units)
      rows.append(
        "\"\(account)\",\"\",\"\(date.iso)\",\"\(payee)\",\"\(whole)\",\"\(group)\",\"\(name)\",\"\","
          + "€\(Self.decimal(out)),€\(Self.decimal(paidIn)),\"Cleared\"")
    }
    for opening in history.openings {
      row(opening.account, day("2025-01-01"), "Starting Balance", "salary", opening.units)
    }
    for event in history.events {
      switch event.sort {
      case .spent(let account, let parts):
        for part in parts { row(account, event.date, event.payee, part.category, -part.units) }
      case .earned(let account, let category, let units): row(account, event.date, event.payee, category, units)
      case .moved(let from, let to, let units):
        row(from, event.date, "Transfer : \(to)", "", -units)
        row(to, event.date, "Transfer : \(from)", "", units)
      case .exchanged, .salary: break
      }
    }
    return
      "\"Account\",\"Flag\",\"Date\",\"Payee\",\"Category Group/Category\",\"Category Group\",\"Category\",\"Memo\",\"Outflow\",\"Inflow\",\"Cleared\"\n"
      + rows.shuffled(using: &random).joined(separator: "\n") + "\n"
  }
}
