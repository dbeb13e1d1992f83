internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections
internal import ReceiptExtraction

/// The values that today's extractor would put into fields that no person has settled.
public struct ExtractionOffer: Hashable, Sendable {
  /// The transaction.
  public let row: TransactionRow
  /// The readings that differ from the current values and are not offered already.
  public let proposal: TransactionEvent.ExtractionProposed
}

extension Book {
  /// Calls `body` with each receipt whose text today's extractor reads differently.
  ///
  /// Only fields that no person has typed, picked or confirmed count. Drafts are included, deleted receipts are
  /// not. Nothing is written.
  ///
  /// - Complexity: O(events), and a reading per text, with one transaction in memory at a time.
  public func forEachExtractionOffer(
    progress: (Int64, Int64) -> Void = { _, _ in }, _ body: (ExtractionOffer) throws -> Void
  ) throws {
    let context = try decisionContext(groups: [])
    let last = try log.lastPosition()
    var done: Int64 = 0
    try log.forEachStream(through: last) { keyed, events in
      done += Int64(events.count)
      if keyed.key.isMultiple(of: 100) { progress(done, last.rawValue) }
      guard keyed.stream.kind == StreamKind.transaction.rawValue else { return }
      if let offer = try offer(TransactionID(keyed.stream.id), events, context) { try body(offer) }
    }
  }

  /// Appends the offers for these transactions as proposals that wait for a person.
  ///
  /// One command records a few hundred of them. What has changed since the offer is looked at again.
  ///
  /// - Throws: `Rejection`.
  /// - Complexity: O(events of the transactions), and one fdatasync per command.
  public func proposeExtractions(for transactions: [TransactionID]) throws -> [Position] {
    var positions: [Position] = []
    var rest = transactions[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Self.proposalsAtOnce)
      rest = rest.dropFirst(chunk.count)
      let content: JSONValue = [
        "command": "propose", "extractor": .string("\(Extractor.name)-\(Extractor.version)"),
        "transactions": .texts(chunk.map(\.description)),
      ]
      let done = try execute(id: nil, content: content) { batch in
        let context = try self.decisionContext(groups: [])
        for id in chunk {
          guard let offer = try self.offer(id, self.log.events(of: id.stream), context) else { continue }
          batch.append(.extractionProposed(offer.proposal), to: id)
        }
      }
      positions += done.positions
    }
    return positions
  }

  private static let proposalsAtOnce = 200

  private func offer(
    _ id: TransactionID, _ events: [StoredEvent], _ context: DecisionContext
  ) throws -> ExtractionOffer? {
    let state = StreamFold(kind: id.stream.kind, events: events).transaction
    guard state.text != nil, let row = TransactionRow(id, state), row.stage != .deleted else { return nil }
    let fields = state.fieldsThatNobodySettled
    guard !fields.isEmpty else { return nil }
    let texts = StreamFold.lastTexts(events)
    guard !texts.isEmpty, case .read(_, let completed, _) = try recognition(texts) else { return nil }
    for case .extractionProposed(let proposal) in try state.decide(
      .propose(completed, fields: fields), id: id, context)
    {
      return ExtractionOffer(row: row, proposal: proposal)
    }
    return nil
  }
}

extension TransactionState {
  /// The fields of a review that no person has typed, picked, confirmed or emptied. Total and currency count as
  /// one, because a person who sets one has looked at the other.
  fileprivate var fieldsThatNobodySettled: [TransactionField] {
    func isOpen(_ field: TransactionField) -> Bool {
      switch status(of: field) {
      case .read, .empty: true
      case .recorded: provenance(of: field).actor.map { !EventActor.isPerson($0) } ?? false
      case .confirmed, .corrected, .filledIn, .changedRemotely: false
      }
    }
    return TransactionField.extracted.filter { field in
      field == .total || field == .currency ? isOpen(.total) && isOpen(.currency) : isOpen(field)
    }
  }
}
