import LedgerDomain

/// The rows of an export of Firefly III, which names the source and the destination of each movement.
///
/// The sign of an amount does not tell its direction, since transfers are positive. The type does.
struct FireflyRows {
  private let reader: CSVReader
  private let names: [String]
  private let source: Int
  private let destination: Int

  init?(_ reader: CSVReader, _ names: [String]) {
    guard let source = names.firstIndex(of: "source name"),
      let destination = names.firstIndex(of: "destination name")
    else { return nil }
    (self.reader, self.names, self.source, self.destination) = (reader, names, source, destination)
  }

  func read(_ file: inout BankFile) {
    let rowsByLine = reader.rowsByLine
    var statements: [String?: Int] = [:]
    var opened: Set<Int> = []
    file.statements = []
    for index in file.rows.indices {
      var found = file.rows[index]
      guard let row = rowsByLine[found.line] else { continue }
      var type = text(row, "type").lowercased()
      // Money to and from a loan stays the person's own.
      if type != "opening balance", isOwn(text(row, "source type")), isOwn(text(row, "destination type")) {
        type = "transfer"
      }
      let isOut = type.isEmpty ? found.money.minorUnits < 0 : !isIncoming(type, row)
      let units = Int64(found.money.minorUnits.magnitude) * (isOut ? -1 : 1)
      let (own, other) = isOut ? (source, destination) : (destination, source)
      let account = CellText.plain(reader.table.cell(row, own))
      found.money = Money(minorUnits: units, currency: found.money.currency)
      found.payee = CellText.plain(reader.table.cell(row, other))
      let id = text(row, "journal id")
      found.bankID = id.isEmpty ? nil : id
      found.statement = file.statement(account, found.money.currency, &statements)
      found.entry = BankEntry(type == "transfer" ? .transfer : isOut ? .expense : .income)
      found.entry?.tags = text(row, "tags").split(separator: ",").map(String.init)
      let note = text(row, "notes")
      found.entry?.note = note.isEmpty ? nil : note
      if type == "transfer" {
        found.transferAccount = found.payee
        found.entry?.received = received(row)
        _ = file.statement(
          found.payee, found.entry?.received?.currency ?? found.money.currency, &statements)
      } else if type == "opening balance" {
        file.statements[found.statement].opening = found.money
        file.statements[found.statement].openedOn = found.date
        opened.insert(found.line)
      }
      file.rows[index] = found
    }
    file.rows.removeAll { opened.contains($0.line) }
  }

  /// Whether a movement arrives at an account of the person.
  private func isIncoming(_ type: String, _ row: Int) -> Bool {
    if type == "deposit" { return true }
    if type == "withdrawal" || type == "transfer" { return false }
    // An opening balance and a correction have one account of the person, at either end.
    let kind = text(row, "source type").lowercased()
    if !kind.isEmpty { return !isOwn(kind) }
    return CellText.plain(reader.table.cell(row, source)).lowercased().hasPrefix("initial balance")
  }

  /// Whether a kind of account is that of an account of the person.
  private func isOwn(_ kind: String) -> Bool {
    ["asset account", "loan", "debt", "mortgage"].contains(kind.lowercased())
  }

  private func text(_ row: Int, _ name: String) -> String {
    names.firstIndex(of: name).map { CellText.plain(reader.table.cell(row, $0)) } ?? ""
  }

  /// The amount that arrived, if it has another currency.
  private func received(_ row: Int) -> Money? {
    guard let column = names.firstIndex(of: "foreign amount"),
      let number = PrintedNumber(reader.table.trimmed(row, column)),
      let currency = CurrencyCode(text(row, "foreign currency code")), let digits = currency.minorUnitDigits,
      let units = try? number.minorUnits(reader.decimalSign, digits: digits).get(), units != 0
    else { return nil }
    return Money(minorUnits: Int64(units.magnitude), currency: currency)
  }
}
