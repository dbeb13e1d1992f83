public import LedgerBytes

/// One write to a field that still counts.
public struct Write<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The event that wrote it.
  public let reference: EventReference
  /// Whether a person did.
  public let byPerson: Bool
  /// Who.
  public let actor: String
  /// What the event was, for the words of an audit.
  public let origin: WriteOrigin
  /// The value; nil where the field was emptied.
  public let value: Value?
  /// The value that stood before it, in the order of the fold.
  public let replaced: Value?
}

/// How a value came to stand.
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

/// A field's value as a set of writes: every write that no other write had seen (DESIGN 2.2).
///
/// Events are applied in the order of the fold. A write replaces those that its author had seen, except that a
/// machine's never replaces a person's. The last of the person's writes stands, else the last of the machines'.
///
/// The first write that counts, nearly always the only one, stands in place and in parts: a fold writes a dozen fields
/// for every receipt, a list for each was a fourth of its time, and an optional `Write` is copied part by part through
/// the runtime.
public struct Register<Value: Hashable & Sendable>: Hashable, Sendable {
  private var isWritten = false
  private var byPerson = false
  private var origin = WriteOrigin.set
  private var reference = EventReference(device: .zero, sequence: 0)
  private var actor = ""
  private var given: Value?
  private var replaced: Value?
  /// The later ones; none where there is no first.
  private var others: [Write<Value>] = []

  /// A field that nobody has written.
  public init() {}

  /// The writes that count, in the order of the fold.
  public private(set) var heads: [Write<Value>] {
    get { isWritten ? [first] + others : [] }
    set {
      self = Register()
      guard let first = newValue.first else { return }
      put(
        first.value, replacing: first.replaced, by: first.actor, byPerson: first.byPerson, first.origin,
        first.reference)
      if newValue.count > 1 { others = Array(newValue.dropFirst()) }
    }
  }

  /// Only where something was written.
  private var first: Write<Value> {
    Write(
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

  /// Whether nobody has written it, or nothing stands of what was.
  @inline(__always)
  public var isEmpty: Bool { !isWritten }

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
  public mutating func write(_ value: Value?, origin: WriteOrigin, _ context: EventContext) {
    let byPerson = context.isByPerson
    guard isWritten else {
      return put(
        value, replacing: nil, by: context.actor, byPerson: byPerson, origin, context.reference)
    }
    if others.isEmpty, byPerson || !self.byPerson, context.saw(reference) {
      return put(
        value, replacing: given, by: context.actor, byPerson: byPerson, origin, context.reference)
    }
    let write = Write(
      reference: context.reference, byPerson: byPerson, actor: context.actor, origin: origin, value: value,
      replaced: self.value)
    var heads = heads
    heads.removeAll { (byPerson || !$0.byPerson) && context.saw($0.reference) }
    heads.append(write)
    self.heads = heads
  }

  /// Applies what a rule says, the latest so far by the revisions of the rule: in place of whatever machines wrote,
  /// seen or not, and never of what a person did.
  ///
  /// Where nothing was written and the rule says nothing, nothing is.
  mutating func follow(_ value: Value?, _ context: EventContext) {
    if value == nil, isEmpty { return }
    let replaced = self.value
    var heads = heads
    heads.removeAll { !$0.byPerson }
    heads.append(
      Write(
        reference: context.reference, byPerson: false, actor: context.actor, origin: .recorded, value: value,
        replaced: replaced))
    self.heads = heads
  }

  /// Puts a value back as whose it was: what the author had seen goes, a person's too, and the value counts as
  /// written by `actor`, so that a machine's is a machine's again. Without origin and actor nothing stands again.
  public mutating func revert(to value: Value?, origin: WriteOrigin?, actor: String?, _ context: EventContext) {
    let byPerson = context.isByPerson
    let replaced = self.value
    var heads = heads
    heads.removeAll { (byPerson || !$0.byPerson) && context.saw($0.reference) }
    if let origin, let actor {
      heads.append(
        Write(
          reference: context.reference, byPerson: byPerson && Actor.isPerson(actor), actor: actor,
          origin: origin,
          value: value, replaced: replaced))
    }
    self.heads = heads
  }

  /// The write that stands; nil if there was none.
  public var standing: Write<Value>? {
    guard isWritten else { return nil }
    if others.isEmpty { return first }
    return others.last(where: \.byPerson) ?? (byPerson ? first : others.last)
  }

  /// How the value that stands came to, and whether by a person: `standing`, without a copy of the rest.
  @inline(__always)
  var standingOrigin: (origin: WriteOrigin, byPerson: Bool)? {
    guard isWritten else { return nil }
    return others.isEmpty ? (origin, byPerson) : standing.map { ($0.origin, $0.byPerson) }
  }

  /// Whether another write might have stood: `conflicts`, without collecting them.
  @inline(__always)
  var hasConflicts: Bool { !others.isEmpty && !conflicts.isEmpty }

  /// Whether any of the writes that count gave that value.
  @inline(__always)
  func holds(_ value: Value) -> Bool {
    given == value || !others.isEmpty && others.contains { $0.value == value }
  }

  /// The value that stands.
  @inline(__always)
  public var value: Value? { others.isEmpty ? given : standing?.value }

  /// Whether that value stands and nobody else's disputes it, so that writing it again would say nothing new.
  public func isSettled(on value: Value?) -> Bool { Self.areSame(self.value, value) && conflicts.isEmpty }

  /// The other writes that might have stood: of the same class as the one that does, and of another value.
  public var conflicts: [Write<Value>] {
    guard !others.isEmpty, let standing else { return [] }
    return heads.filter { $0.byPerson == standing.byPerson && !Self.areSame($0.value, standing.value) }
  }

  /// Texts are the same when their bytes are (DESIGN 4): what `==` takes for equal depends on Unicode's tables.
  private static func areSame(_ left: Value?, _ right: Value?) -> Bool {
    guard Value.self == String.self else { return left == right }
    if let left = left as? String, let right = right as? String { return left.hasSameBytes(as: right) }
    return left == right
  }
}
