/// What was given to a command, taken apart.
struct Arguments: Equatable, Sendable {
  /// By place.
  var operands: [String] = []
  /// By name; a flag has an empty text for each time it was given.
  var options: [String: [String]] = [:]

  /// The value of an option; the last one, where it was given several times.
  subscript(option: Option) -> String? { options[option.name]?.last }

  /// Every value of an option, in the order given.
  func all(_ option: Option) -> [String] { options[option.name] ?? [] }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { options[option.name] != nil }

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
