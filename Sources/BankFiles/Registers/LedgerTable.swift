import LedgerBytes
import LedgerDomain

/// The table of transactions that a ledger exports.
struct LedgerTable {
  private let dialect: CSVDialect
  private let header: Int
  private let columns: [String: Int]

  /// Columns that no other program writes together.
  private static let marks = ["Kind", "Transaction", "ToAccount", "ReceivedCurrency", "Parts", "Counted"]

  /// Creates the table, or `nil` if the header is of another one.
  init?(_ dialect: CSVDialect) {
    let table = dialect.table
    guard let header = (0..<min(table.count, 3)).first(where: { table.width(of: $0) >= Self.marks.count })
    else {
      return nil
    }
    var columns: [String: Int] = [:]
    for column in 0..<table.width(of: header) {
      columns[String(table.text(header, column).drop { $0 == "\u{feff}" })] = column
    }
    guard Self.marks.allSatisfy({ columns[$0] != nil }), columns["Date"] != nil, columns["Amount"] != nil else {
      return nil
    }
    (self.dialect, self.header, self.columns) = (dialect, header, columns)
  }

  func read(_ given: BankFileOptions, _ decisions: [BankFileDecision]) throws(BankFileError) -> BankFile {
    var options = given
    options.signs = .printed
    options.chargesArePositive = false
    if dialect.decision.value == ",", options.decimalSign == nil { options.decimalSign = .point }
    if options.columns.isEmpty {
      for (role, name): (ColumnRole, String) in [
        (.date, "Date"), (.amount, "Amount"), (.currency, "Currency"), (.payee, "Vendor"),
      ] {
        options.columns[role] = columns[name].map { $0 + 1 }
      }
    }
    let reader = try CSVReader(dialect, options, decisions: decisions)
    var file = reader.file(.csv)
    file.statements = []
    var statements: [String?: Int] = [:]
    let rowsByLine = reader.rowsByLine
    var rows: [BankRow] = []
    for var found in file.rows {
      guard let row = rowsByLine[found.line] else { continue }
      guard let kind = TransactionKind(rawValue: cell(row, "Kind").lowercased()) else {
        let problem = RowProblem(.noDirection, "“\(cell(row, "Kind"))” is no kind of transaction")
        file.refused.append(RefusedRow(line: found.line, problem, excerpt: cell(row, "Vendor")))
        continue
      }
      read(row, kind, &found, reader.decimalSign)
      found.statement = file.statement(text(row, "Account"), found.money.currency, &statements)
      _ = file.statement(found.transferAccount, found.money.currency, &statements)
      rows.append(found)
    }
    file.rows = rows
    return file
  }

  private func read(_ row: Int, _ kind: TransactionKind, _ found: inout BankRow, _ sign: DecimalSign) {
    let direction: Int64 = kind == .income ? 1 : -1
    let amount = found.money
    found.money = Money(minorUnits: amount.minorUnits * direction, currency: amount.currency)
    found.payee = text(row, "Vendor") ?? ""
    found.text = ""
    found.category = text(row, "Category")
    found.counterAccount = nil
    found.isPending = cell(row, "Cleared") == "no"
    var entry = BankEntry(kind)
    entry.transaction = UniqueID(cell(row, "Transaction"))
    if entry.transaction == nil { found.payee = CellText.clean(found.payee) }
    entry.note = text(row, "Note")
    entry.tags = cell(row, "Tags").split(separator: ",").map(String.init)
    let flags = cell(row, "Flags").split(separator: ",").map { $0.drop { $0 == " " } }
    entry.flags = TransactionFlags(flags.compactMap { FlagSetting(rawValue: String($0)) })
    entry.payment = PaymentMethod(rawValue: cell(row, "Payment"))
    if kind == .transfer {
      found.transferAccount = text(row, "ToAccount")
      let received = CurrencyCode(cell(row, "ReceivedCurrency")).flatMap {
        units(cell(row, "Received"), $0, sign)
      }
      entry.received = received == amount ? nil : received
    } else {
      entry.parts = parts(cell(row, "Parts"), amount, sign).map {
        BankEntry.Part(category: $0.category, minorUnits: $0.minorUnits * direction)
      }
    }
    found.entry = entry
  }

  /// Returns the parts of a text such as `food 60.00 + other 40.00`.
  ///
  /// The result is empty if they do not add up to the amount.
  private func parts(_ text: String, _ amount: Money, _ sign: DecimalSign) -> [BankEntry.Part] {
    var parts: [BankEntry.Part] = []
    var category = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let money = units(String(word), amount.currency, sign), category != "" || parts.isEmpty,
        parts.count == 0 || !category.isEmpty
      {
        parts.append(
          BankEntry.Part(category: category.isEmpty ? nil : category, minorUnits: money.minorUnits))
        category = ""
      } else if word != "+" || !category.isEmpty {
        category += (category.isEmpty ? "" : " ") + word
      }
    }
    return category.isEmpty && parts.reduce(0) { $0 &+ $1.minorUnits } == amount.minorUnits ? parts : []
  }

  private func units(_ text: String, _ currency: CurrencyCode, _ sign: DecimalSign) -> Money? {
    guard let number = PrintedNumber(Array(text.utf8)[...]), number.word == nil,
      let units = try? number.minorUnits(sign, digits: currency.minorUnitDigits ?? 0).get()
    else { return nil }
    return Money(minorUnits: units, currency: currency)
  }

  private func cell(_ row: Int, _ name: String) -> String {
    columns[name].map { dialect.table.text(row, $0) } ?? ""
  }

  /// Returns a text without the apostrophe that keeps spreadsheets from computing it.
  private func text(_ row: Int, _ name: String) -> String? {
    let cell = cell(row, name)
    if cell.isEmpty { return nil }
    let first = cell.unicodeScalars.first { $0 != "'" }
    return cell.first == "'" && first.map(Self.formulas.contains) ?? false ? String(cell.dropFirst()) : cell
  }

  private static let formulas: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\n", "\r", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}",
  ]
}
