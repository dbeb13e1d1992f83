public import LedgerBytes

/// A request by a person or a machine that concerns one transaction.
///
///     try book.perform(.set(.payment(.card)), on: receipt)
///     try book.perform(.tag(add: ["client"], remove: []), on: receipt)
///     try book.perform(.delete, on: receipt)
public enum TransactionCommand: Hashable, Sendable {
  /// Capture paper, with its text and readings if they are known at once.
  case capture(CaptureRequest)
  /// The text was read, or reading failed, after the capture. What a reading `again` found otherwise is proposed.
  case recognize(RecognitionOutcome, again: Bool = false)
  /// Accept the present values of fields. Without fields, accept all that have a value and need no other decision.
  case confirm([TransactionField])
  /// Choose reading number `number`, from 1.
  case pick(TransactionField, number: Int)
  /// Set a field, or empty it with `nil`. `expression` is the computation that gave a total, such as `84 +10%`.
  case correct(TransactionField, FieldValue?, expression: String? = nil)
  /// Make a draft count.
  case save
  /// Throw a draft away.
  case discard
  /// Record without paper.
  case record(RecordRequest)
  /// Record a transfer between two accounts.
  case transfer(TransferRequest)
  /// Correct the halves of a transfer together.
  case correctTransfer(TransferEdit)
  /// File into a group, or out of every group.
  case file(GroupID?)
  /// Put tags on and take tags off.
  case tag(add: [String], remove: [String])
  /// Set both flag groups as given. A flag group that is not named stays.
  case flag([FlagSetting])
  /// Mark as cleared or not.
  case clear(Bool)
  /// Add a page.
  case attach(ReceiptPage)
  /// Take a page away.
  case detach(SHA256Digest)
  /// Record a line item under an identifier of the caller's.
  case addItem(LineItemID, LineItem, expression: String? = nil)
  /// Change a line item.
  case changeItem(LineItemID, LineItemEdit)
  /// Take a line item away.
  case removeItem(LineItemID)
  /// Bring a line item back that was taken away.
  case restoreItem(LineItemID)
  /// Offer an extractor's readings for these fields if they differ. Without fields, for all.
  case propose(TransactionEvent.ExtractionCompleted, fields: [TransactionField])
  /// Accept proposed values. Without fields, all that wait.
  case accept([TransactionField])
  /// Decline proposed values. Without fields, all that wait.
  case reject([TransactionField])
  /// Mark this transaction and another as not being duplicates.
  case dismissDuplicate(of: TransactionID)
  /// Delete.
  case delete
  /// Undo a deletion.
  case restore
  /// Detach it from its rule.
  case unlink
}

/// The changes of a line item. A property that is `nil` stays, and an empty text removes it.
public struct LineItemEdit: Hashable, Sendable {
  /// Its name.
  public var name: String?
  /// Its quantity.
  public var quantity: String?
  /// Its amount.
  public var money: Money?
  /// Its category's key.
  public var category: String?
  /// The computation that gave the amount.
  public var expression: String?

  /// Creates the changes of a line item.
  public init(
    name: String? = nil, quantity: String? = nil, money: Money? = nil, category: String? = nil,
    expression: String? = nil
  ) {
    self.name = name
    self.quantity = quantity
    self.money = money
    self.category = category
    self.expression = expression
  }
}

/// A flag as a person names it.
public enum FlagSetting: String, CaseIterable, Hashable, Sendable {
  case paid
  case unpaid
  case noPaid = "no-paid"
  case reimbursed
  case unreimbursed
  case noReimbursed = "no-reimbursed"
}

/// Paper to capture.
public struct CaptureRequest: Hashable, Sendable {
  /// Scanned, photographed or imported.
  public var source: CaptureSource
  /// Its pages, durable already.
  public var attachments: [ReceiptPage]
  /// The name of the original file.
  public var name: String?
  /// The result of reading it, if that is known at once.
  public var recognition: RecognitionOutcome?
  /// The group to file it into.
  public var group: GroupID?

  /// Creates a request to capture paper.
  package init(
    source: CaptureSource, attachments: [ReceiptPage] = [], name: String? = nil,
    recognition: RecognitionOutcome? = nil, group: GroupID? = nil
  ) {
    self.source = source
    self.attachments = attachments
    self.name = name
    self.recognition = recognition
    self.group = group
  }
}

/// The result of reading the paper.
public enum RecognitionOutcome: Hashable, Sendable {
  /// A text, and the extractor's readings of it. Rivals are other texts of the same paper that it looked at, too.
  case read(
    TransactionEvent.TextRecognized, TransactionEvent.ExtractionCompleted,
    rivals: [TransactionEvent.TextRecognized] = [])
  /// A failure, in words.
  case failed(engine: String, reason: String)
  /// A person cancelled the extraction.
  case cancelled(engine: String)
}

/// A transaction to record without paper (IE-14).
///
///     let fare = Money(minorUnits: 2390, currency: .eur)
///     var taxi = RecordRequest(money: fare, date: book.today, category: "taxi", payment: .cash)
///     taxi.tags = ["berlin"]
///     try book.record(taxi)
public struct RecordRequest: Hashable, Sendable {
  /// Expense, income or transfer.
  public var kind: TransactionKind
  /// The amount, positive in the direction of its kind.
  public var money: Money
  /// The date of issue.
  public var date: CivilDate
  /// The payee, or the payer of an income.
  public var vendor: String?
  /// The category's key.
  public var category: String?
  /// How it was paid.
  public var payment: PaymentMethod?
  /// The group.
  public var group: GroupID?
  /// Free text.
  public var note: String?
  /// The account, free text.
  public var account: String?
  /// Tags as typed.
  public var tags: [String]
  /// Flags.
  public var flags: [FlagSetting]
  /// Typed, generated or imported.
  public var origin: RecordOrigin
  /// The computation that gave the amount, such as `90/3`, or `nil` if the amount was typed as it is.
  public var expression: String?

  /// Creates a request to record a transaction.
  public init(
    kind: TransactionKind = .expense, money: Money, date: CivilDate, vendor: String? = nil,
    category: String? = nil, payment: PaymentMethod? = nil, group: GroupID? = nil, note: String? = nil,
    account: String? = nil, tags: [String] = [], flags: [FlagSetting] = [], origin: RecordOrigin = .manual,
    expression: String? = nil
  ) {
    self.kind = kind
    self.money = money
    self.date = date
    self.vendor = vendor
    self.category = category
    self.payment = payment
    self.group = group
    self.note = note
    self.account = account
    self.tags = tags
    self.flags = flags
    self.origin = origin
    self.expression = expression
  }
}

/// The facts that a decision may look at in addition to the stream's own state.
///
/// They are plain values from the caller.
package struct DecisionContext: Sendable {
  /// The civil date of the command.
  package var today: CivilDate
  /// Categories by key.
  package var categories: [String: CategoryRow]
  /// The groups that the command names, by identifier.
  package var groups: [GroupID: GroupRow]
  /// The accounts that can be named, or `nil` if accounts are not checked, as for imported amounts.
  package var accounts: AccountDirectory?

  /// Creates the facts that a decision may look at.
  package init(today: CivilDate, categories: [String: CategoryRow], groups: [GroupID: GroupRow]) {
    self.today = today
    self.categories = categories
    self.groups = groups
  }
}
