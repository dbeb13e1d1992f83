public import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The events that undoing one action would append, and what a person should know before.
///
///     let plan = try book.undoPlan(of: action)
///     let lines = plan.steps.map(\.event.words.summary)  // what undoing would record
///     if !plan.hasDependents { try book.undo(action) }
public struct UndoPlan: Sendable {
  /// The events of the action: all that one command recorded, in order.
  public let batch: [StoredEvent]
  /// The events to append, in order. Empty if nothing is left to undo.
  public let steps: [Step]
  /// The reasons why something stays as it is, and the later events that build on it.
  public let remarks: [PlacedRemark]

  /// One event to append.
  public struct Step: Hashable, Sendable {
    /// The stream it goes to.
    public let stream: StreamID
    /// The event that the step undoes, or the event that makes the step necessary.
    public let undoes: EventReference
    /// The event to append.
    public let event: LedgerEvent
    /// The index of the step that made it necessary, or `nil` if it takes `undoes` back itself.
    public let follows: Int?
    /// Whether the step counts as a rule's, because the event that it undoes was a rule's.
    ///
    /// A transaction that no person touched then follows its rule as before.
    public let isByRule: Bool
  }

  /// Whether something that came later depends on what is undone.
  public var hasDependents: Bool { remarks.contains(where: \.isDependent) }

  /// The refusal to undo it, if nothing is left to undo.
  var refusal: Rejection { .nothingToUndo(remarks.filter { !$0.isDependent }) }
}

// An action of any age is undone by appending compensating events; nothing is overwritten, so an undo can be
// undone.
extension Book {
  /// Returns the plan for undoing the action of an event. Nothing is appended.
  ///
  /// The unit is the command: all events of the same correlation on that device.
  ///
  /// - Throws: `EventLogError.noSuchEvent`.
  /// - Complexity: O(events of the streams that the action touched).
  public func undoPlan(of reference: EventReference) throws -> UndoPlan {
    guard horizon == .now else { throw BookError.past }
    return try plan(of: reference)
  }

  /// Undoes the action of an event: every value of it that still counts goes back to what it was.
  ///
  /// - Throws: `Rejection.nothingToUndo` if nothing of it is left, `EventLogError.noSuchEvent`.
  @discardableResult
  public func undo(_ reference: EventReference, id: UniqueID? = nil) throws -> Done {
    var rules: Set<RuleID> = []
    var done = try execute(
      id: id, content: ["command": "undo", "event": .string(reference.description)]
    ) { batch in
      let plan = try self.plan(of: reference)
      guard !plan.steps.isEmpty else { throw plan.refusal }
      for step in plan.steps {
        if let rejection = try self.frozen(step.event, on: step.stream) { throw rejection }
        batch.append(
          step.event, step.stream, cause: step.follows.map { .draft($0) } ?? .event(step.undoes),
          actor: step.isByRule ? EventActor.rule.text : nil)
        if case .rule = step.event { rules.insert(RuleID(step.stream.id)) }
      }
    }
    // Transactions follow their rule again. If that cannot be done now, the next generation does it.
    if !rules.isEmpty { done.generated = try? generate(rules: rules.sorted()) }
    return done
  }

  /// Undoes the action that a command reported.
  ///
  /// - Throws: As `undo(_:id:)` with a reference. `Rejection.nothingToUndo` if the command changed nothing.
  @discardableResult
  public func undo(_ done: Done, id: UniqueID? = nil) throws -> Done {
    guard let action = done.action else { throw Rejection.nothingToUndo([]) }
    return try undo(action, id: id)
  }

  /// Returns the event that an event undoes, or `nil`.
  ///
  /// - Complexity: One look-up if the event has a cause.
  package func undone(by event: StoredEvent) throws -> StoredEvent? {
    guard let cause = event.cause, EventType(rawValue: event.type)?.canUndo == true,
      let undone = try log.event(cause)
    else { return nil }
    return undone.stream == event.stream && undone.correlation != event.correlation ? undone : nil
  }

  /// Returns the event that undid an event, the last if there are several, or `nil`.
  ///
  /// - Complexity: O(events of its stream).
  package func undoing(of event: StoredEvent) throws -> StoredEvent? {
    try events(of: event.stream).last {
      $0.cause == event.reference && $0.correlation != event.correlation
        && EventType(rawValue: $0.type)?.canUndo == true
    }
  }

  private func plan(of reference: EventReference) throws -> UndoPlan {
    let batch = try self.batch(of: reference)
    var planner = UndoPlanner(book: self, batch: batch)
    try planner.plan()
    return UndoPlan(batch: batch, steps: planner.steps, remarks: planner.remarks)
  }

  /// Returns all events of one command, in the order of its device.
  func batch(of reference: EventReference) throws -> [StoredEvent] {
    guard let event = try log.event(reference) else { throw EventLogError.noSuchEvent(reference) }
    return try log.batch(of: event)
  }
}
