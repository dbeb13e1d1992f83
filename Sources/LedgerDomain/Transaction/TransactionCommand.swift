public import LedgerBytes

/// What a person or a machine can ask of one transaction.
public enum TransactionCommand: Hashable, Sendable {
  /// Paper came in; with its text and readings where they are there at once.
  case capture(CaptureRequest)
  /// The text was read, or reading failed, after the capture.
  case recognize(RecognitionOutcome)
  /// Accept values as they stand; no field named: all that need no other decision and have a value.
  case confirm([Field])
  /// Choose reading number `number`, from 1.
  case pick(Field, number: Int)
  /// Set a field; nil empties it.
  case correct(Field, FieldValue?)
  /// Make a draft count.
  case save
  /// Throw a draft away.
  case discard
  /// Record without paper.
  case record(RecordRequest)
  /// File into a group, or out of every group.
  case file(GroupID?)
  /// Put tags on and take tags off.
  case tag(add: [String], remove: [String])
  /// Set both flag groups as given; a flag group not named stays.
  case flag([FlagSetting])
  /// Mark as cleared or not.
  case clear(Bool)
  /// One more page.
  case attach(Attachment)
  /// Take a page away.
  case detach(SHA256Digest)
  /// Record a line item under an identifier of the caller's.
  case addItem(LineItemID, LineItem)
  /// Change a line item.
  case changeItem(LineItemID, LineItemEdit)
  /// Take a line item away.
  case removeItem(LineItemID)
  /// Bring a line item back that was taken away.
  case restoreItem(LineItemID)
  /// Offer what an extractor read for these fields, where it differs from what stands; no field named: for all.
  case propose(ExtractionCompleted, fields: [Field])
  /// Take proposed values; no field named: all that wait.
  case accept([Field])
  /// Decline proposed values; no field named: all that wait.
  case reject([Field])
  /// Say that this one and another are two.
  case dismissDuplicate(of: TransactionID)
  /// Delete.
  case delete
  /// Undo a deletion.
  case restore
  /// Make it an instance of its rule no more.
  case unlink
}

/// What to change of a line item; what is nil stays, an empty text is none.
public struct LineItemEdit: Hashable, Sendable {
  /// Its name.
  public var name: String?
  /// Its quantity.
  public var quantity: String?
  /// Its amount.
  public var money: Money?
  /// Its category's key.
  public var category: String?

  /// What to change of a line item.
  public init(name: String? = nil, quantity: String? = nil, money: Money? = nil, category: String? = nil) {
    self.name = name
    self.quantity = quantity
    self.money = money
    self.category = category
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
  public var attachments: [Attachment]
  /// What it was called where it came from.
  public var name: String?
  /// What was read off it, where that is known at once.
  public var recognition: RecognitionOutcome?
  /// The group to file it into.
  public var group: GroupID?

  /// Paper to capture.
  public init(
    source: CaptureSource, attachments: [Attachment] = [], name: String? = nil,
    recognition: RecognitionOutcome? = nil, group: GroupID? = nil
  ) {
    self.source = source
    self.attachments = attachments
    self.name = name
    self.recognition = recognition
    self.group = group
  }
}

/// How reading the paper ended.
public enum RecognitionOutcome: Hashable, Sendable {
  /// A text, and what an extractor made of it.
  case read(TextRecognized, ExtractionCompleted)
  /// A failure, in words.
  case failed(engine: String, reason: String)
  /// A person did not wait.
  case cancelled(engine: String)
}

/// A transaction to record without paper (CHECKLIST IE-14).
public struct RecordRequest: Hashable, Sendable {
  /// Expense, income or transfer.
  public var kind: TransactionKind
  /// The amount, positive in the direction of its kind.
  public var money: Money
  /// The date of issue.
  public var date: CivilDate
  /// Who was paid, or who paid.
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

  /// A transaction to record.
  public init(
    kind: TransactionKind = .expense, money: Money, date: CivilDate, vendor: String? = nil,
    category: String? = nil, payment: PaymentMethod? = nil, group: GroupID? = nil, note: String? = nil,
    account: String? = nil, tags: [String] = [], flags: [FlagSetting] = [], origin: RecordOrigin = .manual
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
  }
}

/// What a decision may look at besides the stream's own state: plain values, gathered by the caller.
public struct DecisionContext: Sendable {
  /// The civil date of the command.
  public var today: CivilDate
  /// Categories by key.
  public var categories: [String: CategoryRow]
  /// The groups that the command names, by identifier.
  public var groups: [GroupID: GroupRow]

  /// What a decision may look at.
  public init(today: CivilDate, categories: [String: CategoryRow], groups: [GroupID: GroupRow]) {
    self.today = today
    self.categories = categories
    self.groups = groups
  }
}
