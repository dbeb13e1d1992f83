/// A change of a value.
public struct ChangedValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value before, or `nil` if it had no value.
  public let from: Value?
  /// The value after, or `nil` if the value was removed.
  public let to: Value?

  /// Creates a change.
  package init(from: Value?, to: Value?) {
    self.from = from
    self.to = to
  }
}

/// A change of a text.
public typealias TextChange = ChangedValue<String>
/// A change of a flag, or `nil` if an event leaves the flag as it is.
public typealias FlagChange = ChangedValue<Bool>
/// A change of an amount of money.
public typealias MoneyChange = ChangedValue<Money>
