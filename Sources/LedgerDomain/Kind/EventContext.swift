package import LedgerBytes

/// The facts about an event that a fold needs in addition to its payload.
///
/// They are the event's author, its time, and the events that its author had seen.
package struct EventContext: Hashable, Sendable {
  /// Its identity.
  package let reference: EventReference
  /// Its place in the order of the fold: time, then device, then sequence.
  package let time: HybridTime
  /// Per other device the last of its events on this stream that the author had seen.
  package let seen: [EventReference]
  /// `user/anna`, `extractor/rules-1`, `rule`, `import/csv`.
  package let actor: String
  /// Whether a person decided it, here or in a remote budget: the actor's kind is `user` or `remote`.
  package let isByPerson: Bool
  /// Whether the event is the first of the device from which the ledger's id was made.
  package let isFounding: Bool

  /// Creates the context of one event. Its author makes decisions if nothing else is known of that author.
  package init(
    reference: EventReference, time: HybridTime, seen: [EventReference] = [], actor: String,
    isByPerson: Bool? = nil, isFounding: Bool = false
  ) {
    self.reference = reference
    self.time = time
    self.seen = seen
    self.actor = actor
    self.isByPerson = isByPerson ?? EventActor.isDecision(actor)
    self.isFounding = isFounding
  }

  /// Returns the id of a ledger that a device creates.
  ///
  /// It names the device, so the event that created the ledger is known whatever other events claim.
  package static func ledgerID(createdBy device: UniqueID) -> UniqueID {
    .derived(kind: "ledger", parts: [device.description])
  }

  /// Whether an event of a ledger's own stream is the one that the ledger's id was made with.
  package static func isFounding(_ event: EventReference, of ledger: UniqueID) -> Bool {
    event.sequence == 1 && ledgerID(createdBy: event.device) == ledger
  }

  /// Whether the author of this event had seen another event of the same stream.
  ///
  /// An author has seen all earlier events of the same device, and those of other devices up to the ones in `seen`.
  package func saw(_ other: EventReference) -> Bool {
    if other.device == reference.device { return other.sequence < reference.sequence }
    for last in seen where last.device == other.device { return other.sequence <= last.sequence }
    return false
  }
}

/// The author of an event: a person, or one of the sorts of programs.
///
/// Only what a person did counts as a decision of a person: it wins over a program's value, and two people's values are
/// a conflict.
public enum EventActor: Hashable, Sendable {
  /// A person, by name.
  case person(String)
  /// A program that acts on its own, such as a script.
  case program(String)
  /// A program that reads paper, with its version.
  case extractor(String, version: Int)
  /// The import of files in a format, such as `csv`.
  case importer(String)
  /// A rule of recurring transactions.
  case rule

  /// The form that the log stores: `user/anna`, `extractor/rules-1`, `rule`.
  public var text: String {
    switch self {
    case .person(let name): "user/" + name
    case .program(let name): "program/" + name
    case .extractor(let name, let version): "extractor/\(name)-\(version)"
    case .importer(let format): "import/" + format
    case .rule: "rule"
    }
  }

  /// The recovery of a damaged ledger, for events in place of lost ones.
  package static let recovery = "rule/recovery"

  /// A change made in YNAB that came into this ledger.
  package static let ynab = "remote/ynab"

  /// Whether an actor in the log's form is a remote budget. What it changed is no correction of a person here.
  package static func isRemote(_ actor: String) -> Bool { isOf("remote", actor, orIs: false) }

  /// Whether an actor's values win over those of programs: a person typed them, here or elsewhere.
  package static func isDecision(_ actor: String) -> Bool { isPerson(actor) || isRemote(actor) }

  /// Whether an actor in the log's form is a person.
  public static func isPerson(_ actor: String) -> Bool { isOf("user", actor, orIs: true) }

  /// Whether an actor is of a kind: its text begins with the kind and a slash, or is the kind alone.
  @inline(__always)
  private static func isOf(_ kind: StaticString, _ actor: String, orIs: Bool) -> Bool {
    let count = kind.utf8CodeUnitCount
    var actor = actor
    return actor.withUTF8 { name in
      guard name.count > count ? name[count] == UInt8(ascii: "/") : orIs && name.count == count else {
        return false
      }
      for index in 0..<count where name[index] != kind.utf8Start[index] { return false }
      return true
    }
  }
}
