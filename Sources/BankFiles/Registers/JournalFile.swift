import LedgerDomain

/// Journals of hledger, ledger and beancount: a row for each movement of an account that holds money.
///
/// A movement between two such accounts is one row, which is a transfer.
struct JournalFile {
  struct Posting {
    let line: Int
    let account: String
    /// The amount as printed, or `nil` if the journal leaves it to be computed.
    var amount: (number: String, currency: CurrencyCode)?
    var price: Price?
  }

  /// The value of a posting in another currency.
  struct Price {
    let number: String
    let currency: CurrencyCode
    /// Whether the price is that of the whole posting.
    let isTotal: Bool
  }

  struct Entry {
    let line: Int
    let date: CivilDate
    var payee: String
    var text: String
    var code: String?
    var isPending = false
    var isMarked = false
    var isQuoted = false
    var tags: [String] = []
    /// The values of metadata and of tags in comments, by their keys.
    var metadata: [String: [String]] = [:]
    var postings: [Posting] = []
  }

  private let options: BankFileOptions
  private var entries: [Entry] = []
  private var file: BankFile
  /// The texts that the accounts of an export of a ledger have there.
  private var names: [String: String] = [:]

  /// Returns the format of a text whose entries begin with a date, or `nil` if no entry has postings.
  static func recognizes(_ text: [UInt8]) -> BankFileFormat? {
    var isBeancount = false
    var hasEntry = false
    var isAfterEntry = false
    var result: BankFileFormat?
    for line in TextLines.of(text, countMax: 2_000) {
      if isAfterEntry, JournalLine.posting(line) != nil { result = isBeancount ? .beancount : .hledger }
      isAfterEntry = isAfterEntry && JournalLine.metadata(line) != nil
      guard let entry = JournalLine.entry(line) else { continue }
      switch entry {
      case .transaction(let head):
        hasEntry = true
        isAfterEntry = true
        if head.isQuoted { isBeancount = true }
      case .directive, .opened: isBeancount = true
      }
      if result != nil { break }
    }
    return hasEntry ? result : nil
  }

  static func read(_ text: FileText, _ options: BankFileOptions) throws(BankFileError) -> BankFile {
    let format = recognizes(text.bytes) ?? .hledger
    var reader = JournalFile(
      options: options, file: BankFile(format: format, statements: [], decisions: [text.decision]))
    reader.readEntries(TextLines.of(text.bytes))
    var file = reader.file
    var amounts = PrintedAmounts()
    for entry in reader.entries {
      for posting in entry.postings {
        if let amount = posting.amount { amounts.add(amount.number, line: posting.line) }
      }
    }
    file.decisions.append(try amounts.decide(options.decimalSign, usual: format == .beancount ? .point : nil))
    let isOurs = reader.entries.contains { $0.transaction != nil }
    var rows = JournalRows(JournalNames(options: options, isOurs: isOurs, texts: reader.names), file)
    for entry in reader.entries { rows.add(entry, amounts) }
    file = rows.finish()
    guard !file.rows.isEmpty || !file.refused.isEmpty else {
      throw .notRecognized(reason: "the journal has no posting to an account of assets or liabilities")
    }
    file.refused.sort { $0.line < $1.line }
    return file
  }

  private mutating func readEntries(_ lines: [TextLines.Line]) {
    var current: Entry?
    var opened: String?
    var isComment = false
    for line in lines {
      let text = line.plain
      if text == "comment" || text == "end comment" { isComment = text == "comment" }
      guard !isComment else { continue }
      if line.isBlank || !CellText.isBlank(line.bytes.first ?? 0x20) {
        if let entry = current { entries.append(entry) }
        current = nil
      }
      let beginning = JournalLine.entry(line)
      if beginning != nil { opened = nil }
      if case .opened(let account)? = beginning { opened = account }
      if case .transaction(let head)? = beginning {
        current = Entry(
          line: line.number, date: head.date, payee: head.payee, text: head.text, code: head.code,
          isPending: head.isPending, isMarked: head.isMarked, isQuoted: head.isQuoted, tags: head.tags)
      } else if let (key, value) = JournalLine.metadata(line) {
        current?.metadata[key, default: []].append(value)
        if let opened, current == nil, key == "name" { names[opened] = value }
      } else if current != nil, let posting = JournalLine.posting(line) {
        switch posting {
        case .success(let posting): current?.postings.append(posting)
        case .failure(let problem):
          refuse(line, problem)
          // Without this posting the entry does not balance.
          current = nil
        }
      } else if current != nil, JournalLine.isUnread(line) {
        refuse(line, RowProblem(.notAnAmount, "the line is no posting that is understood"))
        current = nil
      } else if beginning == nil, let first = line.bytes.first, !CellText.isBlank(first) {
        if first &- 0x30 <= 9 {
          refuse(line, RowProblem(.notADate, "the entry has no date with its year"))
        } else if let directive = JournalLine.unreadDirective(line) {
          file.note("“\(directive)” is not read", line: line.number)
        }
      }
    }
    if let entry = current { entries.append(entry) }
  }

  private mutating func refuse(_ line: TextLines.Line, _ problem: RowProblem) {
    file.refused.append(RefusedRow(line: line.number, problem, excerpt: CellText.excerpt(line.bytes)))
  }
}
