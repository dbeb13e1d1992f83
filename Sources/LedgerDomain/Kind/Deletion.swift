package import LedgerBytes

/// Whether a record is deleted, when several devices may have deleted, changed or restored it.
///
/// A deletion whose author had not seen a person's change to the record is contested. It takes effect only when a
/// person who has seen both deletes the record again (Design, section 2). A restoration counts as such a change,
/// because it means that the record is to stay.
package struct Deletion: Hashable, Sendable {
  private var register = FieldRegister<Bool>()
  private var contested: Set<EventReference> = []
  /// The last change by a person on the device that changed the record first. Deletions do not count.
  ///
  /// `lastChangesOfOthers` has one entry for each other device.
  private var lastChange: EventReference?
  private var lastChangesOfOthers: [EventReference] = []

  /// Makes it a record that nobody has deleted.
  mutating func forget() {
    register.forget()
    if !contested.isEmpty { contested = [] }
    lastChange = nil
    if !lastChangesOfOthers.isEmpty { lastChangesOfOthers = [] }
  }

  /// Notes a person's change to the record.
  package mutating func noteChange(_ context: EventContext) {
    guard context.isByPerson else { return }
    note(context.reference)
    if register.isEmpty { return }
    for head in register.heads where head.value == true && !context.saw(head.reference) {
      contested.insert(head.reference)
    }
  }

  /// Applies a deletion.
  package mutating func delete(_ context: EventContext) {
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
  package mutating func restore(_ context: EventContext) {
    register.write(false, origin: .set, context)
    noteChange(context)
  }

  /// Whether the record reads as deleted.
  package var isDeleted: Bool {
    guard !register.isEmpty, register.value == true else { return false }
    return register.heads.contains { $0.value == true && !contested.contains($0.reference) }
  }

  /// The deletion that waits for a person's decision, if there is one. The last, if there are several.
  package var pending: EventReference? {
    register.isEmpty || isDeleted ? nil : register.heads.last { $0.value == true }?.reference
  }

  /// The events that decide the present state.
  ///
  /// They are the deletions that took effect, or the restorations if the record is not deleted.
  package var supporters: [EventReference] {
    let isDeleted = isDeleted
    return register.heads
      .filter { $0.value == isDeleted && !(isDeleted && contested.contains($0.reference)) }.map(\.reference)
  }

  /// Whether the record is deleted and only by a machine: its rule no longer recurs on that date.
  package var isByMachine: Bool { isDeleted && register.winner?.byPerson == false }

  /// The event that deleted or restored it last, or `nil` if that never happened.
  package var reference: EventReference? { register.winner?.reference }
}
