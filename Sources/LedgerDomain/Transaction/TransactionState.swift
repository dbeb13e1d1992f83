public import LedgerBytes

/// The fold of one transaction's events: per field every write that still counts (DESIGN 2.2).
public struct TransactionState: Hashable, Sendable {
  /// How it came to be; nil until the event that says so is known.
  public internal(set) var origin: TransactionOrigin?
  /// Whether it was saved, or recorded whole; taken back where the saving was undone.
  public internal(set) var saved = Register<Bool>()
  /// Whether it is deleted or discarded.
  public internal(set) var deletion = Deletion()

  /// Who was paid.
  public internal(set) var vendor = Register<String>()
  /// The date of issue.
  public internal(set) var date = Register<CivilDate>()
  /// Total and currency.
  public internal(set) var amount = Register<Amount>()
  /// The category's key.
  public internal(set) var category = Register<String>()
  /// How it was paid.
  public internal(set) var payment = Register<PaymentMethod>()
  /// The group; no value is Unfiled.
  public internal(set) var group = Register<GroupID>()
  /// The direction; an expense until somebody says otherwise.
  public internal(set) var kind = Register<TransactionKind>()

  /// The fields that a person confirmed, picked or typed; total and currency are told apart here.
  public internal(set) var settledByPerson = FieldSet()
  /// Per tag, by its bytes, whether it is on.
  public internal(set) var tags: [[UInt8]: Register<Bool>] = [:]
  /// The pages, in the order they came; removed ones stay, marked.
  public internal(set) var attachments: [AttachmentState] = []
  /// What extractors offered after the transaction stood, and what people said to it.
  public internal(set) var proposals = Proposals()
  /// Whether a person has done anything to it.
  public internal(set) var isTouched = false
  /// The last extraction, in the order of the fold.
  public internal(set) var extraction: ExtractionState?
  /// The words of the last failure or cancellation since the last extraction.
  public internal(set) var extractionNote: String?
  /// The text on the paper, where it was recognized.
  public internal(set) var text: String?
  /// What few transactions have.
  var rare = Rare.none

  /// A transaction of which nothing is known.
  public init() {}

  /// Makes it a transaction of which nothing is known, in place: who folds many streams has one state for all, most
  /// parts of which nobody wrote.
  public mutating func forget() {
    origin = nil
    saved.forget()
    deletion.forget()
    vendor.forget()
    date.forget()
    amount.forget()
    category.forget()
    payment.forget()
    group.forget()
    kind.forget()
    settledByPerson = FieldSet()
    if !tags.isEmpty { tags = [:] }
    if !attachments.isEmpty { attachments.removeAll(keepingCapacity: true) }
    proposals.forget()
    isTouched = false
    if extraction != nil { extraction = nil }
    if extractionNote != nil { extractionNote = nil }
    if text != nil { text = nil }
    if case .some = rare { rare = .none }
    assert(self == TransactionState(), "a part of the state is not forgotten")
  }
}

/// How a transaction came to be.
public struct TransactionOrigin: Hashable, Sendable {
  /// Captured paper, or recorded without.
  public let how: Origin
  /// The civil date where it happened.
  public let on: CivilDate
  /// What the file or row was called where it came from.
  public let name: String?
  /// When it began, by the log's clock: the order of transactions of one date.
  public let time: HybridTime

  /// Captured paper, or recorded without.
  public enum Origin: Hashable, Sendable {
    case captured(CaptureSource)
    case recorded(RecordOrigin)

    /// The word of a payload: `scan`, `manual` …
    public var name: String {
      switch self {
      case .captured(let source): source.rawValue
      case .recorded(let origin): origin.rawValue
      }
    }
  }
}

/// A page, and whether it is still part of the transaction.
public struct AttachmentState: Hashable, Sendable {
  /// The page.
  public let attachment: Attachment
  /// Whether it is part of the transaction.
  public var isPresent: Register<Bool>
}

/// What the last extraction read.
public struct ExtractionState: Hashable, Sendable {
  /// The event.
  public let reference: EventReference
  /// What it said.
  public let completed: ExtractionCompleted

  /// What an extraction read.
  public init(reference: EventReference, completed: ExtractionCompleted) {
    self.reference = reference
    self.completed = completed
  }

  /// The readings of a field; none for fields that no extractor reads.
  public func readings(of field: Field) -> FieldReadings {
    switch field {
    case .vendor: completed.readings.vendor
    case .date: completed.readings.date
    case .total: completed.readings.total
    case .currency: completed.readings.currency
    case .category: completed.readings.category
    case .payment: completed.readings.payment
    case .group, .note, .kind, .account: FieldReadings()
    }
  }

  /// The currency in which this extraction's totals are taken: the first read, else the ledger's default then.
  public var currency: Currency? {
    completed.readings.firstValue(of: .currency).flatMap { Currency($0) } ?? completed.assumedCurrency
  }
}

// MARK: - Reading a state

extension TransactionState {
  /// The value that stands in a field; total and currency are both the amount.
  public func value(of field: Field) -> FieldValue? {
    switch field {
    case .vendor: vendor.value.map(FieldValue.text)
    case .date: date.value.map(FieldValue.date)
    case .total, .currency: amount.value.map(FieldValue.amount)
    case .category: category.value.map(FieldValue.text)
    case .payment: payment.value.map { .text($0.rawValue) }
    case .group: group.value.map(FieldValue.group)
    case .note: note.value.map(FieldValue.text)
    case .kind: .text((kind.value ?? .expense).rawValue)
    case .account: account.value.map(FieldValue.text)
    }
  }

  /// Whether it counts unless it is deleted. Where one device saved it and another took an earlier saving back, not
  /// knowing of each other, it is saved: what its author had not seen is not undone.
  public var isSaved: Bool { saved.holds(true) }

  /// The transactions that a person told apart from this one, and nobody took it back.
  public var dismissedDuplicates: Set<TransactionID> {
    dismissals.isEmpty ? [] : Set(dismissals.lazy.filter { $0.value.value == true }.map(\.key))
  }

  /// Draft, saved or deleted; nil until the transaction is known to exist.
  public var stage: Stage? {
    guard origin != nil else { return nil }
    if deletion.isDeleted { return .deleted }
    return isSaved ? .saved : .draft
  }

  /// Where a transaction stands.
  public enum Stage: String, CaseIterable, Hashable, Sendable {
    case draft
    case saved
    case deleted
  }
}
