internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// The commands of a person. A `Rejection` explains why a command was refused. Then nothing was appended.
extension Book {
  /// Carries out a command on one transaction.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - transaction: The transaction.
  ///   - id: The caller's id of the command, which makes a retry safe.
  ///   - version: The version of the transaction that the person looked at, or `nil` for the newest. If another device
  ///     changed the same field since, both values are kept as a conflict.
  /// - Throws: `Rejection`, `EventLogError.busy` if another writer took too long, `.commandReused`. With a version,
  ///   also `BookError.changedMeanwhile` if this device changed the field since, and `.versionAhead`.
  @discardableResult
  public func perform(
    _ command: TransactionCommand, on transaction: TransactionID, id: UniqueID? = nil,
    basedOn version: StreamVersion? = nil
  ) throws -> Done {
    try execute(
      id: id, content: command.content(on: transaction), basedOn: version, about: transaction.stream
    ) { batch in
      if let rejection = try self.frozen(command, on: transaction) { throw rejection }
      let state = try self.fold(transaction.stream).transaction
      if let version { try self.check(version, of: transaction, for: command) }
      let context = try self.decisionContext(
        groups: command.groups, namesAccount: command.concernsAccount(of: state))
      for event in try state.decide(command, id: transaction, context) { batch.append(event, to: transaction) }
    }
  }

  /// Begins a group.
  @discardableResult
  public func createGroup(name: String, id: UniqueID? = nil) throws -> Done {
    let group = GroupID(settings.newID())
    return try execute(id: id, content: ["command": "create group", "name": .string(name)]) { batch in
      let decision = try GroupState().decide(.create(name: name), id: group, members: [], today: self.today)
      if let event = decision.event { batch.append(event, to: group) }
    }
  }

  /// Gives a group another name.
  @discardableResult
  public func renameGroup(_ group: GroupID, to name: String, id: UniqueID? = nil) throws -> Done {
    try perform(.rename(to: name), on: group, id: id, content: ["name": .string(name)])
  }

  /// Deletes a group and, in the same batch, files its receipts to Unfiled or deletes them (IE-04).
  @discardableResult
  public func deleteGroup(_ group: GroupID, _ disposition: GroupDisposition, id: UniqueID? = nil) throws
    -> Done
  {
    try deleteGroup(group, disposition, id: id) {}
  }

  /// Deletes a group if a check within the command passes.
  func deleteGroup(
    _ group: GroupID, _ disposition: GroupDisposition, id: UniqueID?, check: () throws -> Void
  ) throws -> Done {
    try perform(
      .delete(disposition), on: group, id: id, content: ["receipts": .string(disposition.rawValue)],
      check: check)
  }

  /// Restores a deleted group, and those of its receipts that have not changed since.
  @discardableResult
  public func restoreGroup(_ group: GroupID, id: UniqueID? = nil) throws -> Done {
    try perform(.restore, on: group, id: id, content: [:])
  }

  /// Adds a category. Without a key, the key is made from the name.
  @discardableResult
  public func addCategory(
    name: String, key: String? = nil, emoji: String? = nil, kinds: [TransactionKind] = [], id: UniqueID? = nil
  ) throws -> Done {
    let resolved = CategoryState.key(of: key ?? name)
    try refuseName(name, ofCategory: resolved)
    return try perform(
      .add(name: name, key: resolved, emoji: emoji, kinds: kinds), onCategory: resolved, id: id,
      content: [
        "command": "add category", "name": .string(name), "emoji": .text(emoji),
        "kinds": .texts(kinds.map(\.rawValue)),
      ])
  }

  /// Changes how a category is shown, or the kinds it is offered for (ET-07, FF-03).
  ///
  /// No kinds means all kinds. What is `nil` stays, and an empty text removes the value.
  @discardableResult
  public func changeCategory(
    key: String, name: String? = nil, emoji: String? = nil, color: String? = nil,
    kinds: [TransactionKind]? = nil, header: String? = nil, id: UniqueID? = nil
  ) throws -> Done {
    var content: [String: JSONValue] = [
      "command": "change category", "name": .text(name), "emoji": .text(emoji), "color": .text(color),
    ]
    // Omit absent values, so that a retried command has the same content as in earlier versions.
    content["kinds"] = kinds.map { .texts($0.map(\.rawValue)) }
    // A retry may name the category as it was before.
    if let name, let own = try? resolveCategory(key) { try refuseName(name, ofCategory: own.key) }
    content["header"] = header.map { .string($0) }
    return try perform(
      .change(name: name, emoji: emoji, color: color, kinds: kinds, header: header),
      onCategory: key, id: id, content: content)
  }

  /// Refuses a name that another active category has, because people choose categories by their names.
  private func refuseName(_ name: String, ofCategory key: String) throws {
    let wanted = NFC.foldedKey(NFC.trimmed(name))
    let other = try categories().first { $0.isActive && $0.key != key && NFC.foldedKey($0.name) == wanted }
    if let other { throw Rejection.alreadyExists("the category “\(other.name)”") }
  }

  /// Deactivates a category: it is no longer offered, and history keeps it (ET-08).
  @discardableResult
  public func deactivateCategory(key: String, id: UniqueID? = nil) throws -> Done {
    try perform(.deactivate, onCategory: key, id: id, content: ["command": "deactivate category"])
  }

  /// Offers a category again.
  @discardableResult
  public func reactivateCategory(key: String, id: UniqueID? = nil) throws -> Done {
    try perform(.reactivate, onCategory: key, id: id, content: ["command": "reactivate category"])
  }

  /// Changes the defaults (IE-33). A currency or a payment that is `nil` stays.
  ///
  /// - Throws: `Rejection` if the group is unknown or deleted, or the account is closed.
  @discardableResult
  public func changeDefaults(
    currency: CurrencyCode? = nil, payment: PaymentMethod? = nil, group: PropertyEdit<GroupID> = .keep,
    account: PropertyEdit<String> = .keep, id: UniqueID? = nil
  ) throws -> Done {
    var content: [String: JSONValue] = [
      "command": "change defaults", "currency": .text(currency?.code), "payment": .text(payment?.rawValue),
    ]
    // Omit absent values, so that a retried command has the same content as in earlier versions.
    content["group"] = group.content({ .string($0.description) }, removed: .null)
    content["account"] = account.content({ .string($0) }, removed: .null)
    return try execute(id: id, content: .object(content)) { batch in
      let stream = StreamID(kind: StreamKind.ledger.rawValue, id: self.log.ledgerID)
      let state = try self.fold(stream).ledger
      var groups: [GroupID] = []
      if case .set(let group) = group { groups = [group] }
      let context = try self.decisionContext(groups: groups, namesAccount: account != .keep)
      let command = LedgerCommand.changeDefaults(
        currency: currency, payment: payment, group: group, account: account)
      let events = try state.decide(
        command, today: self.today, groups: context.groups, accounts: context.accounts)
      for event in events { batch.append(event) }
    }
  }

  // MARK: One group, one category

  private func perform(
    _ command: GroupCommand, on group: GroupID, id: UniqueID?, content: [String: JSONValue],
    check: () throws -> Void = {}
  ) throws -> Done {
    var members = content
    members["command"] = .string(command.word)
    members["group"] = .string(group.description)
    return try execute(id: id, content: .object(members), about: group.stream) { batch in
      try check()
      let state = try self.fold(group.stream).group
      let decision = try state.decide(
        command, id: group, members: try self.members(of: group, state, for: command), today: self.today)
      guard let event = decision.event else { return }
      batch.append(event, to: group)
      for consequence in decision.consequences {
        batch.append(consequence.event, to: consequence.transaction, cause: .draft(0))
      }
    }
  }

  /// Returns the transactions that a command on a group concerns, each with its state.
  private func members(of group: GroupID, _ state: GroupState, for command: GroupCommand) throws
    -> [GroupMember]
  {
    switch command {
    case .create, .rename:
      return []
    case .delete:
      return try members(heldBy: group).map {
        GroupMember(id: $0, state: try self.fold($0.stream).transaction)
      }
    case .restore:
      guard let reference = state.deletion.pending ?? state.deletion.reference,
        let deletion = try log.event(reference)
      else { return [] }
      return try log.batch(after: deletion).filter { $0.stream.kind == StreamKind.transaction.rawValue }.map {
        GroupMember(
          id: TransactionID($0.stream.id), state: try self.fold($0.stream).transaction, deletedBy: $0.reference)
      }
    }
  }

  /// Returns the drafts and saved transactions that a group holds.
  func members(heldBy group: GroupID) throws -> [TransactionID] {
    var filter = TransactionFilter.everything
    filter.stages = [.draft, .saved]
    filter.groups = [group]
    var ids: [TransactionID] = []
    try models.read { reader in
      ids = []
      try reader.forEachTransaction(filter) { ids.append($0.row.id) }
    }
    return ids
  }

  private func perform(
    _ command: CategoryCommand, onCategory name: String, id: UniqueID?, content: [String: JSONValue]
  ) throws -> Done {
    var members = content
    // The name as given, so that a retry has the same content whatever the category is called by then.
    members["key"] = .string(CategoryState.key(of: name))
    let key = command.adds ? name : try categoryKey(name)
    let stream = CategoryStream.of(key: key)
    return try execute(id: id, content: .object(members), about: stream) { batch in
      let state = try self.fold(stream).category
      // An unknown one is refused with the known names.
      if state.key == nil, !command.adds { _ = try self.resolveCategory(key) }
      for event in try state.decide(command, key: key) { batch.append(event, key: key) }
    }
  }
}

extension CategoryCommand {
  fileprivate var adds: Bool { if case .add = self { true } else { false } }
}

extension GroupCommand {
  fileprivate var word: String {
    switch self {
    case .create: "create group"
    case .rename: "rename group"
    case .delete: "delete group"
    case .restore: "restore group"
    }
  }
}

extension TransactionCommand {
  /// The groups that a decision on it looks at.
  var groups: [GroupID] {
    switch self {
    case .capture(let request): request.group.map { [$0] } ?? []
    case .record(let request): request.group.map { [$0] } ?? []
    case .file(let group): group.map { [$0] } ?? []
    case .recognize, .confirm, .pick, .correct, .save, .discard, .tag, .flag, .clear, .attach, .detach, .delete,
      .restore, .unlink, .addItem, .changeItem, .removeItem, .restoreItem, .propose, .accept, .reject,
      .dismissDuplicate, .transfer, .correctTransfer:
      []
    }
  }
}
