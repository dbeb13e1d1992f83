/// One copy as screens show it.
public struct CopyRow: Hashable, Sendable {
  /// Its identifier.
  public let id: CopyID
  /// The transaction.
  public let transaction: TransactionID
  /// The remote identifier of the plan.
  public let plan: String
  /// The remote identifier of the account.
  public let account: String
  /// Whether the line items are copied as parts of a split.
  public let withItems: Bool
  /// The progress.
  public let phase: Phase
  /// The remote identifier of the transaction, or `nil` if the remote budget holds no copy.
  public let remote: String?
  /// The identifier by which the remote budget recognizes a repetition.
  public let importID: String?
  /// The number of fields that wait for a person.
  public let conflictCount: Int
  /// Whether the remote budget deleted the transaction.
  public let isDeletedThere: Bool
  /// The civil date of the request.
  public let requestedOn: CivilDate
  /// The civil date on which the remote budget first held a copy.
  public let sentOn: CivilDate?

  /// The progress of a copy.
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    case requested, sending, deferred, refused, copied, detached
  }

  /// Creates the row of a state, or `nil` if the request is not known.
  package init?(_ id: CopyID, _ state: CopyState) {
    guard let request = state.request, let phase = state.phase else { return nil }
    self.init(
      id: id, transaction: request.transaction, plan: request.plan, account: request.account,
      withItems: request.withItems, phase: phase, remote: state.remote, importID: state.importID,
      conflictCount: state.conflicts.count, isDeletedThere: state.isDeletedThere, requestedOn: request.on,
      sentOn: state.sentOn)
  }

  /// Creates a row from the columns of a read model.
  package init(
    id: CopyID, transaction: TransactionID, plan: String, account: String, withItems: Bool,
    phase: Phase, remote: String?, importID: String?, conflictCount: Int, isDeletedThere: Bool,
    requestedOn: CivilDate, sentOn: CivilDate?
  ) {
    self.id = id
    self.transaction = transaction
    self.plan = plan
    self.account = account
    self.withItems = withItems
    self.phase = phase
    self.remote = remote
    self.importID = importID
    self.conflictCount = conflictCount
    self.isDeletedThere = isDeletedThere
    self.requestedOn = requestedOn
    self.sentOn = sentOn
  }

  /// Whether the remote budget holds the copy and it is followed, so that fields are frozen.
  public var isCopied: Bool { remote != nil && phase != .detached }

  /// Whether the remote budget may hold the copy: it was sent, or may have been.
  public var mayBeThere: Bool {
    phase != .detached && (remote != nil || phase == .sending || phase == .deferred)
  }

  /// The fields that cannot change after the copy was sent (RY-10).
  ///
  /// The remote budget ignores such changes although it answers that all is well.
  public var frozenFields: [TransactionField] {
    withItems ? [.date, .total, .currency, .category, .kind] : [.date, .currency]
  }
}

extension CopyState {
  /// Returns the values that screens show, by field.
  func shown(of id: CopyID) -> RecordValues {
    var values = RecordValues()
    guard let row = CopyRow(id, self) else { return values }
    values[.copyOf] = .word(row.transaction.description)
    values[.account] = .text(row.account)
    values[.remote] = row.remote.map { .text($0) }
    values[.importID] = row.importID.map { .text($0) }
    let waiting = conflicts.keys.sorted()
    if !waiting.isEmpty { values[.conflicts] = .texts(waiting.map(\.words)) }
    values[.state] = .word(row.isDeletedThere ? "deleted there" : row.phase.rawValue)
    return values
  }
}

extension CopyEvent.Key {
  /// The field for people: `amount`, or `amount of 5c1b…` for a line item.
  public var words: String { item.map { "\(field.rawValue) of \($0)" } ?? field.rawValue }
}
