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
public struct Register<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The writes that count, in the order of the fold.
  public private(set) var heads: [Write<Value>] = []

  /// A field that nobody has written.
  public init() {}

  /// Applies a write, the latest so far in the order of the fold.
  ///
  /// - Complexity: O(heads), which is one unless there is a conflict.
  public mutating func write(_ value: Value?, origin: WriteOrigin, _ context: EventContext) {
    let byPerson = context.isByPerson
    let write = Write(
      reference: context.reference, byPerson: byPerson, actor: context.actor, origin: origin, value: value,
      replaced: heads.isEmpty ? nil : standing?.value)
    switch heads.count {
    case 0:
      heads = [write]
    case 1 where (byPerson || !heads[0].byPerson) && context.saw(heads[0].reference):
      heads[0] = write
    default:
      heads.removeAll { (byPerson || !$0.byPerson) && context.saw($0.reference) }
      heads.append(write)
    }
  }

  /// Applies what a rule says, the latest so far by the revisions of the rule: in place of whatever machines wrote,
  /// seen or not, and never of what a person did.
  ///
  /// Where nothing was written and the rule says nothing, nothing is.
  mutating func follow(_ value: Value?, _ context: EventContext) {
    if value == nil, heads.isEmpty { return }
    let replaced = standing?.value
    heads.removeAll { !$0.byPerson }
    heads.append(
      Write(
        reference: context.reference, byPerson: false, actor: context.actor, origin: .recorded, value: value,
        replaced: replaced))
  }

  /// Puts a value back as whose it was: what the author had seen goes, a person's too, and the value counts as
  /// written by `actor`, so that a machine's is a machine's again. Without origin and actor nothing stands again.
  public mutating func revert(to value: Value?, origin: WriteOrigin?, actor: String?, _ context: EventContext) {
    let byPerson = context.isByPerson
    let replaced = standing?.value
    heads.removeAll { (byPerson || !$0.byPerson) && context.saw($0.reference) }
    guard let origin, let actor else { return }
    heads.append(
      Write(
        reference: context.reference, byPerson: byPerson && Actor.isPerson(actor), actor: actor, origin: origin,
        value: value, replaced: replaced))
  }

  /// The write that stands; nil if there was none.
  public var standing: Write<Value>? { standingIndex.map { heads[$0] } }

  /// Where the write that stands is among the heads: without copying it.
  var standingIndex: Int? {
    for index in heads.indices.reversed() where heads[index].byPerson { return index }
    return heads.isEmpty ? nil : heads.count - 1
  }

  /// Whether another write might have stood: `conflicts`, without collecting them.
  var hasConflicts: Bool { heads.count > 1 && !conflicts.isEmpty }

  /// The value that stands.
  public var value: Value? { standingIndex.flatMap { heads[$0].value } }

  /// Whether that value stands and nobody else's disputes it, so that writing it again would say nothing new.
  public func isSettled(on value: Value?) -> Bool { Self.areSame(self.value, value) && conflicts.isEmpty }

  /// The other writes that might have stood: of the same class as the one that does, and of another value.
  public var conflicts: [Write<Value>] {
    guard heads.count > 1, let standing else { return [] }
    return heads.filter { $0.byPerson == standing.byPerson && !Self.areSame($0.value, standing.value) }
  }

  /// Texts are the same when their bytes are (DESIGN 4): what `==` takes for equal depends on Unicode's tables.
  private static func areSame(_ left: Value?, _ right: Value?) -> Bool {
    guard Value.self == String.self else { return left == right }
    if let left = left as? String, let right = right as? String { return left.hasSameBytes(as: right) }
    return left == right
  }
}
