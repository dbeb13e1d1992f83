public import LedgerBytes

/// Whether a record is deleted, where several devices may have had a say.
///
/// A deletion that had not seen a person's change to the record is contested: it takes effect only when a person
/// who has seen both deletes again (DESIGN 2.2). A restoration is such a change: who brought the record back said
/// that it stays.
public struct Deletion: Hashable, Sendable {
  private var register = Register<Bool>()
  private var contested: Set<EventReference> = []
  /// Per device the last change by a person, deletions apart: of the device that changed it first, and of others.
  private var lastChange: EventReference?
  private var lastChangesOfOthers: [EventReference] = []

  /// A record that nobody has deleted.
  public init() {}

  /// Makes it a record that nobody has deleted.
  mutating func forget() {
    register.forget()
    if !contested.isEmpty { contested = [] }
    lastChange = nil
    if !lastChangesOfOthers.isEmpty { lastChangesOfOthers = [] }
  }

  /// Notes a person's change to the record.
  public mutating func noteChange(_ context: EventContext) {
    guard context.isByPerson else { return }
    note(context.reference)
    if register.isEmpty { return }
    for head in register.heads where head.value == true && !context.saw(head.reference) {
      contested.insert(head.reference)
    }
  }

  /// Applies a deletion.
  public mutating func delete(_ context: EventContext) {
    register.write(true, origin: .set, context)
    if let lastChange, !context.saw(lastChange) || !lastChangesOfOthers.allSatisfy(context.saw) {
      contested.insert(context.reference)
    }
  }

  private mutating func note(_ change: EventReference) {
    if lastChange == nil || lastChange?.device == change.device {
      lastChange = change
    } else if let index = lastChangesOfOthers.firstIndex(where: { $0.device == change.device }) {
      lastChangesOfOthers[index] = change
    } else {
      lastChangesOfOthers.append(change)
    }
  }

  /// Applies a restoration.
  public mutating func restore(_ context: EventContext) {
    register.write(false, origin: .set, context)
    noteChange(context)
  }

  /// Whether the record reads as deleted.
  public var isDeleted: Bool {
    guard !register.isEmpty, register.value == true else { return false }
    return register.heads.contains { $0.value == true && !contested.contains($0.reference) }
  }

  /// The deletion that waits to be picked, if there is one; the last where there are several.
  public var pending: EventReference? {
    register.isEmpty || isDeleted ? nil : register.heads.last { $0.value == true }?.reference
  }

  /// Whether it reads as deleted, and only a machine said so: a rule that recurs there no more.
  public var isByMachine: Bool { isDeleted && register.standing?.byPerson == false }

  /// The event that deleted or restored it last; nil if there was none.
  public var reference: EventReference? { register.standing?.reference }
}
