/// The values that one record shows, by field: a function of its row.
package struct RecordValues: Hashable, Sendable {
  /// The fields that have a value.
  package private(set) var values: [RecordField: TypedValue] = [:]

  /// Creates empty values.
  package init() {}

  /// The value of a field.
  package internal(set) subscript(field: RecordField) -> TypedValue? {
    get { values[field] }
    set { values[field] = newValue }
  }

  /// Whether nothing is known of it.
  package var isEmpty: Bool { values.isEmpty }
}

/// One field before and after.
public struct ValueChange: Hashable, Sendable {
  /// The field.
  public let field: RecordField
  /// The value before, or `nil` if the field was empty.
  public let from: TypedValue?
  /// The value after, or `nil` if the field was emptied.
  public let to: TypedValue?

  /// Creates a change of one field.
  package init(field: RecordField, from: TypedValue?, to: TypedValue?) {
    self.field = field
    self.from = from
    self.to = to
  }
}

extension RecordValues {
  /// Returns the differences between these values and `later`, in the order of the fields.
  ///
  /// Equal values of one type are no change.
  package func changes(to later: RecordValues) -> [ValueChange] {
    RecordField.allCases.compactMap { field in
      let (from, to) = (self[field], later[field])
      switch (from, to) {
      case (nil, nil): return nil
      case (let from?, let to?) where from.isSame(as: to): return nil
      case (_, _): return ValueChange(field: field, from: from, to: to)
      }
    }
  }
}
