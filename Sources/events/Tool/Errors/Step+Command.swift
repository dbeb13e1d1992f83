internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension Step {
  /// Returns the command line. Words in capitals are to be replaced.
  ///
  /// - Parameter locale: The notation of amounts, or `nil` for the canonical one.
  func commandLine(in locale: LedgerLocale?) -> String {
    switch self {
    case .capture: "events capture SCAN --text FILE"
    case .correct(let id, let field, let value): printedCommand("correct", id, field.rawValue, value ?? "…")
    case .pick(let id, let field): "events pick \(id) \(field.rawValue) 1"
    case .accept(let id): "events accept \(id ?? "R")"
    case .reject(let id): "events reject \(id ?? "R")"
    case .save(let id): "events save \(id)"
    case .delete(let subject, let id): subject.deleting(id)
    case .dismiss(let id?, nil): "events dismiss \(id)"
    case .dismiss(let id, let other): "events dismiss \(id ?? "R") \(other ?? "OTHER")"
    case .match(let id, let other): "events match \(id ?? "R") \(other ?? "OTHER")"
    case .detachCopy(let id): "events ynab detach \(id)"
    case .addItem(let id): "events item add \(id) NAME AMOUNT"
    case .takeItems(let id): "events item take \(id)"
    case .addRule: "events rule add --from T --every month"
    case .generate(let rule): "events rule generate" + (rule.map { " \($0)" } ?? "")
    case .openAccount: "events account open NAME --opening AMOUNT"
    case .checkAccount(let account, let balance, let day):
      Self.check(account, (locale ?? .default).decimal(balance), day)
    case .renameVendor: "events vendor rename PRINTED NAME"
    case .settle(let id, let field): "events ynab settle \(id) \(field)"
    case .undoLast: "events undo"
    case .redo: "events redo"
    case .fill(let category): printedCommand("budget fill", category, options: [("with", "last-spent")])
    case .budgetLess(let category, let money, let month, let currency):
      printedCommand(
        "budget set", category, "-\((locale ?? .default).decimal(money))",
        options: Self.options(month, currency))
    case .cover(let category, let month, let currency):
      printedCommand("budget cover", category, options: Self.options(month, currency))
    case .status: "events status"
    case .drafts: "events drafts"
    case .review(let id): "events review \(id ?? "R")"
    case .moreDuplicates(let cursor): "events duplicates\(cursor.map { " --after \($0)" } ?? "")"
    case .moreReceipts(let group, let cursor):
      printedCommand("receipts", options: [("group", group), ("after", cursor)])
    case .groups(let position): "events groups --at \(position)"
    case .conflicts: "events conflicts"
    case .settleConflict(let record, let field, let value):
      printedCommand("conflicts settle", record, field, "\(value)")
    case .copyConflicts: "events ynab conflicts"
    case .branches: "events device branches"
    case .redactions: "events tail --type EventRedacted"
    case .changes(let position): "events diff \(position) HEAD"
    case .why: "events why"
    case .topic(let name): "events help \(name)"
    case .findWrongTotal: "events bisect totals-match"
    case .markGood: "events bisect good"
    case .markBad: "events bisect bad"
    case .endSearch: "events bisect reset"
    case .rebuildModel(let model): "events rebuild --model \(model)"
    case .scheduleBackup: "events backup --auto FOLDER"
    case .backUpNow: "events backup --auto now"
    case .clearPictures: "events cache clear"
    case .sync(let folder): folder.map { printedCommand("sync", $0) } ?? "events sync"
    case .repairFolder: "events sync --repair"
    case .joinAgain(let folder): printedCommand("init", options: [("from", folder)])
    case .sendToAccount: "events ynab push R --account A"
    case .linkCategories: "events ynab link"
    case .importIntoNew: "events --ledger NEW import --format ndjson FILE"
    case .exportEvents: "events tail --json -n 1000000"
    case .answer(let question):
      printedCommand(
        "import", "FILE",
        options: [
          (question.topic.rawValue, question.topic == .sign ? nil : question.choices.first?.value ?? "VALUE")
        ])
    }
  }

  private static func check(_ account: String, _ balance: String, _ day: CivilDate) -> String {
    printedCommand("account check", account, options: [("balance", balance), ("on", day.iso)])
  }

  private static func options(
    _ month: CivilMonth?, _ currency: CurrencyCode?
  ) -> [(name: String, value: String?)] {
    (month.map { [("month", $0.iso)] } ?? []) + (currency.map { [("currency", $0.code)] } ?? [])
  }
}

extension Remedy.Subject {
  fileprivate func deleting(_ id: String?) -> String {
    self == .transaction ? "events delete \(id ?? "R")" : "events \(rawValue) delete \(id ?? "ID")"
  }
}
