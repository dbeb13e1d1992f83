// An extractor's offers for a saved transaction, and a person's answers (IE-30).
extension TransactionState {
  /// Returns the values that differ from the transaction's, of the fields named or of all. `nil` if all are equal.
  ///
  /// A value that a person has declined for a field is not offered for it again. The same holds for a value that is
  /// offered already.
  func proposal(
    _ completed: TransactionEvent.ExtractionCompleted, _ fields: [TransactionField], _ context: DecisionContext
  ) -> TransactionEvent.ExtractionProposed? {
    let completed = completed.inFormC
    var proposed: [ProposedField] = []
    for field in TransactionField.extracted where fields.isEmpty || fields.contains(field) {
      guard let to = offered(field, completed, context), !isAlike(value(of: field), to, field),
        !proposals.isDeclined(to, for: field)
      else { continue }
      let waiting = openProposals.first { $0.proposed.field == field }
      if waiting?.proposed.to.isSame(as: to) == true { continue }
      let readings = completed.readings.of(field).readings
      proposed.append(ProposedField(field: field, from: value(of: field), to: to, readings: readings))
    }
    guard !proposed.isEmpty else { return nil }
    return TransactionEvent.ExtractionProposed(
      extractor: completed.extractor, version: completed.version, method: completed.method, fields: proposed,
      note: completed.readings.note)
  }

  /// Returns the value of the first reading, if the field could have it.
  private func offered(
    _ field: TransactionField, _ completed: TransactionEvent.ExtractionCompleted, _ context: DecisionContext
  ) -> FieldValue? {
    let first = completed.readings.of(field).readings.first?.value
    switch field {
    case .vendor: return first.flatMap { try? Self.text($0, field) }.map(FieldValue.text)
    case .date: return first.flatMap { CivilDate(iso: $0) }.map(FieldValue.date)
    case .category: return first.flatMap { try? Self.category($0, context) }.map(FieldValue.text)
    case .payment: return first.flatMap { PaymentMethod(rawValue: $0) }.map { .text($0.rawValue) }
    case .total: return total(completed).map(FieldValue.amount)
    case .currency:
      // A total brings its currency along.
      guard total(completed) == nil, let currency = first.flatMap({ CurrencyCode($0) }) else { return nil }
      return (try? amount(in: currency)).map(FieldValue.amount)
    case .group, .note, .kind, .account, .toAccount, .received: return nil
    }
  }

  /// Returns the total that was read, in the currency that was read. Without one, in the present currency.
  private func total(_ completed: TransactionEvent.ExtractionCompleted) -> Amount? {
    let read = completed.readings.currency.readings.first.flatMap { CurrencyCode($0.value) }
    guard let decimal = completed.readings.total.readings.first?.value,
      let currency = read ?? amount.value?.currency ?? completed.assumedCurrency,
      currency.minorUnitDigits != nil, let amount = try? Amount(reading: decimal, in: currency),
      amount.minorUnits != 0
    else { return nil }
    return amount
  }

  /// Whether an offer differs too little to ask: a vendor written in another case is the same vendor.
  private func isAlike(_ current: FieldValue?, _ offered: FieldValue, _ field: TransactionField) -> Bool {
    guard let current else { return false }
    if field == .vendor, let left = current.text, let right = offered.text {
      return NFC.foldedForComparison(left).utf8.elementsEqual(NFC.foldedForComparison(right).utf8)
    }
    return current.isSame(as: offered)
  }

  func accept(_ fields: [TransactionField], _ context: DecisionContext) throws(Rejection) -> [TransactionEvent]
  {
    var events: [TransactionEvent] = []
    // The amount once the events so far are recorded.
    var amount = self.amount.value
    for proposal in try asked(fields) {
      let field = proposal.proposed.field
      var to = proposal.proposed.to
      if field == .category, let key = to.text { _ = try Self.category(key, context) }
      if field == .total, to.amount?.minorUnits == 0, stage == .saved { throw .zeroAmount }
      if field == .currency, let currency = to.amount?.currency {
        // A currency is accepted for the total of that moment, which may just have been accepted too.
        to = .amount(try self.amount(amount, in: currency))
      }
      let from = field.holder == .total ? amount.map(FieldValue.amount) : value(of: field)
      if let taken = to.amount { amount = taken }
      events.append(
        .proposalAccepted(
          TransactionEvent.ProposalAccepted(
            field: field, from: from, to: to,
            reading: proposal.proposed.readings.first?.value ?? "", proposal: proposal.reference)))
    }
    return events
  }

  func reject(_ fields: [TransactionField]) throws(Rejection) -> [TransactionEvent] {
    try asked(fields).map { proposal in
      .proposalRejected(
        TransactionEvent.ProposalRejected(
          field: proposal.proposed.field, value: proposal.proposed.to, proposal: proposal.reference))
    }
  }

  /// Returns the open proposals for the fields named, or all of them.
  ///
  /// Naming a field whose proposal was answered already is no error.
  private func asked(_ fields: [TransactionField]) throws(Rejection) -> [FieldProposal] {
    let open = openProposals
    if fields.isEmpty { return open }
    for field in fields where proposals.latest[field] == nil { throw .nothingProposed(field) }
    return open.filter { fields.contains($0.proposed.field) }
  }
}

extension ReceiptReadings {
  /// Returns the readings of a field, empty for a field that no extractor reads.
  public func of(_ field: TransactionField) -> FieldReadings {
    switch field {
    case .vendor: vendor
    case .date: date
    case .total: total
    case .currency: currency
    case .category: category
    case .payment: payment
    case .group, .note, .kind, .account, .toAccount, .received: FieldReadings()
    }
  }
}
