/// What is known of the place where text ends up.
struct Terminal: Sendable {
  /// Whether a person reads it as it is written.
  var isInteractive: Bool
  /// Columns to fit into.
  var width: Int
  /// Whether colour may be used.
  var hasColor: Bool
  /// Whether only ASCII is sure to be shown: `TERM` is `dumb`, or the locale is C or POSIX.
  var isPlain = false

  /// A pipe or a file: 80 columns, no colour.
  static let plain = Terminal(isInteractive: false, width: 80, hasColor: false)

  /// The place behind a descriptor. `COLUMNS` decides the width where it is set; a pipe counts 80 columns; colour
  /// only on a terminal, and not where `NO_COLOR` is set or `TERM` is `dumb` (no-color.org).
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

  init(isInteractive: Bool, width: Int, hasColor: Bool) {
    self.isInteractive = isInteractive
    self.width = width
    self.hasColor = hasColor
  }

  /// The text in that style, where colour may be used.
  func styled(_ text: String, _ style: Style) -> String {
    guard hasColor, let code = style.code else { return text }
    return "\u{1b}[\(code)m\(text)\u{1b}[0m"
  }
}

/// The few ways text may differ from text.
enum Style: Sendable {
  case plain
  case strong
  case quiet
  case attention
  case good
  case bad

  /// The number that a terminal knows it by (ECMA-48, SGR).
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
