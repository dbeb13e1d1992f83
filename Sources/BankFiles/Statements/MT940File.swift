import LedgerDomain

/// MT940 and MT942 of SWIFT.
struct MT940File {
  private struct Field {
    let tag: String
    let line: Int
    var lines: [String]

    var text: String { lines.first ?? "" }
    /// The text without the line ends within it.
    var unwrapped: String { lines.joined() }
  }

  private let options: BankFileOptions
  private var amounts = PrintedAmounts()
  private var file = BankFile(format: .mt940, statements: [])
  private var currency: CurrencyCode?

  /// Whether fields of a statement are among the first lines.
  static func recognizes(_ text: [UInt8]) -> Bool {
    let lines = TextLines.of(text, countMax: 60).map(\.plain)
    let tags = [":20:", ":25:", ":28", ":60F:", ":60M:", ":61:", ":62F:", ":NS:", ":940:"]
    return lines.contains { line in tags.contains(where: line.hasPrefix) }
      || lines.first?.hasPrefix("{1:") ?? false
  }

  static func read(_ text: FileText, _ options: BankFileOptions) throws(BankFileError) -> BankFile {
    var reader = MT940File(options: options)
    reader.file.decisions.append(text.decision)
    let lines = TextLines.of(text.bytes)
    let fields = fields(lines)
    // The kind of movement follows the amount. Without it the amount may lack digits.
    if TextLines.endsWithinLine(text.bytes), let last = fields.last, last.tag == "61",
      movement(last).map({ $0.kind.count < 4 }) ?? true
    {
      throw .truncated(line: last.line, reason: "the last movement ends within its amount")
    }
    let balance = fields.last { $0.tag.hasPrefix("60") || $0.tag.hasPrefix("62") }
    let isEnded = lines.last.map { $0.isBlank || $0.plain == "-" || $0.plain.hasPrefix("-}") } ?? true
    if !isEnded, let last = fields.last, let balance,
      balance.tag.hasPrefix("60") || balance.line == last.line && !balance.text.contains(",")
    {
      throw .truncated(line: last.line, reason: "the last statement has no closing balance (:62F:)")
    }
    try reader.readAll(fields)
    return reader.file
  }

  // MARK: - Fields

  private static func fields(_ lines: [TextLines.Line]) -> [Field] {
    var fields: [Field] = []
    var isTagBroken = false
    for line in lines {
      var text = String(decoding: line.bytes, as: UTF8.self)
      if isTagBroken { text = ":" + text }
      isTagBroken = text == ":"
      if isTagBroken { continue }
      if text.hasPrefix("{"), let place = ByteSearch.firstIndex(of: "{4:".utf8, in: Array(text.utf8)[...]) {
        text = String(decoding: Array(text.utf8)[(place + 3)...], as: UTF8.self)
      }
      let plain = CellText.plain(text)
      if plain == "-" || plain.hasPrefix("-}") || plain.isEmpty && fields.last?.tag != "86" { continue }
      if let tag = tag(text) {
        fields.append(Field(tag: tag, line: line.number, lines: [String(text.dropFirst(tag.count + 2))]))
      } else if let last = fields.indices.last {
        fields[last].lines.append(text)
      }
    }
    return fields
  }

  /// Returns the tag at the start of a line: two digits and a letter, or two letters as in `:NS:`.
  private static func tag(_ text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: ":") else { return nil }
    let tag = text.dropFirst().prefix { $0 != ":" }
    guard 2...3 ~= tag.utf8.count, text.utf8.count > tag.utf8.count + 1,
      tag.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) }),
      tag.first?.isNumber ?? false || tag == "NS"
    else { return nil }
    return String(tag)
  }

  // MARK: - Statements

  private mutating func readAll(_ fields: [Field]) throws(BankFileError) {
    guard fields.contains(where: { ["25", "60F", "60M", "61", "62F", "34F"].contains($0.tag) }) else {
      throw .notRecognized(reason: "there is no account, balance or movement (:25:, :60F:, :61:)")
    }
    for field in fields where field.tag == "61" {
      if let movement = Self.movement(field) { amounts.add(movement.amount, line: field.line) }
    }
    file.decisions.append(try amounts.decide(options.decimalSign, usual: .comma))
    currency = options.currency
    if let line = firstWithoutCurrency(fields) {
      let question = BankFileQuestion(
        topic: .currency, line: line, text: "the file has no balance, so it does not name its currency",
        choices: [])
      throw .undecided([question])
    }
    var isAfterMovement = false
    for field in fields {
      switch field.tag {
      case "20":
        file.statements.append(BankStatement(account: options.account, currency: nil))
      case "25": edit { $0.account = CellText.plain(field.text) }
      case "60F", "60M": readBalance(field) { $0.opening = $1 }
      case "62F", "62M": readBalance(field) { $0.closing = $1 }
      case "34F": currency = Self.code(field.text) ?? currency
      case "61": read(field)
      case "86" where isAfterMovement: describe(field)
      case "NS" where isAfterMovement: describeByCodes(field)
      default: break
      }
      isAfterMovement = field.tag == "61" && file.rows.last?.line == field.line
    }
  }

  private static func code(_ text: String) -> CurrencyCode? {
    PrintedCurrency.code(Array(text.utf8.prefix(3))[...])
  }

  private func firstWithoutCurrency(_ fields: [Field]) -> Int? {
    guard options.currency == nil else { return nil }
    for field in fields {
      if field.tag.hasPrefix("60"), MT940Balance(field.text) != nil { return nil }
      if field.tag == "34F", Self.code(field.text) != nil { return nil }
      if field.tag == "61" { return field.line }
    }
    return nil
  }

  private mutating func edit(_ change: (inout BankStatement) -> Void) {
    if file.statements.isEmpty { file.statements.append(BankStatement(account: options.account)) }
    change(&file.statements[file.statements.count - 1])
  }

  private mutating func readBalance(_ field: Field, _ change: (inout BankStatement, Money?) -> Void) {
    guard let balance = MT940Balance(field.text) else { return }
    currency = balance.currency
    let units = try? amounts.units(balance.amount, balance.currency).get()
    let money = units.map { Money(minorUnits: balance.isOut ? -$0 : $0, currency: balance.currency) }
    edit { statement in
      statement.currency = balance.currency
      change(&statement, money)
    }
  }

  // MARK: - Movements

  /// Returns the movement of a field, also if its first line is broken within the amount.
  private static func movement(_ field: Field) -> MT940Movement? {
    MT940Movement(Array(field.text.utf8)[...]) ?? MT940Movement(Array(field.unwrapped.utf8)[...])
  }

  private mutating func read(_ field: Field) {
    func refuse(_ problem: RowProblem) {
      let excerpt = CellText.excerpt(Array(field.unwrapped.utf8)[...])
      file.refused.append(RefusedRow(line: field.line, problem, excerpt: excerpt))
    }
    guard let movement = Self.movement(field) else {
      return refuse(RowProblem(.noAmount, "the movement has no date, no C or D, or no amount"))
    }
    guard let currency else { return refuse(RowProblem(.noCurrency, "the movement has no currency")) }
    switch amounts.units(movement.amount, currency) {
    case .failure(let problem): refuse(problem)
    case .success(let units):
      let isOut = movement.isOut != options.chargesArePositive
      var row = BankRow(
        line: field.line, date: movement.value,
        money: Money(minorUnits: isOut ? -units : units, currency: currency))
      edit { $0.currency = $0.currency ?? currency }
      row.statement = file.statements.count - 1
      row.otherDate = movement.entry
      row.isReversal = movement.isReversal
      row.kind = movement.kind.isEmpty ? nil : movement.kind
      let references = [movement.bankReference, movement.reference]
      row.bankID = references.first { !$0.isEmpty && $0 != "NONREF" && $0 != "EREF" }
      row.text = CellText.plain(field.lines.dropFirst().joined(separator: " "))
      row.payee = row.text
      file.rows.append(row)
      if movement.isMoved {
        file.note("the value date is after the end of its month, so the last day is taken", line: field.line)
      }
    }
  }

  private mutating func describe(_ field: Field) {
    let details = MT940Details(field.lines)
    let last = file.rows.count - 1
    if !details.payee.isEmpty { file.rows[last].payee = details.payee }
    if !details.text.isEmpty { file.rows[last].text = details.text }
    if let kind = details.kind, !kind.isEmpty { file.rows[last].kind = kind }
    file.rows[last].counterAccount = details.account
  }

  /// Lines of two digits and a text: 15 and 16 are the other party, 02 to 14 and 17 to 29 the purpose.
  private mutating func describeByCodes(_ field: Field) {
    let last = file.rows.count - 1
    var (payee, text) = ("", "")
    for line in field.lines {
      let value = CellText.plain(line.dropFirst(2))
      switch Int(line.prefix(2)) {
      case 15, 16: payee += payee.isEmpty ? value : " " + value
      case .some(2...29): text += text.isEmpty ? value : " " + value
      case .some, nil: break
      }
    }
    if !payee.isEmpty { file.rows[last].payee = payee }
    if !text.isEmpty { file.rows[last].text = text }
  }
}
