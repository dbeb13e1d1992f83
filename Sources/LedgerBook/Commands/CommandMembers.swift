internal import LedgerBytes
internal import LedgerDomain

/// The members of a command's content, with their types checked as they are read.
struct CommandMembers {
  private let content: JSONValue

  init(_ content: JSONValue) { self.content = content }

  /// The refusal of a command with a member that is missing, unknown or invalid.
  static func refusal(_ name: String) -> Refusal {
    Refusal(.misuse, "the command is not complete, or not valid", detail: name, recordedNothing: true, .report)
  }

  /// Returns a member, or null without it.
  subscript(_ name: String) -> JSONValue { content[name] ?? .null }

  func text(_ name: String) throws(Refusal) -> String {
    guard let text = try optionalText(name) else { throw Self.refusal(name) }
    return text
  }

  func optionalText(_ name: String) throws(Refusal) -> String? {
    switch self[name] {
    case .string(let text): return text
    case .null: return nil
    case .object, .array, .integer, .fraction, .boolean: throw Self.refusal(name)
    }
  }

  func integer(_ name: String) throws(Refusal) -> Int64 {
    guard case .integer(let number) = self[name] else { throw Self.refusal(name) }
    return number
  }

  func boolean(_ name: String) throws(Refusal) -> Bool {
    guard case .boolean(let value) = self[name] else { throw Self.refusal(name) }
    return value
  }

  /// Returns the elements of a member, which is empty if it is absent.
  func list(_ name: String) throws(Refusal) -> [JSONValue] {
    switch self[name] {
    case .array(let elements): return elements
    case .null: return []
    case .object, .string, .integer, .fraction, .boolean: throw Self.refusal(name)
    }
  }

  /// Returns a text as a value of another type.
  func value<Value>(_ name: String, _ read: (String) -> Value?) throws(Refusal) -> Value {
    guard let value = read(try text(name)) else { throw Self.refusal(name) }
    return value
  }

  /// Returns a text as a value of another type, or `nil` without it.
  func optionalValue<Value>(_ name: String, _ read: (String) -> Value?) throws(Refusal) -> Value? {
    self[name] == .null ? nil : try value(name, read)
  }

  /// Returns the elements of a list of texts as values of another type.
  func values<Value>(_ name: String, _ read: (String) -> Value?) throws(Refusal) -> [Value] {
    try list(name).map { (element) throws(Refusal) in
      guard case .string(let text) = element, let value = read(text) else { throw Self.refusal(name) }
      return value
    }
  }

  func money() throws(Refusal) -> Money {
    Money(minorUnits: try integer("minorUnits"), currency: try value("currency") { CurrencyCode($0) })
  }
}

extension StructuredCommand.Change {
  init(content: JSONValue) throws(Refusal) {
    let members = CommandMembers(content)
    let transaction = try members.value("transaction") { UniqueID($0) }
    self.init(try TransactionCommand(members), of: TransactionID(transaction))
  }
}

extension TransactionCommand {
  /// The names of commands that can be sent.
  private enum Name: String {
    case confirm
    case pick
    case correct
    case save
    case discard
    case file
    case tag
    case flag
    case clear
    case accept
    case reject
    case dismissDuplicate = "dismiss duplicate"
    case delete
    case restore
    case detachFromRule = "detach from rule"
  }

  fileprivate init(_ members: CommandMembers) throws(Refusal) {
    func field(_ text: String) -> TransactionField? { TransactionField(rawValue: text) }
    switch try members.value("command", { Name(rawValue: $0) }) {
    case .confirm: self = .confirm(try members.values("fields", field))
    case .pick:
      self = .pick(try members.value("field", field), number: Int(clamping: try members.integer("number")))
    case .correct:
      let field = try members.value("field", field)
      self = .correct(
        field, try FieldValue(of: field, members["value"]), expression: try members.optionalText("expression"))
    case .save: self = .save
    case .discard: self = .discard
    case .file: self = .file(try members.optionalValue("group") { UniqueID($0).map { GroupID($0) } })
    case .tag: self = .tag(add: try members.values("add") { $0 }, remove: try members.values("remove") { $0 })
    case .flag: self = .flag(try members.values("flags") { FlagSetting(rawValue: $0) })
    case .clear: self = .clear(try members.boolean("cleared"))
    case .accept: self = .accept(try members.values("fields", field))
    case .reject: self = .reject(try members.values("fields", field))
    case .dismissDuplicate:
      self = .dismissDuplicate(of: TransactionID(try members.value("of") { UniqueID($0) }))
    case .delete: self = .delete
    case .restore: self = .restore
    case .detachFromRule: self = .unlink
    }
  }
}

extension RecordRequest {
  init(content: JSONValue) throws(Refusal) {
    let members = CommandMembers(content)
    self.init(
      kind: try members.value("kind") { TransactionKind(rawValue: $0) }, money: try members.money(),
      date: try members.value("date") { CivilDate(iso: $0) }, vendor: try members.optionalText("vendor"),
      category: try members.optionalText("category"),
      payment: try members.optionalValue("payment") { PaymentMethod(rawValue: $0) },
      group: try members.optionalValue("group") { UniqueID($0).map { GroupID($0) } },
      note: try members.optionalText("note"), account: try members.optionalText("account"),
      tags: try members.values("tags") { $0 }, flags: try members.values("flags") { FlagSetting(rawValue: $0) },
      origin: try members.value("origin") { $0 == RecordOrigin.manual.rawValue ? .manual : nil },
      expression: try members.optionalText("expression"))
  }
}

extension LineItem {
  init(content: JSONValue) throws(Refusal) {
    let members = CommandMembers(content)
    self.init(
      name: try members.text("name"), quantity: try members.optionalText("quantity"),
      money: try CommandMembers(members["amount"]).money(), category: try members.optionalText("category"))
  }
}

extension Cadence {
  init(content: JSONValue) throws(Refusal) {
    let members = CommandMembers(content)
    self.init(
      frequency: try members.value("frequency") { RecurrenceFrequency(rawValue: $0) },
      interval: Int(clamping: try members.integer("interval")),
      start: try members.optionalValue("start") { CivilDate(iso: $0) },
      end: try members.optionalValue("end") { CivilDate(iso: $0) },
      monthEnd: try members.value("monthEnd") { Recurrence.MonthEndPolicy(rawValue: $0) })
  }
}

extension FieldValue {
  /// Reads the value of a field, or `nil` if the command empties the field.
  fileprivate init?(of field: TransactionField, _ content: JSONValue) throws(Refusal) {
    if content == .null { return nil }
    let members = CommandMembers(["value": content])
    switch field {
    case .vendor, .category, .payment, .note, .kind, .account, .toAccount:
      self = .text(try members.text("value"))
    case .date: self = .date(try members.value("value") { CivilDate(iso: $0) })
    case .group: self = .group(GroupID(try members.value("value") { UniqueID($0) }))
    case .total, .currency, .received:
      let amount = CommandMembers(content)
      self = .amount(
        Amount(
          currency: try amount.value("currency") { CurrencyCode($0) },
          minorUnits: amount["minorUnits"] == .null ? nil : try amount.integer("minorUnits")))
    }
  }
}
