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
    case .recognize: ["command": "recognize"]
    case .confirm(let fields): ["command": "confirm", "fields": .array(fields.map { .string($0.rawValue) })]
    case .pick(let field, let number):
      ["command": "pick", "field": .string(field.rawValue), "number": .integer(Int64(number))]
    case .correct(let field, let value):
      ["command": "correct", "field": .string(field.rawValue), "value": value?.content ?? .null]
    case .save: ["command": "save"]
    case .discard: ["command": "discard"]
    case .record(let request): ["command": "record", "record": request.content]
    case .file(let group): ["command": "file", "group": .text(group?.description)]
    case .tag(let add, let remove): ["command": "tag", "add": .texts(add), "remove": .texts(remove)]
    case .flag(let settings): ["command": "flag", "flags": .texts(settings.map(\.rawValue))]
    case .clear(let isCleared): ["command": "clear", "cleared": .boolean(isCleared)]
    case .attach(let attachment): ["command": "attach", "sha256": .string(attachment.digest.description)]
    case .detach(let digest): ["command": "detach", "sha256": .string(digest.description)]
    case .delete: ["command": "delete"]
    case .restore: ["command": "restore"]
    case .unlink: ["command": "detach from rule"]
    }
  }
}

extension RecordRequest {
  var content: JSONValue {
    [
      "account": .text(account), "category": .text(category), "currency": .string(money.currency.code),
      "date": .string(date.iso), "flags": .texts(flags.map(\.rawValue)), "group": .text(group?.description),
      "kind": .string(kind.rawValue), "minorUnits": .integer(money.minorUnits), "note": .text(note),
      "origin": .string(origin.rawValue), "payment": .text(payment?.rawValue), "tags": .texts(tags),
      "vendor": .text(vendor),
    ]
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

extension JSONValue {
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
