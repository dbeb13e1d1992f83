internal import LedgerBytes

// The payloads of a transaction's events: each with its keys for writing and for reading.

extension EventType {
  /// Paper was captured, and a draft begins.
  public static let receiptCaptured = EventType(
    "ReceiptCaptured", TransactionEvent.receiptCaptured)
  /// A page was added.
  public static let attachmentAdded = EventType(
    "AttachmentAdded", TransactionEvent.attachmentAdded, canUndo: true)
  /// A page was removed.
  public static let attachmentRemoved = EventType(
    "AttachmentRemoved", TransactionEvent.attachmentRemoved, canUndo: true)
  /// A draft was saved.
  public static let receiptSaved = EventType(
    "ReceiptSaved", TransactionEvent.receiptSaved, canUndo: true)
  /// A saving was undone.
  public static let receiptReopened = EventType(
    "ReceiptReopened", TransactionEvent.receiptReopened, canUndo: true)
  /// A draft was discarded.
  public static let receiptDiscarded = EventType(
    "ReceiptDiscarded", TransactionEvent.receiptDiscarded, canUndo: true)
  /// A transaction was recorded whole, without a draft.
  public static let transactionRecorded = EventType(
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
  public static let transactionFiled = EventType(
    "TransactionFiled", TransactionEvent.transactionFiled, canUndo: true)
  /// Tags were put on or taken off.
  public static let tagsChanged = EventType(
    "TagsChanged", TransactionEvent.tagsChanged, canUndo: true)
  /// Flags were set or cleared.
  public static let flagsChanged = EventType("FlagsChanged", TransactionEvent.flagsChanged, canUndo: true)
  /// A transaction was marked as cleared.
  public static let transactionCleared = EventType(
    "TransactionCleared", TransactionEvent.transactionCleared, canUndo: true)
  /// The mark as cleared was removed.
  public static let transactionUncleared = EventType(
    "TransactionUncleared", TransactionEvent.transactionUncleared, canUndo: true)
  /// A transaction was deleted.
  public static let transactionDeleted = EventType(
    "TransactionDeleted", TransactionEvent.transactionDeleted, canUndo: true)
  /// A deletion was undone.
  public static let transactionRestored = EventType(
    "TransactionRestored", TransactionEvent.transactionRestored, canUndo: true)
  /// A transaction became an instance of a rule.
  public static let transactionLinkedToRule = EventType(
    "TransactionLinkedToRule", TransactionEvent.transactionLinkedToRule, canUndo: true)
  /// A transaction was detached from its rule.
  public static let transactionUnlinkedFromRule = EventType(
    "TransactionUnlinkedFromRule", TransactionEvent.transactionUnlinkedFromRule, canUndo: true)
}

extension ReceiptCaptured: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("attachments", attachments)
    writer.member("name", name)
    writer.member("on", on)
    writer.member("source", source)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    attachments = try reader.list("attachments")
    name = try reader.member("name")
    on = try reader.member("on")
    source = try reader.member("source")
  }
}

extension Attachment: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("bytes", byteCount)
    writer.member("mediaType", mediaType)
    writer.member("page", page)
    writer.member("sha256", digest)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    byteCount = try reader.member("bytes")
    mediaType = try reader.member("mediaType")
    page = try reader.member("page")
    digest = try reader.member("sha256")
  }
}

extension AttachmentAdded: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("attachment", attachment)
    writer.member("on", on)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    attachment = try reader.member("attachment")
    on = try reader.member("on")
  }
}

extension AttachmentRemoved: PayloadObject {
  func members(_ writer: inout JSONWriter) { writer.member("sha256", digest) }

  init(members reader: inout PayloadReader) throws(JSONError) { digest = try reader.member("sha256") }
}

extension TransactionFiled: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.member("from")
    to = try reader.member("to")
  }
}

extension TransactionRecorded: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("amount", money)
    writer.member("category", category)
    writer.member("date", date)
    writer.member("expression", expression)
    writer.member("group", group)
    writer.member("kind", kind)
    writer.member("note", note)
    writer.member("on", on)
    writer.member("origin", origin)
    writer.member("paid", flags.paid)
    writer.member("payment", payment)
    writer.member("received", received)
    writer.member("recurrence", recurrence)
    writer.member("reimbursed", flags.reimbursed)
    writer.member("tags", tags)
    writer.member("toAccount", toAccount)
    writer.member("vendor", vendor)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    account = try reader.member("account")
    money = try reader.member("amount")
    category = try reader.member("category")
    date = try reader.member("date")
    expression = try reader.remarkIfPresent("expression")
    group = try reader.member("group")
    kind = try reader.member("kind")
    note = try reader.member("note")
    on = try reader.member("on")
    origin = try reader.member("origin")
    let paid: Bool? = try reader.member("paid")
    payment = try reader.member("payment")
    received = try reader.member("received")
    recurrence = try reader.member("recurrence")
    flags = Flags(paid: paid, reimbursed: try reader.member("reimbursed"))
    tags = try reader.list("tags")
    toAccount = try reader.member("toAccount")
    vendor = try reader.member("vendor")
  }
}

extension TagsChanged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("added", added)
    writer.member("removed", removed)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    added = try reader.list("added")
    removed = try reader.list("removed")
  }
}

extension FlagsChanged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("paid", paid)
    writer.member("reimbursed", reimbursed)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    paid = try reader.member("paid")
    reimbursed = try reader.member("reimbursed")
  }
}
