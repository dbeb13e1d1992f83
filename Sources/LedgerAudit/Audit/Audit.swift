public import EventLog
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// What happened to one transaction between the paper and now, in words, with the events behind each word
/// (DESIGN 7, CHECKLIST IE-29). Computed, never stored.
public struct Audit: Hashable, Sendable {
  /// Which.
  public let transaction: TransactionID
  /// `Scanned 14 Jun 2026 · extracted on device · you corrected 1 field`.
  public let sentence: String
  /// Each field of a review, and the others that have a value.
  public let fields: [AuditedField]
  /// Every extraction there was, in the order of the fold.
  public let extractions: [AuditedExtraction]
  /// Every event, in the order of the fold.
  public let events: [StoredEvent]

  /// One field with its whole way.
  public struct AuditedField: Hashable, Sendable {
    /// What stands, and what was read.
    public let provenance: FieldProvenance
    /// What was read and done, in the order of the fold.
    public let steps: [AuditStep]
  }

  /// One run of an extractor.
  public struct AuditedExtraction: Hashable, Sendable {
    /// The event.
    public let event: EventReference
    /// `rules`.
    public let extractor: String
    /// Its version.
    public let version: Int
    /// A model's work or rules'.
    public let method: ExtractionMethod
    /// The receipt's confidence in percent, where it gave one.
    public let confidence: Int?
    /// By part.
    public let parts: [ConfidencePart]
  }
}

/// One thing that was read, or done, about one field.
public struct AuditStep: Hashable, Sendable {
  /// The event.
  public let event: EventReference
  /// What it was.
  public let deed: Deed
  /// The value read, accepted, chosen or given, in its canonical text; nil: the field was emptied.
  public let value: String?
  /// Who.
  public let actor: String

  /// What can happen to a field.
  public enum Deed: Hashable, Sendable {
    /// An extractor read it; the reading's number counts from 1.
    case read(Reading, number: Int, extractor: String, version: Int, method: ExtractionMethod)
    /// A person accepted what stood.
    case confirmed
    /// A person chose a reading.
    case picked(reading: String)
    /// A person typed it.
    case corrected
    /// An extractor offered it for what stood already.
    case proposed
    /// A person took what was offered.
    case accepted(reading: String)
    /// A person declined what was offered.
    case declined
    /// What had set it was undone: the value before stands again.
    case reverted
    /// It was recorded without paper.
    case recorded
    /// It was filed into a group, or out of it.
    case filed

    /// One word.
    public var word: String {
      switch self {
      case .read: "read"
      case .confirmed: "confirmed"
      case .picked: "picked"
      case .corrected: "typed"
      case .proposed: "proposed"
      case .accepted: "accepted"
      case .declined: "declined"
      case .reverted: "undone"
      case .recorded: "recorded"
      case .filed: "filed"
      }
    }
  }
}

extension Audit {
  /// The audit of one transaction, at the book's horizon.
  ///
  /// - Throws: `BookError.unknown`.
  /// - Complexity: O(events of the transaction).
  public static func of(_ id: TransactionID, in book: Book) throws -> Audit {
    let events = book.horizon.admitted(try book.log.events(of: id.stream)).sorted { $0.foldsBefore($1) }
    let state = StreamFold(kind: id.stream.kind, events: events).transaction
    guard state.origin != nil else { throw BookError.unknown(what: "transaction", text: id.description) }
    var steps: [Field: [AuditStep]] = [:]
    var extractions: [AuditedExtraction] = []
    for event in events {
      guard case .transaction(let known) = event.decoded else { continue }
      if case .extractionCompleted(let completed) = known {
        extractions.append(AuditedExtraction(completed, event.reference))
      }
      for (field, step) in known.steps(event) { steps[field, default: []].append(step) }
    }
    let fields = state.provenance.filter {
      $0.value != nil || !$0.readings.readings.isEmpty || $0.setBy != nil
    }
    return Audit(
      transaction: id, sentence: sentence(state, try book.ledgerRow().locale),
      fields: fields.map { AuditedField(provenance: $0, steps: steps[$0.field] ?? []) },
      extractions: extractions, events: events)
  }
}

extension Audit.AuditedExtraction {
  init(_ completed: ExtractionCompleted, _ event: EventReference) {
    self.event = event
    extractor = completed.extractor
    version = completed.version
    method = completed.method
    confidence = completed.readings.overallConfidence
    parts = completed.readings.confidence
  }
}
