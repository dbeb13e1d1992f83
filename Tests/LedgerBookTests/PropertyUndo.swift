import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport

/// Everything that screens show of a ledger, without its events.
struct PropertyScreens {
  /// One field as a review shows it.
  struct ShownField: Equatable {
    let field: TransactionField
    let status: FieldStatus
    let value: String?
    let conflicts: [String]
    let needsALook: Bool
  }

  private var rows: [TransactionID: TransactionRow] = [:]
  private var fields: [TransactionID: [ShownField]] = [:]
  private var groups: [GroupID: GroupRow] = [:]
  private var categories: [String: CategoryRow] = [:]
  private var ledger: LedgerRow?
  /// The properties of rules, and whether they pause or are deleted. Their number of changes is left out.
  private var rules: [RuleID: String] = [:]
  private var deletedRules: Set<RuleID> = []
  private var hasDisputedRules = false
  private var sections: [String] = []
  private var groupLines: [String] = []
  private var accountLines: [String] = []
  private var goalLines: [String] = []
  private var budgetLines: [String] = []

  init(_ book: Book) throws {
    for stream in try book.log.streams(kind: "transaction") {
      let id = TransactionID(stream.id)
      guard let detail = try? book.transaction(id) else { continue }
      rows[id] = detail.row
      fields[id] = detail.provenance.map {
        ShownField(
          field: $0.field, status: $0.status, value: $0.value, conflicts: $0.conflicts,
          needsALook: $0.needsALook)
      }
    }
    for row in try book.groupRows() { groups[row.id] = row }
    for row in try book.categories() { categories[row.key] = row }
    ledger = try? book.ledgerRow()
    for row in try book.rules(withDeleted: true) {
      rules[row.id] =
        "\(row.terms), paused \(row.pausedFrom?.iso ?? "never"), split \(row.splitOn?.iso ?? "never"), \(row.isDeleted)"
      if row.isDeleted { deletedRules.insert(row.id) }
      if row.conflictCount > 0 { hasDisputedRules = true }
    }
    // The clock goes on, and an undo must restore what is dated later, too.
    let book = book.through(.last)
    sections = try book.sectionLines()
    groupLines = try book.groupLines()
    accountLines = try book.accountLines()
    goalLines = try book.goalLines()
    budgetLines = try book.budgetLines(like: try NaiveBook(book.log).budgetLines)
  }

  /// Whether devices disagree about anything: an undo restores the winning value, not the dispute about it.
  var hasConflicts: Bool {
    rows.values.contains { $0.conflictCount > 0 } || groups.values.contains(where: \.hasPendingDeletion)
      || hasDisputedRules
  }

  /// The differences from an earlier state. Newer records may exist, if they are deleted or deactivated.
  ///
  /// - `except`: transactions that are ignored. With any of them, lines that sum over all are ignored too.
  func difference(from before: PropertyScreens, except: Set<TransactionID> = []) -> String? {
    for (id, row) in before.rows where !except.contains(id) {
      guard let now = rows[id], now.isSame(as: row) else {
        return "\(id): \(row)\n      now \(rows[id].map { "\($0)" } ?? "nothing")"
      }
      if let then = before.fields[id], let now = fields[id] {
        // Of a deleted one nobody sees what needs a look.
        for (then, now) in zip(then, now) where then != now { return "\(id): \(then)\n      now \(now)" }
      }
    }
    for (id, row) in rows where before.rows[id] == nil && row.stage != .deleted && !except.contains(id) {
      return "\(id) is new: \(row)"
    }
    for (id, row) in before.groups where groups[id] != row {
      return "\(row)\n      now \(groups[id].map { "\($0)" } ?? "nothing")"
    }
    for (id, row) in groups where before.groups[id] == nil && !row.isDeleted { return "group \(id) is new" }
    for (key, row) in before.categories where categories[key] != row {
      return "\(row)\n      now \(categories[key].map { "\($0)" } ?? "nothing")"
    }
    for (key, row) in categories where before.categories[key] == nil && row.isActive { return "\(key) is new" }
    if ledger != before.ledger {
      return "\(String(describing: before.ledger)), now \(String(describing: ledger))"
    }
    for (id, rule) in before.rules where rules[id] != rule && !before.deletedRules.contains(id) {
      return "rule \(id): \(rule)\n      now \(rules[id] ?? "nothing")"
    }
    for id in rules.keys where before.rules[id] == nil && !deletedRules.contains(id) {
      return "rule \(id) is new"
    }
    guard except.isEmpty else { return nil }
    if sections != before.sections { return "sections \(before.sections)\n      now \(sections)" }
    if groupLines != before.groupLines { return "groups \(before.groupLines)\n      now \(groupLines)" }
    if goalLines != before.goalLines {
      return "goals \(before.goalLines)\n      now \(goalLines)"
    }
    if accountLines != before.accountLines {
      return "accounts \(before.accountLines)\n      now \(accountLines)"
    }
    if budgetLines != before.budgetLines {
      return "budgets \(before.budgetLines)\n      now \(budgetLines)"
    }
    return nil
  }
}

// Undoing: right after a command everything is as it was before it, and undoing that is doing it again.
extension PropertyWorld {
  /// Takes back some action of any age, of any device.
  mutating func undoSomething(in scene: PropertyScene) throws -> String {
    let log = scene.device.book.log
    let last = try log.lastPosition()
    guard last > 0 else { return "nothing to undo" }
    let position =
      random.chance(60) ? max(1, last - random.number(0...9)) : Position(random.number(1...last.rawValue))
    guard let event = try log.event(at: position) else { return "nothing to undo" }
    let outcome = try scene.device.book.undo(event.reference)
    return "undo \(position), \(event.type) \(try outcome.checked(scene.device.book).positions)"
  }

  /// Mostly takes back that two are two: nobody else would, and seldom enough does it come up.
  mutating func takeBackDismissal(after position: Position, on device: PropertyDevice) throws {
    let log = device.book.log
    let last = try log.lastPosition()
    guard last > position, let event = try log.event(at: last), event.type == "DuplicateDismissed",
      random.chance(70)
    else { return }
    let outcome = try device.book.undo(event.reference)
    journal.append("\(device.name): undo of the dismissal \(try outcome.checked(device.book).positions)")
  }

  /// Undoes the last command, and undoes that. Then everything must be as just after the command.
  mutating func checkUndo(after position: Position, before: PropertyScreens, on device: PropertyDevice) throws {
    let book = device.book
    guard let first = try onlyCommand(after: position, book) else { return }
    let done = try PropertyScreens(book)
    let plan = try book.undoPlan(of: first.reference)
    // A value that an older screen had not seen, or that another device had set, stays: there is a remark, and no
    // comparison. Undoing a group moves its receipts to Unfiled, where they read already while the group is deleted.
    guard plan.remarks.allSatisfy(\.isDependent), !plan.steps.isEmpty,
      plan.steps.allSatisfy({ $0.follows == nil }), !before.hasConflicts, !done.hasConflicts
    else { return }
    let last = plan.batch[plan.batch.count - 1].position
    var others = Self.leavesWork(plan.batch) ? try generated(after: last, book).all : []
    let command = try generated(after: last, book)
    let undone = try book.undo(first.reference)
    journal.append("\(device.name): undo of it \(undone.positions)")
    // A change has everything examined again, also the remains of an older undo or of another device.
    let behind = try generated(after: undone.positions.last ?? 0, book)
    // So is a value that another program has written since over that of a rule.
    let returned = behind.changed.subtracting(command.changed)
    var difference = try PropertyScreens(book).difference(
      from: before,
      except: others.union(command.made).union(behind.made).union(behind.removed).union(returned))
    if let difference {
      throw PropertyFailure("\(device.name): \(first.type) undone leaves\n    \(difference)")
    }
    guard let undo = try book.log.event(at: undone.positions[0]) else { return }
    let redone = try book.undo(undo.reference)
    journal.append("\(device.name): undo of the undo \(redone.positions)")
    others.formUnion(behind.made.union(behind.removed.subtracting(command.made)).union(returned))
    difference = try PropertyScreens(book).difference(from: done, except: others)
    if let difference {
      throw PropertyFailure("\(device.name): \(first.type) undone and brought back leaves\n    \(difference)")
    }
    counts.undone[first.type, default: 0] += 1
    if !others.isEmpty { counts.partialUndos += 1 }
  }

  /// Whether undoing a command leaves events that its rule caused: the command began a rule, or restored it.
  private static func leavesWork(_ batch: [StoredEvent]) -> Bool {
    let types = Set(batch.map(\.type))
    return !types.isDisjoint(with: ["RuleCreated", "RuleRestored"]) && !types.contains("RuleSplit")
  }

  /// What rules did to transactions.
  private struct Generated {
    var made: Set<TransactionID> = []
    var changed: Set<TransactionID> = []
    var removed: Set<TransactionID> = []
    var all: Set<TransactionID> = []
  }

  /// What rules did to transactions after a position.
  private func generated(after position: Position, _ book: Book) throws -> Generated {
    var found = Generated()
    for next in position...(try book.log.lastPosition()) {
      guard let event = try book.log.event(at: next),
        case .event(.rule(.recurrenceGenerated(let generated))) = EventCodec.current.decode(
          type: event.type, schema: event.schema, streamKind: event.stream.kind, payload: event.payload)
      else { continue }
      found.made.formUnion(generated.made.map(\.transaction))
      found.changed.formUnion(generated.changed.map(\.transaction))
      found.removed.formUnion(generated.removed.map(\.transaction))
      let named = generated.made + generated.changed + generated.removed + generated.restored
      found.all.formUnion(named.map(\.transaction))
    }
    return found
  }

  /// The first event of the only command after a position, without events that a rule caused.
  ///
  /// It is `nil` if there were several commands, or a device that joined.
  private func onlyCommand(after position: Position, _ book: Book) throws -> StoredEvent? {
    guard try book.log.lastPosition() > position, let first = try book.log.event(at: position + 1),
      first.type != "DeviceJoined"
    else { return nil }
    for next in (position + 2)..<(try book.log.lastPosition() + 1) {
      guard let event = try book.log.event(at: next) else { continue }
      if event.correlation != first.correlation, event.actor != EventActor.rule.text { return nil }
    }
    return first
  }
}
