package import LedgerBytes

/// A request by a person that concerns one group.
package enum GroupCommand: Hashable, Sendable {
  /// Begin a group.
  case create(name: String)
  /// Give it another name.
  case rename(to: String)
  /// Delete it. Its receipts move to Unfiled or are deleted with it.
  case delete(GroupDisposition)
  /// Undo its deletion.
  ///
  /// Receipts that the deletion moved or deleted come back, unless a person has touched them since.
  case restore
}

/// One transaction that a group holds or that its deletion touched.
package struct GroupMember: Sendable {
  /// The transaction's identifier.
  package let id: TransactionID
  /// Its state.
  package let state: TransactionState
  /// The event by which the group's deletion filed or deleted it, or `nil` if not needed.
  package let deletedBy: EventReference?

  /// Creates a member of a group.
  package init(id: TransactionID, state: TransactionState, deletedBy: EventReference? = nil) {
    self.id = id
    self.state = state
    self.deletedBy = deletedBy
  }
}

/// The events that result from a command on a group: its own and its transactions', in one batch.
package struct GroupDecision: Hashable, Sendable {
  /// The group's event, or `nil` if the group is already as requested.
  package let event: GroupEvent?
  /// Per transaction one event, caused by the group's.
  package let consequences: [Consequence]

  /// The part of one transaction.
  package struct Consequence: Hashable, Sendable {
    /// The transaction's identifier.
    package let transaction: TransactionID
    /// The event on the transaction.
    package let event: TransactionEvent
  }

  static let nothing = GroupDecision(event: nil, consequences: [])
}

extension GroupState {
  /// The name under which screens list the receipts that are in no group.
  package static let reservedName = "Unfiled"

  /// Returns the events that carry out a command on this state.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - id: The group.
  ///   - members: The transactions in the group for `delete`, and those that its deletion touched for `restore`. Empty
  ///     for the other commands.
  ///   - today: The civil date of the command.
  /// - Throws: The reason why the command is refused.
  package func decide(
    _ command: GroupCommand, id: GroupID, members: [GroupMember], today: CivilDate
  ) throws(Rejection) -> GroupDecision {
    switch command {
    case .create(let name):
      guard createdOn == nil else { throw .alreadyExists("a group with this id") }
      let created = GroupEvent.Created(name: try Self.normalized(name), on: today)
      return GroupDecision(event: .groupCreated(created), consequences: [])
    case .rename(let name):
      let current = try existing(id)
      guard !deletion.isDeleted else { throw .isDeleted(what: "group") }
      let to = try Self.normalized(name)
      // Names are compared by bytes: equal to the eye is not equal.
      if current.utf8.elementsEqual(to.utf8), self.name.conflicts.isEmpty { return .nothing }
      return GroupDecision(event: .groupRenamed(GroupEvent.Renamed(from: current, to: to)), consequences: [])
    case .delete(let disposition):
      _ = try existing(id)
      if deletion.isDeleted { return .nothing }
      return delete(disposition, id, members)
    case .restore:
      _ = try existing(id)
      guard deletion.isDeleted || deletion.pending != nil else { throw .isNotDeleted(what: "group") }
      return restore(id, members)
    }
  }

  private func existing(_ id: GroupID) throws(Rejection) -> String {
    guard createdOn != nil, let name = name.value else { throw .unknownGroup(id) }
    return name
  }

  private func delete(_ disposition: GroupDisposition, _ id: GroupID, _ members: [GroupMember]) -> GroupDecision
  {
    let held = members.filter {
      $0.state.group.value == id && $0.state.stage != nil && $0.state.stage != .deleted
    }
    let consequences = held.map { member in
      GroupDecision.Consequence(
        transaction: member.id,
        event: disposition == .keep
          ? .transactionFiled(TransactionEvent.Filed(from: id, to: nil)) : .transactionDeleted)
    }
    let deleted = GroupEvent.Deleted(disposition: disposition, receipts: held.count)
    return GroupDecision(event: .groupDeleted(deleted), consequences: consequences)
  }

  private func restore(_ id: GroupID, _ members: [GroupMember]) -> GroupDecision {
    var consequences: [GroupDecision.Consequence] = []
    for member in members {
      guard let deletedBy = member.deletedBy else { continue }
      let state = member.state
      if (state.stage == .deleted ? state.deletion.reference : state.deletion.pending) == deletedBy {
        consequences.append(.init(transaction: member.id, event: .transactionRestored))
      } else if state.stage != .deleted, state.group.winner?.reference == deletedBy {
        let filed = TransactionEvent.Filed(from: nil, to: id)
        consequences.append(.init(transaction: member.id, event: .transactionFiled(filed)))
      }
    }
    return GroupDecision(event: .groupRestored, consequences: consequences)
  }

  private static func normalized(_ name: String) throws(Rejection) -> String {
    let name = NFC.normalized(NFC.trimmed(name))
    guard !name.isEmpty else { throw .emptyName }
    guard name.utf8.count <= 512 else { throw .tooLong(what: "name", limit: 512) }
    guard NFC.foldedKey(name) != NFC.foldedKey(reservedName) else { throw .reservedName(name) }
    return name
  }
}
