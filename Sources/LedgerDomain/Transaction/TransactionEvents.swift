public import LedgerBytes

/// What can happen to a transaction: frozen facts, in the past tense (DESIGN 5).
///
/// The largest are held by reference: an event is moved several times between its bytes and the state it changes, and
/// most are small.
public enum TransactionEvent: Hashable, Sendable {
  case receiptCaptured(ReceiptCaptured)
  case attachmentAdded(AttachmentAdded)
  case attachmentRemoved(AttachmentRemoved)
  case textRecognized(TextRecognized)
  case extractionCompleted(ExtractionCompleted)
  case extractionFailed(ExtractionFailed)
  case extractionCancelled(ExtractionCancelled)
  case fieldConfirmed(FieldConfirmed)
  indirect case alternatePicked(AlternatePicked)
  case fieldCorrected(FieldCorrected)
  indirect case fieldReverted(FieldReverted)
  case receiptSaved
  case receiptReopened
  case receiptDiscarded
  indirect case transactionRecorded(TransactionRecorded)
  case transactionFiled(TransactionFiled)
  case tagsChanged(TagsChanged)
  case flagsChanged(FlagsChanged)
  case transactionCleared
  case transactionUncleared
  indirect case lineItemAdded(LineItemAdded)
  indirect case lineItemChanged(LineItemChanged)
  case lineItemRemoved(LineItemRemoved)
  case duplicateDismissed(DuplicateDismissed)
  case duplicateReopened(DuplicateReopened)
  indirect case extractionProposed(ExtractionProposed)
  indirect case proposalAccepted(ProposalAccepted)
  case proposalRejected(ProposalRejected)
  case transactionDeleted
  case transactionRestored
  indirect case transactionLinkedToRule(RuleLink)
  indirect case transactionUnlinkedFromRule(RuleLink)
}

extension TransactionEvent: KindEvent {
  static let streamKind = StreamKind.transaction

  static let types: [EventType] = [
    .receiptCaptured, .attachmentAdded, .attachmentRemoved, .textRecognized, .extractionCompleted,
    .extractionFailed, .extractionCancelled, .fieldConfirmed, .alternatePicked, .fieldCorrected, .fieldReverted,
    .receiptSaved, .receiptReopened, .receiptDiscarded, .transactionRecorded, .transactionFiled, .tagsChanged,
    .flagsChanged, .transactionCleared, .transactionUncleared, .lineItemAdded, .lineItemChanged,
    .lineItemRemoved, .duplicateDismissed, .duplicateReopened, .extractionProposed, .proposalAccepted,
    .proposalRejected, .transactionDeleted, .transactionRestored, .transactionLinkedToRule,
    .transactionUnlinkedFromRule,
  ]

  /// Its type.
  public var type: EventType { declaredType }

  var event: Event { .transaction(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .receiptCaptured(let event): visitor.visit(.receiptCaptured, event)
    case .attachmentAdded(let event): visitor.visit(.attachmentAdded, event)
    case .attachmentRemoved(let event): visitor.visit(.attachmentRemoved, event)
    case .textRecognized(let event): visitor.visit(.textRecognized, event)
    case .extractionCompleted(let event): visitor.visit(.extractionCompleted, event)
    case .extractionFailed(let event): visitor.visit(.extractionFailed, event)
    case .extractionCancelled(let event): visitor.visit(.extractionCancelled, event)
    case .fieldConfirmed(let event): visitor.visit(.fieldConfirmed, event)
    case .alternatePicked(let event): visitor.visit(.alternatePicked, event)
    case .fieldCorrected(let event): visitor.visit(.fieldCorrected, event)
    case .fieldReverted(let event): visitor.visit(.fieldReverted, event)
    case .receiptSaved: visitor.visit(.receiptSaved)
    case .receiptReopened: visitor.visit(.receiptReopened)
    case .receiptDiscarded: visitor.visit(.receiptDiscarded)
    case .transactionRecorded(let event): visitor.visit(.transactionRecorded, event)
    case .transactionFiled(let event): visitor.visit(.transactionFiled, event)
    case .tagsChanged(let event): visitor.visit(.tagsChanged, event)
    case .flagsChanged(let event): visitor.visit(.flagsChanged, event)
    case .transactionCleared: visitor.visit(.transactionCleared)
    case .transactionUncleared: visitor.visit(.transactionUncleared)
    case .lineItemAdded(let event): visitor.visit(.lineItemAdded, event)
    case .lineItemChanged(let event): visitor.visit(.lineItemChanged, event)
    case .lineItemRemoved(let event): visitor.visit(.lineItemRemoved, event)
    case .duplicateDismissed(let event): visitor.visit(.duplicateDismissed, event)
    case .duplicateReopened(let event): visitor.visit(.duplicateReopened, event)
    case .extractionProposed(let event): visitor.visit(.extractionProposed, event)
    case .proposalAccepted(let event): visitor.visit(.proposalAccepted, event)
    case .proposalRejected(let event): visitor.visit(.proposalRejected, event)
    case .transactionDeleted: visitor.visit(.transactionDeleted)
    case .transactionRestored: visitor.visit(.transactionRestored)
    case .transactionLinkedToRule(let event): visitor.visit(.transactionLinkedToRule, event)
    case .transactionUnlinkedFromRule(let event): visitor.visit(.transactionUnlinkedFromRule, event)
    }
  }
}

/// Where a receipt came from (CHECKLIST IE-15).
public enum CaptureSource: String, CaseIterable, Hashable, Sendable {
  case scan
  case photo
  case file
}

/// A page of paper, named by its content.
public struct Attachment: Hashable, Sendable {
  /// SHA-256 of the file.
  public let digest: SHA256Digest
  /// Size in bytes.
  public let byteCount: Int64
  /// `image/jpeg`, `application/pdf` …
  public let mediaType: String
  /// The page, from 1.
  public let page: Int

  /// A page of paper.
  public init(digest: SHA256Digest, byteCount: Int64, mediaType: String, page: Int) {
    self.digest = digest
    self.byteCount = byteCount
    self.mediaType = mediaType
    self.page = page
  }
}

/// Paper came in; the draft of a transaction begins.
public struct ReceiptCaptured: Hashable, Sendable {
  /// Scanned, photographed or imported.
  public let source: CaptureSource
  /// Its pages, all durable before this event was appended.
  public let attachments: [Attachment]
  /// What the file or row was called where it came from.
  public let name: String?
  /// The civil date where it happened.
  public let on: CivilDate

  /// Paper came in.
  public init(source: CaptureSource, attachments: [Attachment], name: String?, on: CivilDate) {
    self.source = source
    self.attachments = attachments
    self.name = name
    self.on = on
  }
}

/// One more page.
public struct AttachmentAdded: Hashable, Sendable {
  /// The page.
  public let attachment: Attachment
  /// The civil date where it happened.
  public let on: CivilDate

  /// One more page.
  public init(attachment: Attachment, on: CivilDate) {
    self.attachment = attachment
    self.on = on
  }
}

/// A page was taken away from the transaction; its bytes stay.
public struct AttachmentRemoved: Hashable, Sendable {
  /// SHA-256 of the file.
  public let digest: SHA256Digest

  /// A page was taken away.
  public init(digest: SHA256Digest) { self.digest = digest }
}

/// What an engine read off the paper.
public struct TextRecognized: Hashable, Sendable {
  /// `tesseract-5.3.0`, `text` where the text was given.
  public let engine: String
  /// The text, lines separated by line feeds.
  public let text: String
  /// A whole percent, where the engine has one.
  public let confidence: Int?

  /// What an engine read.
  public init(engine: String, text: String, confidence: Int?) {
    self.engine = engine
    self.text = text
    self.confidence = confidence
  }
}

/// Whether an extraction was a model's or by rules.
public enum ExtractionMethod: String, CaseIterable, Hashable, Sendable {
  case smart
  case deterministic
}

/// What an extractor made of the text, per field.
public struct ExtractionCompleted: Hashable, Sendable {
  /// The extractor.
  public let extractor: String
  /// Its version.
  public let version: Int
  /// A model's work or rules'.
  public let method: ExtractionMethod
  /// Per field its readings.
  public let readings: ReceiptReadings
  /// The currency that a total is taken to be in where none was read: the ledger's default at the time.
  public let assumedCurrency: Currency?

  /// What an extractor made of the text.
  public init(
    extractor: String, version: Int, method: ExtractionMethod, readings: ReceiptReadings,
    assumedCurrency: Currency?
  ) {
    self.extractor = extractor
    self.version = version
    self.method = method
    self.readings = readings
    self.assumedCurrency = assumedCurrency
  }
}

/// Reading or understanding the paper failed; the capture stands.
public struct ExtractionFailed: Hashable, Sendable {
  /// What failed: an engine or an extractor.
  public let engine: String
  /// Why, in a line for a person.
  public let reason: String

  /// An extraction failed.
  public init(engine: String, reason: String) {
    self.engine = engine
    self.reason = reason
  }
}

/// A person did not wait for the extraction.
public struct ExtractionCancelled: Hashable, Sendable {
  /// What was cancelled.
  public let engine: String

  /// An extraction was cancelled.
  public init(engine: String) { self.engine = engine }
}

/// A person accepted the value that stood.
public struct FieldConfirmed: Hashable, Sendable {
  /// The field.
  public let field: Field
  /// The value accepted.
  public let value: FieldValue

  /// A person accepted the value that stood.
  public init(field: Field, value: FieldValue) {
    self.field = field
    self.value = value
  }
}

/// A person chose one of the readings.
public struct AlternatePicked: Hashable, Sendable {
  /// The field.
  public let field: Field
  /// The value before.
  public let from: FieldValue?
  /// The value chosen.
  public let to: FieldValue
  /// The reading chosen, by its value.
  public let reading: String
  /// The extraction that it came from.
  public let extraction: EventReference

  /// A person chose one of the readings.
  public init(field: Field, from: FieldValue?, to: FieldValue, reading: String, extraction: EventReference) {
    self.field = field
    self.from = from
    self.to = to
    self.reading = reading
    self.extraction = extraction
  }
}

/// A person set a field; `group` is set by `TransactionFiled` alone.
public struct FieldCorrected: Hashable, Sendable {
  /// The field.
  public let field: Field
  /// The value before.
  public let from: FieldValue?
  /// The value typed; nil where the field was emptied.
  public let to: FieldValue?

  /// A person set a field.
  public init(field: Field, from: FieldValue?, to: FieldValue?) {
    self.field = field
    self.from = from
    self.to = to
  }
}

/// Where a transaction without a draft came from.
public enum RecordOrigin: String, CaseIterable, Hashable, Sendable {
  case manual
  case recurring
  case imported
}

/// A transaction was recorded whole, without a draft.
public struct TransactionRecorded: Hashable, Sendable {
  /// Typed, generated or imported.
  public let origin: RecordOrigin
  /// The civil date where it happened.
  public let on: CivilDate
  /// Expense, income or transfer.
  public let kind: TransactionKind
  /// The amount, positive in the direction of its kind.
  public let money: Money
  /// The date of issue.
  public let date: CivilDate
  /// Who was paid, or who paid.
  public let vendor: String?
  /// The category's key.
  public let category: String?
  /// How it was paid.
  public let payment: PaymentMethod?
  /// Free text.
  public let note: String?
  /// The account, free text.
  public let account: String?
  /// Tags, normalized and sorted.
  public let tags: [String]
  /// Flags.
  public let flags: Flags
  /// The group that the rule files it into; only with `recurrence`.
  public let group: GroupID?
  /// The rule it follows, where one generated it.
  public let recurrence: RecurrenceOrigin?

  /// A transaction was recorded whole.
  public init(
    origin: RecordOrigin, on: CivilDate, kind: TransactionKind, money: Money, date: CivilDate,
    vendor: String? = nil, category: String? = nil, payment: PaymentMethod? = nil, note: String? = nil,
    account: String? = nil, tags: [String] = [], flags: Flags = Flags(), group: GroupID? = nil,
    recurrence: RecurrenceOrigin? = nil
  ) {
    self.origin = origin
    self.on = on
    self.kind = kind
    self.money = money
    self.date = date
    self.vendor = vendor
    self.category = category
    self.payment = payment
    self.note = note
    self.account = account
    self.tags = tags
    self.flags = flags
    self.group = group
    self.recurrence = recurrence
  }
}

/// A transaction went into a group, or out of every group.
public struct TransactionFiled: Hashable, Sendable {
  /// The group before; nil: Unfiled.
  public let from: GroupID?
  /// The group after; nil: Unfiled.
  public let to: GroupID?

  /// A transaction was filed.
  public init(from: GroupID?, to: GroupID?) {
    self.from = from
    self.to = to
  }
}

/// Tags were put on and taken off.
public struct TagsChanged: Hashable, Sendable {
  /// Tags put on, normalized and sorted.
  public let added: [String]
  /// Tags taken off, normalized and sorted.
  public let removed: [String]

  /// Tags were put on and taken off.
  public init(added: [String], removed: [String]) {
    self.added = added
    self.removed = removed
  }
}

/// The two flag groups, each with at most one of two (CHECKLIST ET-09).
public struct Flags: Hashable, Sendable {
  /// Whether it was paid; nil: nothing said.
  public var paid: Bool?
  /// Whether it was reimbursed; nil: nothing said.
  public var reimbursed: Bool?

  /// Flags; nothing said unless given.
  public init(paid: Bool? = nil, reimbursed: Bool? = nil) {
    self.paid = paid
    self.reimbursed = reimbursed
  }

  /// The flags by their names, in the order paid, reimbursed.
  public var names: [String] {
    var names: [String] = []
    if let paid { names.append(paid ? "paid" : "unpaid") }
    if let reimbursed { names.append(reimbursed ? "reimbursed" : "unreimbursed") }
    return names
  }
}

/// A change of one flag group.
public struct FlagChange: Hashable, Sendable {
  /// Before; nil: nothing said.
  public let from: Bool?
  /// After; nil: nothing said.
  public let to: Bool?

  /// A change of one flag group.
  public init(from: Bool?, to: Bool?) {
    self.from = from
    self.to = to
  }
}

/// Flags were set or taken back; a group that did not change is absent.
public struct FlagsChanged: Hashable, Sendable {
  /// The change of paid and unpaid.
  public let paid: FlagChange?
  /// The change of reimbursed and unreimbursed.
  public let reimbursed: FlagChange?

  /// Flags were set or taken back.
  public init(paid: FlagChange?, reimbursed: FlagChange?) {
    self.paid = paid
    self.reimbursed = reimbursed
  }
}
