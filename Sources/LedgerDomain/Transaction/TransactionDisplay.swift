internal import LedgerBytes

// The events of a transaction as text.

extension TransactionEvent {
  var summary: String {
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
    case .fieldCorrected(let event):
      let typed = event.expression.map { ", typed as \($0)" } ?? ", typed"
      return change(event.field, event.from, event.to) + typed
    case .fieldReverted(let event): return event.words
    case .transactionRecorded(let event):
      return [
        event.vendor, event.money.description.computed(as: event.expression),
        event.date.iso, event.category, event.payment?.rawValue,
      ].compactMap { $0 }.listed()
    case .transferRecorded(let transfer): return transfer.words
    case .transferChanged(let changed): return changed.words
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
    case .lineItemAdded(let event): return "item \(event.content.words(computedAs: event.expression))"
    case .lineItemChanged(let event): return "item \(event.item.description.prefix(8)) " + event.words
    case .lineItemRemoved(let event):
      return "item " + (event.from?.words(computedAs: nil) ?? String(event.item.description.prefix(8)))
        + ", removed"
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
    case .bankRowLinked(let linked):
      return ["line \(linked.line) of \(linked.file)", linked.money.description, linked.date.iso].listed()
    case .bankRowUnlinked(let unlinked): return "row \(unlinked.row.description.prefix(8))"
    case .transactionMerged(let merged): return "into \(merged.into.description.prefix(8))"
    case .receiptSaved, .receiptReopened, .receiptDiscarded, .transactionCleared, .transactionUncleared,
      .transactionDeleted,
      .transactionRestored:
      return ""
    }
  }

  private func change(_ field: TransactionField, _ from: FieldValue?, _ to: FieldValue?) -> String {
    let before = from.map { $0.words(of: field) } ?? "none"
    return "\(field.rawValue) \(before) → \(to.map { $0.words(of: field) } ?? "none")"
  }
}

extension FieldReverted {
  /// If the value stays, the change is whether it is settled.
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
  fileprivate func words(computedAs expression: String?) -> String {
    let count = quantity.map { " × \($0)" } ?? ""
    return name + count + ", \(money.description.computed(as: expression))" + (category.map { ", \($0)" } ?? "")
  }
}

extension LineItemChanged {
  fileprivate var words: String {
    let texts: [(String, TextChange?)] = [("name", name), ("quantity", quantity), ("category", category)]
    var parts = texts.compactMap { name, change in
      change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
    }
    if let money {
      let to = (money.to?.description ?? "none").computed(as: expression)
      parts.append("amount \(money.from?.description ?? "none") → \(to)")
    }
    return parts.listed()
  }
}

extension FieldValue {
  /// Returns the value as a line about a field writes it.
  public func words(of field: TransactionField) -> String {
    switch self {
    case .text(let text): text
    case .date(let date): date.iso
    case .amount(let amount):
      field == .currency ? amount.currency.code : amount.money?.description ?? "? \(amount.currency.code)"
    case .group(let group): String(group.description.prefix(8))
    }
  }
}
