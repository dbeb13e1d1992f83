internal import LedgerBytes
internal import LedgerDomain

// A command as the caller gave it, as canonical JSON: what is compared when an id comes a second time.

extension TransactionCommand {
  func content(on id: TransactionID) -> JSONValue {
    var members = self.members
    members["transaction"] = .string(id.description)
    return .object(members)
  }

  private var members: [String: JSONValue] {
    switch self {
    case .capture: ["command": "capture"]
    case .recognize(_, let isAgain): ["command": isAgain ? "recognize again" : "recognize"]
    case .confirm(let fields): ["command": "confirm", "fields": .array(fields.map { .string($0.rawValue) })]
    case .pick(let field, let number):
      ["command": "pick", "field": .string(field.rawValue), "number": .integer(Int64(number))]
    case .correct(let field, let value, let expression):
      [
        "command": "correct", "field": .string(field.rawValue), "value": value?.content ?? .null,
      ].adding(expression, "expression")
    case .save: ["command": "save"]
    case .discard: ["command": "discard"]
    case .record(let request): ["command": "record", "record": request.content]
    case .transfer(let request): ["command": "transfer", "transfer": request.content]
    case .correctTransfer(let edit): ["command": "correct transfer", "edit": edit.content]
    case .file(let group): ["command": "file", "group": .text(group?.description)]
    case .tag(let add, let remove): ["command": "tag", "add": .texts(add), "remove": .texts(remove)]
    case .flag(let settings): ["command": "flag", "flags": .texts(settings.map(\.rawValue))]
    case .clear(let isCleared): ["command": "clear", "cleared": .boolean(isCleared)]
    case .attach(let attachment): ["command": "attach", "sha256": .string(attachment.digest.description)]
    case .detach(let digest): ["command": "detach", "sha256": .string(digest.description)]
    // Identifiers of items are minted: what was asked is the content.
    case .addItem(_, let item, let expression):
      [
        "command": "add item", "name": .string(item.name), "quantity": .text(item.quantity),
        "category": .text(item.category), "amount": item.money.content,
      ].adding(expression, "expression")
    case .changeItem(let id, let edit):
      [
        "command": "change item", "item": .string(id.description), "name": .text(edit.name),
        "quantity": .text(edit.quantity), "category": .text(edit.category),
        "amount": edit.money?.content ?? .null,
      ].adding(edit.expression, "expression")
    case .removeItem(let id): ["command": "remove item", "item": .string(id.description)]
    case .restoreItem(let id): ["command": "restore item", "item": .string(id.description)]
    case .propose(let completed, let fields):
      [
        "command": "propose", "extractor": .string(completed.extractor),
        "version": .integer(Int64(completed.version)), "fields": .texts(fields.map(\.rawValue)),
        "readings": .array(
          TransactionField.extracted.map { .texts(completed.readings.of($0).readings.map(\.value)) }),
      ]
    case .accept(let fields): ["command": "accept", "fields": .texts(fields.map(\.rawValue))]
    case .reject(let fields): ["command": "reject", "fields": .texts(fields.map(\.rawValue))]
    case .dismissDuplicate(let other):
      ["command": "dismiss duplicate", "of": .string(other.description)]
    case .delete: ["command": "delete"]
    case .restore: ["command": "restore"]
    case .unlink: ["command": "detach from rule"]
    }
  }
}

extension RecordRequest {
  var content: JSONValue {
    let members: [String: JSONValue] = [
      "account": .text(account), "category": .text(category), "currency": .string(money.currency.code),
      "date": .string(date.iso), "flags": .texts(flags.map(\.rawValue)), "group": .text(group?.description),
      "kind": .string(kind.rawValue), "minorUnits": .integer(money.minorUnits), "note": .text(note),
      "origin": .string(origin.rawValue), "payment": .text(payment?.rawValue), "tags": .texts(tags),
      "vendor": .text(vendor),
    ]
    return .object(members.adding(expression, "expression"))
  }
}

extension TransferRequest {
  var content: JSONValue {
    .object(
      [
        "account": .text(account), "amount": money.content, "category": .text(category),
        "date": .string(date.iso),
        "note": .text(note), "origin": .string(origin.rawValue), "received": received?.content ?? .null,
        "tags": .texts(tags), "toAccount": .text(toAccount), "vendor": .text(vendor),
      ].adding(expressions.money, "expression").adding(expressions.received, "receivedExpression"))
  }
}

extension TransferEdit {
  fileprivate var content: JSONValue {
    .object(
      [
        "account": .text(account), "amount": money?.content ?? .null, "category": .text(category),
        "received": received?.content ?? .null, "toAccount": .text(toAccount),
      ].adding(expressions.money, "expression").adding(expressions.received, "receivedExpression")
        .adding(changesKind ? "transfer" : nil, "kind"))
  }
}

extension Money {
  var content: JSONValue {
    ["currency": .string(currency.code), "minorUnits": .integer(minorUnits)]
  }
}

extension FieldValue {
  fileprivate var content: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .date(let date): .string(date.iso)
    case .amount(let amount):
      [
        "currency": .string(amount.currency.code),
        "minorUnits": amount.minorUnits.map { .integer($0) } ?? .null,
      ]
    case .group(let group): .string(group.description)
    }
  }
}

extension [String: JSONValue] {
  /// Returns the members with a computation, if there is one.
  ///
  /// Without it the content is what older programs gave, for a command that is sent twice.
  fileprivate func adding(_ expression: String?, _ name: String) -> Self {
    guard let expression else { return self }
    return merging([name: .string(expression)]) { $1 }
  }
}

extension JSONValue {
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
