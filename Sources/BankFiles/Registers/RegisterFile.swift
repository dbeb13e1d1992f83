import LedgerDomain

/// Tables, and among them the exports of programs that are known by their headers.
enum RegisterFile {
  static func read(_ text: FileText, _ options: BankFileOptions) throws(BankFileError) -> BankFile {
    let dialect = try CSVDialect(text.bytes, option: options.delimiter)
    let decisions = [text.decision, dialect.decision]
    if let table = LedgerTable(dialect) { return try table.read(options, decisions) }
    let sections = options.columns.isEmpty ? CSVSection.all(dialect) : []
    if sections.count > 1 { return try read(sections, dialect, options, decisions) }
    let reader = try CSVReader(dialect, options, decisions: decisions)
    let names = reader.headerNames
    let format = format(Set(names))
    var file = reader.file(format)
    if format == .actual, let split = names.firstIndex(of: "split amount") {
      dropParents(&file, reader, column: split)
    }
    if format == .ynab { nameKinds(&file) }
    if format == .firefly { FireflyRows(reader, names)?.read(&file) }
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

  /// Money that comes in for an ordinary category of YNAB is a refund. Income is ready to assign.
  ///
  /// A row of a transfer is a half of it, as a bank has it.
  private static func nameKinds(_ file: inout BankFile) {
    for index in file.rows.indices {
      guard let category = file.rows[index].category,
        !file.rows[index].payee.lowercased().hasPrefix("transfer :")
      else { continue }
      let isIncome = ["ready to assign", "to be budgeted", "available to budget"].contains {
        category.lowercased().hasSuffix($0)
      }
      file.rows[index].entry = BankEntry(isIncome ? .income : .expense)
    }
  }

  /// Leaves out the whole of a split transaction, whose parts are rows of their own.
  private static func dropParents(_ file: inout BankFile, _ reader: CSVReader, column: Int) {
    let parents = Set(
      reader.rows.filter { row in
        PrintedNumber(reader.table.trimmed(row, column)).map { !$0.isZero } ?? false
      }.map { reader.table.line(of: $0) })
    file.rows.removeAll { parents.contains($0.line) && $0.money.minorUnits == 0 }
  }
}

extension CSVReader {
  var rowsByLine: [Int: Int] {
    Dictionary(rows.map { (table.line(of: $0), $0) }, uniquingKeysWith: { $1 })
  }

  /// The headers as they are compared, by column.
  var headerNames: [String] {
    guard let header else { return [] }
    return (0..<table.width(of: header.row)).map { HeaderWords.key(CellText.plain(table.cell(header.row, $0))) }
  }
}
