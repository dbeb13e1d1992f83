import LedgerDomain

/// Tables, and among them the exports of programs that are known by their headers.
enum RegisterFile {
  static func read(_ text: FileText, _ options: BankFileOptions) throws(BankFileError) -> BankFile {
    let dialect = try CSVDialect(text.bytes, option: options.delimiter)
    let decisions = [text.decision, dialect.decision]
    let sections = options.columns.isEmpty ? CSVSection.all(dialect) : []
    if sections.count > 1 { return try read(sections, dialect, options, decisions) }
    let reader = try CSVReader(dialect, options, decisions: decisions)
    let names = reader.headerNames
    let format = format(Set(names))
    var file = reader.file(format)
    if format == .actual, let split = names.firstIndex(of: "split amount") {
      dropParents(&file, reader, column: split)
    }
    if format == .firefly { nameParties(&file, reader, names) }
    return file
  }

  /// Reads several tables, each of which is another account.
  private static func read(
    _ sections: [CSVSection], _ dialect: CSVDialect, _ options: BankFileOptions, _ decisions: [BankFileDecision]
  ) throws(BankFileError) -> BankFile {
    var file = BankFile(format: .csv, statements: [], decisions: decisions)
    var questions: [BankFileQuestion] = []
    for section in sections {
      guard let name = section.name(in: dialect.table) else {
        let reason = "another table begins, and nothing names its account; import each table from its own file"
        throw .malformed(line: dialect.table.line(of: section.header.row), reason: reason)
      }
      let table = dialect.table.part(section.rows)
      let part = CSVDialect(table, CSVHeader(table), dialect.decision)
      do throws(BankFileError) {
        var read = try CSVReader(part, options, decisions: []).file(.csv)
        for index in read.statements.indices where read.statements[index].account == nil {
          read.statements[index].name = name
        }
        file.append(read)
      } catch .undecided(let open) {
        questions += open.filter { question in !questions.contains { $0.topic == question.topic } }
      } catch {
        throw error
      }
    }
    guard questions.isEmpty else { throw .undecided(questions) }
    return file
  }

  private static func format(_ names: Set<String>) -> BankFileFormat {
    if names.isSuperset(of: ["account", "flag", "date", "payee", "memo", "outflow", "inflow", "cleared"]) {
      return .ynab
    }
    if names.isSuperset(of: ["account", "date", "payee", "notes", "category", "amount"]),
      names.contains("split amount") || names.contains("reconciled")
    {
      return .actual
    }
    if names.isSuperset(of: ["journal id", "amount", "date", "source name", "destination name"]) {
      return .firefly
    }
    return .csv
  }

  /// Leaves out the whole of a split transaction, whose parts are rows of their own.
  private static func dropParents(_ file: inout BankFile, _ reader: CSVReader, column: Int) {
    let parents = Set(
      reader.rows.filter { row in
        PrintedNumber(reader.table.trimmed(row, column)).map { !$0.isZero } ?? false
      }.map { reader.table.line(of: $0) })
    file.rows.removeAll { parents.contains($0.line) && $0.money.minorUnits == 0 }
  }

  /// Firefly III names both parties of each row: the account of the person, and the other.
  private static func nameParties(_ file: inout BankFile, _ reader: CSVReader, _ names: [String]) {
    guard let source = names.firstIndex(of: "source name"),
      let destination = names.firstIndex(of: "destination name")
    else { return }
    let ids = names.firstIndex(of: "journal id")
    var rowsByLine: [Int: Int] = [:]
    for row in reader.rows { rowsByLine[reader.table.line(of: row)] = row }
    var statements: [String: Int] = [:]
    file.statements = []
    for index in file.rows.indices {
      guard let row = rowsByLine[file.rows[index].line] else { continue }
      let isOut = file.rows[index].money.minorUnits < 0 || file.rows[index].kind == "Transfer"
      let own = CellText.plain(reader.table.cell(row, isOut ? source : destination))
      file.rows[index].payee = CellText.plain(reader.table.cell(row, isOut ? destination : source))
      file.rows[index].bankID = ids.map { CellText.plain(reader.table.cell(row, $0)) }
      if statements[own] == nil {
        statements[own] = file.statements.count
        file.statements.append(BankStatement(account: own, currency: file.rows[index].money.currency))
      }
      file.rows[index].statement = statements[own] ?? 0
    }
  }
}

extension CSVReader {
  /// The headers as they are compared, by column.
  var headerNames: [String] {
    guard let header else { return [] }
    return (0..<table.width(of: header.row)).map { HeaderWords.key(CellText.plain(table.cell(header.row, $0))) }
  }
}
