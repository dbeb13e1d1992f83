import LedgerDomain

/// QIF, the format of Quicken: records of lines that begin with a letter and end with `^`.
struct QIFFile {
  private struct Record {
    let line: Int
    var account: String?
    var date: (text: String, line: Int)?
    var amount: String?
    var payee = ""
    var memo = ""
    var number = ""
    var category = ""
    var splits: [Split] = []
    var isEmpty: Bool { date == nil && amount == nil && payee.isEmpty && memo.isEmpty && category.isEmpty }
  }

  /// A part of a record: a category, or an account in brackets.
  private struct Split {
    let category: String
    var memo = ""
    var amount = ""
  }

  private enum Section {
    case money(type: String)
    case account
    /// Categories, securities, prices and other lists.
    case list
    case investment
  }

  private let options: BankFileOptions
  private var records: [Record] = []
  private var investmentCount = 0
  private var investmentLine: Int?

  /// Whether a line of `!` comes before any other but comments, or records end with `^`.
  static func recognizes(_ text: [UInt8]) -> Bool {
    let lines = TextLines.of(text, countMax: 200).filter { !$0.isBlank }
    guard let first = lines.first(where: { $0.bytes.first != UInt8(ascii: "#") }) else { return false }
    let plain = first.plain
    if plain.hasPrefix("!") || lines.contains(where: { $0.plain.lowercased().hasPrefix("!type:") }) {
      return true
    }
    return plain.hasPrefix("D") && PrintedDate(first.bytes.dropFirst()) != nil
      && lines.contains { $0.plain == "^" }
  }

  static func read(_ text: FileText, _ options: BankFileOptions) throws(BankFileError) -> BankFile {
    var reader = QIFFile(options: options)
    try reader.readRecords(TextLines.of(text.bytes), endsWithinLine: TextLines.endsWithinLine(text.bytes))
    return try reader.file(text)
  }

  // MARK: - Records

  private mutating func readRecords(
    _ lines: [TextLines.Line], endsWithinLine: Bool
  ) throws(BankFileError) {
    var section = Section.money(type: "Bank")
    var account: String?
    var record: Record?
    for line in lines where !line.isBlank {
      let text = line.plain
      if text.hasPrefix("!") {
        section = self.section(text, section)
        record = nil
        continue
      }
      if text.hasPrefix("^") {
        finish(record, section, account)
        record = nil
        continue
      }
      if records.isEmpty, record == nil, text.hasPrefix("#") { continue }
      let value = String(decoding: CellText.trimmed(line.bytes).dropFirst(), as: UTF8.self)
      if case .account = section {
        if text.hasPrefix("N") { account = CellText.plain(value) }
        continue
      }
      if record == nil { record = Record(line: line.number) }
      enter(text.first ?? " ", CellText.plain(value), line.number, &record)
    }
    if case .money = section, let record, !record.isEmpty {
      // A last line that ends within a figure has another figure than the whole file.
      let isCut = endsWithinLine && lines.last.map { "DTU".contains($0.plain.first ?? " ") } ?? false
      guard record.date != nil, record.amount != nil, !isCut else {
        throw .truncated(line: record.line, reason: "the last record does not end with ^")
      }
      finish(record, section, account)
    }
  }

  private func section(_ text: String, _ current: Section) -> Section {
    let name = text.lowercased()
    if name.hasPrefix("!account") { return .account }
    if name.hasPrefix("!option") || name.hasPrefix("!clear") { return current }
    guard name.hasPrefix("!type:") else { return .list }
    switch CellText.plain(name.dropFirst(6)) {
    case "invst": return .investment
    case "cat", "class", "memorized", "security", "prices", "budget", "tag", "invitem", "template": return .list
    case let type: return .money(type: type)
    }
  }

  private func enter(_ field: Character, _ value: String, _ line: Int, _ record: inout Record?) {
    switch field {
    case "D": if record?.date == nil { record?.date = (value, line) }
    case "T": record?.amount = value
    case "U": if record?.amount == nil { record?.amount = value }
    case "P": record?.payee = value
    case "M": record?.memo = value
    case "N": record?.number = value
    case "L": record?.category = value
    case "S": record?.splits.append(Split(category: value))
    case "E": if let last = record?.splits.indices.last { record?.splits[last].memo = value }
    case "$": if let last = record?.splits.indices.last { record?.splits[last].amount = value }
    default: break
    }
  }

  private mutating func finish(_ record: Record?, _ section: Section, _ account: String?) {
    guard var record else { return }
    switch section {
    case .money:
      guard !record.isEmpty else { return }
      record.account = account
      records.append(record)
    case .investment:
      investmentCount += 1
      investmentLine = investmentLine ?? record.line
    case .account, .list: break
    }
  }

  // MARK: - Rows

  private func file(_ text: FileText) throws(BankFileError) -> BankFile {
    var file = BankFile(format: .qif, statements: [], decisions: [text.decision])
    var dates = DateDecision()
    var amounts = PrintedAmounts()
    for record in records {
      if let (text, line) = record.date, let date = PrintedDate(Array(text.utf8)[...]) {
        dates.add(date, line: line, cell: Array(text.utf8)[...])
      }
      if let amount = record.amount { amounts.add(amount, line: record.line) }
    }
    var questions: [BankFileQuestion] = []
    var order = DateOrder.yearFirst
    switch dates.order(options.dateOrder) {
    case .success(let (found, decision)):
      order = found
      file.decisions.append(decision)
    case .failure(let question): questions.append(question)
    }
    if let first = records.first, options.currency == nil {
      questions.append(
        BankFileQuestion(
          topic: .currency, line: first.line, text: "QIF does not name a currency", choices: []))
    }
    if !questions.isEmpty { throw .undecided(questions) }
    file.decisions.append(try amounts.decide(options.decimalSign, usual: nil))
    var statements: [String?: Int] = [:]
    for record in records { read(record, order, amounts, &statements, &file) }
    if investmentCount > 0 {
      file.note("\(investmentCount) records of investments are not imported", line: investmentLine)
    }
    return file
  }

  private func read(
    _ record: Record, _ order: DateOrder, _ amounts: PrintedAmounts, _ statements: inout [String?: Int],
    _ file: inout BankFile
  ) {
    func refuse(_ problem: RowProblem) {
      let excerpt = [record.date?.text, record.payee, record.amount].compactMap { $0 }.joined(separator: " | ")
      file.refused.append(RefusedRow(line: record.line, problem, excerpt: excerpt))
    }
    guard let currency = options.currency else { return }
    guard let printed = record.date else { return refuse(RowProblem(.noDate, "the record has no date")) }
    guard let date = PrintedDate(Array(printed.text.utf8)[...])?.day(order) else {
      return refuse(RowProblem(.notADate, "“\(printed.text)” is not a date"))
    }
    guard let amount = record.amount else {
      return refuse(RowProblem(.noAmount, "the record has no amount"))
    }
    switch amounts.units(amount, currency) {
    case .failure(let problem): refuse(problem)
    case .success(let units):
      let named = record.account ?? options.account ?? ""
      let account = named.isEmpty ? nil : named
      let statement = file.statement(account, currency, &statements)
      if let account, Self.account(record.category) == account {
        file.statements[statement].opening = Money(minorUnits: units, currency: currency)
        file.statements[statement].openedOn = date
        return
      }
      for part in parts(record, units, currency, amounts, &file) {
        let money = Money(
          minorUnits: options.chargesArePositive ? -part.units : part.units, currency: currency)
        var row = BankRow(line: record.line, date: date, money: money)
        row.statement = statement
        row.payee = record.payee.isEmpty ? record.memo : record.payee
        row.text = [record.memo, part.memo].filter { !$0.isEmpty }.joined(separator: " ")
        row.kind = record.number.isEmpty ? nil : record.number
        row.transferAccount = Self.account(part.category)
        row.category = part.category.isEmpty || row.transferAccount != nil ? nil : part.category
        file.rows.append(row)
      }
    }
  }

  /// Returns the account of a category such as `[Savings]` or `[Savings]/Class`, or `nil` for any other.
  private static func account(_ category: String) -> String? {
    guard category.hasPrefix("["), let end = category.firstIndex(of: "]") else { return nil }
    let name = category[..<end].dropFirst()
    return name.isEmpty ? nil : String(name)
  }

  /// Returns the movements of a record: one for each transfer among its splits, and one for all others.
  ///
  /// The file of the other account has each of these transfers, too. As one movement they would count twice. Without an
  /// account a record is one movement, as the bank has it.
  private func parts(
    _ record: Record, _ units: Int64, _ currency: CurrencyCode, _ amounts: PrintedAmounts,
    _ file: inout BankFile
  ) -> [(units: Int64, category: String, memo: String)] {
    guard record.splits.contains(where: { Self.account($0.category) != nil }) else {
      return [(units, record.category, "")]
    }
    guard record.account != nil || options.isOfKnownAccount else {
      file.note("the record has splits to other accounts, and is read as one movement", line: record.line)
      return [(units, "", "")]
    }
    let parts = record.splits.compactMap { split in
      (try? amounts.units(split.amount, currency).get()).map { (units: $0, split) }
    }
    guard parts.count == record.splits.count, parts.reduce(0, { $0 &+ $1.units }) == units else {
      file.note("the splits do not add up to the amount, so the record is one movement", line: record.line)
      return [(units, "", "")]
    }
    let others = parts.filter { Self.account($0.1.category) == nil }
    let rest =
      others.isEmpty
      ? []
      : [
        (units: others.reduce(0) { $0 &+ $1.units }, category: others[0].1.category, memo: others[0].1.memo)
      ]
    return rest
      + parts.filter { Self.account($0.1.category) != nil }
      .map { (units: $0.units, category: $0.1.category, memo: $0.1.memo) }
  }
}
