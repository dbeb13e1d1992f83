internal import LedgerBytes
internal import LedgerDomain

/// A later action on a saved receipt, with the receipt's values and last writers.
struct Later {
  enum Action { case tag, retag, flag, reimburse, clear, unclear, correct, delete, restore }

  var action: Action
  let stream: StreamID
  var current: Draft.Current
  var tags: [String] = []
  /// The last event of each device that wrote to the receipt, in the order of devices.
  var written: [EventReference]
  /// The device that wrote last, and the day of that.
  var device: Int
  var day: Int32
  let place: Place
}

extension Generator {
  /// Plans a later action on a receipt that was just saved.
  func plan(_ draft: Draft, last: EventReference, device: Int, place: Place, on today: CivilDate) {
    guard random.chance(220) else { return }
    let (action, days): (Later.Action, Int) =
      switch random.below(100) {
      case ..<36: (.tag, random.among(0...3))
      case ..<54: (.flag, random.among(1...10))
      case ..<80: (.clear, random.among(8...35))
      case ..<96: (.correct, random.among(1...30))
      default: (.delete, random.among(20...60))
      }
    schedule(
      Later(
        action: action, stream: draft.stream, current: draft.current, written: [last], device: device,
        day: today.dayNumber, place: place), on: today.adding(days: max(1, days)))
  }

  private func schedule(_ item: Later, on day: CivilDate) { later[day.dayNumber, default: []].append(item) }

  /// Performs a later action, sometimes on another device. If that is offline, two devices may act.
  func comeBack(to item: Later, on day: CivilDate) throws {
    var device = item.device
    if plan.devices > 1, random.chance(300) {
      let other = random.below(plan.devices)
      let hasSeenIt = !sink.isOffline(other) || item.day < offlineSince[other] ?? 0
      let wasSent = !sink.isOffline(item.device) || item.day < offlineSince[item.device] ?? 0
      if hasSeenIt, wasSent { device = other }
    }
    let wasKnown = item.device != device && !sink.isOffline(item.device) || item.day < offlineSince[device] ?? 0
    guard device != 0, sink.isOffline(device), wasKnown, random.chance(400) else {
      return try perform(item, by: device, on: day)
    }
    // The two devices write to the same field without knowing of each other, which is a conflict.
    var rival = item
    rival.action = .correct
    let choice = random.below(4)
    try perform(rival, by: device, on: day, choice: choice)
    try perform(rival, by: 0, on: day, choice: choice)
  }

  private func perform(_ item: Later, by device: Int, on day: CivilDate, choice: Int? = nil) throws {
    guard !isFull(for: 1) else { return }
    var next = item
    guard let (event, following) = event(of: item, &next, choice) else { return }
    let actor = people.first { $0.device == device }?.actor ?? people[0].actor
    let own = sink.id(of: device)
    let first = try sink.record(
      [.transaction(event, item.stream)], by: device, actor: actor, at: tick(at: .home),
      seen: item.written.filter { $0.device != own })
    guard choice == nil, !(sink.isOffline(device) && plan.late > 0), let (action, days) = following else {
      return
    }
    next.written = (item.written.filter { $0.device != own } + [first]).sorted()
    next = Later(
      action: action, stream: next.stream, current: next.current, tags: next.tags, written: next.written,
      device: device, day: day.dayNumber, place: next.place)
    schedule(next, on: day.adding(days: days))
  }

  /// Returns the event of an action, and the action that may follow it.
  private func event(
    of item: Later, _ next: inout Later, _ choice: Int?
  ) -> (TransactionEvent, (Later.Action, Int)?)? {
    switch item.action {
    case .tag:
      let tags = random.pick([["family"], ["work"], ["holiday", "shared"], ["tax"], ["gift"]])
      next.tags = tags
      let goesOn = random.chance(150)
      return (
        .tagsChanged(TransactionEvent.TagsChanged(added: tags, removed: [])),
        goesOn ? (.retag, 5) : (.clear, random.among(8...30))
      )
    case .retag:
      return (.tagsChanged(TransactionEvent.TagsChanged(added: ["checked"], removed: item.tags)), nil)
    case .flag:
      let change = FlagChange(from: nil, to: false)
      return (
        .flagsChanged(TransactionEvent.FlagsChanged(paid: nil, reimbursed: change)),
        (.reimburse, random.among(10...40))
      )
    case .reimburse:
      let change = FlagChange(from: false, to: true)
      return (.flagsChanged(TransactionEvent.FlagsChanged(paid: nil, reimbursed: change)), nil)
    case .clear:
      return (.transactionCleared, random.chance(40) ? (.unclear, 3) : nil)
    case .unclear:
      return (.transactionUncleared, nil)
    case .correct:
      guard let corrected = correction(of: item, choice ?? random.below(4)) else { return nil }
      // The next action starts from the new value.
      if let value = corrected.to { next.current.set(corrected.field, value) }
      return (.fieldCorrected(corrected), random.chance(300) ? (.tag, 2) : nil)
    case .delete:
      return (.transactionDeleted, random.chance(150) ? (.restore, random.among(1...9)) : nil)
    case .restore:
      return (.transactionRestored, nil)
    }
  }

  private func correction(of item: Later, _ choice: Int) -> TransactionEvent.FieldCorrected? {
    let field: TransactionField
    let to: FieldValue
    switch choice {
    case 0:
      field = .note
      to = .text(
        random.pick(["checked with the bank", "half of it is Ben's", "for the tax return", "refund expected"]))
    case 1:
      field = .category
      to = .text(random.pick(["food", "home", "leisure", "health", "other", "transport"]))
    case 2:
      field = .total
      guard let amount = item.current.amount, let units = amount.minorUnits else { return nil }
      to = .amount(Amount(currency: amount.currency, minorUnits: units + Int64(random.among(1...9)) * 10))
    default:
      field = .payment
      to = .text(item.current.payment == "card" ? "cash" : "card")
    }
    let from = item.current.value(of: field)
    return from == to ? nil : TransactionEvent.FieldCorrected(field: field, from: from, to: to)
  }
}
