package import LedgerBytes
package import LedgerDomain

/// A command as a program sends it: the content by which a resent command is recognized.
///
///     let command = try StructuredCommand(["command": "clear", "cleared": true, "transaction": .string("\(id)")])
///     let done = try command.perform(on: book, id: commandID)
package enum StructuredCommand: Hashable, Sendable {
  /// Record without paper, with line items.
  case record(RecordRequest, items: [LineItem])
  /// Record without paper, and make it recurring.
  case recordRecurring(RecordRequest, Cadence)
  /// Change a receipt.
  case change(TransactionCommand, of: TransactionID)
  /// Change several receipts in one action.
  case changeSeveral([Change])
  /// Undo the action of an event.
  case undo(EventReference)

  /// The change of one of several receipts.
  package struct Change: Hashable, Sendable {
    package let command: TransactionCommand
    package let transaction: TransactionID

    package init(_ command: TransactionCommand, of transaction: TransactionID) {
      (self.command, self.transaction) = (command, transaction)
    }
  }

  /// The names of commands that are not about one receipt.
  private enum Name: String {
    case record
    case recordRecurring = "record recurring"
    case undo
    case several
  }

  /// The most receipts that a command changes.
  package static let changesMax = 1_000

  /// Reads a command. Its content must be exactly that of the command, without other members.
  package init(_ content: JSONValue) throws(Refusal) {
    let members = CommandMembers(content)
    switch Name(rawValue: try members.text("command")) {
    case .record:
      let items = try members.list("items").map { (item) throws(Refusal) in try LineItem(content: item) }
      self = .record(try RecordRequest(content: members["record"]), items: items)
    case .recordRecurring:
      self = .recordRecurring(
        try RecordRequest(content: members["record"]), try Cadence(content: members["cadence"]))
    case .undo:
      let words = try members.text("event").split(separator: ":")
      guard words.count == 2, let device = UniqueID(String(words[0])), let sequence = UInt64(words[1]) else {
        throw CommandMembers.refusal("event")
      }
      self = .undo(EventReference(device: device, sequence: sequence))
    case .several:
      let changes = try members.list("commands")
      guard changes.count <= Self.changesMax else { throw CommandMembers.refusal("commands") }
      self = .changeSeveral(try changes.map { (change) throws(Refusal) in try Change(content: change) })
    case nil:
      let change = try Change(content: content)
      self = .change(change.command, of: change.transaction)
    }
    guard self.content == content else { throw CommandMembers.refusal("members") }
  }

  /// The content, which `init(_:)` reads.
  package var content: JSONValue {
    switch self {
    case .record(let request, let items): Book.content(of: request, items, opensAccounts: false)
    case .recordRecurring(let request, let cadence):
      ["command": "record recurring", "record": request.content, "cadence": cadence.content]
    case .change(let command, let id): command.content(on: id)
    case .changeSeveral(let changes):
      ["command": "several", "commands": .array(changes.map { $0.command.content(on: $0.transaction) })]
    case .undo(let event): ["command": "undo", "event": .string(event.description)]
    }
  }

  /// Carries out the command.
  ///
  /// - Parameters:
  ///   - id: The sender's id of the command. The same command with the same id does nothing a second time.
  ///   - version: The version of the receipt that the person looked at, or `nil` for the newest.
  /// - Throws: As the commands of the book do.
  package func perform(on book: Book, id: UniqueID, basedOn version: StreamVersion? = nil) throws -> Done {
    switch self {
    case .record(let request, let items): try book.record(request, items: items, id: id)
    case .recordRecurring(let request, let cadence): try book.record(request, every: cadence, id: id)
    case .change(let command, let receipt): try book.perform(command, on: receipt, id: id, basedOn: version)
    case .changeSeveral(let changes):
      try book.perform(
        ChangePlan(
          try changes.map {
            ChangePlan.Step(row: try book.transaction($0.transaction).row, commands: [$0.command])
          }),
        id: id)
    case .undo(let event): try book.undo(event, id: id)
    }
  }
}
