internal import LedgerBook

/// The options of `import` that are answers about its files. They are named after the topics.
enum ImportOptions {
  /// Opens what a path names, or standard input for `-`.
  static func input(_ path: String, _ invocation: Invocation) throws(Failure) -> TextInput {
    path == "-" ? invocation.input : try TextInput(path: path)
  }

  typealias Topic = ImportQuestion.Topic

  static let format = Option.value(
    "format", "FORMAT", "The format of the files, if it is not recognized",
    choices: ["ndjson"] + Topic.format.choices)

  /// The options that are answers about one file.
  static let answers = [
    Option.value("account", "NAME", "Your account that the files belong to"),
    Option.value("currency", "C", "The currency, if the file does not name it"),
    Option.value(
      "date-order", "ORDER", "The order of day, month and year", choices: Topic.dateOrder.choices
    ),
    Option.value("decimal-sign", "SIGN", "The decimal sign", choices: Topic.decimalSign.choices),
    Option.value("encoding", "NAME", "The text encoding, such as utf-8 or windows-1252"),
    Option.value("delimiter", "SIGN", "The separator between cells; tab for a tabulator"),
    Option.value("columns", "LIST", "The columns of a table, counted from 1: date=1,amount=3,payee=2"),
    Option.value("signs", "MEANING", "What the sign of an amount means", choices: Topic.signs.choices),
    Option.value(
      "before-opening", "ACTION", "What to do with rows older than the account's opening balance",
      choices: Topic.beforeOpening.choices),
    Option.flag("charges-positive", "Positive amounts are money that left the account"),
  ]

  /// Returns the answers that are given as options.
  static func given(_ arguments: Arguments) throws(Failure) -> [Topic: String] {
    var given: [Topic: String] = [:]
    for option in answers + [format] {
      guard let value = arguments[option], let topic = Topic(rawValue: option.name) else {
        continue
      }
      if topic == .currency { _ = try Values.currency(value) }
      given[topic] = option.value == nil ? "yes" : value
    }
    return given
  }

  /// Runs a body, and reports an answer that it refuses as wrong usage.
  static func checking<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let refusal as Refusal where refusal.sort == .misuse {
      let failure = Failure(refusal)
      throw Failure.usage(failure.message, command: "import", advice: failure.advice)
    }
  }
}
