internal import LedgerBytes

// The payloads of a transaction's events: each with its keys for writing and for reading.

extension EventType {
  /// Paper came in, and a draft begins.
  public static let receiptCaptured = EventType(
    "ReceiptCaptured", TransactionEvent.receiptCaptured,
    plain: { (json, _) in json.receiptCaptured().map(TransactionEvent.receiptCaptured) })
  /// A page was added.
  public static let attachmentAdded = EventType(
    "AttachmentAdded", TransactionEvent.attachmentAdded, canUndo: true)
  /// A page was removed.
  public static let attachmentRemoved = EventType(
    "AttachmentRemoved", TransactionEvent.attachmentRemoved, canUndo: true)
  /// A draft was saved.
  public static let receiptSaved = EventType(
    "ReceiptSaved", TransactionEvent.receiptSaved, canUndo: true,
    plain: { (json, _) in json.take("{}") ? .receiptSaved : nil })
  /// A saving was undone.
  public static let receiptReopened = EventType(
    "ReceiptReopened", TransactionEvent.receiptReopened, canUndo: true)
  /// A draft was discarded.
  public static let receiptDiscarded = EventType(
    "ReceiptDiscarded", TransactionEvent.receiptDiscarded, canUndo: true,
    plain: { (json, _) in json.take("{}") ? .receiptDiscarded : nil })
  /// A transaction was recorded whole, without a draft.
  public static let transactionRecorded = EventType(
    "TransactionRecorded", TransactionEvent.transactionRecorded,
    lifts: [
      // 2: the rule that a transaction follows, and the group that the rule files it into. There were no rules before.
      { $0 },
      // 3: the revision of the series. Before, only the rule's own revision decided between two instances.
      { $0 },
    ],
    plain: { (json, _) in json.recorded().map(TransactionEvent.transactionRecorded) })
  /// A transaction was filed into a group, or into none.
  public static let transactionFiled = EventType(
    "TransactionFiled", TransactionEvent.transactionFiled, canUndo: true,
    plain: { (json, _) in json.filed().map(TransactionEvent.transactionFiled) })
  /// Tags were put on or taken off.
  public static let tagsChanged = EventType(
    "TagsChanged", TransactionEvent.tagsChanged, canUndo: true,
    plain: { (json, _) in json.tagsChanged().map(TransactionEvent.tagsChanged) })
  /// Flags were set or taken back.
  public static let flagsChanged = EventType("FlagsChanged", TransactionEvent.flagsChanged, canUndo: true)
  /// A transaction was marked as cleared.
  public static let transactionCleared = EventType(
    "TransactionCleared", TransactionEvent.transactionCleared, canUndo: true,
    plain: { (json, _) in json.take("{}") ? .transactionCleared : nil })
  /// The mark as cleared was taken back.
  public static let transactionUncleared = EventType(
    "TransactionUncleared", TransactionEvent.transactionUncleared, canUndo: true,
    plain: { (json, _) in json.take("{}") ? .transactionUncleared : nil })
  /// A transaction was deleted.
  public static let transactionDeleted = EventType(
    "TransactionDeleted", TransactionEvent.transactionDeleted, canUndo: true,
    plain: { (json, _) in json.take("{}") ? .transactionDeleted : nil })
  /// A deletion was undone.
  public static let transactionRestored = EventType(
    "TransactionRestored", TransactionEvent.transactionRestored, canUndo: true,
    plain: { (json, _) in json.take("{}") ? .transactionRestored : nil })
  /// A transaction became an instance of a rule.
  public static let transactionLinkedToRule = EventType(
    "TransactionLinkedToRule", TransactionEvent.transactionLinkedToRule, canUndo: true)
  /// A transaction was detached from its rule.
  public static let transactionUnlinkedFromRule = EventType(
    "TransactionUnlinkedFromRule", TransactionEvent.transactionUnlinkedFromRule, canUndo: true)
}

extension ReceiptCaptured: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.key("attachments")
    writer.array { writer in for attachment in attachments { writer.attachment(attachment) } }
    writer.member("name", name)
    writer.member("on", on)
    writer.member("source", source.rawValue)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var source: CaptureSource?
    var attachments: [Attachment]?
    var name: String?
    var on: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "attachments":
        try reader.fill(
          &attachments, try reader.readList { (reader) throws(JSONError) in try reader.readAttachment() },
          "attachments")
      case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "source": try reader.fill(&source, try reader.readWord(CaptureSource.self, "source"), "source")
      default: try reader.skipValue()
      }
    }
    self.init(
      source: try reader.need(source, "source"), attachments: attachments ?? [], name: name,
      on: try reader.need(on, "on"))
  }
}

extension AttachmentAdded: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.key("attachment")
    writer.attachment(attachment)
    writer.member("on", on)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var attachment: Attachment?
    var on: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "attachment": try reader.fill(&attachment, try reader.readAttachment(), "attachment")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      default: try reader.skipValue()
      }
    }
    self.init(attachment: try reader.need(attachment, "attachment"), on: try reader.need(on, "on"))
  }
}

extension AttachmentRemoved: EventPayload {
  func members(_ writer: inout JSONWriter) { writer.member("sha256", digest) }

  init(from reader: inout JSONReader) throws(JSONError) {
    var digest: SHA256Digest?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "sha256": try reader.fill(&digest, try reader.readDigest("sha256"), "sha256")
      default: try reader.skipValue()
      }
    }
    self.init(digest: try reader.need(digest, "sha256"))
  }
}

extension TransactionFiled: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from?.id)
    writer.member("to", to?.id)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var from: UniqueID?
    var to: UniqueID?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&from, try reader.readID("from"), "from")
      case "to": try reader.fill(&to, try reader.readID("to"), "to")
      default: try reader.skipValue()
      }
    }
    self.init(from: from.map(GroupID.init), to: to.map(GroupID.init))
  }
}

extension TransactionRecorded: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("amount", Amount(money))
    writer.member("category", category)
    writer.member("date", date)
    writer.member("group", group?.id)
    writer.member("kind", kind.rawValue)
    writer.member("note", note)
    writer.member("on", on)
    writer.member("origin", origin.rawValue)
    writer.member("paid", flags.paid)
    writer.member("payment", payment?.rawValue)
    writer.member("recurrence", recurrence)
    writer.member("reimbursed", flags.reimbursed)
    writer.member("tags", tags)
    writer.member("vendor", vendor)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var origin: RecordOrigin?
    var on: CivilDate?
    var kind: TransactionKind?
    var money: Money?
    var date: CivilDate?
    var vendor: String?
    var category: String?
    var payment: PaymentMethod?
    var note: String?
    var account: String?
    var tags: [String]?
    var paid: Bool?
    var reimbursed: Bool?
    var group: UniqueID?
    var recurrence: RecurrenceOrigin?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "account": try reader.fill(&account, try reader.readPayloadText(), "account")
      case "amount": try reader.fill(&money, try reader.readMoney(), "amount")
      case "category": try reader.fill(&category, try reader.readPayloadText(), "category")
      case "date": try reader.fill(&date, try reader.readDate("date"), "date")
      case "group": try reader.fill(&group, try reader.readID("group"), "group")
      case "kind": try reader.fill(&kind, try reader.readWord(TransactionKind.self, "kind"), "kind")
      case "note": try reader.fill(&note, try reader.readPayloadText(), "note")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "origin": try reader.fill(&origin, try reader.readWord(RecordOrigin.self, "origin"), "origin")
      case "paid": try reader.fill(&paid, try reader.readBoolean(), "paid")
      case "payment": try reader.fill(&payment, try reader.readWord(PaymentMethod.self, "payment"), "payment")
      case "recurrence": try reader.fill(&recurrence, try RecurrenceOrigin(from: &reader), "recurrence")
      case "reimbursed": try reader.fill(&reimbursed, try reader.readBoolean(), "reimbursed")
      case "tags": try reader.fill(&tags, try reader.readStrings(), "tags")
      case "vendor": try reader.fill(&vendor, try reader.readPayloadText(), "vendor")
      default: try reader.skipValue()
      }
    }
    self.init(
      origin: try reader.need(origin, "origin"), on: try reader.need(on, "on"),
      kind: try reader.need(kind, "kind"), money: try reader.need(money, "amount"),
      date: try reader.need(date, "date"), vendor: vendor, category: category, payment: payment, note: note,
      account: account, tags: tags ?? [], flags: Flags(paid: paid, reimbursed: reimbursed),
      group: group.map(GroupID.init), recurrence: recurrence)
  }
}

extension TagsChanged: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("added", added)
    writer.member("removed", removed)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var added: [String]?
    var removed: [String]?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "added": try reader.fill(&added, try reader.readStrings(), "added")
      case "removed": try reader.fill(&removed, try reader.readStrings(), "removed")
      default: try reader.skipValue()
      }
    }
    self.init(added: added ?? [], removed: removed ?? [])
  }
}

extension FlagsChanged: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("paid", paid)
    writer.member("reimbursed", reimbursed)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var paid: FlagChange?
    var reimbursed: FlagChange?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "paid": try reader.fill(&paid, try FlagChange(from: &reader), "paid")
      case "reimbursed": try reader.fill(&reimbursed, try FlagChange(from: &reader), "reimbursed")
      default: try reader.skipValue()
      }
    }
    self.init(paid: paid, reimbursed: reimbursed)
  }
}

extension FlagChange {
  init(from reader: inout JSONReader) throws(JSONError) {
    var from: Bool?
    var to: Bool?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&from, try reader.readBoolean(), "from")
      case "to": try reader.fill(&to, try reader.readBoolean(), "to")
      default: try reader.skipValue()
      }
    }
    self.init(from: from, to: to)
  }
}
