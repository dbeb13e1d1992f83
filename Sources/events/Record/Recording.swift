internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

extension StoredEvent {
  /// Its type in words if there is no summary of it.
  var line: String {
    let summary = words.summary
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
    } catch Rejection.missingToSave(let fields, false) {
      throw try incomplete(id, fields)
    }
  }

  /// Returns the failure for a receipt without required fields (IE-14), with the commands that set them.
  private func incomplete(_ id: TransactionID, _ fields: [TransactionField]) throws -> Failure {
    let short = try short(id)
    let names = listed(fields.map(\.rawValue))
    let commands = fields.map { "events correct \(short) \($0.rawValue) \(example(of: $0))" }
    return Failure(
      .no, "this receipt cannot be saved yet: \(names) \(fields.count == 1 ? "is" : "are") missing",
      advice: ["Set \(fields.count == 1 ? "it" : "them"), for example:"] + commands)
  }

  private func example(of field: TransactionField) -> String {
    switch field {
    case .date: book.today.iso
    case .total: locale.decimal(Money(minorUnits: 8_450, currency: settings.currency))
    case .currency: settings.currency.code
    case .category: "food"
    case .payment: "card"
    case .received: locale.decimal(Money(minorUnits: 8_450, currency: settings.currency))
    case _: "…"
    }
  }

  /// Prints `{"events":[…],"transaction":…}`, or for people the recorded events and the next step.
  func report(
    _ outcome: Outcome, on id: TransactionID, sayingNothingNew words: String, withDuplicates: Bool = false
  ) throws -> ExitCode {
    if invocation.isJSON {
      try printJSON(outcome, on: id, withDuplicates: withDuplicates)
      return .ok
    }
    let detail = try book.transaction(id)
    try invocation.print(fitted: "\(try short(id))  \(summary(detail.row))")
    if outcome.positions.isEmpty { try invocation.print(fitted: "  \(words)") }
    try printEvents(outcome)
    try printNextStep(detail)
    return .ok
  }

  /// `{"events":[…],"transaction":…}`, or for people a line of the command's own.
  func report(
    _ outcome: Outcome, on id: TransactionID, _ words: String, withDuplicates: Bool = false,
    offers: [EntryOffer] = []
  ) throws -> ExitCode {
    if invocation.isJSON {
      try printJSON(outcome, on: id, withDuplicates: withDuplicates, offers: offers)
    } else {
      try invocation.print(fitted: "\(try short(id))  \(summary(try book.transaction(id).row))")
      try invocation.print(fitted: "  \(words)")
    }
    return .ok
  }

  /// Prints `{"events":[…],"group":…}`, or for people a line and the recorded events.
  func report(_ outcome: Outcome, on id: GroupID, _ words: String) throws -> ExitCode {
    if invocation.isJSON {
      try invocation.print(json: ["events": events(outcome), "group": .string(id.description)])
    } else {
      try invocation.print(fitted: "\(try short(id))  \(words)")
    }
    return .ok
  }

  /// Prints `{"events":[…],"transaction":…}`.
  ///
  /// With `duplicates` if there are any and they were requested, and with `offers` if values were filled in.
  func printJSON(
    _ outcome: Outcome, on id: TransactionID, withDuplicates: Bool, offers: [EntryOffer] = []
  ) throws {
    var members: [String: JSONValue] = [
      "events": events(outcome), "transaction": .string(id.description),
    ]
    let duplicates = withDuplicates ? book.possibleDuplicates(of: id) : []
    if !duplicates.isEmpty { members["duplicates"] = .array(duplicates.map(\.json)) }
    if !offers.isEmpty { members["offers"] = .array(offers.map(\.json)) }
    try invocation.print(json: .object(members))
  }

  func events(_ outcome: Outcome) -> JSONValue { .array(outcome.positions.map { .integer($0) }) }

  /// Prints a line for each event of an outcome, or as many as its words take.
  func printEvents(_ outcome: Outcome) throws {
    for position in outcome.positions {
      guard let event = try book.log.event(at: position) else { continue }
      try invocation.print(fitted: "  \(visible(event.line))")
    }
  }

  /// Prints the fields that a draft still needs.
  func printNextStep(_ detail: TransactionDetail) throws {
    try printWaiting(detail)
    guard detail.row.stage == .draft else { return }
    let id = try short(detail.row.id)
    let open = detail.provenance.filter(\.needsALook).map(\.field.rawValue)
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
