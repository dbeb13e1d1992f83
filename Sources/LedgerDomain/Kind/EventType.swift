internal import LedgerBytes

/// The events of the log by name, with the version of their payload's shape (DESIGN 4, 5). Names are for ever.
public enum EventType: String, CaseIterable, Hashable, Sendable {
  case receiptCaptured = "ReceiptCaptured"
  case attachmentAdded = "AttachmentAdded"
  case attachmentRemoved = "AttachmentRemoved"
  case textRecognized = "TextRecognized"
  case extractionCompleted = "ExtractionCompleted"
  case extractionFailed = "ExtractionFailed"
  case extractionCancelled = "ExtractionCancelled"
  case fieldConfirmed = "FieldConfirmed"
  case alternatePicked = "AlternatePicked"
  case fieldCorrected = "FieldCorrected"
  case fieldReverted = "FieldReverted"
  case receiptSaved = "ReceiptSaved"
  case receiptReopened = "ReceiptReopened"
  case receiptDiscarded = "ReceiptDiscarded"
  case transactionRecorded = "TransactionRecorded"
  case transactionFiled = "TransactionFiled"
  case tagsChanged = "TagsChanged"
  case flagsChanged = "FlagsChanged"
  case transactionCleared = "TransactionCleared"
  case transactionUncleared = "TransactionUncleared"
  case lineItemAdded = "LineItemAdded"
  case lineItemChanged = "LineItemChanged"
  case lineItemRemoved = "LineItemRemoved"
  case duplicateDismissed = "DuplicateDismissed"
  case duplicateReopened = "DuplicateReopened"
  case extractionProposed = "ExtractionProposed"
  case proposalAccepted = "ProposalAccepted"
  case proposalRejected = "ProposalRejected"
  case transactionDeleted = "TransactionDeleted"
  case transactionRestored = "TransactionRestored"
  case transactionLinkedToRule = "TransactionLinkedToRule"
  case transactionUnlinkedFromRule = "TransactionUnlinkedFromRule"
  case groupCreated = "GroupCreated"
  case groupRenamed = "GroupRenamed"
  case groupDeleted = "GroupDeleted"
  case groupRestored = "GroupRestored"
  case categoryAdded = "CategoryAdded"
  case categoryChanged = "CategoryChanged"
  case categoryDeactivated = "CategoryDeactivated"
  case categoryReactivated = "CategoryReactivated"
  case ruleCreated = "RuleCreated"
  case ruleChanged = "RuleChanged"
  case recurrenceGenerated = "RecurrenceGenerated"
  case ruleSplit = "RuleSplit"
  case ruleDeleted = "RuleDeleted"
  case ruleRestored = "RuleRestored"
  case ledgerCreated = "LedgerCreated"
  case defaultsChanged = "DefaultsChanged"
  case deviceJoined = "DeviceJoined"
  case eventRedacted = "EventRedacted"
  case eventSkipped = "EventSkipped"

  /// The version of the payload's shape that this program writes.
  public var schema: UInt32 {
    switch self {
    case .receiptCaptured, .attachmentAdded, .attachmentRemoved, .textRecognized, .extractionCompleted,
      .extractionFailed, .extractionCancelled, .fieldConfirmed, .alternatePicked, .fieldCorrected,
      .fieldReverted, .receiptSaved, .receiptReopened, .receiptDiscarded, .transactionFiled, .tagsChanged,
      .flagsChanged, .transactionCleared, .transactionUncleared, .transactionDeleted, .transactionRestored,
      .transactionLinkedToRule, .transactionUnlinkedFromRule, .groupCreated, .groupRenamed, .groupDeleted,
      .groupRestored, .categoryAdded, .categoryDeactivated, .categoryReactivated, .ruleCreated,
      .recurrenceGenerated, .ruleSplit, .ruleDeleted, .ruleRestored, .ledgerCreated, .defaultsChanged,
      .deviceJoined, .eventRedacted, .eventSkipped, .lineItemAdded, .lineItemChanged, .lineItemRemoved,
      .duplicateDismissed, .duplicateReopened, .extractionProposed, .proposalAccepted, .proposalRejected:
      1
    // 2: the kinds a category is offered for can be changed, too.
    case .categoryChanged: 2
    // 2: one of several pauses can be meant.
    case .ruleChanged: 2
    // 2: the rule that a transaction follows, and the group that the rule files it into. 3: the revision of the series.
    case .transactionRecorded: 3
    }
  }

  /// The kind of stream it belongs to.
  public var streamKind: StreamKind {
    switch self {
    case .receiptCaptured, .attachmentAdded, .attachmentRemoved, .textRecognized, .extractionCompleted,
      .extractionFailed, .extractionCancelled, .fieldConfirmed, .alternatePicked, .fieldCorrected,
      .fieldReverted, .receiptSaved, .receiptReopened, .receiptDiscarded, .transactionRecorded,
      .transactionFiled, .tagsChanged, .flagsChanged, .transactionCleared, .transactionUncleared,
      .transactionDeleted, .transactionRestored, .transactionLinkedToRule, .transactionUnlinkedFromRule,
      .lineItemAdded, .lineItemChanged, .lineItemRemoved, .duplicateDismissed, .duplicateReopened,
      .extractionProposed, .proposalAccepted, .proposalRejected:
      .transaction
    case .groupCreated, .groupRenamed, .groupDeleted, .groupRestored:
      .group
    case .categoryAdded, .categoryChanged, .categoryDeactivated, .categoryReactivated:
      .category
    case .ruleCreated, .ruleChanged, .recurrenceGenerated, .ruleSplit, .ruleDeleted, .ruleRestored:
      .rule
    case .ledgerCreated, .defaultsChanged, .deviceJoined, .eventRedacted, .eventSkipped:
      .ledger
    }
  }
}

extension EventType {
  /// Whether an event of this type that names another of its own stream, from another command, as its cause is the
  /// undoing of it.
  public var canUndo: Bool {
    switch self {
    case .attachmentAdded, .attachmentRemoved, .fieldReverted, .receiptSaved, .receiptReopened,
      .receiptDiscarded, .transactionFiled, .tagsChanged, .flagsChanged, .transactionCleared,
      .transactionUncleared, .transactionDeleted, .transactionRestored, .groupRenamed, .groupDeleted,
      .groupRestored, .categoryChanged, .categoryDeactivated, .categoryReactivated, .defaultsChanged,
      .transactionLinkedToRule, .transactionUnlinkedFromRule, .ruleChanged, .ruleDeleted, .ruleRestored,
      .lineItemAdded, .lineItemChanged, .lineItemRemoved, .duplicateDismissed, .duplicateReopened:
      true
    case .receiptCaptured, .textRecognized, .extractionCompleted, .extractionFailed, .extractionCancelled,
      .fieldConfirmed, .alternatePicked, .fieldCorrected, .transactionRecorded, .groupCreated, .categoryAdded,
      .ruleCreated, .ruleSplit, .recurrenceGenerated, .ledgerCreated, .deviceJoined, .eventRedacted,
      .eventSkipped, .extractionProposed, .proposalAccepted, .proposalRejected:
      false
    }
  }
}

extension Event {
  /// Its type.
  public var type: EventType {
    switch self {
    case .transaction(let event): event.type
    case .group(let event): event.type
    case .category(let event): event.type
    case .rule(let event): event.type
    case .ledger(let event): event.type
    }
  }
}

extension TransactionEvent {
  /// Its type.
  public var type: EventType {
    switch self {
    case .receiptCaptured: .receiptCaptured
    case .attachmentAdded: .attachmentAdded
    case .attachmentRemoved: .attachmentRemoved
    case .textRecognized: .textRecognized
    case .extractionCompleted: .extractionCompleted
    case .extractionFailed: .extractionFailed
    case .extractionCancelled: .extractionCancelled
    case .fieldConfirmed: .fieldConfirmed
    case .alternatePicked: .alternatePicked
    case .fieldCorrected: .fieldCorrected
    case .fieldReverted: .fieldReverted
    case .receiptSaved: .receiptSaved
    case .receiptReopened: .receiptReopened
    case .receiptDiscarded: .receiptDiscarded
    case .transactionRecorded: .transactionRecorded
    case .transactionFiled: .transactionFiled
    case .tagsChanged: .tagsChanged
    case .flagsChanged: .flagsChanged
    case .transactionCleared: .transactionCleared
    case .transactionUncleared: .transactionUncleared
    case .lineItemAdded: .lineItemAdded
    case .lineItemChanged: .lineItemChanged
    case .lineItemRemoved: .lineItemRemoved
    case .duplicateDismissed: .duplicateDismissed
    case .duplicateReopened: .duplicateReopened
    case .extractionProposed: .extractionProposed
    case .proposalAccepted: .proposalAccepted
    case .proposalRejected: .proposalRejected
    case .transactionDeleted: .transactionDeleted
    case .transactionRestored: .transactionRestored
    case .transactionLinkedToRule: .transactionLinkedToRule
    case .transactionUnlinkedFromRule: .transactionUnlinkedFromRule
    }
  }
}

extension GroupEvent {
  /// Its type.
  public var type: EventType {
    switch self {
    case .groupCreated: .groupCreated
    case .groupRenamed: .groupRenamed
    case .groupDeleted: .groupDeleted
    case .groupRestored: .groupRestored
    }
  }
}

extension CategoryEvent {
  /// Its type.
  public var type: EventType {
    switch self {
    case .categoryAdded: .categoryAdded
    case .categoryChanged: .categoryChanged
    case .categoryDeactivated: .categoryDeactivated
    case .categoryReactivated: .categoryReactivated
    }
  }
}

extension RuleEvent {
  /// Its type.
  public var type: EventType {
    switch self {
    case .ruleCreated: .ruleCreated
    case .ruleChanged: .ruleChanged
    case .recurrenceGenerated: .recurrenceGenerated
    case .ruleSplit: .ruleSplit
    case .ruleDeleted: .ruleDeleted
    case .ruleRestored: .ruleRestored
    }
  }
}

extension LedgerEvent {
  /// Its type.
  public var type: EventType {
    switch self {
    case .ledgerCreated: .ledgerCreated
    case .defaultsChanged: .defaultsChanged
    case .deviceJoined: .deviceJoined
    case .eventRedacted: .eventRedacted
    case .eventSkipped: .eventSkipped
    }
  }
}

extension EventType {
  /// The type of that name, byte for byte. Compared one by one: for the table behind `init(rawValue:)`, made at its first
  /// use, the tool would wait at every start.
  ///
  /// - Complexity: O(types), a third of a microsecond.
  init?(name: String) {
    guard let known = Self.all.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
    self = known
  }

  private static let all = allCases
}
