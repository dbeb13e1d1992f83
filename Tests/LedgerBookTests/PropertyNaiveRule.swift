import EventLog
import LedgerBytes

/// A rule as the naive model sees it.
struct NaiveRule {
  let stream: StreamID
  private var created: NaiveFact?
  private var template: String?
  private var texts: [String: NaivePlace<NaiveText>] = [:]
  private var interval = NaivePlace<Int64>()
  private var amount = NaivePlace<NaiveAmount>()
  private var received = NaivePlace<NaiveAmount>()
  private var flags: [String: NaivePlace<Bool>] = [:]
  private var tags: [NaiveText: NaivePlace<Bool>] = [:]
  private var pauses: [(fact: NaiveFact, from: String, isOpen: Bool, changed: NaiveFact?)] = []
  private var splits: [String: NaivePlace<NaiveText>] = [:]
  private var deletion = NaiveDeletion()
  private var through: String?
  private var revisions = 0

  private static let names = [
    "frequency", "start", "end", "monthEnd", "kind", "vendor", "category", "payment", "group", "note",
    "account", "toAccount",
  ]

  init(_ stream: StreamID, _ facts: [NaiveFact]) {
    self.stream = stream
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown { take(fact) }
  }

  private mutating func take(_ fact: NaiveFact) {
    let payload = fact.payload
    switch fact.type {
    case "RuleCreated":
      if created == nil { created = fact }
      if template == nil { template = payload["template"]?["transaction"]?.text }
      for name in Self.names { write(name, payload[name]?.text, fact) }
      interval.write(payload["interval"]?.number, "set", fact)
      amount.write(NaiveAmount(payload["amount"]), "set", fact)
      received.write(NaiveAmount(payload["received"]), "set", fact)
      for flag in ["paid", "reimbursed"] {
        flags[flag, default: NaivePlace()].write(payload[flag]?.truth, "set", fact)
      }
      for tag in payload["tags"]?.elements.compactMap(\.text) ?? [] { mark(tag, true, fact) }
      if payload["enabled"]?.truth == false {
        pauses.append((fact, payload["since"]?.text ?? payload["start"]?.text ?? "", true, nil))
      }
    case "RuleChanged": change(fact)
    case "RuleSplit":
      splits[payload["rule"]?.text ?? "", default: NaivePlace()]
        .write(payload["date"]?.text.map(NaiveText.init), "set", fact)
    case "RecurrenceGenerated":
      through = max(through ?? "", payload["through"]?.text ?? "")
      return
    case "RuleDeleted":
      deletion.delete(fact)
      return
    case "RuleRestored":
      revisions += 1
      deletion.restore(fact)
      return
    default: return
    }
    revisions += 1
    deletion.change(fact)
  }

  private mutating func change(_ fact: NaiveFact) {
    let payload = fact.payload
    for name in Self.names {
      if let change = payload[name] { write(name, change["to"]?.text, fact) }
    }
    if let change = payload["interval"] { interval.write(change["to"]?.number, "set", fact) }
    if let change = payload["amount"] { amount.write(NaiveAmount(change["to"]), "set", fact) }
    if let change = payload["received"] { received.write(NaiveAmount(change["to"]), "set", fact) }
    for flag in ["paid", "reimbursed"] {
      if let change = payload[flag] {
        flags[flag, default: NaivePlace()].write(change["to"]?.truth, "set", fact)
      }
    }
    for tag in payload["tags"]?["added"]?.elements.compactMap(\.text) ?? [] { mark(tag, true, fact) }
    for tag in payload["tags"]?["removed"]?.elements.compactMap(\.text) ?? [] { mark(tag, false, fact) }
    if let enabled = payload["enabled"] {
      let isOn = enabled["to"]?.truth == true
      if let one = enabled["pause"] {
        // About one pause alone; it goes on only where its end was known.
        let reference = "\(one["device"]?.text ?? ""):\(one["sequence"]?.number ?? 0)"
        for index in pauses.indices where pauses[index].fact.reference == reference {
          if !isOn, let changed = pauses[index].changed, !fact.saw(changed) { continue }
          pauses[index].isOpen = !isOn
          pauses[index].changed = fact
        }
      } else if isOn {
        // Who resumes ends the pauses that they know of.
        for index in pauses.indices where pauses[index].isOpen && fact.saw(pauses[index].fact) {
          pauses[index].isOpen = false
          pauses[index].changed = fact
        }
      } else {
        pauses.append((fact, enabled["since"]?.text ?? "", true, nil))
      }
    }
    if let rejoined = payload["rejoined"]?["rule"]?.text {
      splits[rejoined, default: NaivePlace()].write(nil, "set", fact)
    }
  }

  private mutating func write(_ name: String, _ value: String?, _ fact: NaiveFact) {
    texts[name, default: NaivePlace()].write(value.map(NaiveText.init), "set", fact)
  }

  private mutating func mark(_ tag: String, _ isOn: Bool, _ fact: NaiveFact) {
    tags[NaiveText(tag), default: NaivePlace()].write(isOn, "set", fact)
  }

  private var conflicts: Int {
    texts.values.count { !$0.conflicts.isEmpty } + flags.values.count { !$0.conflicts.isEmpty }
      + (interval.conflicts.isEmpty ? 0 : 1) + (amount.conflicts.isEmpty ? 0 : 1)
      + (received.conflicts.isEmpty ? 0 : 1) + (deletion.isPending ? 1 : 0)
  }

  /// The row of `rule_row`; nil where its creation is not known.
  var row: [String: String]? {
    guard let created, let amount = amount.value else { return nil }
    func text(_ name: String) -> String { texts[name]?.value?.quoted ?? "NULL" }
    func day(_ text: String?) -> String { text.flatMap(NaiveDate.day).map { String($0) } ?? "NULL" }
    func blob(_ text: String?) -> String {
      text.flatMap { UniqueID($0) }.map(NaiveTransaction.blob) ?? "NULL"
    }
    func flag(_ name: String) -> String { flags[name]?.value.map { $0 ? "1" : "0" } ?? "NULL" }
    let tagsOn = tags.filter { $0.value.value == true }.keys.sorted()
    return [
      "id": NaiveTransaction.blob(stream.id), "series": blob(created.payload["series"]?.text),
      "since": day(created.payload["since"]?.text), "template": blob(template), "frequency": text("frequency"),
      "every": interval.value.map { String($0) } ?? "?", "starts": day(texts["start"]?.value?.description),
      "ends": day(texts["end"]?.value?.description), "month_end": text("monthEnd"),
      "kind": NaiveTransaction.code(
        texts["kind"]?.value?.description ?? "", ["expense", "income", "transfer"]),
      "currency": NaiveText(amount.currency).quoted, "minor_units": amount.units.map { String($0) } ?? "?",
      "vendor": text("vendor"), "category": text("category"), "payment": text("payment"),
      "group_id": blob(texts["group"]?.value?.description), "account": text("account"), "note": text("note"),
      "to_account": text("toAccount"),
      "received_currency": received.value.map { NaiveText($0.currency).quoted } ?? "NULL",
      "received_units": received.value?.units.map { String($0) } ?? "NULL",
      "paid": flag("paid"), "reimbursed": flag("reimbursed"),
      "tags": NaiveTransaction.json(.array(tagsOn.map { .string($0.description) })),
      "paused": day(pauses.filter(\.isOpen).map(\.from).min()),
      "split": day(splits.values.compactMap { $0.value?.description }.min()), "through": day(through),
      "revision": String(revisions), "deleted": deletion.isDeleted ? "1" : "0",
      "pending": deletion.isPending ? "1" : "0", "conflicts": String(conflicts),
    ]
  }
}
