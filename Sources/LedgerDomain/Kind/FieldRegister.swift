package import LedgerBytes

/// One write to a field that still counts.
package struct FieldWrite<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The event that wrote it.
  package let reference: EventReference
  /// Whether a person wrote it.
  package let byPerson: Bool
  /// The actor of the event.
  package let actor: String
  /// The kind of action, for the sentences of an audit.
  package let origin: WriteOrigin
  /// The value, or `nil` if the field was emptied.
  package let value: Value?
  /// The value before this write, in the order of the fold.
  package let replaced: Value?

  /// Returns the write with its values in another type.
  package func map<Other>(_ transform: (Value) -> Other?) -> FieldWrite<Other> {
    FieldWrite<Other>(
      reference: reference, byPerson: byPerson, actor: actor, origin: origin, value: value.flatMap(transform),
      replaced: replaced.flatMap(transform))
  }
}

/// The kind of action that set a value.
public enum WriteOrigin: String, CaseIterable, Hashable, Sendable {
  /// A machine read it.
  case extracted
  /// A person accepted what a machine had read.
  case confirmed
  /// A person chose one of the readings.
  case picked
  /// A person typed it.
  case corrected
  /// It was recorded without paper.
  case recorded
  /// A transaction was filed into a group, or out of it.
  case filed
  /// Anything else that sets a value: a name, a tag, a flag.
  case set
}

/// A field's value as a set of writes: every write that no other write had seen (Design, section 2).
///
/// Events are applied in the order of the fold. A write replaces those that its author had seen, except that a
/// machine's write never replaces a person's. The last write by a person wins. If no person wrote it, a
/// machine's last write wins.
///
/// Nearly every register has one write. The first is therefore stored in place, as separate properties. A fold writes a
/// dozen fields for every receipt, and an array for each took a fourth of its time. An optional `FieldWrite` would be copied
/// property by property through the runtime.
package struct FieldRegister<Value: Hashable & Sendable>: Hashable, Sendable {
  private var isWritten = false
  private var byPerson = false
  private var origin = WriteOrigin.set
  private var reference = EventReference(device: .zero, sequence: 0)
  private var actor = ""
  private var given: Value?
  private var replaced: Value?
  /// The writes after the first, empty if there is no first.
  private var others: [FieldWrite<Value>] = []

  /// The writes that count, in the order of the fold.
  package private(set) var heads: [FieldWrite<Value>] {
    get { isWritten ? [first] + others : [] }
    set {
      self = FieldRegister()
      guard let first = newValue.first else { return }
      put(
        first.value, replacing: first.replaced, by: first.actor, byPerson: first.byPerson, first.origin,
        first.reference)
      if newValue.count > 1 { others = Array(newValue.dropFirst()) }
    }
  }

  /// The first write. Only valid if something was written.
  private var first: FieldWrite<Value> {
    FieldWrite(
      reference: reference, byPerson: byPerson, actor: actor, origin: origin, value: given, replaced: replaced)
  }

  private mutating func put(
    _ value: Value?, replacing old: Value?, by actor: String, byPerson: Bool, _ origin: WriteOrigin,
    _ reference: EventReference
  ) {
    isWritten = true
    self.byPerson = byPerson
    self.origin = origin
    self.reference = reference
    self.actor = actor
    given = value
    replaced = old
  }

  /// Whether nobody has written it, or every write was undone.
  @inline(__always)
  package var isEmpty: Bool { !isWritten }

  /// Removes the write of an event, if it still counts.
  mutating func remove(_ reference: EventReference) { heads.removeAll { $0.reference == reference } }

  /// Makes it a field that nobody has written.
  mutating func forget() {
    guard isWritten else { return }
    isWritten = false
    byPerson = false
    origin = .set
    reference = EventReference(device: .zero, sequence: 0)
    actor = ""
    given = nil
    replaced = nil
    if !others.isEmpty { others = [] }
  }

  /// Applies a write, the latest so far in the order of the fold.
  ///
  /// - Complexity: O(heads), which is one unless there is a conflict.
  package mutating func write(_ value: Value?, origin: WriteOrigin, _ context: EventContext) {
    let byPerson = context.isByPerson
    guard isWritten else {
      return put(value, replacing: nil, by: context.actor, byPerson: byPerson, origin, context.reference)
    }
    if others.isEmpty, byPerson || !self.byPerson, context.saw(reference) {
      return put(value, replacing: given, by: context.actor, byPerson: byPerson, origin, context.reference)
    }
    let write = FieldWrite(
      reference: context.reference, byPerson: byPerson, actor: context.actor, origin: origin, value: value,
      replaced: self.value)
    var heads = heads
    heads.removeAll { (byPerson || !$0.byPerson) && context.saw($0.reference) }
    heads.append(write)
    self.heads = heads
  }

  /// Applies a value from a rule, the latest so far by the revisions of the rule.
  ///
  /// It replaces all values that machines wrote, seen or not, and never a value of a person. An absent value leaves an
  /// empty field as it is.
  mutating func follow(_ value: Value?, _ context: EventContext) {
    if value == nil, isEmpty { return }
    let replaced = self.value
    var heads = heads
    heads.removeAll { !$0.byPerson }
    heads.append(
      FieldWrite(
        reference: context.reference, byPerson: false, actor: context.actor, origin: .recorded, value: value,
        replaced: replaced))
    self.heads = heads
  }

  /// Puts a value back and gives it to its original author.
  ///
  /// The writes that the author of this event had seen are removed, a person's too. The value counts as written by
  /// `actor`, so that a machine's value is a machine's again. Without `origin` and `actor` the field has no value
  /// again.
  package mutating func revert(to value: Value?, origin: WriteOrigin?, actor: String?, _ context: EventContext)
  {
    let byPerson = context.isByPerson
    let replaced = self.value
    var heads = heads
    heads.removeAll { (byPerson || !$0.byPerson) && context.saw($0.reference) }
    if let origin, let actor {
      heads.append(
        FieldWrite(
          reference: context.reference, byPerson: byPerson && EventActor.isDecision(actor), actor: actor,
          origin: origin, value: value, replaced: replaced))
    }
    self.heads = heads
  }

  /// The winning write, or `nil` if nobody has written the field.
  package var winner: FieldWrite<Value>? {
    guard isWritten else { return nil }
    if others.isEmpty { return first }
    return others.last(where: \.byPerson) ?? (byPerson ? first : others.last)
  }

  /// The origin of the winning value and whether a person wrote it: `winner` without copying the rest.
  @inline(__always)
  var standingOrigin: (origin: WriteOrigin, byPerson: Bool)? {
    guard isWritten else { return nil }
    return others.isEmpty ? (origin, byPerson) : winner.map { ($0.origin, $0.byPerson) }
  }

  /// Whether another write disputes the winning one: `conflicts`, without collecting them.
  @inline(__always)
  var hasConflicts: Bool { !others.isEmpty && !conflicts.isEmpty }

  /// Whether any of the writes that count gave that value.
  @inline(__always)
  func holds(_ value: Value) -> Bool {
    given == value || !others.isEmpty && others.contains { $0.value == value }
  }

  /// The winning value.
  @inline(__always)
  package var value: Value? { others.isEmpty ? given : winner?.value }

  /// Whether that value wins undisputed, so that writing it again would change nothing.
  package func isSettled(on value: Value?) -> Bool { Self.areSame(self.value, value) && conflicts.isEmpty }

  /// The other writes with as good a claim as the winning one.
  ///
  /// They are of the same class, by a person or by a machine, and have another value.
  package var conflicts: [FieldWrite<Value>] {
    guard !others.isEmpty, let winner else { return [] }
    return heads.filter { $0.byPerson == winner.byPerson && !Self.areSame($0.value, winner.value) }
  }

  /// The winning write and those that dispute it, or no writes if nothing disputes it.
  package var disputed: [FieldWrite<Value>] {
    let others = conflicts
    guard !others.isEmpty, let winner else { return [] }
    return [winner] + others
  }

  /// Whether two values are the same, for texts by their bytes (Design, section 4).
  ///
  /// The `==` of `String` depends on Unicode's tables.
  private static func areSame(_ left: Value?, _ right: Value?) -> Bool {
    guard Value.self == String.self else { return left == right }
    if let left = left as? String, let right = right as? String { return left.hasSameBytes(as: right) }
    return left == right
  }
}
