internal import LedgerBytes

// The payloads of a transaction's events: for each the names of its keys, once for writing and once for reading.

extension TransactionEvent {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .receiptCaptured(let event): event.members(&writer)
      case .attachmentAdded(let event): event.members(&writer)
      case .attachmentRemoved(let event): writer.member("sha256", event.digest)
      case .textRecognized(let event): event.members(&writer)
      case .extractionCompleted(let event): event.members(&writer)
      case .extractionFailed(let event):
        writer.member("engine", event.engine)
        writer.member("reason", event.reason)
      case .extractionCancelled(let event): writer.member("engine", event.engine)
      case .fieldConfirmed(let event):
        writer.member("field", event.field.rawValue)
        writer.member("value", event.value)
      case .alternatePicked(let event): event.members(&writer)
      case .fieldCorrected(let event):
        writer.member("field", event.field.rawValue)
        writer.member("from", event.from)
        writer.member("to", event.to)
      case .fieldReverted(let event): event.members(&writer)
      case .transactionRecorded(let event): event.members(&writer)
      case .transactionFiled(let event):
        writer.member("from", event.from?.id)
        writer.member("to", event.to?.id)
      case .tagsChanged(let event):
        writer.member("added", event.added)
        writer.member("removed", event.removed)
      case .flagsChanged(let event):
        writer.member("paid", event.paid)
        writer.member("reimbursed", event.reimbursed)
      case .lineItemAdded(let event): event.members(&writer)
      case .lineItemChanged(let event): event.members(&writer)
      case .lineItemRemoved(let event): event.members(&writer)
      case .duplicateDismissed(let event): writer.member("of", event.of.id)
      case .duplicateReopened(let event): writer.member("of", event.of.id)
      case .extractionProposed(let event): event.members(&writer)
      case .proposalAccepted(let event): event.members(&writer)
      case .proposalRejected(let event): event.members(&writer)
      case .transactionLinkedToRule(let link), .transactionUnlinkedFromRule(let link): link.members(&writer)
      case .receiptSaved, .receiptReopened, .receiptDiscarded, .transactionCleared, .transactionUncleared,
        .transactionDeleted,
        .transactionRestored:
        break
      }
    }
  }

  static func read(_ type: EventType, from reader: inout JSONReader) throws(JSONError) -> TransactionEvent {
    switch type {
    case .receiptCaptured: return .receiptCaptured(try ReceiptCaptured(from: &reader))
    case .attachmentAdded: return .attachmentAdded(try AttachmentAdded(from: &reader))
    case .attachmentRemoved: return .attachmentRemoved(try AttachmentRemoved(from: &reader))
    case .textRecognized: return .textRecognized(try TextRecognized(from: &reader))
    case .extractionCompleted: return .extractionCompleted(try ExtractionCompleted(from: &reader))
    case .extractionFailed: return .extractionFailed(try ExtractionFailed(from: &reader))
    case .extractionCancelled: return .extractionCancelled(try ExtractionCancelled(from: &reader))
    case .fieldConfirmed: return .fieldConfirmed(try FieldConfirmed(from: &reader))
    case .alternatePicked: return .alternatePicked(try AlternatePicked(from: &reader))
    case .fieldCorrected: return .fieldCorrected(try FieldCorrected(from: &reader))
    case .fieldReverted: return .fieldReverted(try FieldReverted(from: &reader))
    case .transactionRecorded: return .transactionRecorded(try TransactionRecorded(from: &reader))
    case .transactionFiled: return .transactionFiled(try TransactionFiled(from: &reader))
    case .tagsChanged: return .tagsChanged(try TagsChanged(from: &reader))
    case .flagsChanged: return .flagsChanged(try FlagsChanged(from: &reader))
    case .lineItemAdded: return .lineItemAdded(try LineItemAdded(from: &reader))
    case .lineItemChanged: return .lineItemChanged(try LineItemChanged(from: &reader))
    case .lineItemRemoved: return .lineItemRemoved(try LineItemRemoved(from: &reader))
    case .duplicateDismissed: return .duplicateDismissed(DuplicateDismissed(of: try reader.readOther()))
    case .duplicateReopened: return .duplicateReopened(DuplicateReopened(of: try reader.readOther()))
    case .extractionProposed: return .extractionProposed(try ExtractionProposed(from: &reader))
    case .proposalAccepted: return .proposalAccepted(try ProposalAccepted(from: &reader))
    case .proposalRejected: return .proposalRejected(try ProposalRejected(from: &reader))
    case .transactionLinkedToRule: return .transactionLinkedToRule(try RuleLink(from: &reader))
    case .transactionUnlinkedFromRule: return .transactionUnlinkedFromRule(try RuleLink(from: &reader))
    case .receiptSaved, .receiptReopened, .receiptDiscarded, .transactionCleared, .transactionUncleared,
      .transactionDeleted,
      .transactionRestored:
      try reader.readEmptyObject()
      return try reader.need(Self.plain(type), "type")
    case .groupCreated, .groupRenamed, .groupDeleted, .groupRestored, .categoryAdded, .categoryChanged,
      .categoryDeactivated, .categoryReactivated, .ruleCreated, .ruleChanged, .recurrenceGenerated, .ruleSplit,
      .ruleDeleted, .ruleRestored, .ledgerCreated, .defaultsChanged, .deviceJoined, .eventRedacted,
      .eventSkipped:
      throw JSONError(offset: 0, reason: "\(type.rawValue) is no transaction's event")
    }
  }

  private static func plain(_ type: EventType) -> TransactionEvent? {
    if type == .receiptSaved { return .receiptSaved }
    if type == .receiptReopened { return .receiptReopened }
    if type == .receiptDiscarded { return .receiptDiscarded }
    if type == .transactionCleared { return .transactionCleared }
    if type == .transactionUncleared { return .transactionUncleared }
    if type == .transactionDeleted { return .transactionDeleted }
    return type == .transactionRestored ? .transactionRestored : nil
  }
}

extension ReceiptCaptured {
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

extension AttachmentAdded {
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

extension AttachmentRemoved {
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

extension TransactionFiled {
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

extension TransactionRecorded {
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

extension TagsChanged {
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

extension FlagsChanged {
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
