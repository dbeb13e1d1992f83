/// What was given to a command, taken apart.
struct Arguments: Equatable, Sendable {
  /// By place.
  var operands: [String] = []
  /// Each option as it was given, in order; a flag with an empty text. They are few, and no table is made of them.
  private(set) var options: [Given] = []

  /// An option by its name, with its value.
  struct Given: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// Takes an option.
  mutating func add(_ option: String, _ value: String) { options.append(Given(name: option, value: value)) }

  /// The value of an option; the last one, where it was given several times.
  subscript(option: Option) -> String? { options.last { $0.name == option.name }?.value }

  /// Every value of an option, in the order given.
  func all(_ option: Option) -> [String] { options.filter { $0.name == option.name }.map(\.value) }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  /// The operand at a place.
  func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }

  /// An option's value as a whole number within bounds.
  func number(_ option: Option, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let most = range.upperBound == Int.max ? "" : " to \(range.upperBound)"
      throw .usage(
        "--\(option.name) takes a whole number from \(range.lowerBound)\(most), not '\(visible(text))'")
    }
    return number
  }
}
