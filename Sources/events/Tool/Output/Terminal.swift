internal import LedgerAnswers
internal import LedgerPlatform

/// The properties of the terminal, file or pipe that text is written to.
struct Terminal: Sendable {
  /// Whether it is a terminal with a person.
  var isInteractive: Bool
  /// The number of columns.
  var width: Int
  /// Whether colour may be used.
  var hasColor: Bool
  /// Whether only ASCII can be shown: `TERM` is `dumb`, or the locale is C or POSIX.
  var isPlain = false

  /// A pipe or a file, with 80 columns and no colour.
  static let plain = Terminal(isInteractive: false, width: 80, hasColor: false)

  /// Returns the text in a style if colour may be used, or unchanged.
  func styled(_ text: String, _ style: Emphasis) -> String {
    guard hasColor, let code = style.code else { return text }
    return "\u{1b}[\(code)m\(text)\u{1b}[0m"
  }
}

extension Terminal {
  /// Finds the properties of a descriptor.
  ///
  /// `COLUMNS` overrides the width, and a pipe has 80 columns. Colour is used on a terminal unless `NO_COLOR` is set or
  /// `TERM` is `dumb` (no-color.org).
  init(descriptor: Int32, environment: Environment) {
    let isInteractive = System.isTerminal(descriptor)
    let columns =
      environment["COLUMNS"].flatMap { Int($0) } ?? (isInteractive ? System.columns(descriptor) : nil)
    self.isInteractive = isInteractive
    width = max(40, columns ?? 80)
    hasColor = isInteractive && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    isPlain = environment["TERM"] == "dumb" || locale == "C" || locale == "POSIX"
  }
}

extension Emphasis {
  /// The code of the emphasis for terminals (ECMA-48, SGR), or `nil` for plain text.
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .quiet: "2"
    case .attention: "33"
    case .good: "32"
    case .bad: "31"
    }
  }
}
