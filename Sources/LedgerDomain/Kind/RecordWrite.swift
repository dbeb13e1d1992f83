package import LedgerBytes

/// A write that still counts for a field's value.
package struct RecordWrite {
  /// The event.
  package let reference: EventReference
  /// Whether a person caused it.
  package let byPerson: Bool
  /// The actor to whom the value belongs.
  package let actor: String
  /// The value, or `nil` if the write emptied the field.
  package let value: TypedValue?
  /// The change that led to the value, so that another device may not mean the same by its value.
  var change: String?

  /// Whether another write gave the same value.
  package func isSame(as other: RecordWrite) -> Bool {
    reference == other.reference || change == other.change && TypedValue.areSame(value, other.value)
  }
}

extension TypedValue {
  /// Whether two values are the same, or both missing.
  package static func areSame(_ left: TypedValue?, _ right: TypedValue?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.isSame(as: right)
  }
}

/// The writes that count for each field of a record.
struct RecordWrites {
  /// The writes of a field in the order of the fold.
  private(set) var byField: [RecordField: [RecordWrite]] = [:]
  /// The deletion of the record that waits for a person.
  var pending: EventReference?
  /// The writes of its parts.
  private(set) var parts: [Part] = []

  /// The writes of one part.
  struct Part {
    let part: RecordPart
    let byField: [RecordField: [RecordWrite]]
    let pending: EventReference?
  }

  /// Adds the writes of a part.
  mutating func add(_ part: RecordPart, _ writes: RecordWrites) {
    parts.append(Part(part: part, byField: writes.byField, pending: writes.pending))
  }

  /// Adds the writes of a register.
  mutating func add<Value>(
    _ field: RecordField, _ register: FieldRegister<Value>, change: (Value) -> String? = { _ in nil },
    _ typed: (Value) -> TypedValue?
  ) {
    let writes = register.heads.map {
      RecordWrite(
        reference: $0.reference, byPerson: $0.byPerson, actor: $0.actor, value: $0.value.flatMap(typed),
        change: $0.value.flatMap(change))
    }
    if !writes.isEmpty { byField[field] = writes }
  }

  /// Adds writes of a value that is typed already.
  mutating func add(_ field: RecordField, _ writes: [FieldWrite<TypedValue>]) {
    if writes.isEmpty { return }
    byField[field] = writes.map {
      RecordWrite(reference: $0.reference, byPerson: $0.byPerson, actor: $0.actor, value: $0.value)
    }
  }

  /// Adds the events that saved, closed, deleted or restored the record, if its state depends on them.
  mutating func add(state supporters: [EventReference]) {
    if supporters.isEmpty { return }
    byField[.state] = supporters.map { RecordWrite(reference: $0, byPerson: true, actor: "", value: nil) }
  }
}
