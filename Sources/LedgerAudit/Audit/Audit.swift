public import EventLog
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The history of one transaction in words, with the events that explain each of them (IE-29).
///
/// It is computed from the events and never stored.
public struct Audit: Hashable, Sendable {
  /// The transaction's identifier.
  public let transaction: TransactionID
  /// The summary, such as `Scanned 14 Jun 2026 · extracted on device · you corrected 1 field`.
  public let sentence: String
  /// The fields of a review, and all other fields with a value.
  public let fields: [AuditedField]
  /// All extractions, in the order of the fold.
  public let extractions: [AuditedExtraction]
  /// All events, in the order of the fold.
  public let events: [StoredEvent]

  /// A field with its history.
  public struct AuditedField: Hashable, Sendable {
    /// The value of the field, and its readings.
    public let provenance: FieldProvenance
    /// The steps that led to the value, in the order of the fold.
    public let steps: [AuditStep]
  }

  /// One run of an extractor.
  public struct AuditedExtraction: Hashable, Sendable {
    /// The event that recorded it.
    public let event: EventReference
    /// The extractor's name, such as `rules`.
    public let extractor: String
    /// The extractor's version.
    public let version: Int
    /// The method: a model or rules.
    public let method: ExtractionMethod
    /// The receipt's confidence in percent, or `nil` if the extractor gave none of it.
    public let confidence: Int?
    /// The parts of the confidence.
    public let parts: [ConfidencePart]
  }
}

/// One step in the history of a field: a reading, or an action of a person.
public struct AuditStep: Hashable, Sendable {
  /// The event that recorded the step.
  public let event: EventReference
  /// The kind of step.
  public let deed: Deed
  /// The canonical text of the value, or `nil` if the field was emptied.
  public let value: String?
  /// The actor of the event, such as `user/anna`.
  public let actor: String

  /// The kinds of steps.
  public enum Deed: Hashable, Sendable {
    /// An extractor read it. The number of the reading counts from 1.
    case read(Reading, number: Int, extractor: String, version: Int, method: ExtractionMethod)
    /// A person accepted the current value.
    case confirmed
    /// A person chose a reading.
    case picked(reading: String)
    /// A person typed it.
    case corrected
    /// An extractor proposed it for a transaction that had a value already.
    case proposed
    /// A person accepted a proposal.
    case accepted(reading: String)
    /// A person declined a proposal.
    case declined
    /// The event that had set it was undone, which restored the previous value.
    case reverted
    /// It was recorded without paper.
    case recorded
    /// It was filed into a group, or removed from its group.
    case filed

    /// The step in one word.
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
  /// The audit of one transaction at the book's horizon.
  ///
  /// - Throws: `BookError.unknown` if there is no such transaction.
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
