internal import LedgerAnswers
internal import LedgerDomain

/// Parses command lines by the data in `Command`.
///
/// It accepts `--name value`, `--name=value`, `-n 20`, `-n20`, flags, repeated options, and `--` before operands that
/// begin with a dash. A word that begins with a dash and no letter is a value (`-12.50`, `-`).
struct ArgumentParser {
  /// Creates all commands, which are only needed for help and for suggestions.
  private let commands: () -> [Command]
  private let named: (String) -> Command?

  init(commands: [Command]) {
    self.commands = { commands }
    named = { word in commands.first { $0.word == word || $0.aliases.contains(word) } }
  }

  /// Creates a parser for all commands of the tool, which creates only the one that is used.
  init() {
    commands = { Command.all }
    named = Command.named
  }

  /// The request of a command line.
  enum Request {
    case run(Command, Arguments)
    /// The command line `events` without a command.
    case overview(Arguments)
    case help(Command?)
    case version
  }

  func parse(_ words: [String]) throws(Failure) -> Request {
    var state = State()
    var words = words[...]
    while let word = words.popFirst() {
      if state.onlyOperands || !Self.isOption(word) {
        try take(operand: word, into: &state)
      } else if word == "--" {
        state.onlyOperands = true
      } else if word.hasPrefix("--") {
        try take(long: word, rest: &words, into: &state)
      } else {
        try take(short: word, rest: &words, into: &state)
      }
    }
    if state.asksForHelp { return .help(state.command) }
    if state.asksForVersion { return .version }
    guard let command = state.command else { return .overview(state.arguments) }
    try check(state.arguments, of: command)
    return .run(command, state.arguments)
  }

  /// The result of the words read so far.
  private struct State {
    var command: Command?
    var arguments = Arguments()
    var onlyOperands = false
    var asksForHelp = false
    var asksForVersion = false

    /// The options that may follow: those of the command, or before it those that any command might take.
    var known: [Option] {
      guard let command else { return Option.anywhere + [.help, .version] }
      return command.needsSubcommand ? Option.anywhere + [.help] : command.allOptions
    }
  }

  /// Whether a word is an option, or the dashes that end the options. An operand like it comes after `--`.
  static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second == "-" || (second.isASCII && second.isLetter)
  }

  // MARK: Operands

  private func take(operand word: String, into state: inout State) throws(Failure) {
    guard let parent = state.command else {
      guard let command = named(word) else { throw unknown(command: word, after: nil, among: commands()) }
      state.command = command
      state.arguments.command = command.name
      return
    }
    guard !parent.subcommands.isEmpty else { return state.arguments.operands.append(word) }
    guard let command = parent.subcommands.first(where: { $0.word == word || $0.aliases.contains(word) }) else {
      if parent.runsItself, parent.operands.count > state.arguments.operands.count,
        nearest(to: word, among: parent.subcommands.map(\.word)) == nil
      {
        return state.arguments.operands.append(word)
      }
      throw unknown(command: word, after: parent, among: parent.subcommands)
    }
    state.command = command
    state.arguments.command = command.name
  }

  private func unknown(command word: String, after parent: Command?, among candidates: [Command]) -> Failure {
    let names = candidates.flatMap { [$0.word] + $0.aliases }
    let whole = parent.map { "\($0.name) \(word)" } ?? word
    let known = parent == nil ? Self.otherWords[word.lowercased()] : nil
    let advice = (known ?? nearest(to: word, among: names)).map { name in
      ["Did you mean “\(parent.map { "\($0.name) " } ?? "")\(name)”?"]
    }
    return .usage("there is no command “\(whole)”", command: parent?.name, advice: advice ?? [])
  }

  /// Words that people try for commands, and the command that each means.
  private static let otherWords = [
    "balance": "account list", "balances": "account list", "change": "correct", "edit": "correct",
    "expenses": "receipts", "list": "receipts", "ls": "receipts", "remove": "delete", "rm": "delete",
    "spend": "add",
  ]

  // MARK: Options

  private func take(
    long word: String, rest: inout ArraySlice<String>, into state: inout State
  ) throws(Failure) {
    // By scalars, because a value may begin with a combining character, which is one character with the sign before it.
    let body = word.unicodeScalars.dropFirst(2)
    let sign = body.firstIndex(of: "=")
    let name = String(body[..<(sign ?? body.endIndex)])
    let attached = sign.map { String(body[body.index(after: $0)...]) }
    guard let option = state.known.first(where: { $0.name == name }) else {
      throw unknown(option: "--\(name)", in: state)
    }
    if option.value == nil, attached != nil {
      throw .usage("--\(name) takes no value", command: state.command?.name)
    }
    try take(option, attached: attached, rest: &rest, into: &state)
  }

  private func take(
    short word: String, rest: inout ArraySlice<String>, into state: inout State
  ) throws(Failure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = state.known.first(where: { $0.short == letter }) else {
        throw unknown(option: "-\(letter)", in: state, word: word)
      }
      if option.value == nil {
        try take(option, attached: nil, rest: &rest, into: &state)
      } else {
        let attached = letters.isEmpty ? nil : String(letters)
        return try take(option, attached: attached, rest: &rest, into: &state)
      }
    }
  }

  private func take(
    _ option: Option, attached: String?, rest: inout ArraySlice<String>, into state: inout State
  ) throws(Failure) {
    switch option {
    case .help: state.asksForHelp = true
    case .version: state.asksForVersion = true
    default:
      let value = try value(of: option, attached: attached, rest: &rest, in: state)
      if state.arguments.has(option), option.value != nil, !option.repeats {
        throw .usage("--\(option.name) is given twice", command: state.command?.name)
      }
      state.arguments.add(option.name, value)
    }
  }

  private func value(
    of option: Option, attached: String?, rest: inout ArraySlice<String>, in state: State
  ) throws(Failure) -> String {
    guard let shown = option.value else { return "" }
    var found = attached
    if found == nil, let next = rest.first, !Self.isOption(next) || next == "--" { found = rest.popFirst() }
    guard let value = found else {
      throw .usage(
        "--\(option.name) needs a value: --\(option.name) \(shown)", command: state.command?.name,
        advice: rest.first.map { ["If “\($0)” is the value, write --\(option.name)=\($0)"] }
          ?? [])
    }
    if !option.takesOthers, !option.choices.isEmpty, !option.choices.contains(value) {
      let advice = nearest(to: value, among: option.choices).map { ["Did you mean “\($0)”?"] } ?? []
      throw .usage(
        "--\(option.name) takes \(alternatives(option.choices)), not “\(value)”",
        command: state.command?.name, advice: advice)
    }
    return value
  }

  private func unknown(option: String, in state: State, word: String? = nil) -> Failure {
    let place = state.command.map { "“\($0.name)” takes no" } ?? "there is no"
    let names = state.known.map { "--\($0.name)" }
    let nearest = nearest(to: option, among: names).map { "Did you mean “\($0)”?" }
    let file = word.flatMap { $0.contains(".") ? "For a file of this name, write ./\($0)" : nil }
    let advice = [file ?? nearest].compactMap { $0 }
    return .usage("\(place) option \(option)", command: state.command?.name, advice: advice)
  }

  // MARK: The whole

  private func check(_ arguments: Arguments, of command: Command) throws(Failure) {
    guard !command.needsSubcommand else {
      throw .usage(
        "“\(command.name)” needs one more word: \(alternatives(command.subcommands.map(\.word)))",
        command: command.name)
    }
    // Options before the command were accepted without knowing the command. Help ignores those of an alias.
    let known = command.allOptions + (command.path == ["help"] ? [.ledger, .readOnly] : [])
    let foreign = arguments.options.map(\.name).filter { name in !known.contains { $0.name == name } }
    if let foreign = foreign.min() {
      throw .usage("“\(command.name)” takes no option --\(foreign)", command: command.name)
    }
    let required = command.operands.filter { !$0.isOptional }
    if arguments.operands.count < required.count {
      let missing = required[arguments.operands.count]
      let example = command.examples.first.map { ["For example: \($0)"] } ?? []
      throw .usage(
        "“\(command.name)” needs \(missing.name) (\(Self.asPart(missing.help)))", command: command.name,
        advice: example)
    }
    try refuseEmptyPaths(arguments, of: command)
    if arguments.operands.count > command.operands.count, command.operands.last?.repeats != true {
      let surplus = arguments.operands[command.operands.count]
      throw .usage(
        "“\(command.name)” has no use for “\(surplus)”", command: command.name,
        advice: ["A text with spaces needs quotes."])
    }
  }

  /// Refuses an empty name of a file or folder, which a script gives whose variable has no value.
  private func refuseEmptyPaths(_ arguments: Arguments, of command: Command) throws(Failure) {
    for (index, text) in arguments.operands.enumerated() where text.isEmpty {
      guard let operand = command.operands.prefix(index + 1).last, operand.namesFile else { continue }
      throw .usage("\(operand.name) is empty", command: command.name)
    }
    for option in command.allOptions where option.namesFile && arguments[option]?.isEmpty == true {
      throw .usage("--\(option.name) is empty", command: command.name)
    }
  }

  /// Returns the help of an operand within a sentence, without a capital.
  ///
  /// A first word in capitals stays as it is.
  private static func asPart(_ help: String) -> String {
    let second = help.dropFirst().first
    return second?.isUppercase == true ? help : help.prefix(1).lowercased() + help.dropFirst()
  }
}
