internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

// Receipts from the purchase to the ledger, and transactions without paper.
extension Generator {
  /// A person buys something, photographs the receipt, reviews the readings, and saves it.
  func capture(by index: Int) throws {
    let person = people[index]
    let place = person.trip?.place ?? .home
    let clock = tick(at: place)
    let today = Self.day(of: clock)
    let minute = Int((clock.milliseconds / 60_000 + Int64(clock.offsetMinutes)) % 1_440)
    let vendor = vendor(for: person, today, hour: minute / 60)
    let byCard = random.chance(vendor.card)
    let name = vendor.category == "hotel" ? "Hotel \(place.city)" : vendor.name
    let paper = printer.print(
      Vendor(
        name: name, category: vendor.category, items: vendor.items, lines: vendor.lines, card: vendor.card,
        hours: vendor.hours),
      at: place, on: today, minute: minute, byCard: byCard, random: &random)
    var draft = Draft(
      stream: TransactionID(random.id()).stream, vendor: name, date: today, money: paper.money,
      category: vendor.category, payment: byCard ? .card : .cash)
    let source: CaptureSource = random.chance(800) ? .photo : random.chance(600) ? .scan : .file
    let captured = TransactionEvent.ReceiptCaptured(
      source: source, attachments: try page(for: paper.text),
      name: "IMG_\(today.iso)_\(minute)_\(random.below(10_000)).jpg", on: today)
    var facts = [Fact.transaction(.receiptCaptured(captured), draft.stream)]
    var second: ReadPaper.Second?
    if random.chance(985) {
      let read = ReadPaper(paper, &draft, random: &random)
      second = read.second
      let recognized = TransactionEvent.TextRecognized(
        engine: "tesseract-5.3.0", text: paper.text, confidence: random.among(62...98))
      facts.append(.transaction(.textRecognized(recognized), draft.stream, actor: "engine/tesseract-5.3.0"))
      facts.append(.transaction(.extractionCompleted(read.completed), draft.stream, actor: "extractor/rules-1"))
    } else {
      let failed = TransactionEvent.ExtractionFailed(engine: "tesseract-5.3.0", reason: "the image is too dark")
      facts.append(.transaction(.extractionFailed(failed), draft.stream, actor: "engine/tesseract-5.3.0"))
    }
    if let trip = person.trip, random.chance(500) { facts.append(file(&draft, into: trip)) }
    let first = try sink.record(facts, by: person.device, actor: person.actor, at: clock)
    if draft.current.date != nil {
      draft.extraction = EventReference(device: first.device, sequence: first.sequence + 2)
    }
    var last = EventReference(device: first.device, sequence: first.sequence + UInt64(facts.count) - 1)

    func say(_ events: [TransactionEvent?], seconds: Int) throws {
      let facts = events.compactMap { $0.map { Fact.transaction($0, draft.stream) } }
      guard !facts.isEmpty, !isFull(for: facts.count) else { return }
      let first = try sink.record(
        facts, by: person.device, actor: person.actor, at: tick(at: place, seconds: seconds))
      last = EventReference(device: first.device, sequence: first.sequence + UInt64(facts.count) - 1)
    }

    if random.chance(4) { return }  // never reviewed, so that it remains a draft
    try say([], seconds: 0)
    if random.chance(8) {
      try say([.receiptDiscarded], seconds: 15)
      return
    }
    for command in review(&draft, second) { try say(command, seconds: 3) }
    if let trip = person.trip, draft.current.group == nil, random.chance(900) {
      try say([file(&draft, into: trip).transactionEvent], seconds: 4)
    }
    guard !isFull(for: 1) else { return }
    try say([.receiptSaved], seconds: 2)
    if draft.current.group != nil { people[index].trip?.members.append(draft.stream) }
    plan(draft, last: last, device: person.device, place: place, on: today)
  }

  private func file(_ draft: inout Draft, into trip: Trip) -> Fact {
    draft.current.group = trip.group
    return .transaction(.transactionFiled(TransactionEvent.Filed(from: nil, to: trip.group)), draft.stream)
  }

  /// Returns the commands of a person before saving: picks readings, corrects, fills in and accepts.
  private func review(_ draft: inout Draft, _ second: ReadPaper.Second?) -> [[TransactionEvent?]] {
    var commands: [[TransactionEvent?]] = []
    if let second {
      if second.isTrue {
        commands.append([draft.pick(second.field, second.value, reading: second.reading)])
      } else if random.chance(850) {
        commands.append([draft.confirm(second.field)])
      }
    }
    if draft.current.vendor != draft.vendor, random.chance(700) {
      commands.append([draft.correct(.vendor, to: .text(draft.vendor))])
    }
    if draft.current.date != draft.date { commands.append([draft.correct(.date, to: .date(draft.date))]) }
    if draft.current.amount != Amount(draft.money) {
      commands.append([draft.correct(.total, to: .amount(Amount(draft.money)))])
    }
    if draft.current.category != draft.category, draft.current.category == nil || random.chance(800) {
      commands.append([draft.correct(.category, to: .text(draft.category))])
    }
    if draft.current.payment == nil {
      commands.append([draft.correct(.payment, to: .text(draft.payment.rawValue))])
    }
    if random.chance(40) {
      let note = random.pick([
        "with Ben", "team lunch", "birthday", "for the kitchen", "to be split", "Geschenk",
      ])
      commands.append([draft.correct(.note, to: .text(note))])
    }
    if random.chance(58) {
      commands.append(TransactionField.extracted.map { draft.settled.contains($0) ? nil : draft.confirm($0) })
    } else if random.chance(140) {
      commands.append([draft.settled.contains(.total) ? nil : draft.confirm(.total)])
    }
    return commands
  }

  private func vendor(for person: Person, _ today: CivilDate, hour: Int) -> Vendor {
    if let trip = person.trip {
      if today == trip.lastDay, random.chance(350) { return .hotel }
      return random.pick(Vendor.abroad)
    }
    if random.chance(12) { return .airline }
    for _ in 0..<8 {
      let vendor = random.chance(150) ? Vendor.home[random.below(4)] : random.pick(Vendor.home)
      if vendor.hours.contains(hour), vendor.months.contains(today.month) { return vendor }
    }
    return Vendor.home[0]
  }

  // MARK: Without paper

  /// Records a coffee paid in cash.
  func recordCash(by index: Int, filed: Bool = true) throws {
    let person = people[index]
    let place = person.trip?.place ?? .home
    let clock = tick(at: place)
    let today = Self.day(of: clock)
    let currency = CurrencyCode(place.currency) ?? .eur
    let units = max(1, random.among(150...2_900) * place.scale / 1_000)
    let (vendor, category) = random.pick([
      ("Kiosk", "food"), ("Market", "groceries"), ("Parking", "transport"), ("Tip", "other"), ("Taxi", "taxi"),
    ])
    let stream = TransactionID(random.id()).stream
    let recorded = TransactionEvent.Recorded(
      origin: .manual, on: today, kind: .expense, money: Money(minorUnits: Int64(units), currency: currency),
      date: today, vendor: vendor, category: category, payment: .cash)
    var facts = [Fact.transaction(.transactionRecorded(recorded), stream)]
    if filed, let trip = person.trip, !isFull(for: 2) {
      facts.append(.transaction(.transactionFiled(TransactionEvent.Filed(from: nil, to: trip.group)), stream))
      people[index].trip?.members.append(stream)
    }
    try sink.record(facts, by: person.device, actor: person.actor, at: clock)
  }

  /// Records a monthly entry, such as the salary.
  func record(_ entry: MonthlyEntry, by index: Int) throws {
    let person = people[index]
    let clock = tick(at: .home)
    let recorded = recorded(entry, by: person, on: Self.day(of: clock))
    try sink.record(
      [.transaction(.transactionRecorded(recorded), TransactionID(random.id()).stream)], by: person.device,
      actor: person.actor, at: clock)
  }

  /// Returns the event of a monthly entry.
  func recorded(_ entry: MonthlyEntry, by person: Person, on today: CivilDate) -> TransactionEvent.Recorded {
    TransactionEvent.Recorded(
      origin: .manual, on: today, kind: entry.kind,
      money: Money(minorUnits: Int64(entry.cents(person)), currency: .eur), date: today, vendor: entry.vendor,
      category: entry.category, payment: entry.payment, account: "giro")
  }
}

extension Fact {
  /// The event of a transaction, or `nil` for another event.
  var transactionEvent: TransactionEvent? { if case .transaction(let event) = event { event } else { nil } }
}
