internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

// The script sends entries and fields while a person types them, and commands. `LedgerAnswers` words every answer.
extension LivePage {
  /// Returns the answer to a request with a body, which must be one JSON object.
  func answer(posted body: [UInt8], _ answer: (JSONValue, Notation) throws -> HTTPAnswer) -> HTTPAnswer {
    guard let content = try? JSONValue(parsing: body, as: .exchange), case .object = content else {
      return HTTPAnswer("400 Bad Request")
    }
    let notation = Notation(book)
    do {
      return try answer(content, notation)
    } catch {
      return json(["refusal": Refusal(error, in: notation.locale).form()], "409 Conflict")
    }
  }

  func form(_ content: JSONValue, _ notation: Notation) throws -> JSONValue {
    try ReceiptForm(try transaction(content), notation).json()
  }

  /// Returns what is understood of the text of an entry or a field. Nothing is recorded.
  func understood(_ content: JSONValue, _ notation: Notation) throws -> JSONValue {
    if let name = content["field"] {
      guard let field = text(name).flatMap({ TransactionField(rawValue: $0) }) else { throw Self.malformed }
      return try ReceiptForm(try transaction(content), notation).correction(field, try text(content, "text"))
    }
    var chosen: [TransactionField: String] = [:]
    for field in [TransactionField.category, .payment] {
      chosen[field] = try optional(content, field.rawValue, text)
    }
    let date = try optional(content, "date") { text($0).flatMap { CivilDate(iso: $0) } }
    return try EntryForm(try text(content, "line"), date: date, chosen: chosen, notation).json()
  }

  /// Carries out a command, and answers when its events are durable.
  func carriedOut(_ content: JSONValue, _ notation: Notation) throws -> HTTPAnswer {
    let id = try commandID(content)
    let command = try StructuredCommand(content["command"] ?? .null)
    let version = try optional(content, "basedOn") { member -> StreamVersion? in
      if case .integer(let number) = member { StreamVersion(number) } else { nil }
    }
    var plan: UndoPlan?
    if case .undo(let event) = command { plan = try? book.undoPlan(of: event) }
    do {
      let done = try command.perform(on: book, id: id, basedOn: version)
      return json(CommandForm(done, of: command, undoing: plan, notation).json())
    } catch BookError.changedMeanwhile(let field) {
      guard case .change(let change, let receipt) = command else { throw BookError.changedMeanwhile(field) }
      let refusal = Refusal(BookError.changedMeanwhile(field), in: notation.locale)
      let choice = try ReceiptForm(receipt, notation).choice(of: field, change)
      return json(["choice": choice, "refusal": refusal.form()], "409 Conflict")
    }
  }

  static let malformed = Refusal(
    .misuse, "the request is not complete, or not valid", recordedNothing: true, .report)

  /// Returns the id of a command, if the page records.
  func commandID(_ content: JSONValue) throws -> UniqueID {
    guard records else {
      throw Refusal(.forbidden, "this page only shows the ledger", recordedNothing: true)
    }
    guard let id = UniqueID(try text(content, "id")) else { throw Self.malformed }
    return id
  }

  func transaction(_ content: JSONValue) throws -> TransactionID {
    guard let id = UniqueID(try text(content, "transaction")) else { throw Self.malformed }
    return TransactionID(id)
  }

  func text(_ content: JSONValue, _ name: String) throws -> String {
    guard let text = text(content[name]) else { throw Self.malformed }
    return text
  }

  /// Returns a member that may be absent or null, and is not valid if it cannot be read.
  func optional<Value>(
    _ content: JSONValue, _ name: String, _ read: (JSONValue) -> Value?
  ) throws -> Value? {
    guard let member = content[name], member != .null else { return nil }
    guard let value = read(member) else { throw Self.malformed }
    return value
  }

  func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }
}
