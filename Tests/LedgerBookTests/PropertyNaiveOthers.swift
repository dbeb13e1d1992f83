import EventLog
import LedgerBytes

/// A group as the naive model sees it.
struct NaiveGroup {
  let stream: StreamID
  private var createdOn: String?
  private var names = NaivePlace<NaiveText>()
  private var deletion = NaiveDeletion()

  init(_ stream: StreamID, _ facts: [NaiveFact]) {
    self.stream = stream
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown {
      switch fact.type {
      case "GroupCreated":
        createdOn = createdOn ?? fact.payload["on"]?.text
        names.write(fact.payload["name"]?.text.map(NaiveText.init), "set", fact)
        deletion.change(fact)
      case "GroupRenamed":
        names.write(fact.payload["to"]?.text.map(NaiveText.init), "set", fact)
        deletion.change(fact)
      case "GroupDeleted": deletion.delete(fact)
      case "GroupRestored": deletion.restore(fact)
      default: break
      }
    }
  }

  /// Known: its creation has arrived.
  var isKnown: Bool { createdOn != nil }
  /// Known and not deleted: everything else reads as Unfiled.
  var isLiving: Bool { isKnown && !deletion.isDeleted }
  var name: NaiveText { names.value ?? NaiveText("") }
  var createdDay: Int { createdOn.flatMap(NaiveDate.day) ?? 0 }

  var row: [String: String]? {
    guard isKnown else { return nil }
    return [
      "id": NaiveTransaction.blob(stream.id), "name": name.quoted, "created_on": String(createdDay),
      "deleted": deletion.isDeleted ? "1" : "0", "pending": deletion.isPending ? "1" : "0",
    ]
  }
}

/// A category in the naive model. An addition fills in only what nobody has set before.
struct NaiveCategory {
  private var first: NaiveFact?
  private var texts: [String: NaivePlace<NaiveText>] = [:]
  private var active = NaivePlace<Bool>()
  private var kinds: NaivePlace<[String]>?
  private var rank = NaivePlace<Int64>()

  init(_ facts: [NaiveFact]) {
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown {
      switch fact.type {
      case "CategoryAdded":
        if first == nil { first = fact }
        for name in ["name", "emoji"] where texts[name] == nil {
          if let text = fact.payload[name]?.text { write(name, text, fact) }
        }
        if kinds == nil, let list = fact.payload["kinds"]?.elements, !list.isEmpty { write(kinds: list, fact) }
      case "CategoryChanged":
        for name in ["name", "emoji", "color", "header"] {
          if let change = fact.payload[name] { write(name, change["to"]?.text, fact) }
        }
        if let change = fact.payload["rank"] { rank.write(change["to"]?.number, "set", fact) }
        if let change = fact.payload["kinds"] { write(kinds: change["to"]?.elements ?? [], fact) }
      case "CategoryDeactivated": active.write(false, "set", fact)
      case "CategoryReactivated": active.write(true, "set", fact)
      default: break
      }
    }
  }

  private mutating func write(_ name: String, _ value: String?, _ fact: NaiveFact) {
    texts[name, default: NaivePlace()].write(value.map(NaiveText.init), "set", fact)
  }

  private mutating func write(kinds list: [JSONValue], _ fact: NaiveFact) {
    var place = kinds ?? NaivePlace()
    place.write(list.compactMap(\.text), "set", fact)
    kinds = place
  }

  var key: NaiveText? { first?.payload["key"]?.text.map(NaiveText.init) }

  var row: [String: String]? {
    guard let key else { return nil }
    let kinds = self.kinds?.value ?? []
    return [
      "key": key.quoted, "name": (texts["name"]?.value ?? key).quoted,
      "emoji": texts["emoji"]?.value?.quoted ?? "NULL",
      "color": texts["color"]?.value?.quoted ?? "NULL", "kinds": NaiveText(kinds.joined(separator: " ")).quoted,
      "active": active.value == false ? "0" : "1", "header": texts["header"]?.value?.quoted ?? "NULL",
      "rank": rank.value.map { String($0) } ?? "NULL",
    ]
  }
}

/// The ledger as the naive model sees it.
struct NaiveLedger {
  private var created: NaiveFact?
  private var currency = NaivePlace<NaiveText>()
  private var payment = NaivePlace<NaiveText>()
  private var group = NaivePlace<NaiveText>()
  private var account = NaivePlace<NaiveText>()
  private var names: [[UInt8]: (name: String, continues: JSONValue?)] = [:]

  init(_ facts: [NaiveFact]) {
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown {
      switch fact.type {
      case "LedgerCreated":
        guard created == nil else { continue }
        created = fact
        currency.write(fact.payload["currency"]?.text.map(NaiveText.init), "set", fact)
        names[fact.device] = (fact.payload["device"]?.text ?? "", nil)
      case "DefaultsChanged":
        if let change = fact.payload["currency"] {
          currency.write(change["to"]?.text.map(NaiveText.init), "set", fact)
        }
        if let change = fact.payload["payment"] {
          payment.write(change["to"]?.text.map(NaiveText.init), "set", fact)
        }
        if let change = fact.payload["group"] {
          group.write(change["to"]?.text.map(NaiveText.init), "set", fact)
        }
        if let change = fact.payload["account"] {
          account.write(change["to"]?.text.map(NaiveText.init), "set", fact)
        }
      case "DeviceJoined": names[fact.device] = (fact.payload["name"]?.text ?? "", fact.payload["continues"])
      default: break
      }
    }
  }

  var row: [String: String]? {
    guard let created else { return nil }
    return [
      "one": "1", "currency": currency.value?.quoted ?? "?", "payment": payment.value?.quoted ?? "NULL",
      "group_id": group.value.flatMap { UniqueID($0.description) }.map(NaiveTransaction.blob) ?? "NULL",
      "account": account.value?.quoted ?? "NULL",
      "locale": NaiveText(created.payload["locale"]?.text ?? "?").quoted,
      "weeks": NaiveText(created.payload["weeks"]?.text ?? "?").quoted,
    ]
  }

  var participants: [[String: String]] {
    names.map { device, said in
      let continued = said.continues?["device"]?.text.flatMap { UniqueID($0) }
      return [
        "device": NaiveTransaction.blob(UniqueID(bytes: device) ?? .zero), "name": NaiveText(said.name).quoted,
        "continues_device": continued.map(NaiveTransaction.blob) ?? "NULL",
        "continues_sequence": (said.continues?["sequence"]?.number).map { String($0) } ?? "NULL",
      ]
    }
  }
}
