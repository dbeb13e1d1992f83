internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

extension Command {
  static let receipt = Command(
    path: ["receipt"], section: .look, summary: "Show one receipt with all that is known of it",
    operands: [.receipt], shared: Option.looking,
    discussion: ["--verbose shows the text on the paper and what was read as its items, too."],
    run: { try $0.withLedger(showReceipt) })

  private static func showReceipt(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.readAccountNames()
    let id = try ledger.transaction()
    let detail = try ledger.book.transaction(id)
    let audit = try Audit.of(id, in: ledger.book)
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: try detail.json(audit, try ledger.book.duplicates(of: id)))
    } else {
      try printReceipt(ledger, detail, audit.sentence)
    }
    return .ok
  }

  private static func confidenceWords(_ readings: ReceiptReadings?) -> String {
    guard let readings, let percent = readings.overallConfidence else { return "" }
    return "\(percent) %: " + readings.confidence.map { "\($0.name) \($0.score)" }.joined(separator: ", ")
  }

  private static func printReceipt(_ ledger: OpenLedger, _ detail: TransactionDetail, _ sentence: String) throws
  {
    let row = detail.row
    let state = row.stage == .saved ? "" : " · \(row.stage.rawValue)"
    try ledger.invocation.print(title: "\(ledger.vendor(row))\(state)")
    let date = row.date.map { ledger.locale.longDate($0) } ?? "no date"
    try ledger.invocation.print("\(ledger.words(row.money)) · \(date)")
    try ledger.invocation.print()
    var table = TextTable([.left(), .name(shrinksTo: 20)], indent: 2)
    for (name, value) in facts(ledger, detail) where !value.isEmpty {
      for (index, line) in visibleLines(value).enumerated() {
        table.row([.init(index == 0 ? name : "", .quiet), .init(line)])
      }
    }
    try ledger.invocation.print(table)
    try ledger.printItems(detail)
    if ledger.arguments.has(.verbose) { try printPaper(ledger, detail) }
    try ledger.invocation.print()
    try ledger.invocation.print(paragraph: visible(sentence))
    try ledger.printProposals(detail)
    try ledger.printDuplicates(of: row.id)
    if row.attentionCount > 0 {
      let need = row.attentionCount == 1 ? "needs" : "need"
      try ledger.invocation.print(
        "\(counted(row.attentionCount, "field")) \(need) a look: events review \(try ledger.short(row.id))")
    }
  }

  private static func facts(_ ledger: OpenLedger, _ detail: TransactionDetail) -> [(String, String)] {
    let row = detail.row
    let pages = row.attachments.map { "\($0.mediaType), \(byteSize($0.byteCount))" }
    return [
      ("receipt", row.id.description),
      ("kind", row.kind == .expense ? "" : row.kind.rawValue),
      ("category", row.category.map { ledger.categoryName($0) } ?? ""),
      ("parts", parts(ledger, row)),
      ("payment", row.payment?.rawValue ?? ""),
      ("group", detail.groupName ?? GroupState.reservedName),
      ("rule", ruleWords(ledger, row)),
      ("account", accountWords(ledger, row)),
      ("received", row.received == nil ? "" : receivedWords(ledger, row)),
      ("tags", row.tags.joined(separator: ", ")),
      ("flags", row.flags.names.joined(separator: " · ")),
      ("cleared", row.isCleared ? "yes" : ""),
      ("note", row.note ?? ""),
      ("pages", pages.isEmpty ? "" : "\(pages.count): " + pages.joined(separator: "; ")),
      ("conflicts", row.conflictCount == 0 ? "" : counted(row.conflictCount, "field")),
      ("deletion", detail.hasPendingDeletion ? "waits: it was changed meanwhile; delete or restore it" : ""),
      ("extraction", detail.extractionNote ?? ""),
      ("confidence", confidenceWords(detail.extraction?.readings)),
    ]
  }

  /// Returns the amounts by category of a receipt with items in other categories.
  private static func parts(_ ledger: OpenLedger, _ row: TransactionRow) -> String {
    guard let money = row.money else { return "" }
    return row.parts.map { part in
      let name = part.category.map { ledger.categoryName($0) } ?? "no category"
      return "\(name) \(ledger.words(Money(minorUnits: part.minorUnits, currency: money.currency)))"
    }.joined(separator: " · ")
  }

  /// Returns the account, or both of a transfer. An account that is not known is a question mark.
  private static func accountWords(_ ledger: OpenLedger, _ row: TransactionRow) -> String {
    let names = [row.account, row.toAccount].map { $0.map { ledger.accountName($0) } }
    guard row.kind == .transfer, row.account != nil || row.toAccount != nil else { return names[0] ?? "" }
    let words = names.map { $0 ?? "?" }.joined(separator: " → ")
    return row.isHalfKnown ? "\(words) (half of the transfer is known)" : words
  }

  /// Returns the amount that arrived, with the rate.
  private static func receivedWords(_ ledger: OpenLedger, _ row: TransactionRow) -> String {
    guard let money = row.money, let arrival = row.arrival else { return "" }
    return [ledger.words(arrival), ledger.rateWords(money, arrival)].compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns the rule's label, with its id.
  private static func ruleWords(_ ledger: OpenLedger, _ row: TransactionRow) -> String {
    guard let rule = row.rule else { return "" }
    let id = (try? ledger.short(rule)) ?? rule.description
    let terms = (try? ledger.book.ruleRow(rule)).flatMap { $0 }?.terms
    return terms.map { "\(ledger.label($0)) (\(id))" } ?? id
  }

  private static func printPaper(_ ledger: OpenLedger, _ detail: TransactionDetail) throws {
    if let items = detail.extraction?.readings.items, !items.isEmpty {
      var table = TextTable([.name(shrinksTo: 20), .right(), .right()], indent: 2)
      for item in items {
        table.row([.init(visible(item.name)), .init(visible(item.quantity ?? "")), .init(visible(item.price))])
      }
      try ledger.invocation.print()
      if !detail.state.lineItems.isEmpty { try ledger.invocation.print("  Read off the paper:") }
      try ledger.invocation.print(table)
    }
    if let text = detail.text {
      try ledger.invocation.print()
      try ledger.invocation.print(visibleLines(text).map { "  | \($0)" })
    }
  }
}
