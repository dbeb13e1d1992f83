/// A command as data: what it takes and what it says of itself. The parser, the help and the completions are all
/// made from it, so that they cannot disagree.
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

  /// Its words: `["group", "create"]`.
  let path: [String]
  let section: Section
  /// One line, without its full stop.
  let summary: String
  var aliases: [String] = []
  var operands: [Operand] = []
  var options: [Option] = []
  /// Which of the options that stand before or after any command it takes.
  var shared: [Option] = Option.reading
  /// What there is to know beyond the options, a paragraph each.
  var discussion: [String] = []
  /// Command lines that show it at work.
  var examples: [String] = []
  /// Commands that this one is only the first word of.
  var subcommands: [Command] = []
  /// Does it.
  var run: @Sendable (Invocation) throws -> ExitCode = { _ in .ok }

  /// Its words as typed: `group create`.
  var name: String { path.joined(separator: " ") }
  /// Its last word.
  var word: String { path[path.count - 1] }
  /// Everything that may be given to it by name.
  var allOptions: [Option] { options + shared + [.help] }
}

/// What a command is given by place.
struct Operand: Sendable {
  /// How help shows it: `FILE`.
  let name: String
  let help: String
  var isOptional = false
  var repeats = false
  /// Whether it is the name of a file or a folder, also where `name` does not say so.
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

  /// `FILE…`, `[GROUP]`.
  var shown: String {
    let text = repeats ? "\(name)…" : name
    return isOptional ? "[\(text)]" : text
  }
}

/// What a command is given by name: `--group G`, `--json`, `-n 20`.
struct Option: Sendable, Hashable {
  let name: String
  let help: String
  /// How help shows its value; nil for a flag.
  var value: String?
  var short: Character?
  /// Whether it may be given several times.
  var repeats = false
  /// The only values it takes, where it takes few.
  var choices: [String] = []

  /// An option that is there or not.
  static func flag(_ name: String, _ help: String, short: Character? = nil) -> Option {
    Option(name: name, help: help, short: short)
  }

  /// An option with a value.
  static func value(
    _ name: String, _ value: String, _ help: String, short: Character? = nil, repeats: Bool = false,
    choices: [String] = []
  ) -> Option {
    Option(name: name, help: help, value: value, short: short, repeats: repeats, choices: choices)
  }

  /// `-n, --limit N`.
  var shown: String {
    let long = "--\(name)" + (value.map { " \($0)" } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }
}

// MARK: - Options of many commands

extension Option {
  static let ledger = value("ledger", "DIR", "The ledger's folder")
  static let readOnly = flag("read-only", "Write nothing anywhere in the ledger's folder")
  static let json = flag("json", "Print for programs: JSON with sorted keys, amounts in minor units")
  static let verbose = flag("verbose", "Say more")
  static let yes = flag("yes", "Answer yes to every question")
  static let dryRun = flag("dry-run", "Say what would happen, and do nothing")
  static let help = flag("help", "Show this help", short: "h")
  static let version = flag("version", "Show the version")

  /// What may stand before a command, too.
  static let anywhere: [Option] = [ledger, readOnly, json, verbose, yes, dryRun]
  /// What every command that opens a ledger takes.
  static let reading: [Option] = [ledger, readOnly, json, verbose]
  /// What a command takes that destroys something.
  static let destroying: [Option] = reading + [dryRun, yes]
}
