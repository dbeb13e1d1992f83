import LedgerDomain

/// CAMT.052, .053 and .054 of ISO 20022, in every version.
struct CAMTFile {
  private let tree: MarkupTree
  private let options: BankFileOptions
  private let amounts = PrintedAmounts()
  private var file = BankFile(format: .camt, statements: [])

  /// Whether a text is XML of another kind than OFX.
  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    head.first { !CellText.isBlank($0) } == UInt8(ascii: "<")
  }

  /// Returns the encoding that the XML declaration names.
  static func declaredEncoding(_ head: ArraySlice<UInt8>) -> TextEncoding? {
    let text = head.prefix(200)
    guard text.starts(with: "<?xml".utf8), let place = ByteSearch.firstIndex(of: "encoding=".utf8, in: text)
    else {
      return nil
    }
    let value = text[place...].dropFirst(10).prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    return TextEncoding(name: String(decoding: value, as: UTF8.self))
  }

  static func read(_ text: FileText, _ options: BankFileOptions) throws(BankFileError) -> BankFile {
    var reader = CAMTFile(tree: try XMLReader.read(text.bytes), options: options)
    reader.file.decisions.append(text.decision)
    try reader.readAll()
    return reader.file
  }

  private mutating func readAll() throws(BankFileError) {
    let namespace = tree[0].attributes.first {
      $0.name == "xmlns" || $0.name.hasPrefix("xmlns:") && ByteSearch.contains("camt", in: $0.value)
    }
    if let namespace, namespace.name == "xmlns", !ByteSearch.contains("camt.05", in: namespace.value) {
      throw .notRecognized(reason: "the namespace is “\(CellText.excerpt(Array(namespace.value.utf8)[...]))”")
    }
    var found = 0
    for message in tree[0].children where tree[message].name.hasPrefix("BkToCstmr") {
      for part in tree[message].children where ["Stmt", "Rpt", "Ntfctn"].contains(tree[part].name) {
        found += 1
        try readStatement(part)
      }
    }
    guard found > 0 else {
      throw .notRecognized(reason: "the XML has no statement, report or notification of an account")
    }
  }

  private mutating func readStatement(_ part: Int) throws(BankFileError) {
    var statement = BankStatement()
    let account = tree.child(part, "Acct")
    statement.account =
      account.flatMap {
        tree.text($0, "Id", "IBAN") ?? tree.text($0, "Id", "Othr", "Id")
          ?? tree.text($0, "Id", "PrtryAcct", "Id")
      } ?? options.account
    statement.name = tree.text(account, "Nm") ?? tree.text(account, "Ownr", "Nm")
    statement.currency = tree.text(account, "Ccy").flatMap { CurrencyCode($0) }
    for balance in tree.children(part, "Bal") {
      guard let code = tree.text(balance, "Tp", "CdOrPrtry", "Cd") ?? tree.text(balance, "Tp", "Cd"),
        let money = try? money(balance).get()
      else { continue }
      if code == "OPBD" || code == "PRCD" && statement.opening == nil { statement.opening = money }
      if code == "CLBD" { statement.closing = money }
      statement.currency = statement.currency ?? money.currency
    }
    file.statements.append(statement)
    let fallback = date(tree.child(part, "FrToDt"), "ToDtTm") ?? date(part, "CreDtTm")
    for entry in tree.children(part, "Ntry") { readEntry(entry, fallback) }
  }

  private func money(_ element: Int) -> Result<Money, RowProblem> {
    guard let amount = tree.child(element, "Amt") else {
      return .failure(RowProblem(.noAmount, "the entry has no amount"))
    }
    let code = tree[amount].attributes.first { $0.name == "Ccy" }?.value
    guard let currency = code.flatMap({ CurrencyCode($0) }) ?? options.currency else {
      return .failure(RowProblem(.noCurrency, "the amount names no currency"))
    }
    let isOut: Bool
    switch tree.text(element, "CdtDbtInd") {
    case "CRDT": isOut = false
    case "DBIT": isOut = true
    default: return .failure(RowProblem(.noDirection, "the entry is neither CRDT nor DBIT"))
    }
    return amounts.units(tree.text(amount) ?? "", currency).map {
      Money(minorUnits: isOut ? -$0 : $0, currency: currency)
    }
  }

  private func date(_ element: Int?, _ name: String) -> CivilDate? {
    guard let element, let parent = tree.child(element, name) else { return nil }
    let text = tree.text(parent, "Dt") ?? tree.text(parent, "DtTm") ?? tree.text(parent)
    return text.flatMap { CivilDate(iso: String($0.prefix(10))) }
  }

  private mutating func readEntry(_ entry: Int, _ fallback: CivilDate?) {
    let line = tree[entry].line
    let details = tree.children(entry, "NtryDtls").flatMap { tree.children($0, "TxDtls") }
    func refuse(_ problem: RowProblem) {
      let excerpt = [tree.text(entry, "Amt"), tree.text(entry, "AddtlNtryInf")].compactMap { $0 }
      file.refused.append(RefusedRow(line: line, problem, excerpt: excerpt.joined(separator: " | ")))
    }
    let status = tree.text(entry, "Sts", "Cd") ?? tree.text(entry, "Sts")
    if status == "INFO" {
      file.note("not counted: the bank gives it for information only", line: line)
      return
    }
    let own = date(entry, "BookgDt") ?? date(entry, "ValDt")
    guard let date = own ?? fallback else { return refuse(RowProblem(.noDate, "the entry has no date")) }
    switch money(entry) {
    case .failure(let problem): refuse(problem)
    case .success(let money):
      var row = BankRow(line: line, date: date, money: money)
      row.statement = file.statements.count - 1
      row.otherDate = self.date(entry, "ValDt")
      row.isPending = status == "PDNG" || status == "FUTR"
      row.isReversal = ["true", "1"].contains(tree.text(entry, "RvslInd"))
      row.bankID =
        tree.text(entry, "AcctSvcrRef") ?? details.first.flatMap { tree.text($0, "Refs", "AcctSvcrRef") }
      row.kind = tree.text(entry, "BkTxCd", "Prtry", "Cd") ?? tree.text(entry, "BkTxCd", "Domn", "Cd")
      describe(&row, entry, details)
      file.rows.append(row)
      if own == nil {
        file.note("the entry has no date, so the date of the statement is taken", line: line)
      }
    }
  }

  private func describe(_ row: inout BankRow, _ entry: Int, _ details: [Int]) {
    let role = row.money.minorUnits < 0 ? "Cdtr" : "Dbtr"
    var names: [String] = []
    func add(_ text: String?) { if let text, !text.isEmpty, !names.contains(text) { names.append(text) } }
    for detail in details {
      guard let parties = tree.child(detail, "RltdPties") else { continue }
      for name in [role, "Ultmt" + role] {
        add(tree.text(parties, name, "Nm") ?? tree.text(parties, name, "Pty", "Nm"))
      }
      if row.counterAccount == nil, let account = tree.element(parties, role + "Acct", "Id") {
        row.counterAccount = tree.text(account, "IBAN") ?? tree.text(account, "Othr", "Id")
      }
    }
    var texts: [String] = []
    for detail in details {
      for info in tree.children(detail, "RmtInf") {
        texts += tree.children(info, "Ustrd").compactMap { tree.text($0) }
        texts += tree.children(info, "Strd").compactMap { tree.text($0, "CdtrRefInf", "Ref") }
      }
      texts += tree.children(detail, "AddtlTxInf").compactMap { tree.text($0) }
    }
    texts += tree.children(entry, "AddtlNtryInf").compactMap { tree.text($0) }
    row.payee = names.first ?? texts.first ?? ""
    row.text = (names.dropFirst() + texts).joined(separator: " ")
  }
}
