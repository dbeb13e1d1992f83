package import LedgerBook
package import LedgerBytes
package import LedgerDomain

/// The rules of recurring transactions.
package struct RulesAnswer: Answer {
  let rules: [RuleRow]

  package init(_ rules: [RuleRow]) { self.rules = rules }

  package func document(_ notation: Notation) -> Document { .lines(rules.map { notation.json($0) }) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    guard !rules.isEmpty else {
      return [.paragraph("There are no rules. Make a transaction recurring: \(step: .addRule)")]
    }
    var table = AnswerTable([.left(), .name(shrinksTo: 20), .left()])
    for rule in rules {
      table.row([
        .init(try notation.short(rule.id)), .init(notation.label(rule.terms)),
        .init(notation.state(rule), .quiet),
      ])
      table.row(["", .init(notation.title(rule), .quiet), ""])
    }
    return [.table(table)]
  }
}

/// One rule with its pauses and its transactions.
package struct RuleAnswer: Answer {
  let detail: RuleDetail

  package init(_ detail: RuleDetail) { self.detail = detail }

  package func document(_ notation: Notation) -> Document {
    let row = detail.row
    return .value(detail.json(label: notation.label(row.terms), title: notation.title(row)))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let row = detail.row
    let head: [Block] = [
      .title(Line(notation.label(row.terms), .strong)), .line(Line(notation.title(row))), .gap,
      .table(.facts(try notation.facts(detail))), .gap,
    ]
    guard !detail.occurrences.isEmpty else {
      return head + [.step("Nothing was generated yet", .generate(rule: try notation.short(row.id)))]
    }
    var table = AnswerTable(
      [.left("for"), .left("id"), .right("amount"), .name("", shrinksTo: 12), .right("revision")], indent: 2)
    for occurrence in detail.occurrences {
      table.row([
        .init(notation.words(occurrence.date)),
        .init(try occurrence.transaction.map { try notation.short($0) } ?? ""),
        .init(occurrence.row == nil ? "" : notation.words(occurrence.row?.money)),
        .init(notation.words(occurrence)), .init(occurrence.revision.map { String($0.number) } ?? ""),
      ])
    }
    return head + [.table(table), .gap, .paragraph(Line(notation.summary(detail.occurrences)))]
  }
}

extension Notation {
  /// Returns the label of a rule: `🏠 rent • Hausverwaltung • $2500 • monthly` (ET-13).
  package func label(_ terms: RuleTerms) -> String {
    let category =
      terms.toAccount != nil
      ? nil
      : try? book.categories().first { row in
        terms.category.map { $0.utf8.elementsEqual(row.key.utf8) } ?? false
      }
    let accounts = terms.toAccount.map { to in
      [terms.account, to].map { $0.map { accountName($0) } ?? "?" }.joined(separator: " → ")
    }
    let name = accounts ?? terms.category ?? terms.vendor ?? terms.kind.rawValue
    let vendor = terms.vendor == name ? nil : terms.vendor
    let words = [[category?.emoji, name].compactMap { $0 }.joined(separator: " "), vendor].compactMap { $0 }
    return (words + [locale.shortMoney(terms.money), terms.cadenceWord]).joined(separator: " • ")
  }

  /// Returns the title of a rule: `Monthly (1st) • Starts 2026-01-01` (ET-13).
  package func title(_ rule: RuleRow) -> String {
    let last = [rule.terms.end, rule.splitOn?.adding(days: -1)].compactMap { $0 }.min()
    return [
      rule.terms.cadenceTitle, "Starts \(rule.firstDate.iso)", last.map { "Ends \($0.iso)" },
    ].compactMap { $0 }.joined(separator: " • ")
  }

  package func json(_ rule: RuleRow) -> JSONValue { rule.json(label: label(rule.terms), title: title(rule)) }

  /// Returns the state of a rule in a list, empty if there is nothing special.
  fileprivate func state(_ rule: RuleRow) -> String {
    if rule.isDeleted { return "deleted" }
    if let paused = rule.pausedFrom { return "paused from \(paused.iso)" }
    if rule.hasPendingDeletion { return "a deletion waits" }
    return rule.conflictCount > 0 ? counted(rule.conflictCount, "conflict") : ""
  }

  fileprivate func facts(_ detail: RuleDetail) throws -> [(String, String)] {
    let (row, terms) = (detail.row, detail.row.terms)
    let pauses = detail.pauses.map { pause in
      pause.until.map { range(pause.from, max(pause.from, $0.adding(days: -1))) }
        ?? "from \(words(pause.from)) on"
    }
    return [
      ("rule", row.id.description), ("vendor", terms.vendor ?? ""),
      ("kind", terms.kind == .expense ? "" : terms.kind.rawValue), ("category", terms.category ?? ""),
      ("payment", terms.payment?.rawValue ?? ""), ("group", detail.groupName ?? GroupState.reservedName),
      ("account", terms.account.map { accountName($0) } ?? ""),
      ("to account", terms.toAccount.map { accountName($0) } ?? ""),
      ("arrives", terms.received.map { words($0) } ?? ""), ("tags", terms.tags.joined(separator: ", ")),
      ("flags", terms.flags.names.joined(separator: " · ")), ("note", terms.note ?? ""),
      (
        "short months", terms.frequency == .monthly || terms.frequency == .yearly ? terms.monthEnd.rawValue : ""
      ),
      ("made from", try row.template.map { try short($0) } ?? ""),
      ("pauses", pauses.joined(separator: ", ")),
      ("generated", row.generatedThrough.map { "through \(words($0))" } ?? "never"),
      ("next", detail.next.map { words($0) } ?? "none"),
      ("other rules", try detail.siblings.map { try short($0) }.joined(separator: ", ")),
      ("revision", String(row.revision)),
      (
        "conflicts",
        row.conflictCount == 0
          ? "" : "\(row.conflictCount)" + (row.hasPendingDeletion ? ", a deletion waits" : "")
      ),
      ("state", row.isDeleted ? "deleted" : ""),
    ]
  }

  /// Returns the states of an instance, in words.
  fileprivate func words(_ occurrence: RuleDetail.Occurrence) -> String {
    occurrence.statuses.map { status in
      switch status {
      case .moved: "moved to \(words(occurrence.row?.date))"
      case .drifted: "another amount"
      case .template, .onTime, .edited, .deleted, .takenBack, .missing, .detached, .otherRule,
        .offSchedule:
        status.words
      }
    }.joined(separator: ", ")
  }

  fileprivate func summary(_ occurrences: [RuleDetail.Occurrence]) -> String {
    RuleDetail.Occurrence.Status.allCases.compactMap { status in
      let count = occurrences.count { $0.statuses.contains(status) }
      return count == 0 ? nil : "\(grouped(Int64(count))) \(status.words)"
    }.joined(separator: " · ")
  }
}

extension RuleDetail.Occurrence.Status {
  fileprivate var words: String {
    switch self {
    case .template: "the first"
    case .onTime: "on time"
    case .moved: "moved"
    case .edited: "edited"
    case .drifted: "with another amount"
    case .deleted: "deleted"
    case .takenBack: "taken back"
    case .missing: "missing"
    case .detached: "detached"
    case .otherRule: "of another rule"
    case .offSchedule: "off the schedule"
    }
  }
}

extension LedgerLocale {
  /// `$2500`, `€84.50`: a whole amount without decimals, and up to four digits without grouping.
  func shortMoney(_ money: Money) -> String {
    let digits = money.currency.minorUnitDigits ?? 0
    var unit: UInt64 = 1
    for _ in 0..<digits { unit *= 10 }
    var text = Array(self.money(money).unicodeScalars)
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    if digits > 0, money.minorUnits.magnitude % unit == 0, let last = text.lastIndex(where: isDigit),
      last > digits
    {
      text.removeSubrange((last - digits)...last)
    }
    if money.minorUnits.magnitude / unit < 10_000, digits == 0 || money.minorUnits.magnitude % unit == 0,
      let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit)
    {
      text = text[..<first] + text[first...last].filter(isDigit) + text[(last + 1)...]
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    return String(view)
  }
}
