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
  indirect case transactionRecorded(Recorded)
  case transactionFiled(Filed)
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
  indirect case transactionLinkedToRule(TransactionEvent.RuleLink)
  indirect case transactionUnlinkedFromRule(TransactionEvent.RuleLink)
  indirect case bankRowLinked(BankRowLinked)
  case bankRowUnlinked(BankRowUnlinked)
  case transactionMerged(Merged)
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

  var event: LedgerEvent { .transaction(self) }

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

  var summary: String {
    if case .transactionUnlinkedFromRule(let link) = self { return "no more of \(link.summary)" }
    return payloadSummary
  }
}

extension EventType {
  /// Paper was captured, and a draft begins.
  package static let receiptCaptured = EventType("ReceiptCaptured", TransactionEvent.receiptCaptured)
  /// A page was added.
  package static let attachmentAdded = EventType(
    "AttachmentAdded", TransactionEvent.attachmentAdded, canUndo: true)
  /// A page was removed.
  package static let attachmentRemoved = EventType(
    "AttachmentRemoved", TransactionEvent.attachmentRemoved, canUndo: true)
  /// An engine read the text on the paper.
  package static let textRecognized = EventType(
    "TextRecognized", TransactionEvent.textRecognized,
    lifts: [
      // 2: the boxes of the lines.
      nil
    ])
  /// An extractor read fields from the text.
  package static let extractionCompleted = EventType(
    "ExtractionCompleted", TransactionEvent.extractionCompleted)
  /// Reading the paper failed.
  package static let extractionFailed = EventType("ExtractionFailed", TransactionEvent.extractionFailed)
  /// A person cancelled the reading.
  package static let extractionCancelled = EventType(
    "ExtractionCancelled", TransactionEvent.extractionCancelled)
  /// A person confirmed a value.
  package static let fieldConfirmed = EventType("FieldConfirmed", TransactionEvent.fieldConfirmed)
  /// A person picked one of the readings.
  package static let alternatePicked = EventType("AlternatePicked", TransactionEvent.alternatePicked)
  /// A person set a field.
  package static let fieldCorrected = EventType(
    "FieldCorrected", TransactionEvent.fieldCorrected,
    lifts: [
      // 2: the computation that gave a total.
      nil
    ])
  /// The setting of a field was undone.
  package static let fieldReverted = EventType("FieldReverted", TransactionEvent.fieldReverted, canUndo: true)
  /// A draft was saved.
  package static let receiptSaved = EventType("ReceiptSaved", TransactionEvent.receiptSaved, canUndo: true)
  /// A saving was undone.
  package static let receiptReopened = EventType(
    "ReceiptReopened", TransactionEvent.receiptReopened, canUndo: true)
  /// A draft was discarded.
  package static let receiptDiscarded = EventType(
    "ReceiptDiscarded", TransactionEvent.receiptDiscarded, canUndo: true)
  /// A transaction was recorded whole, without a draft.
  package static let transactionRecorded = EventType(
    "TransactionRecorded", TransactionEvent.transactionRecorded,
    lifts: [
      // 2: the rule that a transaction follows, and the group that the rule files it into. There were no rules before.
      nil,
      // 3: the revision of the series. Before, only the rule's own revision decided between two instances.
      nil,
      // 4: the computation that gave the amount.
      nil,
      // 5: the arriving half of a recurring transfer.
      nil,
    ])
  /// A transaction was filed into a group, or into Unfiled.
  package static let transactionFiled = EventType(
    "TransactionFiled", TransactionEvent.transactionFiled, canUndo: true)
  /// Tags were put on or taken off.
  package static let tagsChanged = EventType("TagsChanged", TransactionEvent.tagsChanged, canUndo: true)
  /// Flags were set or cleared.
  package static let flagsChanged = EventType("FlagsChanged", TransactionEvent.flagsChanged, canUndo: true)
  /// A transaction was marked as cleared.
  package static let transactionCleared = EventType(
    "TransactionCleared", TransactionEvent.transactionCleared, canUndo: true)
  /// The mark as cleared was removed.
  package static let transactionUncleared = EventType(
    "TransactionUncleared", TransactionEvent.transactionUncleared, canUndo: true)
  /// A line item was added, or brought back.
  package static let lineItemAdded = EventType(
    "LineItemAdded", TransactionEvent.lineItemAdded, canUndo: true,
    lifts: [
      // 2: the computation that gave the amount.
      nil
    ])
  /// A line item was changed.
  package static let lineItemChanged = EventType(
    "LineItemChanged", TransactionEvent.lineItemChanged, canUndo: true,
    lifts: [
      // 2: the computation that gave the amount.
      nil
    ])
  /// A line item was removed.
  package static let lineItemRemoved = EventType(
    "LineItemRemoved", TransactionEvent.lineItemRemoved, canUndo: true)
  /// A person decided that two transactions are two.
  package static let duplicateDismissed = EventType(
    "DuplicateDismissed", TransactionEvent.duplicateDismissed, canUndo: true)
  /// A person took the mark back.
  package static let duplicateReopened = EventType(
    "DuplicateReopened", TransactionEvent.duplicateReopened, canUndo: true)
  /// An extractor proposed other values for a saved transaction.
  package static let extractionProposed = EventType("ExtractionProposed", TransactionEvent.extractionProposed)
  /// A person accepted a proposed value.
  package static let proposalAccepted = EventType("ProposalAccepted", TransactionEvent.proposalAccepted)
  /// A person declined a proposed value.
  package static let proposalRejected = EventType("ProposalRejected", TransactionEvent.proposalRejected)
  /// A transaction was deleted.
  package static let transactionDeleted = EventType(
    "TransactionDeleted", TransactionEvent.transactionDeleted, canUndo: true)
  /// A deletion was undone.
  package static let transactionRestored = EventType(
    "TransactionRestored", TransactionEvent.transactionRestored, canUndo: true)
  /// A transaction became an instance of a rule.
  package static let transactionLinkedToRule = EventType(
    "TransactionLinkedToRule", TransactionEvent.transactionLinkedToRule, canUndo: true)
  /// A transaction was detached from its rule.
  package static let transactionUnlinkedFromRule = EventType(
    "TransactionUnlinkedFromRule", TransactionEvent.transactionUnlinkedFromRule, canUndo: true)
  /// A transaction was found to be a row of a bank's statement.
  package static let bankRowLinked = EventType("BankRowLinked", TransactionEvent.bankRowLinked, canUndo: true)
  /// The link to a bank's row was removed.
  package static let bankRowUnlinked = EventType(
    "BankRowUnlinked", TransactionEvent.bankRowUnlinked, canUndo: true)
  /// Another transaction records the same movement of money.
  package static let transactionMerged = EventType("TransactionMerged", TransactionEvent.transactionMerged)
  /// Money was moved from one account to another.
  package static let transferRecorded = EventType(
    "TransferRecorded", TransactionEvent.transferRecorded,
    lifts: [
      // 2: the computations that gave the amounts.
      nil
    ])
  /// The arriving half of a transfer was changed.
  package static let transferChanged = EventType(
    "TransferChanged", TransactionEvent.transferChanged, canUndo: true,
    lifts: [
      // 2: the computation that gave the amount.
      nil
    ])
}
