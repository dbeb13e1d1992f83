import EventLog
import LedgerBytes

/// One transaction as the naive model sees it: all its events looked at again for every question.
struct NaiveTransaction {
  let stream: StreamID
  private(set) var created: NaiveFact?
  private(set) var saved = NaivePlace<Bool>()
  private(set) var deletion = NaiveDeletion()
  private(set) var texts: [String: NaivePlace<NaiveText>] = [:]
  private(set) var amount = NaivePlace<NaiveAmount>()
  private(set) var received = NaivePlace<NaiveAmount>()
  private(set) var tags: [NaiveText: NaivePlace<Bool>] = [:]
  private(set) var switches: [String: NaivePlace<Bool>] = [:]
  private(set) var pages: [(page: JSONValue, isPresent: NaivePlace<Bool>)] = []
  private(set) var extraction: NaiveExtraction?
  private(set) var recognized: NaiveText?
  private(set) var items: [NaiveItem] = []
  private(set) var offers = NaiveOffers()
  private(set) var dismissed: [String: NaivePlace<Bool>] = [:]
  /// Fields that a person accepted, chose or typed.
  private(set) var settled: Set<String> = []
  /// The rule it belongs to.
  private(set) var rule = NaivePlace<NaiveText>()
  /// What it follows: from when on its rule governs, then the rule's revision.
  private var following: (since: String, revision: JSONValue, whole: JSONValue)?

  init(_ stream: StreamID, _ facts: [NaiveFact]) {
    self.stream = stream
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown && !fact.isUnreadable { take(fact) }
  }

  private mutating func take(_ fact: NaiveFact) {
    let payload = fact.payload
    switch fact.type {
    case "TextRecognized":
      recognized = payload["text"]?.text.map(NaiveText.init)
      return
    case "ExtractionCompleted":
      extract(fact)
      return
    case "ExtractionFailed", "ExtractionCancelled":
      return
    case "ExtractionProposed":
      offers.propose(fact)
      return
    case "ReceiptDiscarded", "TransactionDeleted", "TransactionMerged":
      deletion.delete(fact)
      return
    case "TransactionRestored":
      deletion.restore(fact)
      return
    case "ReceiptCaptured":
      if created == nil { created = fact }
      for page in payload["attachments"]?.elements ?? [] { attach(page, fact) }
    case "AttachmentAdded":
      if let page = payload["attachment"] { attach(page, fact) }
    case "AttachmentRemoved":
      for index in pages.indices where pages[index].page["sha256"] == payload["sha256"] {
        pages[index].isPresent.write(false, "set", fact)
      }
    case "LineItemAdded", "LineItemChanged", "LineItemRemoved":
      let id = payload["item"]?.text ?? ""
      let index = items.firstIndex { $0.id == id } ?? items.count
      if index == items.count { items.append(NaiveItem(id: id)) }
      items[index].take(fact)
    case "DuplicateDismissed", "DuplicateReopened":
      let isTwo = fact.type == "DuplicateDismissed"
      dismissed[payload["of"]?.text ?? "", default: NaivePlace()].write(isTwo, "set", fact)
    case "ProposalAccepted":
      set(fact, payload["to"], "picked")
      offers.accept(fact)
    case "ProposalRejected": offers.decline(fact)
    case "FieldConfirmed": set(fact, payload["value"], "confirmed")
    case "AlternatePicked": set(fact, payload["to"], "picked")
    case "FieldCorrected": set(fact, payload["to"], "corrected")
    case "FieldReverted": revert(fact)
    case "ReceiptSaved": saved.write(true, "set", fact)
    case "ReceiptReopened": saved.write(false, "set", fact)
    case "TransactionRecorded":
      if let recurrence = payload["recurrence"] { follow(recurrence, fact) } else { record(fact) }
    case "TransferRecorded", "TransferChanged": move(fact)
    case "TransactionLinkedToRule": rule.write(payload["rule"]?.text.map(NaiveText.init), "set", fact)
    case "TransactionUnlinkedFromRule": rule.write(nil, "set", fact)
    case "TransactionFiled":
      texts["group", default: NaivePlace()].write(payload["to"]?.text.map(NaiveText.init), "filed", fact)
    case "TagsChanged":
      for tag in payload["added"]?.elements.compactMap(\.text) ?? [] { mark(tag, true, fact) }
      for tag in payload["removed"]?.elements.compactMap(\.text) ?? [] { mark(tag, false, fact) }
    case "FlagsChanged":
      for flag in ["paid", "reimbursed"] {
        if let change = payload[flag] { turn(flag, change["to"]?.truth, "set", fact) }
      }
    case "BankRowUnlinked": break
    case "BankRowLinked": if payload["booked"]?.truth == true { turn("cleared", true, "set", fact) }
    case "TransactionCleared": turn("cleared", true, "set", fact)
    case "TransactionUncleared": turn("cleared", false, "set", fact)
    default: return
    }
    deletion.change(fact)
  }

  private mutating func attach(_ page: JSONValue, _ fact: NaiveFact) {
    if let known = pages.firstIndex(where: { $0.page["sha256"] == page["sha256"] }) {
      pages[known].isPresent.write(true, "set", fact)
    } else {
      var isPresent = NaivePlace<Bool>()
      isPresent.write(true, "set", fact)
      pages.append((page, isPresent))
    }
  }

  private mutating func mark(_ tag: String, _ isOn: Bool, _ fact: NaiveFact) {
    tags[NaiveText(tag), default: NaivePlace()].write(isOn, "set", fact)
  }

  private mutating func turn(_ name: String, _ isOn: Bool?, _ origin: String, _ fact: NaiveFact) {
    switches[name, default: NaivePlace()].write(isOn, origin, fact)
  }

  private mutating func write(_ field: String, _ value: String?, _ origin: String, _ fact: NaiveFact) {
    if let value, field == "payment", value != "card", value != "cash" { return }
    if let value, field == "kind", !["expense", "income", "transfer"].contains(value) { return }
    if let value, field == "date", NaiveDate.day(value) == nil { return }
    texts[field, default: NaivePlace()].write(value.map(NaiveText.init), origin, fact)
  }

  private mutating func set(_ fact: NaiveFact, _ value: JSONValue?, _ origin: String) {
    guard let field = fact.payload["field"]?.text else { return }
    if field == "total" || field == "currency" {
      amount.write(NaiveAmount(value), origin, fact)
    } else {
      write(field, value?.text, origin, fact)
    }
    guard fact.isByPerson else { return }
    if fact.type != "ProposalAccepted" { offers.set(field, fact) }
    settled.insert(field)
    // Who gives a total in another currency has given the currency.
    if field == "total", fact.type != "FieldConfirmed", fact.payload["from"]?["currency"] != value?["currency"]
    {
      settled.insert("currency")
    }
  }

  /// Applies an undo: the field has the earlier value again, and is settled if a person had settled it.
  private mutating func revert(_ fact: NaiveFact) {
    guard let field = fact.payload["field"]?.text else { return }
    let value = fact.payload["to"]
    let isOfAmount = field == "total" || field == "currency"
    let isDisputed: Bool
    if isOfAmount {
      amount.putBack(NaiveAmount(value), fact)
      isDisputed = amount.heads.contains { $0.isByPerson && $0.fact.reference != fact.reference }
    } else {
      texts[field, default: NaivePlace()].putBack(value?.text.map(NaiveText.init), fact)
      isDisputed =
        texts[field]?.heads.contains { $0.isByPerson && $0.fact.reference != fact.reference } == true
    }
    if isDisputed { return }
    offers.revert(fact)
    settled.subtract(isOfAmount ? ["total", "currency"] : [field])
    settled.formUnion(fact.payload["settled"]?.elements.compactMap(\.text) ?? [])
  }

  private mutating func extract(_ fact: NaiveFact) {
    let extraction = NaiveExtraction(payload: fact.payload)
    self.extraction = extraction
    for field in ["vendor", "date", "category", "payment"] {
      if let value = extraction.first(field) { write(field, value, "extracted", fact) }
    }
    // A currency alone takes no total away.
    if let value = extraction.amount, value.units != nil || amount.value?.units == nil {
      amount.write(value, "extracted", fact)
    }
  }

  /// Applies the values of a rule, unless they are older than the present ones.
  private mutating func follow(_ recurrence: JSONValue, _ fact: NaiveFact) {
    if created == nil { created = fact }
    saved.follow(true, fact)
    guard let revision = recurrence["revision"] else { return }
    let since = recurrence["since"]?.text ?? "0001-01-01"
    let whole = recurrence["seriesRevision"] ?? revision
    if let following {
      // Who knew more of the series; then the rule that governs later, then the later revision.
      if Self.isBefore(whole, following.whole) { return }
      if !Self.isBefore(following.whole, whole) {
        if since < following.since { return }
        if since == following.since, Self.isBefore(revision, following.revision) { return }
      }
    }
    following = (since, revision, whole)
    rule.follow(recurrence["rule"]?.text.map(NaiveText.init), fact)
    amount.follow(NaiveAmount(fact.payload["amount"]), fact)
    for field in ["kind", "date", "vendor", "category", "payment", "note", "account", "group"] {
      texts[field, default: NaivePlace()].follow(fact.payload[field]?.text.map(NaiveText.init), fact)
    }
    texts["to-account", default: NaivePlace()].follow(fact.payload["toAccount"]?.text.map(NaiveText.init), fact)
    received.follow(NaiveAmount(fact.payload["received"]), fact)
    for flag in ["paid", "reimbursed"] {
      switches[flag, default: NaivePlace()].follow(fact.payload[flag]?.truth, fact)
    }
    for tag in tags.keys where tags[tag]?.winner?.isByPerson == false { tags[tag]?.follow(false, fact) }
    for tag in fact.payload["tags"]?.elements.compactMap(\.text) ?? [] {
      tags[NaiveText(tag), default: NaivePlace()].follow(true, fact)
    }
  }

  /// The order of revisions: by the clock of the last change, its device and number, then how many were known.
  private static func isBefore(_ left: JSONValue, _ right: JSONValue) -> Bool {
    for key in ["milliseconds", "counter"] {
      let (mine, others) = (left[key]?.number ?? 0, right[key]?.number ?? 0)
      if mine != others { return mine < others }
    }
    let devices = [left, right].map { $0["device"]?.text ?? "" }
    if devices[0] != devices[1] { return devices[0] < devices[1] }
    for key in ["sequence", "number"] {
      let (mine, others) = (left[key]?.number ?? 0, right[key]?.number ?? 0)
      if mine != others { return mine < others }
    }
    return false
  }

  /// Applies a transfer, or the change of its arriving half.
  private mutating func move(_ fact: NaiveFact) {
    guard fact.type == "TransferRecorded" else {
      if let change = fact.payload["toAccount"] { write("to-account", change["to"]?.text, "corrected", fact) }
      if let change = fact.payload["received"] { received.write(NaiveAmount(change["to"]), "corrected", fact) }
      return
    }
    record(fact)
    write("kind", "transfer", "recorded", fact)
    write("to-account", fact.payload["toAccount"]?.text, "recorded", fact)
    if let value = NaiveAmount(fact.payload["received"]) { received.write(value, "recorded", fact) }
  }

  private mutating func record(_ fact: NaiveFact) {
    if created == nil { created = fact }
    saved.write(true, "recorded", fact)
    amount.write(NaiveAmount(fact.payload["amount"]), "recorded", fact)
    for field in ["kind", "date", "vendor", "category", "payment", "note", "account"] {
      if let value = fact.payload[field]?.text { write(field, value, "recorded", fact) }
    }
    for tag in fact.payload["tags"]?.elements.compactMap(\.text) ?? [] { mark(tag, true, fact) }
    for flag in ["paid", "reimbursed"] {
      if let value = fact.payload[flag]?.truth { turn(flag, value, "recorded", fact) }
    }
  }
}

// MARK: - The present values

extension NaiveTransaction {
  func text(_ field: String) -> NaiveText? { texts[field]?.value }

  var isCleared: Bool { switches["cleared"]?.value == true }

  var kind: String { text("kind")?.description ?? "expense" }

  var group: NaiveText? { text("group") }

  /// `draft`, `saved` or `deleted`; nil where it is not known to exist.
  var stage: String? {
    guard created != nil else { return nil }
    if deletion.isDeleted { return "deleted" }
    return saved.heads.contains { $0.value == true } ? "saved" : "draft"
  }

  /// The money that counts in totals.
  var money: (currency: String, units: Int64)? {
    guard let amount = amount.value, let units = amount.units else { return nil }
    return (amount.currency, units)
  }

  /// The amounts by category where items have categories of their own: the rest, then the others in order.
  var parts: [(category: NaiveText, units: Int64)] {
    guard kind != "transfer", let money else { return [] }
    let own = text("category") ?? NaiveText("")
    var sums: [NaiveText: Int64] = [:]
    for share in items.compactMap(\.share) where share.category != own && share.money.currency == money.currency
    {
      sums[share.category, default: 0] += share.money.units ?? 0
    }
    sums = sums.filter { $0.value != 0 }
    let rest = money.units - sums.values.reduce(0, +)
    if sums.isEmpty || money.units == 0 { return [] }
    return (rest == 0 ? [] : [(own, rest)])
      + sums.sorted { $0.key < $1.key }.map { (category: $0.key, units: $0.value) }
  }

  /// The parts, or the whole in its own category.
  var shares: [(category: NaiveText, units: Int64)] {
    parts.isEmpty ? [(text("category") ?? NaiveText(""), money?.units ?? 0)] : parts
  }

  /// The account that a transfer's money arrived in.
  var toAccount: NaiveText? { kind == "transfer" ? text("to-account") : nil }

  /// The amount that arrived there, which is the one that left unless another one is known.
  var arrival: (currency: String, units: Int64)? {
    guard toAccount != nil else { return nil }
    guard let amount = received.value, let units = amount.units else { return money }
    return (amount.currency, units)
  }

  /// What it adds to accounts, by the text that mentions the account.
  var movements: [(account: NaiveText, money: (currency: String, units: Int64)?)] {
    let sign: Int64 = kind == "income" ? 1 : -1
    var movements: [(account: NaiveText, money: (currency: String, units: Int64)?)] = []
    if let account = text("account") {
      movements.append((account, money.map { (currency: $0.currency, units: $0.units * sign) }))
    }
    if let toAccount { movements.append((toAccount, arrival)) }
    return movements
  }

  /// Tags that are on, by their bytes.
  var tagsOn: [NaiveText] { tags.filter { $0.value.value == true }.keys.sorted() }

  var pagesPresent: [JSONValue] { pages.filter { $0.isPresent.value == true }.map(\.page) }

  static let extracted = ["vendor", "date", "total", "currency", "category", "payment"]

  /// The value of a field as people see it.
  func shown(_ field: String) -> NaiveText? {
    switch field {
    case "total": amount.value?.decimal.map(NaiveText.init)
    case "currency": amount.value.map { NaiveText($0.currency) }
    default: text(field)
    }
  }

  /// The status of a field (Design, section 7), or the word of a review if it is not corrected, confirmed or filled in.
  func status(_ field: String) -> String {
    let first = extraction?.first(field) ?? offers.taken[field]
    let isSettled = settled.contains(field)
    let isOfAmount = field == "total" || field == "currency"
    let origin = isOfAmount ? amount.winner?.origin : texts[field]?.winner?.origin
    let isByPerson = isOfAmount ? amount.winner?.isByPerson : texts[field]?.winner?.isByPerson
    guard let value = shown(field) else { return first != nil && isSettled ? "corrected" : "empty" }
    if origin == "recorded" { return "recorded" }
    guard let first else {
      if isSettled { return "filledIn" }
      let isAssumed = field == "currency" && extraction?.currency == amount.value?.currency
      return isAssumed || isByPerson == false && origin == "extracted" ? "read" : "recorded"
    }
    guard isSettled else { return "read" }
    if field == "total" {
      guard let amount = amount.value else { return "corrected" }
      return NaiveAmount.units(first, amount.currency) == amount.units ? "confirmed" : "corrected"
    }
    return value == NaiveText(first) ? "confirmed" : "corrected"
  }

  /// What must be there and is not, and what has two readings between which nobody has chosen.
  var fieldsThatNeedALook: Int {
    Self.extracted.count { field in
      if field == "total", amount.value?.units == 0 { return true }
      if shown(field) != nil { return !settled.contains(field) && (extraction?.readings(field).count ?? 0) > 1 }
      switch field {
      case "vendor": return !settled.contains(field)
      case "category": return kind != "transfer"
      case "payment": return kind == "expense"
      default: return true
      }
    }
  }

  var corrected: Int { Self.extracted.count { status($0) == "corrected" } }

  /// Places with several values that did not know of each other, and a deletion that waits.
  var conflicts: Int {
    texts.values.count { !$0.conflicts.isEmpty } + (amount.conflicts.isEmpty ? 0 : 1)
      + (received.conflicts.isEmpty ? 0 : 1)
      + (deletion.isPending ? 1 : 0) + items.count(where: \.isContested)
  }
}
