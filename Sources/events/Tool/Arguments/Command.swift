/// A command as data: its operands, options and help.
///
/// The parser, the help and the completions are all made from it, so that they cannot disagree.
struct Command: Sendable {
  /// The heading it is listed under.
  enum Section: String, CaseIterable, Sendable {
    case record = "Record"
    case look = "Look"
    case log = "Log"
    case travel = "Time travel"
    case exchange = "Exchange"
    case tool = "The tool itself"
  }

  /// The words of the command, such as `["group", "create"]`.
  let path: [String]
  let section: Section
  /// The command in one line, without a full stop.
  let summary: String
  var aliases: [String] = []
  var operands: [Operand] = []
  var options: [Option] = []
  /// The options, of those that may precede any command, that it accepts.
  var shared: [Option] = Option.reading
  /// The commands that begin with this one's word. Most commands with subcommands cannot be run themselves.
  var subcommands: [Command] = []
  /// Whether it can be run without one of its subcommands.
  var runsItself = false
  /// Whether one more word has to follow.
  var needsSubcommand: Bool { !subcommands.isEmpty && !runsItself }
  var run: @Sendable (Invocation) throws -> ExitCode = { _ in .ok }

  /// The name as typed, such as `group create`.
  var name: String { path.joined(separator: " ") }
  /// The last word of the name.
  var word: String { path[path.count - 1] }
  /// All options that it accepts.
  var allOptions: [Option] { options + shared + [.help] }
}

/// Returns the code of a command that runs on the invocation's ledger, opened.
func onLedger(
  _ body: @escaping @Sendable (OpenLedger) throws -> ExitCode
) -> @Sendable (Invocation) throws -> ExitCode {
  { try $0.withLedger(body) }
}

/// An argument of a command that is identified by its position.
struct Operand: Sendable {
  /// The name in the help, such as `FILE`.
  let name: String
  let help: String
  var isOptional = false
  var repeats = false
  /// Whether it is the name of a file or a folder although `name` does not show that.
  var isFile = false

  init(
    _ name: String, _ help: String, isOptional: Bool = false, repeats: Bool = false, isFile: Bool = false
  ) {
    self.isFile = isFile
    self.name = name
    self.help = help
    self.isOptional = isOptional
    self.repeats = repeats
  }

  /// Whether it is the name of a file or a folder.
  var namesFile: Bool { isFile || FilePlaceholder.isOne(name) }

  /// The form in usage lines, such as `FILE…` or `[GROUP]`.
  var shown: String {
    let text = repeats ? "\(name)…" : name
    return isOptional ? "[\(text)]" : text
  }
}

/// An argument of a command that is identified by its name: `--group G`, `--json`, `-n 20`.
struct Option: Sendable, Hashable {
  let name: String
  let help: String
  /// The name of the value in the help, or `nil` for a flag.
  var value: String?
  var short: Character?
  /// Whether it may be given several times.
  var repeats = false
  /// The only accepted values, unless it takes others too. Empty if it accepts any.
  var choices: [String] = []
  /// Whether the command itself checks values other than the choices.
  var takesOthers = false

  /// Returns an option without a value.
  static func flag(_ name: String, _ help: String, short: Character? = nil) -> Option {
    Option(name: name, help: help, short: short)
  }

  static func value(
    _ name: String, _ value: String, _ help: String, short: Character? = nil, repeats: Bool = false,
    choices: [String] = [], takesOthers: Bool = false
  ) -> Option {
    Option(
      name: name, help: help, value: value, short: short, repeats: repeats, choices: choices,
      takesOthers: takesOthers)
  }

  /// Whether its value is the name of a file or a folder.
  var namesFile: Bool { value.map(FilePlaceholder.isOne) ?? false }

  /// The form in help, such as `-n, --limit N`.
  var shown: String {
    let long = "--\(name)" + (value.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }
}

/// A person replaces these placeholders of usage lines with the name of a file or a folder.
enum FilePlaceholder {
  static func isOne(_ name: String) -> Bool {
    name.split(separator: "|").contains { ["FILE", "FOLDER", "DIR", "SHARED"].contains($0) }
  }
}

// MARK: - Options of many commands

extension Option {
  static let ledger = value("ledger", "DIR", "The ledger's folder")
  static let readOnly = flag("read-only", "Write nothing into the ledger's folder")
  static let json = flag("json", "Print JSON for programs, with amounts in minor units")
  static let verbose = flag("verbose", "Print more details")
  static let yes = flag("yes", "Answer yes to every question")
  static let dryRun = flag("dry-run", "Show what would happen, and change nothing")
  static let help = flag("help", "Show this help", short: "h")
  static let version = flag("version", "Show the version")

  /// The options that may also precede a command.
  static let anywhere: [Option] = [ledger, readOnly, json, verbose, yes, dryRun]
  /// The options of every command that opens a ledger.
  static let reading: [Option] = [ledger, readOnly, json, verbose]
  /// The options of a command that deletes something.
  static let destroying: [Option] = reading + [dryRun, yes]
}
