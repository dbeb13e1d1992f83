public import LedgerBytes
public import LedgerDomain

/// A step that an answer names: a button of a screen, or a command line of the tool.
///
/// A step that also helps after an error is a case of `Remedy`. Ids are as short as the answer shows them.
public enum Step: Hashable, Sendable {
  // MARK: Records

  /// Add a receipt.
  case capture
  /// Correct a field of a record, to a value if one is suggested.
  case correct(String, TransactionField, to: String? = nil)
  /// Choose one of the readings of a field.
  case pick(String, TransactionField)
  /// Accept the proposals for a record.
  case accept(String? = nil)
  /// Reject the proposals for a record.
  case reject(String? = nil)
  case save(String)
  case delete(Remedy.Subject, String? = nil)
  /// Decide that a receipt is no duplicate of another one.
  case dismiss(String? = nil, other: String? = nil)
  /// Make two rows of statements one transfer, or link a transaction with its row.
  case match(String? = nil, with: String? = nil)
  /// Detach a receipt from its copy in YNAB.
  case detachCopy(String)
  /// Add a line item to a receipt.
  case addItem(to: String)
  /// Record the line items that were read off a receipt's paper.
  case takeItems(of: String)
  case addRule
  /// Generate the transactions of a rule, or of all rules.
  case generate(rule: String? = nil)
  case openAccount
  /// Compare the balance of an account with that of its bank at the end of a day.
  case checkAccount(String, Money, on: CivilDate)
  case renameVendor
  /// Settle a field that differs between this ledger and YNAB.
  case settle(String, field: String)
  /// Undo the last action.
  case undoLast
  /// Redo the last action that was undone.
  case redo

  // MARK: The budget, by default of the current month and in the default currency

  /// Budget the amount of an earlier month.
  case fill(category: String)
  case budgetLess(category: String, Money, CivilMonth?, CurrencyCode?)
  case cover(category: String, CivilMonth?, CurrencyCode?)

  // MARK: Views

  /// Look at the state of the ledger.
  case status
  case drafts
  /// Look at a receipt field by field.
  case review(String? = nil)
  /// Look at the pairs of duplicates, or at the next page of them.
  case moreDuplicates(after: String? = nil)
  /// Look at the next page of a group's receipts.
  case moreReceipts(group: String, after: String)
  /// Look at the groups as of an event.
  case groups(at: Position)
  case conflicts
  /// Choose one of the values of a field that devices disagree about.
  case settleConflict(String, String, value: Int)
  /// Look at the fields that changed here and in YNAB.
  case copyConflicts
  /// Look at the events that are kept aside.
  case branches
  case redactions
  /// Look at the changes after an event.
  case changes(since: Position)
  /// Look at the origin of a total.
  case why
  /// Read the help on a topic.
  case topic(String)

  // MARK: The search for a wrong event

  /// Find the first event after which the totals are wrong.
  case findWrongTotal
  case markGood
  case markBad
  case endSearch

  // MARK: The ledger and its files

  /// Build a model again.
  case rebuildModel(String)
  /// Choose a folder for automatic backups.
  case scheduleBackup
  /// Make the automatic backup.
  case backUpNow
  /// Delete the pictures that can be made again.
  case clearPictures
  /// Exchange events with a folder, or with the one of the last sync.
  case sync(folder: String? = nil)
  /// Write the events that a shared folder lost.
  case repairFolder
  /// Make the ledger again from a shared folder.
  case joinAgain(folder: String)
  /// Send receipts to an account in YNAB.
  case sendToAccount
  /// Link categories to those in YNAB.
  case linkCategories
  /// Import events into a new ledger.
  case importIntoNew
  /// Print all events.
  case exportEvents
  /// Answer a question about a file that is imported.
  case answer(ImportQuestion)
}

extension Step {
  /// The title of a button: an imperative without a full stop.
  public var title: String {
    switch self {
    case .capture: "Add a receipt"
    case .correct(_, let field, let value):
      value.map { "Set the \(field.rawValue) to “\($0)”" } ?? "Set the \(field.rawValue)"
    case .pick(_, let field): "Choose the \(field.rawValue)"
    case .accept: "Accept the proposals"
    case .reject: "Reject the proposals"
    case .save: "Save it"
    case .delete(let subject, _): "Delete the \(subject.rawValue)"
    case .dismiss: "Keep both"
    case .match: "Make them one"
    case .detachCopy: "Detach it from its copy in YNAB"
    case .addItem: "Add a line item"
    case .takeItems: "Record the line items"
    case .addRule: "Add a rule"
    case .generate: "Generate the transactions"
    case .openAccount: "Open an account"
    case .checkAccount: "Find the difference"
    case .renameVendor: "Rename a vendor"
    case .settle: "Choose a side"
    case .undoLast: "Undo"
    case .redo: "Redo"
    case .fill(let category): "Fill the budget of “\(category)”"
    case .budgetLess(let category, _, _, _): "Budget less for “\(category)”"
    case .cover(let category, _, _): "Cover “\(category)” from another category"
    case .status: "Show the state of the ledger"
    case .drafts: "Show the drafts"
    case .review: "Review it"
    case .moreDuplicates(nil): "Show the duplicates"
    case .moreDuplicates, .moreReceipts: "Show more"
    case .groups(let position): "Show the groups as of event \(position)"
    case .conflicts, .copyConflicts: "Show the conflicts"
    case .settleConflict: "Choose a value"
    case .branches: "Show what is kept aside"
    case .redactions: "Show the redactions"
    case .changes: "Show what changed"
    case .why: "Explain a total"
    case .topic: "Read the help"
    case .findWrongTotal: "Find the first wrong event"
    case .markGood: "Mark it good"
    case .markBad: "Mark it bad"
    case .endSearch: "End the search"
    case .rebuildModel(let model): "Build the \(model) model again"
    case .scheduleBackup: "Make backups automatically"
    case .backUpNow: "Make the backup now"
    case .clearPictures: "Delete the pictures"
    case .sync: "Sync"
    case .repairFolder: "Write the events again"
    case .joinAgain: "Create the ledger again from that folder"
    case .sendToAccount: "Send receipts to YNAB"
    case .linkCategories: "Link the categories"
    case .importIntoNew: "Import them into a new ledger"
    case .exportEvents: "Print all events"
    case .answer(let question): question.text.prefix(1).uppercased() + question.text.dropFirst()
    }
  }
}
