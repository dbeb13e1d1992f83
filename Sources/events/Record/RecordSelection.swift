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
    "R", "The receipts, by id or the beginning of it; - reads ids from standard input", isOptional: true,
    repeats: true)

  static let explanation =
    "Several receipts are changed in one action, which one undo reverses. Name them by their ids, by - "
    + "with one id per line on standard input, or by --where with the filters of `events receipts`. You are "
    + "asked once, with their number."

  /// Returns the records in the order named, each once.
  ///
  /// - Parameters:
  ///   - ledger: The ledger with the command's options.
  ///   - operands: The operands that name records.
  ///   - stages: The stages of records that filters find.
  static func ids(
    _ ledger: OpenLedger, _ operands: [String], stages: Set<TransactionState.Stage> = [.draft, .saved]
  ) throws -> [TransactionID] {
    guard ledger.arguments.has(isFiltered) else {
      try refuseFilters(ledger.arguments)
      let texts = operands == ["-"] ? try standardInput(ledger) : operands
      guard !texts.isEmpty else {
        throw Failure.usage("no receipt is named; name one by its id, or use --where")
      }
      var ids: [TransactionID] = []
      var seen: Set<TransactionID> = []
      for text in texts {
        let id = try ledger.book.resolveTransaction(text)
        if seen.insert(id).inserted { ids.append(id) }
      }
      return ids
    }
    guard operands.isEmpty else { throw Failure.usage("--where and ids exclude one another") }
    guard areFiltersGiven(ledger.arguments) else {
      throw Failure.usage("--where needs a filter, such as --category food or --last-month")
    }
    var filter = try Filters.parse(ledger)
    filter.stages = stages
    var ids: [TransactionID] = []
    try ledger.book.forEachTransaction(filter) { ids.append($0.row.id) }
    guard !ids.isEmpty else { throw Failure(.no, "no receipt matches these filters; nothing was done") }
    return ids
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
  ///   - verb: What is done, such as `delete`.
  ///   - stages: The stages of records that filters find.
  ///   - alone: The options that only one record can have.
  ///   - one: What to do if one record is named by an operand.
  func performOnRecords(
    _ command: TransactionCommand, _ verb: String, stages: Set<TransactionState.Stage> = [.draft, .saved],
    alone: [Option] = [], one: () throws -> ExitCode
  ) throws -> ExitCode {
    let isOne = arguments.operands.count == 1 && arguments.operands[0] != "-"
    let isDryRun = arguments.has(.dryRun) && verb != "delete"
    if isOne, !isDryRun, !arguments.has(RecordSelection.isFiltered), !RecordSelection.areFiltersGiven(arguments)
    {
      return try one()
    }
    let ids = try RecordSelection.ids(self, arguments.operands, stages: stages)
    if let option = alone.first(where: { arguments.has($0) }), !isOne {
      throw Failure.usage("--\(option.name) is about one receipt, not several")
    }
    return try perform(command, on: ids, verb)
  }

  /// Carries out one command on several records as one action, after one question.
  ///
  /// - Parameters:
  ///   - command: The command on each.
  ///   - ids: The records.
  ///   - verb: What is done, such as `delete`.
  func perform(_ command: TransactionCommand, on ids: [TransactionID], _ verb: String) throws -> ExitCode {
    try perform(ids.map { (transaction: $0, command: command) }, on: ids, verb)
  }

  /// Carries out commands on several records as one action, after one question.
  func perform(
    _ commands: [(transaction: TransactionID, command: TransactionCommand)], on ids: [TransactionID],
    _ verb: String
  ) throws -> ExitCode {
    let what = try described(ids)
    let facts: [String: JSONValue] = [
      "count": .count(ids.count), "transactions": .array(ids.map { .string($0.description) }),
    ]
    if arguments.has(.dryRun) { return try show(.dryRun("Would \(verb) \(what).", facts)) }
    if try !invocation.agrees(to: "\(verb.prefix(1).uppercased())\(verb.dropFirst()) \(what)?") { return .no }
    return try show(.several(try book.perform(commands), facts, "\(verb) \(what)"))
  }

  /// `12 receipts, €412.10 + US$5.00`, without the sums if one of them needs more than 64 bits.
  private func described(_ ids: [TransactionID]) throws -> String {
    var sums: [CurrencyCode: Int64] = [:]
    for id in ids {
      let row = try book.transaction(id).row
      guard let money = row.money, row.kind == .expense else { continue }
      let (sum, overflow) = sums[money.currency, default: 0].addingReportingOverflow(money.minorUnits)
      if overflow { return counted(ids.count, "receipt") }
      sums[money.currency] = sum
    }
    let texts = sums.sorted { $0.key < $1.key }.map {
      locale.money(Money(minorUnits: $0.value, currency: $0.key))
    }
    let count = counted(ids.count, "receipt")
    return texts.isEmpty ? count : "\(count), \(texts.joined(separator: " + "))"
  }
}
