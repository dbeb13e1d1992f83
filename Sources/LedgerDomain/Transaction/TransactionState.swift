package import LedgerBytes

/// The fold of one transaction's events: per field every write that still counts (Design, section 2).
package struct TransactionState: Hashable, Sendable {
  /// The event that began it, or `nil` if that event is not known.
  package internal(set) var origin: TransactionOrigin?
  /// Whether it was saved, or recorded whole. `false` if the saving was undone.
  package internal(set) var saved = FieldRegister<Bool>()
  /// Whether it is deleted or discarded.
  package internal(set) var deletion = Deletion()

  /// The payee.
  package internal(set) var vendor = FieldRegister<String>()
  /// The date of issue.
  package internal(set) var date = FieldRegister<CivilDate>()
  /// Total and currency.
  package internal(set) var amount = FieldRegister<Amount>()
  /// The category's key.
  package internal(set) var category = FieldRegister<String>()
  /// How it was paid.
  package internal(set) var payment = FieldRegister<PaymentMethod>()
  /// The group. No value means Unfiled.
  package internal(set) var group = FieldRegister<GroupID>()
  /// The direction. An expense unless set otherwise.
  package internal(set) var kind = FieldRegister<TransactionKind>()

  /// The fields that a person confirmed, picked or typed. Total and currency are separate fields here.
  package internal(set) var settledByPerson = FieldSet()
  /// Per tag, by its bytes, whether it is on.
  package internal(set) var tags: [[UInt8]: FieldRegister<Bool>] = [:]
  /// The pages, in the order they were added. Removed ones stay, marked as removed.
  package internal(set) var attachments: [AttachmentState] = []
  /// The proposals that extractors made after the transaction was saved, and people's answers.
  package internal(set) var proposals = Proposals()
  /// Whether a person has done anything to it.
  package internal(set) var isTouched = false
  /// The last extraction, in the order of the fold.
  package internal(set) var extraction: ExtractionState?
  /// The message of the last failure or cancellation since the last extraction.
  package internal(set) var extractionNote: String?
  /// The text on the paper, or `nil` if none of it was recognized.
  package internal(set) var text: String?
  /// The properties that few transactions have.
  var rare = Rare.none

  /// Creates the state of a transaction of which nothing is known.
  package init() {}

  /// Makes it a transaction of which nothing is known, in place.
  ///
  /// A caller that folds many streams reuses one state for all. Most properties of it were never written.
  package mutating func forget() {
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

/// The beginning of a transaction.
package struct TransactionOrigin: Hashable, Sendable {
  /// Captured paper, or recorded without.
  package let how: Origin
  /// The civil date on the device that recorded it.
  package let on: CivilDate
  /// The name of the original file.
  package let name: String?
  /// The time of its first event, by the log's clock. It orders the transactions of one date.
  package let time: HybridTime

  /// Captured paper, or recorded without.
  package enum Origin: Hashable, Sendable {
    case captured(CaptureSource)
    case recorded(RecordOrigin)

    /// The word of a payload: `scan`, `manual` …
    package var name: String {
      switch self {
      case .captured(let source): source.rawValue
      case .recorded(let origin): origin.rawValue
      }
    }
  }
}

/// A page, and whether it is still part of the transaction.
package struct AttachmentState: Hashable, Sendable {
  /// The page.
  package let attachment: ReceiptPage
  /// Whether it is part of the transaction.
  package var isPresent: FieldRegister<Bool>
}

/// The result of the last extraction.
package struct ExtractionState: Hashable, Sendable {
  /// The event.
  package let reference: EventReference
  /// The event's payload.
  package let completed: TransactionEvent.ExtractionCompleted

  /// Creates the result of an extraction.
  package init(reference: EventReference, completed: TransactionEvent.ExtractionCompleted) {
    self.reference = reference
    self.completed = completed
  }

  /// Returns the readings of a field, which are empty for a field that no extractor reads.
  package func readings(of field: TransactionField) -> FieldReadings {
    completed.readings.look(at: field) { copy $0 } ?? FieldReadings()
  }

  /// The currency of this extraction's totals: the first one read, or the ledger's default at the time.
  package var currency: CurrencyCode? {
    completed.readings.firstValue(of: .currency).flatMap { CurrencyCode($0) } ?? completed.assumedCurrency
  }
}

// MARK: - Reading a state

extension TransactionState {
  /// Whether it counts unless it is deleted.
  ///
  /// If one device saved it while another took an earlier saving back, it is saved. An undo does not affect what its
  /// author had not seen.
  package var isSaved: Bool { saved.holds(true) }

  /// The transactions that a person marked as no duplicates of this one, unless the mark was removed.
  package var dismissedDuplicates: Set<TransactionID> {
    dismissals.isEmpty ? [] : Set(dismissals.lazy.filter { $0.value.value == true }.map(\.key))
  }

  /// Draft, saved or deleted, or `nil` if the transaction is not known to exist.
  package var stage: Stage? {
    guard origin != nil else { return nil }
    if deletion.isDeleted { return .deleted }
    return isSaved ? .saved : .draft
  }

  /// The stage of a transaction's life.
  package typealias Stage = TransactionRow.Stage
}
