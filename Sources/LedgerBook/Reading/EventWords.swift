public import EventLog
internal import LedgerBytes
public import LedgerDomain

/// An event in words for a person.
public struct EventWords: Hashable, Sendable {
  /// What happened, in one line: `total 8.45 → 84.50 EUR, picked, bottom line SUMME`.
  public let summary: String
  /// Why it could not be read; nil where it could.
  public let problem: String?
}

extension StoredEvent {
  /// The event in words. Texts from outside are in it as they are: whoever prints them makes them visible.
  public var words: EventWords {
    if let passedOver { return EventWords(summary: passedOver.rawValue, problem: nil) }
    let decoded = EventCodec.current.decode(
      type: type, schema: schema, stream: stream, payload: payload)
    switch decoded {
    case .event(let event): return event.words
    case .redacted: return EventWords(summary: "redacted", problem: nil)
    case .unknown:
      return EventWords(
        summary: "", problem: "of a type or shape that this version does not know; kept as it is")
    case .unreadable(let error):
      return EventWords(summary: "", problem: "unreadable: \(error.reason)")
    }
  }
}

extension Event {
  /// The event in words. Texts from outside are in it as they are: whoever prints them makes them visible.
  public var words: EventWords {
    switch self {
    case .transaction(let event): EventWords(summary: event.words, problem: nil)
    case .group(let event): EventWords(summary: event.words, problem: nil)
    case .category(let event): EventWords(summary: event.words, problem: nil)
    case .rule(let event): EventWords(summary: event.words, problem: nil)
    case .ledger(let event): EventWords(summary: event.words, problem: nil)
    }
  }
}

extension TransactionEvent {
  fileprivate var words: String {
    switch self {
    case .receiptCaptured(let event):
      let pages = event.attachments.count
      return [
        event.source.rawValue, event.name, pages == 0 ? nil : pages == 1 ? "1 page" : "\(pages) pages",
      ].compactMap { $0 }.listed()
    case .attachmentAdded(let event): return "page \(event.attachment.page), \(event.attachment.mediaType)"
    case .attachmentRemoved(let event): return "page \(event.digest.description.prefix(12)), removed"
    case .textRecognized(let event):
      var text = event.text
      let lines = 1 + text.withUTF8 { bytes in bytes.count { $0 == UInt8(ascii: "\n") } }
      return "\(lines) line\(lines == 1 ? "" : "s") by \(event.engine)"
    case .extractionCompleted(let event): return event.words
    case .extractionFailed(let event): return event.reason
    case .extractionCancelled(let event): return "\(event.engine) was cancelled"
    case .fieldConfirmed(let event):
      return "\(event.field.rawValue) \(event.value.words(of: event.field)), confirmed"
    case .alternatePicked(let event):
      return change(event.field, event.from, event.to) + ", picked"
    case .fieldCorrected(let event): return change(event.field, event.from, event.to) + ", typed"
    case .fieldReverted(let event): return event.words
    case .transactionRecorded(let event):
      return [
        event.vendor, event.money.description, event.date.iso, event.category, event.payment?.rawValue,
      ].compactMap { $0 }.listed()
    case .transactionFiled(let event):
      return event.to.map { "into group \($0.description.prefix(8))" } ?? "to Unfiled"
    case .tagsChanged(let event):
      return (event.added.map { "+\($0)" } + event.removed.map { "-\($0)" }).listed(" ")
    case .flagsChanged(let event):
      let paid = event.paid.map { $0.to.map { $0 ? "paid" : "unpaid" } ?? "paid: nothing said" }
      let reimbursed = event.reimbursed.map {
        $0.to.map { $0 ? "reimbursed" : "unreimbursed" } ?? "reimbursed: nothing said"
      }
      return [paid, reimbursed].compactMap { $0 }.listed()
    case .lineItemAdded(let event): return "item \(event.content.words)"
    case .lineItemChanged(let event): return "item \(event.item.description.prefix(8)) " + event.words
    case .lineItemRemoved(let event):
      return "item " + (event.from?.words ?? String(event.item.description.prefix(8))) + ", removed"
    case .duplicateDismissed(let event): return "not the same as \(event.of.description.prefix(8))"
    case .duplicateReopened(let event): return "perhaps the same as \(event.of.description.prefix(8)) again"
    case .extractionProposed(let event):
      return event.fields.map { change($0.field, $0.from, $0.to) }.listed()
        + ", proposed by \(event.extractor)-\(event.version)"
    case .proposalAccepted(let event): return change(event.field, event.from, event.to) + ", accepted"
    case .proposalRejected(let event):
      return "\(event.field.rawValue) \(event.value.words(of: event.field)), declined"
    case .transactionLinkedToRule(let link):
      return "rule \(link.rule.description.prefix(8)), for \(link.date.iso)"
    case .transactionUnlinkedFromRule(let link):
      return "no more of rule \(link.rule.description.prefix(8)), for \(link.date.iso)"
    case .receiptSaved, .receiptReopened, .receiptDiscarded, .transactionCleared, .transactionUncleared,
      .transactionDeleted,
      .transactionRestored:
      return ""
    }
  }

  private func change(_ field: Field, _ from: FieldValue?, _ to: FieldValue?) -> String {
    let before = from.map { $0.words(of: field) } ?? "none"
    return "\(field.rawValue) \(before) → \(to.map { $0.words(of: field) } ?? "none")"
  }
}

extension FieldReverted {
  /// Where the value stays, whether anybody had settled it is what changes.
  fileprivate var words: String {
    let before = from.map { $0.words(of: field) } ?? "none"
    let after = to.map { $0.words(of: field) } ?? "none"
    if before != after { return "\(field.rawValue) \(before) → \(after), as it was" }
    return "\(field.rawValue) \(after), \(settled.contains(field) ? "as it was" : "open again")"
  }
}

extension ExtractionCompleted {
  fileprivate var words: String {
    var parts: [String] = []
    let total = readings.total.readings.map(\.value).listed(" or ")
    if !readings.vendor.readings.isEmpty { parts.append(readings.vendor.readings[0].value) }
    if !total.isEmpty {
      let currency = readings.currency.readings.first?.value ?? assumedCurrency?.code ?? ""
      parts.append("total \(total) \(currency)")
    }
    if let date = readings.date.readings.first { parts.append(date.value) }
    return (parts.isEmpty ? "nothing read" : parts.listed()) + " by \(extractor)-\(version)"
  }
}

extension LineItem {
  fileprivate var words: String {
    let count = quantity.map { " × \($0)" } ?? ""
    return name + count + ", \(money)" + (category.map { ", \($0)" } ?? "")
  }
}

extension LineItemChanged {
  fileprivate var words: String {
    let texts: [(String, TextChange?)] = [("name", name), ("quantity", quantity), ("category", category)]
    var parts = texts.compactMap { name, change in
      change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
    }
    if let money {
      parts.append("amount \(money.from?.description ?? "none") → \(money.to?.description ?? "none")")
    }
    return parts.listed()
  }
}

extension FieldValue {
  /// The value as a line about a field writes it.
  public func words(of field: Field) -> String {
    switch self {
    case .text(let text): text
    case .date(let date): date.iso
    case .amount(let amount):
      field == .currency ? amount.currency.code : amount.money?.description ?? "? \(amount.currency.code)"
    case .group(let group): String(group.description.prefix(8))
    }
  }
}

extension GroupEvent {
  fileprivate var words: String {
    switch self {
    case .groupCreated(let event): event.name
    case .groupRenamed(let event): "\(event.from) → \(event.to)"
    case .groupDeleted(let event):
      "its \(event.receipts) receipt\(event.receipts == 1 ? "" : "s") "
        + (event.disposition == .keep ? "kept" : "deleted too")
    case .groupRestored: ""
    }
  }
}

extension CategoryEvent {
  fileprivate var words: String {
    switch self {
    case .categoryAdded(let event): event.name
    case .categoryChanged(let event):
      event.words
    case .categoryDeactivated, .categoryReactivated: ""
    }
  }
}

extension CategoryChanged {
  fileprivate var words: String {
    let texts: [(String, TextChange?)] = [("name", name), ("emoji", emoji), ("colour", color)]
    var parts = texts.compactMap { name, change in
      change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
    }
    func list(_ kinds: [TransactionKind]) -> String {
      kinds.isEmpty ? "all" : kinds.map(\.rawValue).listed(" ")
    }
    if let kinds { parts.append("kinds \(list(kinds.from)) → \(list(kinds.to))") }
    return parts.listed()
  }
}

extension LedgerEvent {
  fileprivate var words: String {
    switch self {
    case .ledgerCreated(let event):
      "on \(event.device), \(event.currency.code), \(event.locale.id), weeks \(event.weeks.rawValue)"
    case .defaultsChanged(let event):
      [("currency", event.currency), ("payment", event.payment)].compactMap { name, change in
        change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
      }.listed()
    case .deviceJoined(let event):
      event.name
        + (event.continues.map { ", continues \($0.device.description.prefix(8)):\($0.sequence)" } ?? "")
    case .eventRedacted(let event):
      "\(event.event.device.description.prefix(8)):\(event.event.sequence), \(event.why)"
    case .eventSkipped(let event):
      "\(event.event.device.description.prefix(8)):\(event.event.sequence), \(event.why)"
    }
  }
}

extension [String] {
  /// The texts with a separator between them. By hand: `joined` has the runtime look up its types by their names when a
  /// process first calls it, which takes a thirtieth of what the tool needs to show the last events.
  fileprivate func listed(_ separator: String = ", ") -> String {
    guard var text = first else { return "" }
    for other in dropFirst() { text += separator + other }
    return text
  }
}
