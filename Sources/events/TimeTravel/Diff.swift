internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes

private enum Options {
  static let stat = Option.flag("stat", "Show only the numbers of changed records, and the totals")
  static let group = Option.value("group", "G", "Only this group, or Unfiled, and its receipts")
  static let stream = Option.value("stream", "S", "Only this record, named as in events blame")
  static let limit = Option.value(
    "limit", "N", "Maximum number of records to print (default 200)", short: "n")
}

extension Command {
  static let diff = Command(
    path: ["diff"], section: .travel,
    summary: "Show the changes between two points in time",
    operands: [
      Operand("A", "A position, HEAD~10 or a time; 0 is the beginning. Also A..B"),
      Operand("B", "The other point (default HEAD)", isOptional: true),
    ],
    options: [Options.stat, Options.group, Options.stream, Options.limit],
    run: onLedger(showDifference))

  private static func showDifference(_ ledger: OpenLedger) throws -> ExitCode {
    let (from, through) = try points(ledger)
    let arguments = ledger.arguments
    let record = try arguments[Options.stream].map { try ledger.stream($0) }
    let group = try arguments[Options.group].map { try ledger.group(orUnfiled: $0) }
    let limit = try arguments.number(Options.limit, in: 0...1_000_000) ?? 200
    let shown = arguments.has(Options.stat) ? nil : limit
    return try ledger.answer(
      .difference(from: from, through: through, record: record, group: group, shown: shown), "Comparing: record"
    )
  }

  private static func points(_ ledger: OpenLedger) throws -> (Position, Position) {
    var words = ledger.arguments.operands
    if words.count == 1, let dots = words[0].firstRange(of: "..") {
      let parts = [String(words[0][..<dots.lowerBound]), String(words[0][dots.upperBound...])]
      words = [parts[0].isEmpty ? "HEAD" : parts[0], parts[1].isEmpty ? "HEAD" : parts[1]]
    }
    let book = ledger.book
    let from = try ledger.invocation.position(at: words[0], book)
    guard words.count > 1 else { return (from, try book.lastPosition()) }
    return (from, try ledger.invocation.position(at: words[1], book))
  }
}
