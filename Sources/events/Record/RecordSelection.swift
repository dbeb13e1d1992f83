internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The records of a command: ids, ids on standard input, or the matches of filters.
enum RecordSelection {
  static let isFiltered = Option.flag("where", "All receipts that match the filters, instead of ids")
  /// The options of every command on several records.
  static let options = [isFiltered] + Filters.listed

  /// The operand of a command on one or more records.
  static let operand = Operand(
    "R", "The receipts, by words of the vendor or by id; - reads ids from standard input", isOptional: true,
    repeats: true)

  static let explanation =
    "Several receipts are changed in one action, which one undo reverses. Name them by their vendors or ids, by - "
    + "with one id per line on standard input, or by --where with the filters of `events receipts`. You are "
    + "asked once, with their number."

  /// Returns the records in the order named, each once.
  ///
  /// - Parameters:
  ///   - ledger: The ledger with the command's options.
  ///   - operands: The operands that name records.
  ///   - stages: The stages of records that filters find.
  static func rows(
    _ ledger: OpenLedger, _ operands: [String], stages: Set<TransactionRow.Stage> = [.draft, .saved]
  ) throws -> [TransactionRow] {
    guard ledger.arguments.has(isFiltered) else {
      try refuseFilters(ledger.arguments)
      let texts = operands == ["-"] ? try standardInput(ledger) : operands
      guard !texts.isEmpty else {
        throw Failure.usage("no receipt is named; name one by its id, or use --where")
      }
      return try ledger.book.selection(texts.map { try ledger.book.resolveTransaction($0, preferring: stages) })
    }
    guard operands.isEmpty else { throw Failure.usage("--where and ids exclude one another") }
    guard areFiltersGiven(ledger.arguments) else {
      throw Failure.usage("--where needs a filter, such as --category food or --last-month")
    }
    let rows = try ledger.book.selection(try Filters.parse(ledger), stages: stages)
    guard !rows.isEmpty else { throw Failure(.no, "no receipt matches these filters; nothing was done") }
    return rows
  }

  /// Refuses filters of a command on records that are named.
  static func refuseFilters(_ arguments: Arguments) throws(Failure) {
    if areFiltersGiven(arguments) { throw Failure.usage("filters name receipts only after --where") }
  }

  /// Whether any filter was given. A command may have a flag with the name of a filter, which has no value.
  static func areFiltersGiven(_ arguments: Arguments) -> Bool {
    Filters.listed.contains { arguments.has($0) && ($0.value == nil || arguments[$0]?.isEmpty == false) }
  }

  /// Returns the first word of every line.
  private static func standardInput(_ ledger: OpenLedger) throws -> [String] {
    var texts: [String] = []
    while let line = try ledger.invocation.input.nextLine(limit: 1_024) {
      guard case .bytes(let bytes) = line else { throw Failure(.dataError, "a line of ids is too long") }
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if let first = words.first { texts.append(String(first)) }
    }
    return texts
  }
}

extension OpenLedger {
  /// Carries out a command on the records that the operands or filters name.
  ///
  /// - Parameters:
  ///   - command: The command on each.
  ///   - stages: The stages of records that filters find.
  ///   - one: What to do if one record is named by an operand, or `nil` for the command alone.
  func performOnRecords(
    _ command: TransactionCommand, stages: Set<TransactionRow.Stage> = [.draft, .saved],
    one: ((TransactionID) throws -> ExitCode)? = nil
  ) throws -> ExitCode {
    let isOne = arguments.operands.count == 1 && arguments.operands[0] != "-"
    let isAlone = isOne && !arguments.has(RecordSelection.isFiltered)
    if isAlone, one != nil || !arguments.has(.dryRun), !RecordSelection.areFiltersGiven(arguments) {
      return try one.map { try $0(try transaction(preferring: stages)) } ?? perform(command, preferring: stages)
    }
    let rows = try RecordSelection.rows(self, arguments.operands, stages: stages)
    return try perform(book.plan(command, on: rows))
  }

  /// Carries out a command on records, or on one as if it were named alone.
  func perform(_ command: TransactionCommand, on rows: [TransactionRow]) throws -> ExitCode {
    guard rows.count == 1, !arguments.has(.dryRun) else { return try perform(book.plan(command, on: rows)) }
    return try perform(try book.plan(command, on: rows[0].id, reach: .this))
  }
}
