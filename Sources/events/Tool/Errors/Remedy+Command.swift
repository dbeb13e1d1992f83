internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain

extension Remedy {
  /// The lines of advice: the title, and the command line that does it.
  func advice(in locale: LedgerLocale?) -> [String] {
    if case .choose(_, let choices, _) = self, !choices.isEmpty {
      return ["\(title):"] + choices.map { "\($0.value)  \($0.text)" }
    }
    if case .next(.answer(let question)) = self { return [question.advice] }
    return [commandLine(in: locale).map { "\(title): \($0)" } ?? title]
  }

  /// Returns the command line, or `nil` if no command helps. Words in capitals are to be replaced.
  ///
  /// - Parameter locale: The notation of amounts, or `nil` for the canonical one.
  func commandLine(in locale: LedgerLocale?) -> String? {
    switch self {
    case .set(let fields, let id):
      fields.isEmpty
        ? "events correct \(id ?? "R") FIELD VALUE"
        : "events correct \(id ?? "R") "
          + fields.map { "\($0.rawValue) \($0.example(in: locale))" }.joined(separator: " ")
    case .fillIn(let fields):
      "events add " + fields.map { "--\($0.option) \($0.example(in: locale))" }.joined(separator: " ")
    case .enter, .use, .tryAgain, .makeRoom, .update, .report: nil
    case .choose(let subject, let choices, let id): choices.isEmpty ? subject.list(of: id) : nil
    case .giveReason: "events redact P --why REASON"
    case .create(let subject, let name): subject.creation(name ?? "NAME")
    case .rename(let subject, let name): subject.renaming(name)
    case .restore(let subject, let id): subject.restoring(id)
    case .reopen(let subject, let name): subject.reopening(name)
    case .changeRule: "events help rule change"
    case .deleteRule(let rule): "events rule delete \(rule) --with-future"
    case .save(let id): "events save \(id ?? "R")"
    case .file(let id): "events file \(id ?? "R") GROUP"
    case .detach(let subject, let id): "events \(subject == .copy ? "ynab" : "rule") detach \(id ?? "R")"
    case .header(let name): printedCommand("category change", "CATEGORY", options: [("header", name)])
    case .moveMoney(let account): printedCommand("account close", account, options: [("to", "ACCOUNT")])
    case .budget(let category): printedCommand("budget set", category, "AMOUNT")
    case .openBudget(let currency): "events budget --currency \(currency.code)"
    case .cover: "events budget cover CATEGORY --from CATEGORY"
    case .undo(let position): "events undo \(position)"
    case .look(let position): "events show \(position)"
    case .begin(let folder): printedCommand("init", ledger: folder ?? "DIR")
    case .open(let folder): printedCommand("", ledger: folder ?? "DIR")
    case .recover: "events recover"
    case .takeBack: "events recover --from FOLDER"
    case .restoreBackup(let folder): "events restore \(folder.map(FigureWords.quoted) ?? "FOLDER")"
    case .acceptLoss: "events recover --accept-loss"
    case .rebuild: "events rebuild"
    case .backUp: "events backup FOLDER"
    case .separate(let path):
      "cp \(FigureWords.quoted(path)) \(FigureWords.quoted(path + ".copy")) && mv \(FigureWords.quoted(path + ".copy")) \(FigureWords.quoted(path))"
    case .finishErasing(let folder): printedCommand("erase", options: [("local", nil)], ledger: folder)
    case .checkpoint: "events checkpoint"
    case .compare: "events compare FOLDER"
    case .sync: "events sync FOLDER"
    case .join(let folder): printedCommand("init", options: [("from", folder ?? "FOLDER")], ledger: "NEW")
    case .connect: "events ynab connect"
    case .send: "events ynab push"
    case .pull: "events ynab pull"
    case .next(let step): step.commandLine(in: locale)
    case .install(_, let package): package.map { "apt-get install \($0)" }
    }
  }
}

extension ImportQuestion {
  /// The line, the question, and the options that answer it.
  fileprivate var advice: String {
    let answers = choices.map { "--\(topic.rawValue) \($0.value) (\($0.example))" }
    let options = answers.isEmpty ? "--\(topic.rawValue)" : answers.joined(separator: " or ")
    let sentence = line.map { "Line \($0): \(text)" } ?? text
    return "\(sentence); use \(options)"
  }
}

extension Remedy.Subject {
  fileprivate func list(of id: String?) -> String {
    switch self {
    case .transaction: "events receipts --all"
    case .group: "events groups"
    case .category: "events category list"
    case .rule: "events rule list --deleted"
    case .account: "events account list"
    case .goal: "events goal list --all"
    case .item: "events item list \(id ?? "R")"
    case .event: "events tail"
    case .tag: "events tag --suggest="
    case .copy: "events ynab conflicts"
    case .plan: "events ynab plans"
    case .mirror: "events mirror list URL"
    }
  }

  fileprivate func creation(_ name: String) -> String? {
    switch self {
    case .group: printedCommand("group create", name)
    case .category: printedCommand("category add", name)
    case .account: printedCommand("account open", name)
    case .goal: printedCommand("goal add", name, "TARGET")
    case .transaction, .rule, .item, .event, .tag, .copy, .plan, .mirror: nil
    }
  }

  fileprivate func renaming(_ name: String) -> String? {
    switch self {
    case .group: printedCommand("group rename", name, "NAME")
    case .category: printedCommand("category change", name, options: [("name", "NAME")])
    case .account: printedCommand("account rename", name, "NAME")
    case .goal: printedCommand("goal change", name, options: [("name", "NAME")])
    case .transaction, .rule, .item, .event, .tag, .copy, .plan, .mirror: nil
    }
  }

  fileprivate func restoring(_ id: String?) -> String? {
    switch self {
    case .transaction: "events restore \(id ?? "R")"
    case .group: "events group restore \(id ?? "G")"
    case .rule: "events rule restore \(id ?? "R")"
    case .goal: "events goal restore \(id ?? "GOAL")"
    case .item: "events item restore \(id ?? "R") ITEM"
    case .category, .account, .event, .tag, .copy, .plan, .mirror: nil
    }
  }

  fileprivate func reopening(_ name: String) -> String? {
    switch self {
    case .category: printedCommand("category reactivate", name)
    case .account: printedCommand("account reopen", name)
    case .goal: printedCommand("goal reopen", name)
    case .transaction, .group, .rule, .item, .event, .tag, .copy, .plan, .mirror: nil
    }
  }
}

extension TransactionField {
  /// A value as a person types it in a command line, in the locale's notation.
  fileprivate func example(in locale: LedgerLocale?) -> String {
    switch self {
    case .vendor: "'Corner Café'"
    case .date: "2026-06-14"
    case .total: (locale ?? .default).decimal(Money(minorUnits: 8_450, currency: .eur))
    case .currency: "EUR"
    case .category: "food"
    case .payment: "card"
    case .group: "GROUP"
    case .note: "NOTE"
    case .kind: "transfer"
    case .account, .toAccount: "ACCOUNT"
    case .received: "'\((locale ?? .default).decimal(Money(minorUnits: 8_450, currency: .eur))) USD'"
    }
  }

  /// The option of a command that records.
  fileprivate var option: String {
    switch self {
    case .total: "amount"
    case .vendor, .date, .currency, .category, .payment, .group, .note, .kind, .account, .toAccount, .received:
      rawValue
    }
  }
}
