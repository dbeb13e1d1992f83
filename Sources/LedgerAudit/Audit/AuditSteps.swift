internal import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

extension TransactionEvent {
  /// The steps that the event adds to the history of each field.
  func steps(_ event: StoredEvent) -> [(Field, AuditStep)] {
    func step(_ field: Field, _ deed: AuditStep.Deed, _ value: FieldValue?) -> [(Field, AuditStep)] {
      let text = value.flatMap { $0.text(of: field) }
      return [(field, AuditStep(event: event.reference, deed: deed, value: text, actor: event.actor))]
    }
    switch self {
    case .extractionCompleted(let completed): return completed.steps(event)
    case .fieldConfirmed(let confirmed): return step(confirmed.field, .confirmed, confirmed.value)
    case .alternatePicked(let picked):
      return step(picked.field, .picked(reading: picked.reading), picked.to)
    case .fieldCorrected(let corrected): return step(corrected.field, .corrected, corrected.to)
    case .extractionProposed(let proposed):
      return proposed.fields.flatMap { step($0.field, .proposed, $0.to) }
    case .proposalAccepted(let accepted):
      return step(accepted.field, .accepted(reading: accepted.reading), accepted.to)
    case .proposalRejected(let rejected): return step(rejected.field, .declined, rejected.value)
    case .fieldReverted(let reverted): return step(reverted.field, .reverted, reverted.to)
    case .transactionFiled(let filed): return step(.group, .filed, filed.to.map(FieldValue.group))
    case .transactionRecorded(let recorded):
      return Field.allCases.flatMap { field in
        recorded.value(of: field).map { step(field, .recorded, $0) } ?? []
      }
    case .receiptCaptured, .attachmentAdded, .attachmentRemoved, .textRecognized, .extractionFailed,
      .extractionCancelled, .receiptSaved, .receiptReopened, .receiptDiscarded, .tagsChanged, .flagsChanged,
      .transactionCleared, .transactionUncleared, .transactionDeleted, .transactionRestored,
      .transactionLinkedToRule, .transactionUnlinkedFromRule, .lineItemAdded, .lineItemChanged,
      .lineItemRemoved, .duplicateDismissed, .duplicateReopened:
      return []
    }
  }
}

extension ExtractionCompleted {
  fileprivate func steps(_ event: StoredEvent) -> [(Field, AuditStep)] {
    let state = ExtractionState(reference: event.reference, completed: self)
    return Field.extracted.flatMap { field in
      state.readings(of: field).readings.enumerated().map { index, reading in
        let deed = AuditStep.Deed.read(
          reading, number: index + 1, extractor: extractor, version: version, method: method)
        return (
          field, AuditStep(event: event.reference, deed: deed, value: reading.value, actor: event.actor)
        )
      }
    }
  }
}

extension TransactionRecorded {
  /// The value that the event recorded for a field.
  fileprivate func value(of field: Field) -> FieldValue? {
    switch field {
    case .vendor: vendor.map(FieldValue.text)
    case .date: .date(date)
    case .total, .currency: .amount(Amount(money))
    case .category: category.map(FieldValue.text)
    case .payment: payment.map { .text($0.rawValue) }
    case .note: note.map(FieldValue.text)
    case .kind: .text(kind.rawValue)
    case .account: account.map(FieldValue.text)
    case .group: group.map(FieldValue.group)
    }
  }
}

extension FieldValue {
  /// The canonical text of a field, or `nil` for a total with only a currency.
  public func text(of field: Field) -> String? {
    switch self {
    case .text(let text): text
    case .date(let date): date.iso
    case .amount(let amount): field == .currency ? amount.currency.code : amount.money?.decimal
    case .group(let group): group.description
    }
  }
}
