import EventLog
import Foundation
import LedgerBytes

// The naive model: the fold as the article Design defines it, in the simplest way, over arrays. It shares no code with
// LedgerDomain: payloads are read as JSON, texts are compared by their bytes, every relation is looked at pair by pair.

/// A text by its bytes, so that what is equal to the eye is not equal.
struct NaiveText: Hashable, Comparable, CustomStringConvertible {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  var description: String { String(decoding: bytes, as: UTF8.self) }

  /// As SQLite writes it.
  var quoted: String {
    "'" + description.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  static func < (left: NaiveText, right: NaiveText) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// An event as the naive model knows it.
struct NaiveFact {
  let time: UInt64
  let device: [UInt8]
  let sequence: UInt64
  let seen: [[UInt8]: UInt64]
  let stream: StreamID
  let type: String
  let schema: UInt32
  let actor: String
  let payload: JSONValue

  init(_ event: StoredEvent) throws {
    time = event.time.rawValue
    device = event.reference.device.bytes
    sequence = event.reference.sequence
    seen = Dictionary(event.seen.map { ($0.device.bytes, $0.sequence) }, uniquingKeysWith: max)
    stream = event.stream
    type = event.type
    schema = event.schema
    actor = event.actor
    payload = try JSONValue(parsing: event.payload ?? Array("{}".utf8), as: .payload).inFormC
  }

  /// `DEVICE:SEQUENCE`.
  var reference: String { "\(UniqueID(bytes: device) ?? .zero):\(sequence)" }

  var isByPerson: Bool { actor == "user" || actor.hasPrefix("user/") }

  /// The types that this program knows.
  static let known: Set<String> = [
    "ReceiptCaptured", "AttachmentAdded", "AttachmentRemoved", "TextRecognized", "ExtractionCompleted",
    "ExtractionFailed", "ExtractionCancelled", "FieldConfirmed", "AlternatePicked", "FieldCorrected",
    "FieldReverted", "ReceiptSaved", "ReceiptReopened",
    "ReceiptDiscarded", "TransactionRecorded", "TransactionFiled", "TagsChanged", "FlagsChanged",
    "TransactionCleared",
    "LineItemAdded", "LineItemChanged", "LineItemRemoved", "DuplicateDismissed", "DuplicateReopened",
    "ExtractionProposed",
    "ProposalAccepted", "ProposalRejected",
    "TransactionUncleared", "TransactionDeleted", "TransactionRestored", "GroupCreated", "GroupRenamed",
    "GroupDeleted", "GroupRestored", "CategoryAdded", "CategoryChanged", "CategoryDeactivated",
    "CategoryReactivated", "LedgerCreated", "DefaultsChanged", "DeviceJoined", "EventRedacted", "EventSkipped",
    "TransactionLinkedToRule", "TransactionUnlinkedFromRule", "RuleCreated", "RuleChanged",
    "RecurrenceGenerated",
    "RuleSplit", "RuleDeleted", "RuleRestored", "BankRowLinked", "BankRowUnlinked", "TransactionMerged",
    "TransferRecorded", "TransferChanged",
    "StatementImported", "ImportProfileChanged", "VendorRenamed",
    "AccountOpened", "AccountRenamed", "AccountMoved", "AccountClosed", "AccountReopened", "AccountWithdrawn",
    "CategoryBudgeted", "CategoryCarriesOver",
    "GoalCreated", "GoalChanged", "GoalContributed", "GoalContributionRemoved", "GoalCompleted", "GoalReopened",
    "GoalDeleted", "GoalRestored",
    "CopyRequested", "CopyAttempted", "CopyAcknowledged", "CopyRefused", "CopyDeferred", "RemoteChangeObserved",
    "CopyMerged", "CopyDetached",
  ]

  /// The last shape that this program knows of a type.
  var lastSchema: UInt32 {
    [
      "CategoryChanged": 3, "TransactionRecorded": 5, "RuleCreated": 3, "RuleChanged": 4, "DefaultsChanged": 2,
      "FieldCorrected": 2, "TextRecognized": 2,
      "LineItemAdded": 2, "LineItemChanged": 2, "TransferRecorded": 2, "TransferChanged": 2,
    ][type] ?? 1
  }

  var isUnknown: Bool { !(1...lastSchema).contains(schema) || !Self.known.contains(type) }

  /// The one kind of unreadable event that histories hold.
  var isUnreadable: Bool { !isUnknown && type == "FieldCorrected" && payload["field"] == nil }

  /// Whether its author had seen that other event of the stream.
  func saw(_ other: NaiveFact) -> Bool {
    if device == other.device { return other.sequence < sequence }
    return (seen[other.device] ?? 0) >= other.sequence
  }

  /// The order of the fold.
  static func isBefore(_ left: NaiveFact, _ right: NaiveFact) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.device != right.device { return left.device.lexicographicallyPrecedes(right.device) }
    return left.sequence < right.sequence
  }
}

extension JSONValue {
  /// The value with every text in NFC, by Foundation: every payload is read in this form.
  var inFormC: JSONValue {
    switch self {
    case .string(let text): .string(text.precomposedStringWithCanonicalMapping)
    case .array(let elements): .array(elements.map(\.inFormC))
    case .object(let members): .object(members.mapValues(\.inFormC))
    case .integer, .fraction, .boolean, .null: self
    }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int64? { if case .integer(let number) = self { number } else { nil } }
  var truth: Bool? { if case .boolean(let truth) = self { truth } else { nil } }
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

/// One write to a place, by the event that made it.
struct NaiveWrite<Value: Equatable> {
  let fact: NaiveFact
  let value: Value?
  let origin: String
  /// Whose it counts as: what was put back counts as whose it was.
  let isByPerson: Bool
  let actor: String
  /// Whether it only removes what it replaces, without a value of its own.
  var isEmpty = false
  /// Whether it is from a rule, and so replaces all values that machines wrote before.
  var isOfRule = false
}

/// A place where values are written: all writes there ever were, in the order of the fold.
struct NaivePlace<Value: Equatable> {
  private(set) var writes: [NaiveWrite<Value>] = []

  mutating func write(_ value: Value?, _ origin: String, _ fact: NaiveFact) {
    writes.append(
      NaiveWrite(fact: fact, value: value, origin: origin, isByPerson: fact.isByPerson, actor: fact.actor))
  }

  /// Puts back the value and author that an undo names, or empties the field if it names no author.
  mutating func putBack(_ value: Value?, _ fact: NaiveFact) {
    let origin = fact.payload["origin"]?.text
    let actor = fact.payload["actor"]?.text
    var write = NaiveWrite(
      fact: fact, value: value, origin: origin ?? "",
      isByPerson: fact.isByPerson && (actor == "user" || actor?.hasPrefix("user/") == true), actor: actor ?? "")
    write.isEmpty = origin == nil || actor == nil
    writes.append(write)
  }

  /// Applies the value of a rule for one date. Nothing happens if it is empty and the field is too.
  mutating func follow(_ value: Value?, _ fact: NaiveFact) {
    if value == nil, heads.isEmpty { return }
    var write = NaiveWrite(
      fact: fact, value: value, origin: "recorded", isByPerson: false, actor: fact.actor)
    write.isOfRule = true
    writes.append(write)
  }

  /// Every write that no other write had seen. A machine's never replaces a person's.
  var heads: [NaiveWrite<Value>] {
    writes.filter { write in
      !write.isEmpty
        && !writes.contains { other in
          if other.isOfRule { return !write.isByPerson && NaiveFact.isBefore(write.fact, other.fact) }
          return other.fact.saw(write.fact) && (other.fact.isByPerson || !write.isByPerson)
        }
    }
  }

  /// The last of the persons' heads, else the last of the machines'.
  var winner: NaiveWrite<Value>? {
    let heads = self.heads
    return heads.last { $0.isByPerson } ?? heads.last
  }

  var value: Value? { winner?.value }

  /// The value before the winning write.
  var replaced: Value? {
    guard let winner else { return nil }
    var before = NaivePlace()
    before.writes = writes.filter { NaiveFact.isBefore($0.fact, winner.fact) }
    return before.value
  }

  /// Other heads of the same class with another value.
  var conflicts: [Value?] {
    guard let winner else { return [] }
    return heads.filter { $0.isByPerson == winner.isByPerson && $0.value != winner.value }.map(
      \.value)
  }
}

/// Deletions and restorations, and the changes that a deletion may have overlooked.
struct NaiveDeletion {
  private var place = NaivePlace<Bool>()
  private var changes: [NaiveFact] = []

  mutating func change(_ fact: NaiveFact) { if fact.isByPerson { changes.append(fact) } }

  mutating func delete(_ fact: NaiveFact) { place.write(true, "set", fact) }

  /// A restoration means that the record is to stay: it is a change like any other.
  mutating func restore(_ fact: NaiveFact) {
    place.write(false, "set", fact)
    change(fact)
  }

  /// A deletion that had not seen a person's change, nor the change it, takes no effect.
  private func isContested(_ deletion: NaiveFact) -> Bool {
    changes.contains { !deletion.saw($0) && !$0.saw(deletion) }
  }

  var isDeleted: Bool {
    place.value == true && place.heads.contains { $0.value == true && !isContested($0.fact) }
  }

  /// A deletion that no one has withdrawn waits for a person.
  var isPending: Bool { !isDeleted && place.heads.contains { $0.value == true } }
}
