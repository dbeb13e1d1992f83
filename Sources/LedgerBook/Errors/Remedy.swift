public import LedgerBytes
public import LedgerDomain

/// A step that helps after an error: a button of a screen, or a command line of the tool.
public enum Remedy: Hashable, Sendable {
  // MARK: Values

  /// Enter values of fields of a record, which the identifier names if it is known. Without fields, any of them.
  case set([TransactionField], of: String? = nil)
  /// Enter values that a new record needs.
  case fillIn([TransactionField])
  /// Enter another value, as the sentence explains.
  case enter(String)
  /// Enter the reason that stays on record.
  case giveReason
  /// Choose one of several, or look at those that there are, or at those of a record.
  case choose(Subject, among: [Choice] = [], of: String? = nil)
  /// Use a similar name, which was probably meant.
  case use(name: String)

  // MARK: Records

  case create(Subject, named: String? = nil)
  case rename(Subject, named: String)
  /// Restore a deleted record, which the identifier names if it is known. For an item it is that of its receipt.
  case restore(Subject, String? = nil)
  case reopen(Subject, named: String)
  /// Change the rule with this identifier, instead of one of its receipts.
  case changeRule(String)
  /// Delete the rule with this identifier, and its receipts of today and later.
  case deleteRule(String)
  /// Save the draft.
  case save(String? = nil)
  /// Put the receipt into a group.
  case file(String? = nil)
  /// Detach a transaction from its rule, or a receipt from its copy.
  case detach(Subject, String? = nil)
  /// Put a category into the header group of that name.
  case header(named: String)
  /// Close an account and move its money to another one.
  case moveMoney(from: String)
  /// Budget more for a category.
  case budget(category: String)
  /// Open the budget in another currency.
  case openBudget(CurrencyCode)
  /// Take money for a category from another one.
  case cover
  case undo(Position)
  /// Look at an event.
  case look(at: Position)

  // MARK: The ledger and its files

  /// Begin a ledger in the folder, or in another one.
  case begin(folder: String? = nil)
  /// Open the ledger in that folder, or in another one.
  case open(folder: String? = nil)
  /// Repair the log.
  case recover
  /// Take missing events back from a backup, another device's ledger or a shared folder.
  case takeBack
  /// Make the ledger from that backup, or from another one.
  case restoreBackup(folder: String? = nil)
  /// Go on without what is lost.
  case acceptLoss
  /// Compute the figures again.
  case rebuild
  /// Make a copy of the ledger.
  case backUp
  /// Give the file a single name.
  case separate(path: String)
  /// Complete the erasing that was interrupted.
  case finishErasing(folder: String)
  /// Keep a newer checkpoint.
  case checkpoint
  /// Compare with another folder of the ledger.
  case compare

  // MARK: Other devices and services

  /// Exchange events through a shared folder.
  case sync
  /// Make a ledger of the one in a shared folder.
  case join(folder: String? = nil)
  /// Enter a token for YNAB.
  case connect
  /// Send receipts to YNAB.
  case send
  /// Fetch what changed in YNAB.
  case pull

  /// Take a step that an answer names too.
  case next(Step)

  // MARK: The machine

  case tryAgain
  case makeRoom
  case install(program: String, package: String? = nil)
  /// Install a newer version of this program.
  case update
  /// Report the error to the makers of the program.
  case report

  /// The sorts of things that can be named.
  public enum Subject: String, CaseIterable, Hashable, Sendable {
    case transaction, group, category, rule, account, goal, item, event, tag
    /// The copies in YNAB, and those of their fields that wait for a decision.
    case copy
    /// The plans in YNAB.
    case plan
    /// The ledgers of a mirror.
    case mirror
  }

  /// One of several things that a text can mean.
  public struct Choice: Hashable, Sendable {
    /// The value to type, such as an identifier.
    public let value: String
    /// A short description.
    public let text: String

    /// Creates a choice.
    package init(_ value: String, _ text: String) {
      self.value = value
      self.text = text
    }
  }
}

extension Remedy {
  /// Returns the remedies for an unknown name: a similar one, else a new record of that name.
  static func unknown(_ subject: Subject, named text: String, among known: [String]) -> [Remedy] {
    if let near = nearName(to: text, among: known) { return [.use(name: near), .choose(subject)] }
    return [.choose(subject), .create(subject, named: text)]
  }

  /// Returns the known name that is nearest to a text, without regard to case and accents.
  static func nearName(to text: String, among known: [String]) -> String? {
    let folded = known.map { NFC.foldedForComparison($0) }
    let near = nearest(to: NFC.foldedForComparison(text), among: folded)
    return near.flatMap { folded.firstIndex(of: $0) }.map { known[$0] }
  }

  /// The title of a button: an imperative without a full stop.
  public var title: String {
    switch self {
    case .set(let fields, _): fields.isEmpty ? "Correct its fields" : "Set the \(Self.list(fields))"
    case .fillIn(let fields): "Enter the \(Self.list(fields))"
    case .enter(let sentence): sentence.prefix(1).uppercased() + sentence.dropFirst()
    case .giveReason: "Enter the reason"
    case .choose(let subject, let choices, _):
      choices.isEmpty ? "Choose another \(subject.words)" : "Choose one of these"
    case .use(let name): "Did you mean “\(name)”?"
    case .create(let subject, let name):
      subject.verb + (name.map { " the \(subject.words) “\($0)”" } ?? " a \(subject.words)")
    case .rename(let subject, _): "Give the \(subject.words) another name"
    case .restore(let subject, _): "Restore the \(subject.words)"
    case .reopen(let subject, _):
      subject == .category ? "Activate the category again" : "Open the \(subject.words) again"
    case .changeRule: "Change the rule"
    case .deleteRule: "Delete the rule with what lies ahead"
    case .save: "Save it first"
    case .file: "Put it into a group"
    case .detach(let subject, _): "Detach it from its \(subject.words)"
    case .header(let name): "Put a category into “\(name)”"
    case .moveMoney: "Move its money to another account"
    case .budget(let category): "Budget more for “\(category)”"
    case .openBudget(let currency): "Open the budget in \(currency.code)"
    case .cover: "Take it from another category"
    case .undo(let position): "Undo event \(position) instead"
    case .look(let position): "Look at event \(position)"
    case .begin(let folder): folder == nil ? "Begin a ledger in another folder" : "Begin a ledger there"
    case .open(let folder): folder == nil ? "Open another folder" : "Open the ledger that is there"
    case .recover: "Repair the ledger"
    case .restoreBackup(let folder):
      folder.map { "Restore the newest good backup, \($0)" } ?? "Restore another backup"
    case .takeBack: "Bring back what is missing from a backup or another device"
    case .acceptLoss: "Go on without what is lost"
    case .rebuild: "Compute the figures again"
    case .backUp: "Make a copy of the ledger"
    case .separate: "Replace the hard link with a copy"
    case .finishErasing: "Finish erasing it"
    case .checkpoint: "Keep a newer checkpoint"
    case .compare: "Compare with a backup or another device"
    case .sync: "Sync with another folder"
    case .join: "Create a ledger here from that folder"
    case .connect: "Enter a token from YNAB’s settings"
    case .send: "Send it to YNAB"
    case .pull: "Change it in YNAB, then fetch the change"
    case .next(let step): step.title
    case .tryAgain: "Try again"
    case .makeRoom: "Make room on the disk"
    case .install(let program, _): "Install \(program)"
    case .update: "Install the newer version"
    case .report: "Report it to the makers of this program"
    }
  }

  private static func list(_ fields: [TransactionField]) -> String {
    fields.map(\.rawValue).joinedByAnd
  }

  /// Returns the remedy for a record, if the remedy needs to know which one.
  func about(record id: String) -> Remedy {
    switch self {
    case .set(let fields, nil): .set(fields, of: id)
    case .choose(.item, let choices, nil): .choose(.item, among: choices, of: id)
    case .restore(.transaction, nil): .restore(.transaction, id)
    case .restore(.item, nil): .restore(.item, id)
    case .save(nil): .save(id)
    case .file(nil): .file(id)
    case .detach(let subject, nil): .detach(subject, id)
    case .set, .fillIn, .enter, .giveReason, .choose, .use, .create, .rename, .restore, .reopen, .changeRule,
      .deleteRule, .save, .file, .detach, .header, .moveMoney, .budget, .openBudget, .cover, .undo, .look,
      .begin, .open, .recover, .takeBack, .restoreBackup, .acceptLoss, .rebuild, .backUp, .separate,
      .finishErasing,
      .checkpoint, .compare, .sync, .join, .connect, .send, .pull, .next, .tryAgain, .makeRoom, .install,
      .update, .report:
      self
    }
  }
}

extension Remedy.Subject {
  /// The subject that an error calls by that name, or `nil` for any other name.
  init?(what: String) { self.init(rawValue: what == "receipt" ? "transaction" : what) }

  fileprivate var words: String {
    switch self {
    case .transaction, .group, .category, .rule, .account, .goal, .item, .event, .tag: rawValue
    case .copy: "copy in YNAB"
    case .plan: "plan in YNAB"
    case .mirror: "ledger of the mirror"
    }
  }

  fileprivate var verb: String {
    switch self {
    case .account: "Open"
    case .goal: "Begin"
    case .transaction, .group, .category, .rule, .item, .event, .tag, .copy, .plan, .mirror: "Add"
    }
  }
}
