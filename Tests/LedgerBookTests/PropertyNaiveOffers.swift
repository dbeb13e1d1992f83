import LedgerBytes

// Line items, proposals and what is looked for across transactions, as the naive model has them.

/// A line item: every write to its parts, and its removals.
struct NaiveItem {
  let id: String
  private var isKnown = false
  private var removal = NaiveDeletion()
  private var wasRemoved = false
  private var parts: [String: NaivePlace<String>] = [:]

  init(id: String) { self.id = id }

  mutating func take(_ fact: NaiveFact) {
    switch fact.type {
    case "LineItemAdded":
      isKnown = true
      for name in ["name", "quantity", "amount", "category"] {
        // An addition leaves an absent member as it is, unless the member was written before.
        guard fact.payload[name] != nil || parts[name] != nil else { continue }
        write(name, fact.payload[name], fact)
      }
      if wasRemoved { removal.restore(fact) } else { removal.change(fact) }
    case "LineItemChanged":
      for name in ["name", "quantity", "amount", "category"] {
        if let change = fact.payload[name] { write(name, change["to"], fact) }
      }
      removal.change(fact)
    default:
      wasRemoved = true
      removal.delete(fact)
    }
  }

  private mutating func write(_ name: String, _ value: JSONValue?, _ fact: NaiveFact) {
    let text = value.map { String(decoding: $0.encoded(), as: UTF8.self) }
    parts[name, default: NaivePlace()].write(text, "set", fact)
  }

  /// The price and the category, unless it is not part of the receipt.
  var share: (money: NaiveAmount, category: NaiveText)? {
    guard isKnown, !removal.isDeleted, let money = NaiveAmount(value("amount")),
      let category = value("category")?.text, !category.isEmpty
    else { return nil }
    return (money, NaiveText(category))
  }

  private func value(_ name: String) -> JSONValue? {
    parts[name]?.value.flatMap { try? JSONValue(parsing: Array($0.utf8), as: .payload) }
  }

  /// Part of the receipt, and devices disagree about it.
  var isContested: Bool {
    guard isKnown, !removal.isDeleted else { return false }
    return removal.isPending || parts.values.contains { !$0.conflicts.isEmpty }
  }
}

/// The proposals, and people's answers.
struct NaiveOffers {
  private var last: [String: (fact: NaiveFact, value: JSONValue)] = [:]
  private var answered: Set<String> = []
  private var declined: [String: [JSONValue]] = [:]
  /// Every reading that a person took, with the last event that took it or took it back.
  private var readings: [(field: String, text: String?, proposal: String, last: String, isTaken: Bool)] = []

  /// Per field the reading that a person took, and nobody took back.
  var taken: [String: String] {
    var taken: [String: String] = [:]
    for reading in readings where reading.isTaken { taken[reading.field] = reading.text }
    return taken
  }

  mutating func propose(_ fact: NaiveFact) {
    for field in NaiveTransaction.extracted {
      guard let value = fact.payload["fields"]?[field]?["to"] else { continue }
      last[field] = (fact, value)
      answered.remove(field)
    }
  }

  private static func name(_ value: JSONValue?) -> String {
    "\(value?["device"]?.text ?? ""):\(value?["sequence"]?.number ?? 0)"
  }

  private mutating func answer(_ field: String, _ fact: NaiveFact) {
    if last[field]?.fact.reference == Self.name(fact.payload["proposal"]) { answered.insert(field) }
  }

  /// What took a reading is undone, or that undo is.
  mutating func revert(_ fact: NaiveFact) {
    let undone = Self.name(fact.payload["event"])
    for index in readings.indices where readings[index].last == undone {
      readings[index].last = fact.reference
      readings[index].isTaken.toggle()
      let (field, isTaken) = (readings[index].field, readings[index].isTaken)
      guard last[field]?.fact.reference == readings[index].proposal else { continue }
      if isTaken { answered.insert(field) } else { answered.remove(field) }
    }
  }

  mutating func accept(_ fact: NaiveFact) {
    guard let field = fact.payload["field"]?.text else { return }
    answer(field, fact)
    let proposal = Self.name(fact.payload["proposal"])
    readings.append((field, fact.payload["reading"]?.text, proposal, fact.reference, true))
    let currency = fact.payload["to"]?["currency"]?.text
    if field == "total", currency != fact.payload["from"]?["currency"]?.text {
      readings.append(("currency", currency, proposal, fact.reference, true))
    }
  }

  mutating func decline(_ fact: NaiveFact) {
    guard let field = fact.payload["field"]?.text, let value = fact.payload["value"] else { return }
    answer(field, fact)
    declined[field, default: []].append(value)
  }

  /// Who sets a field knowing of a proposal for it has answered it. Total and currency are one.
  mutating func set(_ field: String, _ fact: NaiveFact) {
    let same = field == "total" || field == "currency" ? ["total", "currency"] : [field]
    for field in same {
      if let last = last[field], fact.saw(last.fact) { answered.insert(field) }
    }
  }

  /// The values that wait, by field.
  var waiting: [String: JSONValue] {
    last.filter { field, offer in
      !answered.contains(field) && !(declined[field] ?? []).contains { $0.isAlike(offer.value) }
    }.mapValues(\.value)
  }
}

extension JSONValue {
  /// The same bytes.
  fileprivate func isAlike(_ other: JSONValue) -> Bool { encoded() == other.encoded() }
}

extension NaiveTransaction {
  /// How many proposals wait for a person. They differ from the present value.
  private var waitingCount: Int {
    guard let stage, stage != "deleted" else { return 0 }
    return offers.waiting.count { field, value in
      if field == "total" || field == "currency" { return NaiveAmount(value) != amount.value }
      return value.text.map(NaiveText.init) != text(field)
    }
  }

  /// The rows of what is looked for across transactions.
  func addFindings(to tables: inout PropertyTables) {
    let key = stream.description
    if stage != nil, stage != "deleted" {
      let digests = pagesPresent.compactMap { page in
        page["sha256"]?.text.flatMap { UInt64($0.prefix(16), radix: 16) }
      }
      for digest in Set(digests) {
        tables.add(["digest": String(Int64(bitPattern: digest)), "key": key], to: "attachment_digest")
      }
    }
    if stage == "saved", rule.value == nil, text("category") != nil, let vendor = text("vendor"),
      let day = text("date").flatMap({ NaiveDate.day($0.description) })
    {
      let bytes = [UInt8(["expense", "income", "transfer"].firstIndex(of: kind) ?? 0)] + vendor.bytes
      let hash = bytes.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
      tables.add(
        ["vendor": String(Int64(bitPattern: hash)), "date": String(day), "key": key], to: "vendor_use")
    }
    for (other, place) in dismissed where place.value == true {
      tables.add(
        ["key": key, "other": Self.blob(UniqueID(other) ?? .zero)], to: "duplicate_dismissed")
    }
    if waitingCount > 0 {
      tables.add(["key": key, "fields": String(waitingCount)], to: "proposal_waiting")
    }
  }
}
