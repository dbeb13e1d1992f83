internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// The commands of a person on rules. Each is one command of its own. The instances that it requires are
// generated afterwards, in batches of their own. So saving never fails or waits because generating does
// (ET-12).

extension Book {
  /// Makes a rule. Its transactions of the rest of the year follow.
  ///
  /// - Throws: `Rejection`.
  @discardableResult
  public func createRule(_ request: RuleRequest, id: UniqueID? = nil) throws -> Done {
    let new = RuleID(settings.newID())
    let done = try execute(id: id, content: ["command": "create rule", "rule": request.content]) { batch in
      let context = try self.decisionContext(groups: request.terms.group.map { [$0] } ?? [], namesAccount: true)
      let decision = try RuleState.create(request, id: new, template: nil, context)
      batch.append(decision)
    }
    return generating(done)
  }

  /// Makes an existing transaction recurring: it becomes occurrence 0 of a new rule (ET-25).
  ///
  /// - Parameters:
  ///   - template: The transaction that becomes occurrence 0.
  ///   - cadence: The dates of the rule.
  ///   - edits: The values in which the rule should differ from the transaction.
  ///   - id: The caller's id of the command, which makes a retry safe.
  @discardableResult
  public func createRule(
    from template: TransactionID, _ cadence: Cadence, edits: [RuleEdit] = [], id: UniqueID? = nil
  ) throws -> Done {
    let content: JSONValue = [
      "cadence": cadence.content, "command": "make recurring", "edits": .array(edits.map(\.content)),
      "transaction": .string(template.description),
    ]
    let done = try execute(id: id, content: content) { batch in
      let state = try self.fold(template.stream).transaction
      let context = try self.decisionContext(
        groups: edits.compactMap(\.group) + [state.group.value].compactMap { $0 }, namesAccount: true)
      let new = try self.unusedRule(from: template)
      batch.append(try RuleState.create(from: template, state, cadence, edits, id: new, context))
    }
    return generating(done)
  }

  /// Returns the first rule that every device derives from a transaction, and that is not in use here.
  ///
  /// Two devices that make one transaction recurring make one rule. Where they differ, its fields have conflicts.
  private func unusedRule(from template: TransactionID) throws -> RuleID {
    var number = 0
    while true {
      let rule = RuleID.derived(from: template, number: number)
      if try log.key(of: rule.stream) == nil { return rule }
      number += 1
    }
  }

  /// Records a transaction without paper and makes it recurring, in one batch (ET-12).
  @discardableResult
  public func record(
    _ request: RecordRequest, every cadence: Cadence, opensAccounts: Bool = false, id: UniqueID? = nil
  ) throws -> Done {
    try record(
      .record(request), ["command": "record recurring", "record": request.content], every: cadence, id: id,
      groups: request.group.map { [$0] } ?? [], opensAccounts: opensAccounts
    ) { batch in
      try self.openAccounts(of: request, if: opensAccounts, &batch)
    }
  }

  /// Records a transfer between two accounts and makes it recurring, in one batch.
  ///
  /// - opensAccounts: Whether accounts that do not exist are opened in the same batch.
  @discardableResult
  public func transfer(
    _ request: TransferRequest, every cadence: Cadence, opensAccounts: Bool = false, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = [
      "command": "transfer recurring", "opens": .boolean(opensAccounts), "transfer": request.content,
    ]
    return try record(.transfer(request), content, every: cadence, id: id, opensAccounts: opensAccounts) {
      batch in
      if opensAccounts { try self.openAccounts(of: request, &batch) }
    }
  }

  private func record(
    _ command: TransactionCommand, _ members: [String: JSONValue], every cadence: Cadence, id: UniqueID?,
    groups: [GroupID] = [], opensAccounts: Bool, preparing prepare: (inout Batch) throws -> Void
  ) throws -> Done {
    let transaction = TransactionID(settings.newID())
    let new = RuleID(settings.newID())
    let content = JSONValue.object(members.merging(["cadence": cadence.content]) { $1 })
    let done = try execute(id: id, content: content, about: transaction.stream) { batch in
      try prepare(&batch)
      let context = try self.decisionContext(groups: groups, namesAccount: true, opensAccounts: opensAccounts)
      var state = TransactionState()
      for event in try state.decide(command, id: transaction, context) {
        batch.append(event, to: transaction)
        state.evolve(event, .undecided)
      }
      var edits: [RuleEdit] = []
      if case .record(let request) = command, let expression = request.expression {
        edits = [.money(request.money, expression: expression)]
      }
      batch.append(try RuleState.create(from: transaction, state, cadence, edits, id: new, context))
    }
    return generating(done)
  }

  /// Carries out a command on a rule.
  @discardableResult
  public func perform(_ command: RuleCommand, on rule: RuleID, id: UniqueID? = nil) throws -> Done {
    // Read before the commit: a later failure to read would look like a failure of what is on record.
    let resulting = try resultingRule(of: command, on: rule)
    let done = try execute(id: id, content: command.content(on: rule), about: resulting.stream) { batch in
      batch.append(
        try self.decide(command, on: rule, try self.decisionContext(groups: command.groups, namesAccount: true))
      )
    }
    return generating(done)
  }

  /// Returns the rule to show after a command: for a split, the new rule.
  func resultingRule(of command: RuleCommand, on rule: RuleID) throws -> RuleID {
    switch command {
    case .split(let date, _):
      RuleID.derived(series: try fold(rule.stream).rule.series ?? rule, splitOn: date)
    case .change, .pause, .resume, .stop, .delete, .restore: rule
    }
  }

  /// Returns the effect of a command on a rule, without doing it.
  ///
  /// - Throws: `Rejection`, as the command would.
  package func preview(_ command: RuleCommand, on rule: RuleID) throws -> ChangePlan.RulePreview {
    try models.read { _ in }
    let decision = try decide(
      command, on: rule, try decisionContext(groups: command.groups, namesAccount: true))
    let plans = try plans(after: decision, of: rule)
    return ChangePlan.RulePreview(decision: decision, plans: plans)
  }

  func decide(_ command: RuleCommand, on rule: RuleID, _ context: DecisionContext) throws
    -> RuleDecision
  {
    let state = try fold(rule.stream).rule
    var members: [RuleMember] = []
    var siblings: [RuleSeries.Member] = []
    switch command {
    case .delete(.future): members = try self.members(of: rule, from: today)
    case .stop: members = try self.members(of: rule, from: nil)
    case .restore: members = try membersDeleted(with: state)
    case .split, .pause, .resume: siblings = try series(of: rule).rules
    case .delete(.rule), .change: break
    }
    return try state.decide(command, id: rule, members: members, siblings: siblings, context)
  }

  /// Returns the transactions of a rule that are not deleted, from a date on, or all of them for `nil`.
  private func members(of rule: RuleID, from date: CivilDate?) throws -> [RuleMember] {
    var filter = TransactionFilter()
    filter.rules = [rule]
    filter.from = date
    var ids: [TransactionID] = []
    try models.read { reader in
      ids = []
      try reader.forEachTransaction(filter) { ids.append($0.row.id) }
    }
    return try ids.map { RuleMember(id: $0, state: try self.fold($0.stream).transaction) }
  }

  /// Returns the transactions that were deleted together with a rule.
  private func membersDeleted(with state: RuleState) throws -> [RuleMember] {
    guard let reference = state.deletion.pending ?? state.deletion.reference,
      try log.event(reference) != nil
    else { return [] }
    // Events that were imported need not be neighbours.
    return try batch(of: reference).filter {
      $0.stream.kind == StreamKind.transaction.rawValue && $0.reference > reference
    }.map { event in
      let member = try fold(event.stream).transaction
      let deletedBy = member.stage == .deleted ? member.deletion.reference : member.deletion.pending
      return RuleMember(
        id: TransactionID(event.stream.id), state: member, wentWithTheRule: deletedBy == event.reference)
    }
  }

  /// Generates what a command on a rule requires.
  ///
  /// If it cannot be generated now, the next generation makes up for it. The command itself is on record.
  func generating(_ done: Done) -> Done {
    guard !done.repeated, let rule = done.rule else { return done }
    var done = done
    done.generated = try? generate(rules: [rule])
    return done
  }
}

extension ChangePlan {
  /// The effect of a command on a rule.
  public struct RulePreview: Sendable {
    /// Its events.
    package let decision: RuleDecision
    /// The transactions that would be generated after it, per rule.
    public let plans: [GenerationPlan]
  }
}

extension Batch {
  /// Appends the events of a decision. The first event is the cause of all others.
  mutating func append(_ decision: RuleDecision) {
    let first = count
    for (index, step) in decision.events.enumerated() {
      append(step.event, to: step.rule, cause: index == 0 ? nil : .draft(first))
    }
    for consequence in decision.consequences {
      append(
        consequence.event, to: consequence.transaction, cause: .draft(first), isByPerson: consequence.isByPerson
      )
    }
  }
}

extension RuleCommand {
  /// The groups that a decision on it looks at.
  var groups: [GroupID] {
    switch self {
    case .change(let edits), .split(_, let edits): edits.compactMap(\.group)
    case .pause, .resume, .stop, .delete, .restore: []
    }
  }
}

extension RuleEdit {
  fileprivate var group: GroupID? { if case .group(let group) = self { group } else { nil } }
}
