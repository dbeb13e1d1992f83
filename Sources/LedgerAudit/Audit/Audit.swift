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
  /// All events, in the order of the fold, with those of its copies in a remote budget.
  public let events: [StoredEvent]

  /// A field with its history.
  public struct AuditedField: Hashable, Sendable {
    /// The value of the field, and its readings.
    public let provenance: FieldProvenance
    /// The steps that led to the value, in the order of the fold.
    public let steps: [AuditStep]

    /// The event that gave the field its value last.
    ///
    /// An event that confirms only the currency does not give the total.
    public var setBy: EventReference? {
      let own = steps.last { step in
        guard step.action.isSetting, !step.isInConflict else { return false }
        guard let value = step.value, let present = provenance.value else {
          return step.value == nil && provenance.value == nil
        }
        return value.utf8.elementsEqual(present.utf8)
      }
      return own?.event ?? provenance.setBy
    }
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
    public let parts: [ReceiptReadings.ConfidencePart]
  }
}

/// One step in the history of a field: a reading, or an action of a person.
public struct AuditStep: Hashable, Sendable {
  /// The event that recorded the step.
  public let event: EventReference
  /// The kind of step.
  public let action: Action
  /// The canonical text of the value, or `nil` if the field was emptied.
  public let value: String?
  /// The currency that a total had then, `nil` for other fields.
  public let currency: CurrencyCode?
  /// The actor of the event, such as `user/anna`.
  public let actor: String
  /// Whether the value is in conflict with that of the field: the two authors did not know of each other.
  public internal(set) var isInConflict = false

  /// The step in a word or two, with the place of a change that was made in YNAB.
  package var words: String {
    action == .corrected && EventActor.isRemote(actor) ? "changed in YNAB" : action.word
  }

  /// The kinds of steps.
  public enum Action: Hashable, Sendable {
    /// An extractor read it. The number of the reading counts from 1.
    case read(FieldReading, number: Int, extractor: String, version: Int, method: ExtractionMethod)
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

    /// Whether a person or a rule gave or accepted a value with it.
    var isSetting: Bool {
      switch self {
      case .confirmed, .picked, .corrected, .accepted, .reverted, .recorded, .filed: true
      case .read, .proposed, .declined: false
      }
    }

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
  /// Returns the audit of one transaction at the book's horizon.
  ///
  /// - Throws: `BookError.unknown` if there is no such transaction.
  /// - Complexity: O(events of the transaction).
  public static func of(_ id: TransactionID, in book: Book) throws -> Audit {
    let events = book.horizon.admitted(try book.log.events(of: id.stream)).sorted { $0.foldsBefore($1) }
    let state = StreamFold(kind: id.stream.kind, events: events).transaction
    guard state.origin != nil else { throw BookError.unknown(what: "transaction", text: id.description) }
    var steps: [TransactionField: [AuditStep]] = [:]
    var extractions: [AuditedExtraction] = []
    for event in events {
      guard case .transaction(let known) = event.decoded else { continue }
      if case .extractionCompleted(let completed) = known {
        extractions.append(AuditedExtraction(completed, event.reference))
      }
      for (field, step) in known.steps(event) { steps[field, default: []].append(step) }
    }
    for (field, writes) in state.conflictingWrites {
      steps[field] = marked(steps[field] ?? [], field, writes, steps, events)
    }
    let fields = state.provenance.filter {
      $0.value != nil || !$0.readings.readings.isEmpty || $0.setBy != nil
    }
    let sent = try book.copies(of: id).flatMap { try book.log.events(of: $0.id.stream) }
    return Audit(
      transaction: id,
      sentence: sentence(state, try book.ledgerRow().locale.inEnglish, for: book.settings.actor.text),
      fields: fields.map { AuditedField(provenance: $0, steps: steps[$0.field] ?? []) },
      extractions: extractions,
      events: (events + book.horizon.admitted(sent)).sorted { $0.foldsBefore($1) })
  }

  /// Marks the steps of a field whose writes are in conflict.
  ///
  /// Total and currency are in conflict together. If the write in conflict set only one of them, the step of that one
  /// is added to this field's steps.
  private static func marked(
    _ steps: [AuditStep], _ field: TransactionField, _ writes: [RecordWrite],
    _ all: [TransactionField: [AuditStep]],
    _ events: [StoredEvent]
  ) -> [AuditStep] {
    var marked = steps
    for write in writes {
      // An extraction has several readings, and the field got the first.
      if let index = marked.firstIndex(where: { $0.event == write.reference }) {
        marked[index].isInConflict = true
      } else if let value = write.value,
        let other = TransactionField.allCases.lazy.filter({ $0.holder == field.holder })
          .compactMap({ all[$0]?.first { $0.event == write.reference } }).first
      {
        var step = AuditStep(
          event: other.event, action: other.action, value: value.text, currency: value.currencyOfAmount,
          actor: other.actor)
        step.isInConflict = true
        marked.append(step)
      }
    }
    guard marked.count > steps.count else { return marked }
    return events.flatMap { event in marked.filter { $0.event == event.reference } }
  }
}

extension TypedValue {
  fileprivate var currencyOfAmount: CurrencyCode? {
    if case .decimal(let money) = self { money.currency } else { nil }
  }
}

extension TransactionState {
  /// The writes whose values are in conflict with that of a field, by field.
  fileprivate var conflictingWrites: [TransactionField: [RecordWrite]] {
    var found: [TransactionField: [RecordWrite]] = [:]
    for (name, writes) in RecordState.transaction(self).writes {
      guard let field = TransactionField(name.rawValue),
        let winner = writes.last(where: \.byPerson) ?? writes.last
      else { continue }
      let others = writes.filter { $0.byPerson == winner.byPerson && !$0.isSame(as: winner) }
      if !others.isEmpty { found[field] = others }
    }
    return found
  }
}

extension Audit.AuditedExtraction {
  init(_ completed: TransactionEvent.ExtractionCompleted, _ event: EventReference) {
    self.event = event
    extractor = completed.extractor
    version = completed.version
    method = completed.method
    confidence = completed.readings.overallConfidence
    parts = completed.readings.confidence
  }
}
