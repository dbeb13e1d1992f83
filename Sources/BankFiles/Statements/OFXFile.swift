import LedgerDomain

/// OFX and QFX, as XML or SGML.
struct OFXFile {
  private let tree: MarkupTree
  private let options: BankFileOptions
  private var amounts = PrintedAmounts()
  private var file = BankFile(format: .ofx, statements: [])

  /// Whether a text begins with the header or the root of OFX.
  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    let text = Array(head.prefix(4_096).map { 0x61...0x7a ~= $0 ? $0 & 0xdf : $0 })[...]
    return ["OFXHEADER", "<OFX>", "<?OFX"].contains { ByteSearch.contains($0, in: text) }
  }

  /// Returns the encoding that the header names: `CHARSET:1252`, `ENCODING:UTF-8`.
  static func declaredEncoding(_ head: ArraySlice<UInt8>) -> TextEncoding? {
    let text = String(decoding: head.prefix(2_048), as: UTF8.self)
    func value(_ name: String) -> String? {
      text.split(whereSeparator: \.isWhitespace).first { $0.uppercased().hasPrefix(name) }
        .map { String($0.dropFirst(name.count)) }
    }
    if let encoding = value("ENCODING:").flatMap({ TextEncoding(name: $0) }),
      value("ENCODING:")?.uppercased() != "USASCII"
    {
      return encoding
    }
    return value("CHARSET:").flatMap { TextEncoding(name: $0) }
  }

  static func read(_ text: FileText, _ options: BankFileOptions) throws(BankFileError) -> BankFile {
    var reader = OFXFile(tree: try OFXTags.read(text.bytes), options: options)
    reader.file.decisions.append(text.decision)
    try reader.readAll()
    return reader.file
  }

  private static let statementNames: Set<String> = ["STMTRS", "CCSTMTRS", "INVSTMTRS"]

  private mutating func readAll() throws(BankFileError) {
    let rows = tree.descendants(0, "STMTTRN")
    for row in rows { if let amount = tree.text(row, "TRNAMT") { amounts.add(amount, line: tree[row].line) } }
    file.decisions.append(try amounts.decide(options.decimalSign, usual: .point))
    var statements: [Int: Int] = [:]
    for element in tree.elements.indices where Self.statementNames.contains(tree[element].name) {
      statements[element] = file.statements.count
      file.statements.append(statement(element))
    }
    if file.statements.isEmpty {
      file.statements.append(BankStatement(account: options.account, currency: options.currency))
    }
    if let question = currencyQuestion(rows, statements) { throw .undecided([question]) }
    for row in rows { read(row, in: statement(around: row, statements)) }
    let cards = Set(statements.filter { tree[$0.key].name == "CCSTMTRS" }.values)
    if !options.chargesArePositive, options.signs == nil {
      for index in file.statements.indices { turnSigns(of: index, isCard: cards.contains(index)) }
    }
    addNotes()
  }

  /// Gives the rows of a statement their signs by the kinds of its rows, if the amounts contradict them.
  ///
  /// Some banks print amounts without a sign, and some cards print charges as positive numbers.
  private mutating func turnSigns(of index: Int, isCard: Bool) {
    let rows = file.rows.indices.filter {
      file.rows[$0].statement == index && file.rows[$0].money.minorUnits != 0
    }
    func counts(_ kinds: Set<String>) -> (positive: Int, negative: Int) {
      let own = rows.filter { file.rows[$0].kind.map { kinds.contains($0.uppercased()) } ?? false }
      let positive = own.count { file.rows[$0].money.minorUnits > 0 }
      return (positive, own.count - positive)
    }
    // A payment to a card arrives there.
    let (out, arriving) = (
      counts(Self.outKinds), counts(isCard ? Self.inKinds.union(["PAYMENT"]) : Self.inKinds)
    )
    guard out.positive > 0, out.negative == 0 else { return }
    let isUnsigned = arriving.positive > 0 && rows.allSatisfy { file.rows[$0].money.minorUnits > 0 }
    guard isUnsigned || arriving.positive == 0 && arriving.negative > 0 else { return }
    for row in rows {
      let kind = file.rows[row].kind?.uppercased() ?? ""
      let isOut = Self.outKinds.contains(kind) || kind == "PAYMENT" && !isCard
      guard !isUnsigned || isOut else { continue }
      let money = file.rows[row].money
      file.rows[row].money = Money(minorUnits: -money.minorUnits, currency: money.currency)
    }
    if isUnsigned {
      let unknown = rows.first {
        !Self.outKinds.union(Self.inKinds).contains(file.rows[$0].kind?.uppercased() ?? "")
      }
      if let unknown, file.rows[unknown].kind?.uppercased() != "PAYMENT" {
        let text =
          "neither the amount nor the kind of this row tells the direction, so it is taken for money in"
        file.note(text, line: file.rows[unknown].line)
      }
    }
    let reason =
      isUnsigned ? "the amounts have no sign, so the kind of a row tells it" : "charges are positive numbers"
    file.decisions.append(BankFileDecision(topic: .sign, value: "by the kinds of rows", reason: reason))
  }

  /// Kinds of rows by which money leaves the account.
  private static let outKinds: Set<String> = [
    "DEBIT", "FEE", "SRVCHG", "ATM", "POS", "CHECK", "CASH", "DIRECTDEBIT", "REPEATPMT",
  ]
  /// Kinds of rows by which money arrives.
  private static let inKinds: Set<String> = ["CREDIT", "DEP", "DIRECTDEP", "DIV"]

  private func statement(around row: Int, _ statements: [Int: Int]) -> Int {
    var current: Int? = row
    while let element = current {
      if let found = statements[element] { return found }
      current = tree[element].parent
    }
    return 0
  }

  private func statement(_ element: Int) -> BankStatement {
    var statement = BankStatement()
    for name in ["BANKACCTFROM", "CCACCTFROM", "INVACCTFROM"] {
      if let account = tree.text(element, name, "ACCTID") { statement.account = account }
    }
    statement.account = statement.account ?? options.account
    statement.currency = tree.text(element, "CURDEF").flatMap { CurrencyCode($0) } ?? options.currency
    if let currency = statement.currency, let balance = tree.text(element, "LEDGERBAL", "BALAMT"),
      let units = try? amounts.units(balance, currency).get()
    {
      statement.closing = Money(minorUnits: units, currency: currency)
      statement.closedOn = tree.text(element, "LEDGERBAL", "DTASOF").flatMap(Self.date)
    }
    return statement
  }

  private func currencyQuestion(_ rows: [Int], _ statements: [Int: Int]) -> BankFileQuestion? {
    guard let row = rows.first(where: { file.statements[statement(around: $0, statements)].currency == nil })
    else { return nil }
    return BankFileQuestion(
      topic: .currency, line: tree[row].line, text: "the file does not name its currency", choices: [])
  }

  private mutating func read(_ row: Int, in statement: Int) {
    let line = tree[row].line
    let name = tree.text(row, "NAME") ?? tree.text(row, "PAYEE", "NAME")
    let memo = tree.text(row, "MEMO")
    func refuse(_ code: RefusedRow.Code, _ words: String) { refuse(RowProblem(code, words)) }
    func refuse(_ problem: RowProblem) {
      let excerpt = [tree.text(row, "DTPOSTED"), name, memo, tree.text(row, "TRNAMT")].compactMap { $0 }
      file.refused.append(RefusedRow(line: line, problem, excerpt: excerpt.joined(separator: " | ")))
    }
    guard let currency = file.statements[statement].currency else {
      return refuse(.noCurrency, "the row names no currency")
    }
    guard let posted = tree.text(row, "DTPOSTED") else { return refuse(.noDate, "the row has no date") }
    guard let date = Self.date(posted) else { return refuse(.notADate, "“\(posted)” is not a date") }
    guard let amount = tree.text(row, "TRNAMT") else { return refuse(.noAmount, "the row has no amount") }
    switch amounts.units(amount, currency) {
    case .failure(let problem): refuse(problem)
    case .success(let units):
      let money = Money(minorUnits: options.chargesArePositive ? -units : units, currency: currency)
      var found = BankRow(line: line, date: date, money: money)
      found.statement = statement
      found.payee = name ?? memo ?? ""
      found.vendor = VendorName.better(than: found.payee, in: [memo].compactMap { $0 })
      found.text = [name, memo].compactMap { $0 }.joined(separator: " ")
      found.bankID = tree.text(row, "FITID")
      found.kind = tree.text(row, "TRNTYPE")
      found.otherDate =
        tree.text(row, "DTAVAIL").flatMap(Self.date) ?? tree.text(row, "DTUSER").flatMap(Self.date)
      found.counterAccount = tree.text(row, "BANKACCTTO", "ACCTID")
      found.category = tree.text(row, "CATEGORY")
      file.rows.append(found)
      // Parsers and banks disagree on whether the amount of such a row is in this currency already.
      if let other = tree.text(row, "CURRENCY", "CURSYM").flatMap({ CurrencyCode($0) }), other != currency {
        let text = "the row names \(other.code); its amount is taken for the account's \(currency.code)"
        file.note(text, line: line)
      }
    }
  }

  /// Returns the bank's own day: the first eight digits, without a shift to another time zone.
  private static func date(_ text: String) -> CivilDate? {
    let digits = text.utf8.prefix(8)
    guard digits.count == 8, digits.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(String(digits) ?? "")
    else {
      return nil
    }
    return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  private mutating func addNotes() {
    for status in tree.elements.indices where tree[status].name == "STATUS" {
      guard tree.text(status, "SEVERITY")?.uppercased() == "ERROR" else { continue }
      let message = tree.text(status, "MESSAGE") ?? "code \(tree.text(status, "CODE") ?? "unknown")"
      file.note("the bank reports an error: \(message)", line: tree[status].line)
    }
    let list = tree.elements.indices.filter { tree[$0].name == "INVTRANLIST" }
    let others = list.flatMap { tree[$0].children }.filter {
      !["DTSTART", "DTEND", "INVBANKTRAN"].contains(tree[$0].name)
    }
    if !others.isEmpty {
      file.note("\(others.count) buys, sells and the like are not imported", line: tree[others[0]].line)
    }
  }
}
