internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension Remedy {
  /// The lines of advice: the title, and the command line that does it.
  func advice(in locale: LedgerLocale?) -> [String] {
    if case .choose(_, let choices) = self, !choices.isEmpty {
      return ["\(title):"] + choices.map { "\($0.value)  \($0.text)" }
    }
    return [commandLine(in: locale).map { "\(title): \($0)" } ?? title]
  }

  /// Returns the command line, or `nil` if no command helps. Words in capitals are to be replaced.
  ///
  /// - Parameter locale: The notation of amounts, or `nil` for the canonical one.
  func commandLine(in locale: LedgerLocale?) -> String? {
    switch self {
    case .set(let fields):
      fields.isEmpty
        ? "events correct R FIELD VALUE"
        : "events correct R " + fields.map { "\($0.rawValue) \($0.example(in: locale))" }.joined(separator: " ")
    case .fillIn(let fields):
      "events add " + fields.map { "--\($0.option) \($0.example(in: locale))" }.joined(separator: " ")
    case .enter, .use, .tryAgain, .makeRoom, .update, .report: nil
    case .choose(let subject, let choices): choices.isEmpty ? subject.list : nil
    case .giveReason: "events redact P --why REASON"
    case .create(let subject, let name): subject.creation(name.map(FigureWords.quoted) ?? "NAME")
    case .rename(let subject, let name): subject.renaming(FigureWords.quoted(name))
    case .restore(let subject, let id): subject.restoring(id)
    case .reopen(let subject, let name): subject.reopening(FigureWords.quoted(name))
    case .save: "events save R"
    case .file: "events file R GROUP"
    case .detach(let subject): subject == .copy ? "events ynab detach R" : "events rule detach R"
    case .header(let name): "events category change CATEGORY --header \(FigureWords.quoted(name))"
    case .moveMoney(let account): "events account close \(FigureWords.quoted(account)) --to ACCOUNT"
    case .budget(let category): "events budget set \(FigureWords.quoted(category)) AMOUNT"
    case .openBudget(let currency): "events budget --currency \(currency.code)"
    case .cover: "events budget cover CATEGORY --from CATEGORY"
    case .undo(let position): "events undo \(position)"
    case .look(let position): "events show \(position)"
    case .begin(let folder): "events --ledger \(folder.map(FigureWords.quoted) ?? "DIR") init"
    case .open(let folder): "events --ledger \(folder.map(FigureWords.quoted) ?? "DIR")"
    case .recover: "events recover"
    case .takeBack: "events recover --from FOLDER"
    case .acceptLoss: "events recover --accept-loss"
    case .rebuild: "events rebuild"
    case .backUp: "events backup FOLDER"
    case .separate(let path):
      "cp \(FigureWords.quoted(path)) \(FigureWords.quoted(path + ".copy")) && mv \(FigureWords.quoted(path + ".copy")) \(FigureWords.quoted(path))"
    case .finishErasing(let folder): "events --ledger \(FigureWords.quoted(folder)) erase --local"
    case .checkpoint: "events checkpoint"
    case .compare: "events compare FOLDER"
    case .sync: "events sync FOLDER"
    case .join(let folder): "events --ledger NEW init --from \(folder.map(FigureWords.quoted) ?? "FOLDER")"
    case .connect: "events ynab connect"
    case .send: "events ynab push"
    case .pull: "events ynab pull"
    case .install(_, let package): package.map { "apt-get install \($0)" }
    }
  }
}

extension Remedy.Subject {
  fileprivate var list: String {
    switch self {
    case .transaction: "events receipts --all"
    case .group: "events groups"
    case .category: "events category list"
    case .rule: "events rule list --deleted"
    case .account: "events account list"
    case .goal: "events goal list --all"
    case .item: "events item list R"
    case .event: "events tail"
    case .tag: "events tag --suggest="
    case .copy: "events ynab conflicts"
    case .plan: "events ynab plans"
    case .mirror: "events mirror list URL"
    }
  }

  fileprivate func creation(_ name: String) -> String? {
    switch self {
    case .group: "events group create \(name)"
    case .category: "events category add \(name)"
    case .account: "events account open \(name)"
    case .goal: "events goal add \(name) TARGET"
    case .transaction, .rule, .item, .event, .tag, .copy, .plan, .mirror: nil
    }
  }

  fileprivate func renaming(_ name: String) -> String? {
    switch self {
    case .group: "events group rename \(name) NAME"
    case .category: "events category change \(name) --name NAME"
    case .account: "events account rename \(name) NAME"
    case .goal: "events goal change \(name) --name NAME"
    case .transaction, .rule, .item, .event, .tag, .copy, .plan, .mirror: nil
    }
  }

  fileprivate func restoring(_ id: String?) -> String? {
    switch self {
    case .transaction: "events restore \(id ?? "R")"
    case .group: "events group restore \(id ?? "G")"
    case .rule: "events rule restore \(id ?? "R")"
    case .goal: "events goal restore \(id ?? "GOAL")"
    case .item: "events item restore R \(id ?? "ITEM")"
    case .category, .account, .event, .tag, .copy, .plan, .mirror: nil
    }
  }

  fileprivate func reopening(_ name: String) -> String? {
    switch self {
    case .category: "events category reactivate \(name)"
    case .account: "events account reopen \(name)"
    case .goal: "events goal reopen \(name)"
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
