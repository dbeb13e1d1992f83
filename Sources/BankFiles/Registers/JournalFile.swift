import LedgerDomain

/// Journals of hledger, ledger and beancount: one row for each posting to an account that holds money.
struct JournalFile {
  struct Posting {
    let line: Int
    let account: String
    /// The amount as printed, or `nil` if the journal leaves it to be computed.
    var amount: (number: String, currency: CurrencyCode)?
  }

  struct Entry {
    let line: Int
    let date: CivilDate
    var payee: String
    var text: String
    var code: String?
    var isPending = false
    var postings: [Posting] = []
  }

  private let options: BankFileOptions
  private(set) var entries: [Entry] = []
  private(set) var refused: [RefusedRow] = []

  /// Returns the format of a text whose entries begin with a date, or `nil` if no entry has postings.
  static func recognizes(_ text: [UInt8]) -> BankFileFormat? {
    var isBeancount = false
    var hasEntry = false
    var isAfterEntry = false
    var result: BankFileFormat?
    for line in TextLines.of(text, countMax: 2_000) {
      if isAfterEntry, JournalLine.posting(line) != nil { result = isBeancount ? .beancount : .hledger }
      isAfterEntry = false
      guard let entry = JournalLine.entry(line) else { continue }
      switch entry {
      case .transaction(let head):
        hasEntry = true
        isAfterEntry = true
        if head.isQuoted { isBeancount = true }
      case .directive: isBeancount = true
      }
      if result != nil { break }
    }
    return hasEntry ? result : nil
  }

  static func read(_ text: FileText, _ options: BankFileOptions) throws(BankFileError) -> BankFile {
    var reader = JournalFile(options: options)
    let format = recognizes(text.bytes) ?? .hledger
    reader.readEntries(TextLines.of(text.bytes))
    var file = BankFile(format: format, statements: [], decisions: [text.decision])
    var amounts = PrintedAmounts()
    for entry in reader.entries {
      for posting in entry.postings {
        if let amount = posting.amount { amounts.add(amount.number, line: posting.line) }
      }
    }
    file.decisions.append(try amounts.decide(options.decimalSign, usual: format == .beancount ? .point : nil))
    file.refused = reader.refused
    var statements: [String: Int] = [:]
    for entry in reader.entries { reader.read(entry, amounts, &statements, &file) }
    guard !file.rows.isEmpty || !file.refused.isEmpty else {
      throw .notRecognized(reason: "the journal has no posting to an account of assets or liabilities")
    }
    file.refused.sort { $0.line < $1.line }
    return file
  }

  private init(options: BankFileOptions) { self.options = options }

  private mutating func readEntries(_ lines: [TextLines.Line]) {
    var current: Entry?
    var isComment = false
    for line in lines {
      let text = line.plain
      if text == "comment" || text == "end comment" { isComment = text == "comment" }
      guard !isComment else { continue }
      if line.isBlank || !CellText.isBlank(line.bytes.first ?? 0x20) {
        if let entry = current { entries.append(entry) }
        current = nil
      }
      if case .transaction(let head)? = JournalLine.entry(line) {
        current = Entry(
          line: line.number, date: head.date, payee: head.payee, text: head.text, code: head.code,
          isPending: head.isPending)
      } else if current != nil, let posting = JournalLine.posting(line) {
        switch posting {
        case .success(let posting): current?.postings.append(posting)
        case .failure(let problem):
          refused.append(
            RefusedRow(line: line.number, problem, excerpt: CellText.excerpt(line.bytes)))
          // Without this posting the entry does not balance.
          current = nil
        }
      }
    }
    if let entry = current { entries.append(entry) }
  }

  // MARK: - Rows

  /// Whether an account holds money of the person: assets and liabilities, in several languages.
  private func isOwn(_ account: String) -> Bool {
    if let own = options.account { return account == own || account.hasPrefix(own + ":") }
    let root = NFC.foldedForComparison(String(account.prefix { $0 != ":" }))
    return [
      "assets", "asset", "liabilities", "liability", "aktiva", "vermogen", "passiva", "verbindlichkeiten",
      "actif",
      "actifs", "passif", "passifs", "activos", "pasivos", "attivita", "passivita", "ativos", "passivos",
      "activa",
    ].contains(root)
  }

  private func read(
    _ entry: Entry, _ amounts: PrintedAmounts, _ statements: inout [String: Int], _ file: inout BankFile
  ) {
    func refuse(_ line: Int, _ problem: RowProblem) {
      file.refused.append(RefusedRow(line: line, problem, excerpt: "\(entry.date) \(entry.payee)"))
    }
    var sums: [CurrencyCode: Int64] = [:]
    var known: [(posting: Posting, money: Money)] = []
    var open: [Posting] = []
    for posting in entry.postings {
      guard let (number, currency) = posting.amount else {
        open.append(posting)
        continue
      }
      switch amounts.units(number, currency) {
      case .failure(let problem): return refuse(posting.line, problem)
      case .success(let units):
        sums[currency, default: 0] &+= units
        known.append((posting, Money(minorUnits: units, currency: currency)))
      }
    }
    if open.count > 1 {
      return refuse(entry.line, RowProblem(.severalOpen, "two postings have no amount"))
    }
    if let posting = open.first {
      for (currency, sum) in sums.sorted(by: { $0.key < $1.key }) where sum != 0 {
        known.append((posting, Money(minorUnits: -sum, currency: currency)))
      }
    }
    for (posting, money) in known where isOwn(posting.account) {
      if statements[posting.account] == nil {
        statements[posting.account] = file.statements.count
        file.statements.append(BankStatement(account: posting.account, currency: money.currency))
      }
      var row = BankRow(line: posting.line, date: entry.date, money: money)
      row.statement = statements[posting.account] ?? 0
      row.payee = entry.payee.isEmpty ? entry.text : entry.payee
      row.text = entry.text
      row.bankID = entry.code
      row.isPending = entry.isPending
      let others = Set(entry.postings.map(\.account)).subtracting([posting.account])
      if others.count == 1 { row.category = others.first }
      file.rows.append(row)
    }
  }
}
