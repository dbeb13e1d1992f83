internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// `add --repeat`: one entry after the other.
///
/// The date stays for the next entry, everything else starts empty (ET-02). Each entry is recorded before the next is
/// read, so that a person can stop at any time.
struct EntryLoop {
  private let ledger: OpenLedger
  private let reader: EntryReader
  private var date: CivilDate

  private var invocation: Invocation { ledger.invocation }

  init(ledger: OpenLedger) throws {
    self.ledger = ledger
    reader = EntryReader(ledger: ledger, isSeries: true)
    date = ledger.book.today
    // An option that would fail on every entry fails before the first.
    _ = try ledger.arguments[EntryOptions.group].map { try ledger.livingGroup(orUnfiled: $0) }
    _ = try ledger.arguments[EntryOptions.category].map { try reader.dialogue.category($0) }
    if let text = ledger.arguments[EntryOptions.date] { date = try reader.date(text) }
  }

  func run() throws -> ExitCode {
    var loop = self
    return invocation.canAsk ? try loop.converse() : try loop.readAll()
  }

  /// A line of words, at most.
  static let lineBytesMax = 16 * 1_024

  // MARK: On a terminal

  private mutating func converse() throws -> ExitCode {
    let help =
      "A line for each entry, such as: taxi 23.90 cash #berlin. The date stays for the next; a date alone sets it. "
      + "#be? lists tags. An empty line ends."
    try ledger.tell(try [.paragraph(Line(help))] + suggestions("", limit: 8))
    defer { reader.dialogue.tellCount() }
    while let line = try reader.dialogue.nextLine(ledger.locale.date(date)) {
      if line.isEmpty, reader.dialogue.hasMore { continue }
      if line.isEmpty || line == "q" { break }
      do {
        if try isAnswered(line) { continue }
        let entry = try reader.entry(line, date: date)
        try ledger.tell([.paragraph("Understood: \(try reader.words(entry))")])
        if try reader.dialogue.records() {
          try record(entry)
        } else {
          invocation.remark("This entry was not recorded.")
        }
      } catch let error where concernsOneLine(error) {
        if reader.dialogue.isPasted { invocation.remark("This line was not recorded: \(line)") }
        for words in explanation(of: error, in: ledger.locale).lines { invocation.remark(words) }
      }
    }
    return .ok
  }

  /// A date alone, or a question for tags.
  private mutating func isAnswered(_ line: String) throws -> Bool {
    if line.hasPrefix("#"), line.hasSuffix("?"), !line.contains(" ") {
      try ledger.draw(suggestions(String(line.dropFirst().dropLast()), limit: 20))
      return true
    }
    return try isDate(line)
  }

  /// Whether a line contains nothing but a date, which stays for the next line.
  private mutating func isDate(_ line: String) throws -> Bool {
    let entry = try reader.quick(line, date: date)
    guard entry.isOnlyDate else { return false }
    try reader.dialogue.confirm(ledger.book.doubt(about: entry.date))
    date = entry.date
    return true
  }

  private func suggestions(_ prefix: String, limit: Int) throws -> [Block] {
    let tags = try ledger.book.tagSuggestions(prefix: prefix, limit: limit).map { "#\($0.tag)" }
    guard tags.isEmpty else { return [.paragraph("Tags: \(tags.joined(separator: " "))")] }
    return prefix.isEmpty ? [] : [.paragraph("No tag begins with \(prefix).")]
  }

  // MARK: From a pipe

  private mutating func readAll() throws -> ExitCode {
    var number = 0
    var badLines = 0
    while let line = try invocation.input.nextLine(limit: Self.lineBytesMax) {
      number += 1
      do {
        guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw Failure(.dataError, "the line is not UTF-8")
        }
        if text.allSatisfy(\.isWhitespace) { continue }
        if try isDate(text) { continue }
        try record(try reader.entry(text, date: date))
      } catch let error where concernsOneLine(error) {
        badLines += 1
        invocation.remark(
          "events: \(invocation.input.name):\(number): "
            + explanation(of: error, in: ledger.locale).summary)
      } catch let error where number > 1 && !(error is OutputFailure) {
        throw PartlyDone(
          reason: error,
          advice:
            "The lines before line \(grouped(Int64(number))) are on record; continue with that line")
      }
    }
    guard badLines > 0 else { return .ok }
    invocation.remark(
      "events: \(counted(badLines, "line")) of \(grouped(Int64(number))) could not be recorded; the others are")
    return .dataError
  }

  // MARK: One entry

  private mutating func record(_ entry: Entry) throws {
    let outcome = try reader.record(entry)
    reader.dialogue.recordedCount += 1
    // The first date of something that recurs is no date of the next line.
    if entry.cadence?.start == nil { date = entry.request.date }
    guard let id = outcome.transaction else { return }
    _ = try ledger.show(.line(outcome, id, try reader.words(entry), offers: entry.offers))
    try invocation.output.flush()
  }
}
