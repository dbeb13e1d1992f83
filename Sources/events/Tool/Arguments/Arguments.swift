/// The parsed arguments of a command.
struct Arguments: Equatable, Sendable {
  /// The name of the command, or `nil` before one was read.
  var command: String?
  var operands: [String] = []
  /// The options in their order, flags with an empty value. They are few, so an array is searched.
  private(set) var options: [Given] = []

  /// An option with its value.
  struct Given: Equatable, Sendable {
    let name: String
    let value: String
  }

  mutating func add(_ option: String, _ value: String) { options.append(Given(name: option, value: value)) }

  /// Returns the arguments with another text for the first operand or value that is a text.
  func replacing(_ text: String, with other: String) -> Arguments? {
    var arguments = self
    if let index = operands.firstIndex(of: text) {
      arguments.operands[index] = other
    } else if let index = options.firstIndex(where: { $0.value == text }) {
      arguments.options[index] = Given(name: options[index].name, value: other)
    } else {
      return nil
    }
    return arguments
  }

  /// The value of an option, the last one if it was given several times, or `nil` if it was not given.
  subscript(option: Option) -> String? { options.last { $0.name == option.name }?.value }

  func all(_ option: Option) -> [String] { options.filter { $0.name == option.name }.map(\.value) }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  /// Returns the operand at an index, or `nil` if there are fewer.
  func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }

  /// Returns the value of an option as a whole number within bounds.
  func number(_ option: Option, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let most = range.upperBound == Int.max ? "" : " to \(range.upperBound)"
      throw .usage(
        "--\(option.name) takes a whole number from \(range.lowerBound)\(most), not “\(text)”", command: command
      )
    }
    return number
  }
}
