internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension StoredEvent {
  /// Its type in words if there is no summary of it.
  var line: String { words.line(ofType: type) }
}

extension EventWords {
  /// Returns the summary, or the type of the event in words if there is no summary.
  fileprivate func line(ofType type: String) -> String {
    if !summary.isEmpty { return summary }
    var words = ""
    for letter in type {
      words += letter.isUppercase && !words.isEmpty ? " \(letter.lowercased())" : letter.lowercased()
    }
    return words
  }
}

/// The common parts of commands that record: choosing the transaction, reporting, and the next step.
extension OpenLedger {
  /// Returns the transaction that the first operand names.
  func transaction() throws -> TransactionID { try book.resolveTransaction(arguments.operands[0]) }

  /// Carries out a command on the transaction that the first operand names, and reports.
  func perform(_ command: TransactionCommand, sayingNothingNew words: String) throws -> ExitCode {
    try perform(command, on: try transaction(), sayingNothingNew: words)
  }

  /// Carries out a command on a transaction, and reports.
  func perform(
    _ command: TransactionCommand, on id: TransactionID, sayingNothingNew words: String
  ) throws -> ExitCode {
    do {
      return try report(try book.perform(command, on: id), on: id, sayingNothingNew: words)
    } catch let rejection as Rejection {
      throw Failure(rejection.refusal(in: locale), in: locale).about(record: try short(id))
    }
  }

  /// Prints `{"events":[…],"transaction":…}`, or for people the recorded events and the next step.
  ///
  /// - Parameters:
  ///   - done: The result of the command.
  ///   - id: The transaction that the command was about.
  ///   - words: The text if nothing had to change.
  ///   - last: The result of the last command on the transaction, if `done` is of an earlier one.
  func report(
    _ done: Done, on id: TransactionID, sayingNothingNew words: String, after last: Done? = nil,
    withDuplicates: Bool = false
  ) throws -> ExitCode {
    if invocation.isJSON {
      try printJSON(done, on: id, withDuplicates: withDuplicates)
      return .ok
    }
    let (row, state) = try receipt(last ?? done, id)
    try invocation.print(fitted: "\(shown(id))  \(summary(row))")
    if done.isUnchanged { try invocation.print(fitted: "  \(words)") }
    try printEvents(done)
    try printNextStep(id, state)
    return .ok
  }

  /// `{"events":[…],"transaction":…}`, or for people a line of the command's own.
  func report(
    _ done: Done, on id: TransactionID, _ words: String, withDuplicates: Bool = false,
    offers: [EntryOffer] = []
  ) throws -> ExitCode {
    if invocation.isJSON {
      try printJSON(done, on: id, withDuplicates: withDuplicates, offers: offers)
    } else {
      try invocation.print(fitted: "\(shown(id))  \(summary(try receipt(done, id).row))")
      try invocation.print(fitted: "  \(words)")
    }
    return .ok
  }

  /// Prints `{"events":[…],"group":…}`, or for people a line and the recorded events.
  func report(_ done: Done, on id: GroupID, _ words: String) throws -> ExitCode {
    if invocation.isJSON {
      try invocation.print(json: ["events": events(done), "group": .string(id.description)])
    } else {
      try invocation.print(fitted: "\(shown(id))  \(words)")
    }
    return .ok
  }

  /// Returns a transaction as it is after a command. It is read only if the command recorded very many events.
  func receipt(_ done: Done, _ id: TransactionID) throws -> (row: TransactionRow, state: TransactionState) {
    if let row = done.row, let state = done.receipt { return (row, state) }
    let detail = try book.transaction(id)
    return (detail.row, detail.state)
  }

  /// Returns the short id of a record that a command has changed.
  ///
  /// It is the whole id if it cannot be shortened: the events are on record, so that a report must not fail.
  func shown(_ id: TransactionID) -> String { (try? short(id)) ?? id.description }
  func shown(_ id: RuleID) -> String { (try? short(id)) ?? id.description }
  func shown(_ id: GroupID) -> String { (try? short(id)) ?? id.description }

  /// Prints `{"events":[…],"transaction":…}`.
  ///
  /// With `duplicates` if there are any and they were requested, and with `offers` if values were filled in.
  func printJSON(
    _ done: Done, on id: TransactionID, withDuplicates: Bool, offers: [EntryOffer] = []
  ) throws {
    var members: [String: JSONValue] = [
      "events": events(done), "transaction": .string(id.description),
    ]
    let duplicates = withDuplicates ? book.possibleDuplicates(of: id) : []
    if !duplicates.isEmpty { members["duplicates"] = .array(duplicates.map(\.json)) }
    if !offers.isEmpty { members["offers"] = .array(offers.map(\.json)) }
    try invocation.print(json: .object(members))
  }

  func events(_ done: Done) -> JSONValue { .array(done.positions.map { .integer($0) }) }

  /// Prints a line for each event of a command.
  func printEvents(_ done: Done) throws {
    for event in done.events {
      try invocation.print(fitted: "  \(event.words.line(ofType: event.type.rawValue))")
    }
  }

  /// Prints the fields that a draft still needs.
  func printNextStep(_ transaction: TransactionID, _ state: TransactionState) throws {
    let id = shown(transaction)
    try printWaiting(id, state)
    guard state.stage == .draft else { return }
    let open = state.provenance.filter(\.needsALook).map(\.field.rawValue)
    if open.isEmpty {
      try invocation.print("Nothing needs a look. Save it: events save \(id)")
    } else {
      let need = open.count == 1 ? "needs" : "need"
      try invocation.print(
        "\(counted(open.count, "field")) \(need) a look: \(open.joined(separator: ", ")). See events review \(id)"
      )
    }
  }
}

extension Operand {
  static let receipt = Operand("R", "The receipt, by its id or the beginning of it")
  static let group = Operand("G", "The group, by its name, its id or the beginning of it")
  static let field = Operand(
    "FIELD", "One of: \(TransactionField.allCases.map(\.rawValue).joined(separator: " "))")
}
