/// The change of a property that a record can be without.
///
///     try book.changeGoal(bike, GoalEdit(name: "Red bike", by: .set(summer)))
///     try book.changeGoal(bike, GoalEdit(by: .remove))  // without a date again
public enum PropertyEdit<Value: Hashable & Sendable>: Hashable, Sendable {
  /// It stays as it is.
  case keep
  /// It becomes this value.
  case set(Value)
  /// It has no value any longer.
  case remove

  /// The new value, or `nil` if it stays or is removed.
  public var value: Value? { if case .set(let value) = self { value } else { nil } }

  /// Returns the edit as the caller gave it, or `nil` if the property stays.
  package func content<Content>(_ value: (Value) -> Content, removed: Content) -> Content? {
    switch self {
    case .keep: nil
    case .set(let given): value(given)
    case .remove: removed
    }
  }
}
