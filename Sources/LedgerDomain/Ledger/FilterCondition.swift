/// A condition that chose the transactions of an export: a name, and values of which one must match.
public struct FilterCondition: Hashable, Sendable {
  /// The name, such as `category`.
  public let name: String
  /// The values as text.
  public let values: [String]

  /// Creates a condition.
  public init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}
