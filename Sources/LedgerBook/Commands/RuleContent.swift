internal import LedgerBytes
internal import LedgerDomain

// Commands on rules as the caller gave them: what is compared when an id comes a second time.

extension RuleCommand {
  func content(on rule: RuleID) -> JSONValue {
    var members: [String: JSONValue]
    switch self {
    case .change(let edits): members = ["command": "change rule", "edits": .array(edits.map(\.content))]
    case .pause(let date): members = ["command": "pause rule", "from": .string(date.iso)]
    case .resume(let date): members = ["command": "resume rule", "from": .string(date.iso)]
    case .stop(let date): members = ["command": "stop rule", "from": .string(date.iso)]
    case .split(let date, let edits):
      members = [
        "command": "split rule", "edits": .array(edits.map(\.content)), "from": .string(date.iso),
      ]
    case .delete(let scope): members = ["command": "delete rule", "scope": .string(scope.rawValue)]
    case .restore: members = ["command": "restore rule"]
    }
    members["rule"] = .string(rule.description)
    return .object(members)
  }
}

extension RuleRequest {
  var content: JSONValue {
    var members: [String: JSONValue] = [
      "account": .text(terms.account), "category": .text(terms.category),
      "currency": .string(terms.money.currency.code), "end": .text(terms.end?.iso),
      "flags": .texts(terms.flags.names), "frequency": .string(terms.frequency.rawValue),
      "group": .text(terms.group?.description), "interval": .integer(Int64(terms.interval)),
      "kind": .string(terms.kind.rawValue), "minorUnits": .integer(terms.money.minorUnits),
      "monthEnd": .string(terms.monthEnd.rawValue), "note": .text(terms.note),
      "payment": .text(terms.payment?.rawValue), "start": .string(terms.start.iso), "tags": .texts(terms.tags),
      "vendor": .text(terms.vendor),
    ]
    // Absent from other requests, whose content stays as it was before.
    if let toAccount = terms.toAccount { members["toAccount"] = .text(toAccount) }
    if let received = terms.received { members["received"] = received.content }
    if let expression { members["expression"] = .string(expression) }
    return .object(members)
  }
}

extension Cadence {
  var content: JSONValue {
    [
      "end": .text(end?.iso), "frequency": .string(frequency.rawValue), "interval": .integer(Int64(interval)),
      "monthEnd": .string(monthEnd.rawValue), "start": .text(start?.iso),
    ]
  }
}

extension RuleEdit {
  var content: JSONValue {
    switch self {
    case .frequency(let value): ["frequency": .string(value.rawValue)]
    case .interval(let value): ["interval": .integer(Int64(value))]
    case .start(let value): ["start": .string(value.iso)]
    case .end(let value): ["end": .text(value?.iso)]
    case .monthEnd(let value): ["monthEnd": .string(value.rawValue)]
    case .kind(let value): ["kind": .string(value.rawValue)]
    case .money(let value, nil):
      ["currency": .string(value.currency.code), "minorUnits": .integer(value.minorUnits)]
    case .money(let value, let expression?):
      [
        "currency": .string(value.currency.code), "expression": .string(expression),
        "minorUnits": .integer(value.minorUnits),
      ]
    case .vendor(let value): ["vendor": .text(value)]
    case .category(let value): ["category": .text(value)]
    case .payment(let value): ["payment": .text(value?.rawValue)]
    case .group(let value): ["group": .text(value?.description)]
    case .note(let value): ["note": .text(value)]
    case .account(let value): ["account": .text(value)]
    case .toAccount(let value): ["toAccount": .text(value)]
    case .received(let value): ["received": value?.content ?? .null]
    case .tags(let add, let remove): ["add": .texts(add), "remove": .texts(remove)]
    case .flags(let settings): ["flags": .texts(settings.map(\.rawValue))]
    }
  }
}
