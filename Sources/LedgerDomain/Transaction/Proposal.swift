public import LedgerBytes

/// A value that an extractor offers for one field of a transaction that is saved already.
public struct ProposedField: Hashable, Sendable {
  /// The field.
  public let field: TransactionField
  /// The field's value when the proposal was made.
  public let from: FieldValue?
  /// The value proposed: that of the first reading.
  public let to: FieldValue
  /// The readings, best first, with their reasons.
  public let readings: [FieldReading]
}

/// A proposal for one field, and whether a person has answered it.
public struct FieldProposal: Hashable, Sendable {
  /// The event that made it.
  public let reference: EventReference
  /// `rules-5`.
  public let extractor: String
  /// The proposed value.
  public let proposed: ProposedField
  /// Whether a person took it, declined it, or set the field knowing of it.
  public internal(set) var isAnswered = false
}

/// A reading that a person took with a proposal.
private struct TakenReading: Hashable, Sendable {
  let reading: String
  let proposal: EventReference
  /// The last event that took it, or took it back.
  var decidedBy: EventReference
  /// Whether it is taken.
  var isTaken = true
}

/// The proposals of extractors for a transaction, with the answers of people.
package struct Proposals: Hashable, Sendable {
  /// Per field the last proposal.
  package private(set) var latest: [TransactionField: FieldProposal] = [:]
  /// Per field the values that a person has declined.
  private var declined: [TransactionField: [FieldValue]] = [:]
  /// Per field the readings that a person accepted, in the order of the fold.
  private var taken: [TransactionField: [TakenReading]] = [:]

  /// Makes it nothing that was ever proposed.
  mutating func forget() {
    if !latest.isEmpty || !declined.isEmpty || !taken.isEmpty { self = Proposals() }
  }

  /// Whether anything was ever proposed.
  package var areAny: Bool { !latest.isEmpty || !taken.isEmpty }

  /// Whether a person has declined that value for that field.
  func isDeclined(_ value: FieldValue, for field: TransactionField) -> Bool {
    declined[field]?.contains { $0.isSame(as: value) } ?? false
  }

  mutating func propose(_ event: TransactionEvent.ExtractionProposed, _ context: EventContext) {
    // Values that no version of this program proposes are skipped, so that nobody is asked to accept them.
    for proposed in event.fields where proposed.to.fits(proposed.field) {
      latest[proposed.field] = FieldProposal(
        reference: context.reference, extractor: "\(event.extractor)-\(event.version)", proposed: proposed)
    }
  }

  /// Returns the last reading that a person accepted and nobody took back.
  func takenReading(_ field: TransactionField) -> String? { taken[field]?.last(where: \.isTaken)?.reading }

  mutating func accept(_ accepted: TransactionEvent.ProposalAccepted, _ context: EventContext) {
    guard TransactionField.extracted.contains(accepted.field) else { return }
    answer(accepted.field, accepted.proposal)
    func take(_ reading: String, for field: TransactionField) {
      let reading = TakenReading(reading: reading, proposal: accepted.proposal, decidedBy: context.reference)
      taken[field, default: []].append(reading)
    }
    take(accepted.reading, for: accepted.field)
    // A total in another currency brings its currency along.
    if accepted.field == .total, let amount = accepted.to.amount,
      accepted.from?.amount?.currency != amount.currency
    {
      take(amount.currency.code, for: .currency)
    }
  }

  /// Applies an undo of the acceptance of a reading.
  ///
  /// The proposal waits for an answer again. If the undo itself is undone, the reading is accepted again.
  mutating func revert(_ undone: EventReference, _ context: EventContext) {
    for field in TransactionField.extracted {
      guard let readings = taken[field] else { continue }
      for index in readings.indices where readings[index].decidedBy == undone {
        taken[field]?[index].isTaken.toggle()
        taken[field]?[index].decidedBy = context.reference
        if latest[field]?.reference == readings[index].proposal {
          latest[field]?.isAnswered = !readings[index].isTaken
        }
      }
    }
  }

  mutating func decline(_ rejected: TransactionEvent.ProposalRejected) {
    answer(rejected.field, rejected.proposal)
    if !isDeclined(rejected.value, for: rejected.field) {
      declined[rejected.field, default: []].append(rejected.value)
    }
  }

  private mutating func answer(_ field: TransactionField, _ proposal: EventReference) {
    if latest[field]?.reference == proposal { latest[field]?.isAnswered = true }
  }

  /// Notes that a person set a field, which answers a proposal that the person had seen.
  mutating func noteSetting(of field: TransactionField, _ context: EventContext) {
    guard !latest.isEmpty, context.isByPerson else { return }
    for (other, proposal) in latest
    where other.holder == field.holder && !proposal.isAnswered && context.saw(proposal.reference) {
      latest[other]?.isAnswered = true
    }
  }
}

extension TransactionState {
  /// The proposals that wait for a person, in the order of a review.
  ///
  /// They are neither answered nor declined, and differ from the field's value.
  package var openProposals: [FieldProposal] {
    if proposals.latest.isEmpty || stage == nil || stage == .deleted { return [] }
    return TransactionField.extracted.compactMap { field in
      guard let proposal = proposals.latest[field], !proposal.isAnswered,
        !proposals.isDeclined(proposal.proposed.to, for: field),
        value(of: field)?.isSame(as: proposal.proposed.to) != true
      else { return nil }
      return proposal
    }
  }
}

extension FieldValue {
  /// Whether an extractor can read that value for that field.
  fileprivate func fits(_ field: TransactionField) -> Bool {
    switch field {
    case .vendor, .category: text != nil
    case .payment: text.map { PaymentMethod(rawValue: $0) != nil } ?? false
    case .date: date != nil
    case .total: amount?.minorUnits != nil
    case .currency: amount != nil
    case .group, .note, .kind, .account, .toAccount, .received: false
    }
  }

  /// Whether two values are the same, texts by their bytes (Design, section 4).
  func isSame(as other: FieldValue) -> Bool {
    if let text, let otherText = other.text { return text.utf8.elementsEqual(otherText.utf8) }
    return self == other
  }
}
