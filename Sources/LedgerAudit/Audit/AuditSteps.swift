internal import EventLog
public import LedgerDomain

extension TransactionEvent {
  /// Returns the steps that the event adds to the history of each field.
  func steps(_ event: StoredEvent) -> [(TransactionField, AuditStep)] {
    func step(_ field: TransactionField, _ action: AuditStep.Action, _ value: FieldValue?) -> [(
      TransactionField, AuditStep
    )] {
      [(field, AuditStep(event, action, value, of: field))]
    }
    /// Returns the steps of a change. A total and its currency are one amount, so both may have a step.
    func change(
      _ field: TransactionField, _ action: AuditStep.Action, _ from: FieldValue?, _ to: FieldValue?
    ) -> [(TransactionField, AuditStep)] {
      guard field.holder == .total else { return step(field, action, to) }
      let other: TransactionField = field == .total ? .currency : .total
      let isBoth =
        other == .total
        ? from?.amount?.money != to?.amount?.money : from?.amount?.currency != to?.amount?.currency
      return step(field, action, to) + (isBoth ? step(other, action, to) : [])
    }
    switch self {
    case .extractionCompleted(let completed): return completed.steps(event)
    case .fieldConfirmed(let confirmed): return step(confirmed.field, .confirmed, confirmed.value)
    case .alternatePicked(let picked):
      return change(picked.field, .picked(reading: picked.reading), picked.from, picked.to)
    case .fieldCorrected(let corrected):
      return change(corrected.field, .corrected, corrected.from, corrected.to)
    case .extractionProposed(let proposed):
      return proposed.fields.flatMap { step($0.field, .proposed, $0.to) }
    case .proposalAccepted(let accepted):
      return change(accepted.field, .accepted(reading: accepted.reading), accepted.from, accepted.to)
    case .proposalRejected(let rejected): return step(rejected.field, .declined, rejected.value)
    case .fieldReverted(let reverted): return change(reverted.field, .reverted, reverted.from, reverted.to)
    case .transactionFiled(let filed): return step(.group, .filed, filed.to.map(FieldValue.group))
    case .transactionRecorded(let recorded):
      return TransactionField.allCases.flatMap { field in
        recorded.value(of: field).map { step(field, .recorded, $0) } ?? []
      }
    case .transferRecorded(let transfer):
      return TransactionField.allCases.flatMap { field in
        transfer.value(of: field).map { step(field, .recorded, $0) } ?? []
      }
    case .transferChanged(let changed):
      let account = changed.toAccount.map { step(.toAccount, .corrected, $0.to.map(FieldValue.text)) } ?? []
      let received = changed.received.map { step(.received, .corrected, $0.to.map(FieldValue.amount)) } ?? []
      return account + received
    // The other events set no field.
    case _: return []
    }
  }
}

extension AuditStep {
  fileprivate init(_ event: StoredEvent, _ action: Action, _ value: FieldValue?, of field: TransactionField) {
    self.init(
      event: event.reference, action: action, value: value.flatMap { $0.text(of: field) },
      currency: field == .total || field == .received ? value?.amount?.currency : nil, actor: event.actor)
  }
}

extension TransactionEvent.ExtractionCompleted {
  fileprivate func steps(_ event: StoredEvent) -> [(TransactionField, AuditStep)] {
    let state = ExtractionState(reference: event.reference, completed: self)
    return TransactionField.extracted.flatMap { field in
      state.readings(of: field).readings.enumerated().map { index, reading in
        let action = AuditStep.Action.read(
          reading, number: index + 1, extractor: extractor, version: version, method: method)
        let step = AuditStep(
          event: event.reference, action: action, value: reading.value,
          currency: field == .total ? state.currency : nil, actor: event.actor)
        return (field, step)
      }
    }
  }
}

extension FieldValue {
  /// Returns the canonical text of a field, or `nil` for a total with only a currency.
  public func text(of field: TransactionField) -> String? {
    switch self {
    case .text(let text): text
    case .date(let date): date.iso
    case .amount(let amount): field == .currency ? amount.currency.code : amount.money?.decimal
    case .group(let group): group.description
    }
  }
}
