internal import BankFiles
internal import LedgerDomain

/// The answers to what a file does not settle: options of `import`, by name.
struct ImportAnswers: Equatable {
  private(set) var values: [String: String] = [:]

  static let format = Option.value(
    "format", "FORMAT", "The format of the files, if it is not recognized",
    choices: ["ndjson"] + BankFileFormat.allCases.map(\.rawValue))
  static let account = Option.value("account", "NAME", "Your account that the files belong to")
  static let currency = Option.value("currency", "C", "The currency, if the file does not name it")
  static let dateOrder = Option.value(
    "date-order", "ORDER", "The order of day, month and year", choices: DateOrder.allCases.map(\.rawValue))
  static let decimalSign = Option.value(
    "decimal-sign", "SIGN", "The decimal sign", choices: DecimalSign.allCases.map(\.rawValue))
  static let encoding = Option.value("encoding", "NAME", "The text encoding, such as utf-8 or windows-1252")
  static let delimiter = Option.value(
    "delimiter", "SIGN", "The separator between cells; tab for a tabulator")
  static let columns = Option.value(
    "columns", "LIST", "The columns of a table, counted from 1: date=1,amount=3,payee=2")
  static let chargesPositive = Option.flag(
    "charges-positive", "Positive amounts are money that left the account")

  /// The options that are answers about one file.
  static let options = [
    account, currency, dateOrder, decimalSign, encoding, delimiter, columns, chargesPositive,
  ]

  /// The answers that the arguments give.
  init(_ arguments: Arguments) throws(Failure) {
    for option in Self.options + [Self.format] {
      if let value = arguments[option] { try set(option.name, option.value == nil ? "yes" : value) }
    }
  }

  init() {}

  /// Sets an answer after checking it.
  mutating func set(_ option: String, _ value: String) throws(Failure) {
    let before = values[option]
    values[option] = value
    do throws(Failure) {
      _ = try options()
    } catch {
      values[option] = before
      throw error
    }
  }

  /// Adds those that are not given.
  mutating func add(_ others: [ImportProfile.Answer]) {
    for other in others where values[other.option] == nil && !other.value.isEmpty {
      // An answer that an older program kept in another form is asked again.
      try? set(other.option, other.value)
    }
  }

  /// The answers that a profile keeps.
  static let kept = options + [format]

  /// The answers for a profile.
  var list: [ImportProfile.Answer] {
    Self.kept.compactMap { option in
      values[option.name].map { ImportProfile.Answer(option: option.name, value: $0) }
    }
  }

  var account: String? { values[Self.account.name] }

  /// Returns the answers as the reader of files takes them.
  func options() throws(Failure) -> BankFileOptions {
    var options = BankFileOptions()
    if let name = values[Self.format.name], name != "ndjson" {
      options.format = try Self.word(name, Self.format, BankFileFormat.init(rawValue:))
    }
    if let code = values[Self.currency.name] { options.currency = try Values.currency(code) }
    if let order = values[Self.dateOrder.name] {
      options.dateOrder = try Self.word(order, Self.dateOrder, DateOrder.init(rawValue:))
    }
    if let sign = values[Self.decimalSign.name] {
      options.decimalSign = try Self.word(sign, Self.decimalSign, DecimalSign.init(rawValue:))
    }
    if let name = values[Self.encoding.name] {
      options.encoding = try Self.word(name, Self.encoding, TextEncoding.init(name:))
    }
    if let sign = values[Self.delimiter.name] {
      options.delimiter = try Self.word(sign, Self.delimiter) { text in
        let bytes = Array((text == "tab" ? "\t" : text).utf8)
        return bytes.count == 1 ? bytes[0] : nil
      }
    }
    if let list = values[Self.columns.name] { options.columns = try Self.columns(list) }
    options.chargesArePositive = values[Self.chargesPositive.name] != nil
    return options
  }

  private static func word<Value>(
    _ text: String, _ option: Option, _ value: (String) -> Value?
  ) throws(Failure) -> Value {
    if let value = value(text) { return value }
    let choices = option.choices.isEmpty ? [] : ["It takes: \(option.choices.joined(separator: " "))"]
    throw .usage("“\(text)” is not a value of --\(option.name)", command: "import", advice: choices)
  }

  /// `date=1,amount=3`.
  private static func columns(_ list: String) throws(Failure) -> [ColumnRole: Int] {
    var columns: [ColumnRole: Int] = [:]
    for part in list.split(separator: ",") {
      let sides = part.split(separator: "=")
      guard sides.count == 2, let role = ColumnRole(rawValue: String(sides[0])), let number = Int(sides[1]),
        1...10_000 ~= number
      else {
        throw .usage(
          "“\(part)” is not a column; write it as date=1", command: "import",
          advice: ["The columns: \(ColumnRole.allCases.map(\.rawValue).joined(separator: " "))"])
      }
      columns[role] = number
    }
    return columns
  }
}
