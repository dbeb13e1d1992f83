public import LedgerBytes

/// An event on a transaction's stream: a frozen fact, in the past tense (Design, section 5).
///
/// The largest are held by reference. An event is moved several times between its bytes and the state it changes, and
/// most events are small.
public enum TransactionEvent: Hashable, Sendable {
  case receiptCaptured(ReceiptCaptured)
  indirect case attachmentAdded(AttachmentAdded)
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
  indirect case lineItemRemoved(LineItemRemoved)
  case duplicateDismissed(DuplicateDismissed)
  case duplicateReopened(DuplicateReopened)
  indirect case extractionProposed(ExtractionProposed)
  indirect case proposalAccepted(ProposalAccepted)
  indirect case proposalRejected(ProposalRejected)
  case transactionDeleted
  case transactionRestored
  indirect case transactionLinkedToRule(RuleLink)
  indirect case transactionUnlinkedFromRule(RuleLink)
  indirect case bankRowLinked(BankRowLinked)
  case bankRowUnlinked(BankRowUnlinked)
  case transactionMerged(TransactionMerged)
  indirect case transferRecorded(TransferRecorded)
  indirect case transferChanged(TransferChanged)
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
    .transactionUnlinkedFromRule, .bankRowLinked, .bankRowUnlinked, .transactionMerged, .transferRecorded,
    .transferChanged,
  ]

  /// Its type.
  public var type: EventType { declaredType }

  var event: RecordEvent { .transaction(self) }

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
    case .bankRowLinked(let event): visitor.visit(.bankRowLinked, event)
    case .bankRowUnlinked(let event): visitor.visit(.bankRowUnlinked, event)
    case .transactionMerged(let event): visitor.visit(.transactionMerged, event)
    case .transferRecorded(let event): visitor.visit(.transferRecorded, event)
    case .transferChanged(let event): visitor.visit(.transferChanged, event)
    }
  }
}

/// The source of a receipt (IE-15).
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

  /// Creates a page of paper.
  public init(digest: SHA256Digest, byteCount: Int64, mediaType: String, page: Int) {
    self.digest = digest
    self.byteCount = byteCount
    self.mediaType = mediaType
    self.page = page
  }
}

/// Paper was captured. The draft of a transaction begins.
public struct ReceiptCaptured: Hashable, Sendable {
  /// Scanned, photographed or imported.
  public let source: CaptureSource
  /// Its pages, all durable before this event was appended.
  public let attachments: [Attachment]
  /// The name of the original file.
  public let name: String?
  /// The civil date on the device that recorded it.
  public let on: CivilDate

  /// Creates the record of a capture.
  public init(source: CaptureSource, attachments: [Attachment], name: String?, on: CivilDate) {
    self.source = source
    self.attachments = attachments
    self.name = name
    self.on = on
  }
}

/// A page was added.
public struct AttachmentAdded: Hashable, Sendable {
  /// The page.
  public let attachment: Attachment
  /// The civil date on the device that recorded it.
  public let on: CivilDate

  /// Creates the record of a page.
  public init(attachment: Attachment, on: CivilDate) {
    self.attachment = attachment
    self.on = on
  }
}

/// A page was removed from the transaction. Its bytes stay.
public struct AttachmentRemoved: Hashable, Sendable {
  /// SHA-256 of the file.
  public let digest: SHA256Digest

  /// Creates the record of a removed page.
  public init(digest: SHA256Digest) { self.digest = digest }
}

/// The text that an engine read off the paper.
public struct TextRecognized: Hashable, Sendable {
  /// The engine, such as `tesseract-5.3.0`, or `text` if the text was given.
  public let engine: String
  /// The text, lines separated by line feeds.
  public let text: String
  /// The confidence in whole percent, or `nil` if the engine has no such figure.
  public let confidence: Int?

  /// Creates the record of a recognition.
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

/// The readings that an extractor found in the text, per field.
public struct ExtractionCompleted: Hashable, Sendable {
  /// The extractor.
  public let extractor: String
  /// Its version.
  public let version: Int
  /// Whether a model or rules found the readings.
  public let method: ExtractionMethod
  /// Per field its readings.
  public let readings: ReceiptReadings
  /// The currency of a total if no currency was read: the ledger's default at the time.
  public let assumedCurrency: CurrencyCode?

  /// Creates the record of an extraction.
  public init(
    extractor: String, version: Int, method: ExtractionMethod, readings: ReceiptReadings,
    assumedCurrency: CurrencyCode?
  ) {
    self.extractor = extractor
    self.version = version
    self.method = method
    self.readings = readings
    self.assumedCurrency = assumedCurrency
  }
}

/// Reading or understanding the paper failed. The capture remains.
public struct ExtractionFailed: Hashable, Sendable {
  /// The engine or extractor that failed.
  public let engine: String
  /// The reason, in one line for a person.
  public let reason: String

  /// Creates the record of a failure.
  public init(engine: String, reason: String) {
    self.engine = engine
    self.reason = reason
  }
}

/// A person cancelled the extraction.
public struct ExtractionCancelled: Hashable, Sendable {
  /// The engine or extractor that was cancelled.
  public let engine: String

  /// Creates the record of a cancellation.
  public init(engine: String) { self.engine = engine }
}

/// A person accepted the field's present value.
public struct FieldConfirmed: Hashable, Sendable {
  /// The field.
  public let field: TransactionField
  /// The value accepted.
  public let value: FieldValue

  /// Creates the record of a confirmation.
  public init(field: TransactionField, value: FieldValue) {
    self.field = field
    self.value = value
  }
}

/// A person chose one of the readings.
public struct AlternatePicked: Hashable, Sendable {
  /// The field.
  public let field: TransactionField
  /// The value before.
  public let from: FieldValue?
  /// The value chosen.
  public let to: FieldValue
  /// The reading chosen, by its value.
  public let reading: String
  /// The extraction that it came from.
  public let extraction: EventReference

  /// Creates the record of a choice.
  public init(
    field: TransactionField, from: FieldValue?, to: FieldValue, reading: String, extraction: EventReference
  ) {
    self.field = field
    self.from = from
    self.to = to
    self.reading = reading
    self.extraction = extraction
  }
}

/// A person set a field. Only `TransactionFiled` sets the group.
public struct FieldCorrected: Hashable, Sendable {
  /// The field.
  public let field: TransactionField
  /// The value before.
  public let from: FieldValue?
  /// The value typed, or `nil` if the field was emptied.
  public let to: FieldValue?
  /// The computation that gave a total, as typed, or `nil` if the value was typed as it is.
  public let expression: String?

  /// Creates the record of a correction.
  public init(field: TransactionField, from: FieldValue?, to: FieldValue?, expression: String? = nil) {
    self.field = field
    self.from = from
    self.to = to
    self.expression = expression
  }
}

/// The source of a transaction without a draft.
public enum RecordOrigin: String, CaseIterable, Hashable, Sendable {
  case manual
  case recurring
  case imported
}

/// A transaction was recorded whole, without a draft.
public struct TransactionRecorded: Hashable, Sendable {
  /// Typed, generated or imported.
  public let origin: RecordOrigin
  /// The civil date on the device that recorded it.
  public let on: CivilDate
  /// Expense, income or transfer.
  public let kind: TransactionKind
  /// The amount, positive in the direction of its kind.
  public let money: Money
  /// The date of issue.
  public let date: CivilDate
  /// The payee, or the payer of an income.
  public let vendor: String?
  /// The category's key.
  public let category: String?
  /// How it was paid.
  public let payment: PaymentMethod?
  /// Free text.
  public let note: String?
  /// The account, free text.
  public let account: String?
  /// The account that a recurring transfer's money arrives in. Only used together with `recurrence`.
  public let toAccount: String?
  /// The amount that arrives, or `nil` if the amount that leaves arrives. Only used together with `recurrence`.
  public let received: Money?
  /// Tags, normalized and sorted.
  public let tags: [String]
  /// Flags.
  public let flags: Flags
  /// The group that the rule files it into. Only used together with `recurrence`.
  public let group: GroupID?
  /// The rule and date that it was generated for, or `nil` if no rule generated it.
  public let recurrence: RecurrenceOrigin?
  /// The computation that gave the amount, as typed, or `nil` if the amount was typed as it is.
  public let expression: String?

  /// Creates the record of a whole transaction.
  public init(
    origin: RecordOrigin, on: CivilDate, kind: TransactionKind, money: Money, date: CivilDate,
    vendor: String? = nil, category: String? = nil, payment: PaymentMethod? = nil, note: String? = nil,
    account: String? = nil, toAccount: String? = nil, received: Money? = nil, tags: [String] = [],
    flags: Flags = Flags(), group: GroupID? = nil,
    recurrence: RecurrenceOrigin? = nil, expression: String? = nil
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
    self.toAccount = toAccount
    self.received = received
    self.tags = tags
    self.flags = flags
    self.group = group
    self.recurrence = recurrence
    self.expression = expression
  }
}

/// A transaction went into a group, or out of every group.
public struct TransactionFiled: Hashable, Sendable {
  /// The group before, or `nil` for Unfiled.
  public let from: GroupID?
  /// The group after, or `nil` for Unfiled.
  public let to: GroupID?

  /// Creates the record of a filing.
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

  /// Creates the record of changed tags.
  public init(added: [String], removed: [String]) {
    self.added = added
    self.removed = removed
  }
}

/// The two flag groups, each with at most one of two flags (ET-09).
public struct Flags: Hashable, Sendable {
  /// Whether it was paid, or `nil` if that is not set.
  public var paid: Bool?
  /// Whether it was reimbursed, or `nil` if that is not set.
  public var reimbursed: Bool?

  /// Creates flags, unset by default.
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

/// Flags were set or cleared. A flag group that did not change is absent.
public struct FlagsChanged: Hashable, Sendable {
  /// The change of paid and unpaid.
  public let paid: FlagChange?
  /// The change of reimbursed and unreimbursed.
  public let reimbursed: FlagChange?

  /// Creates the record of changed flags.
  public init(paid: FlagChange?, reimbursed: FlagChange?) {
    self.paid = paid
    self.reimbursed = reimbursed
  }
}
