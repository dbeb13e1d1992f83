internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// Generates the history of a ledger day by day, as commands of its people. The same plan gives the same history.
final class Generator {
  let plan: GeneratorPlan
  let sink: Sink
  var random: Seeded
  var printer = Printer()
  var people: [Person] = []
  /// The planned later actions by day.
  var later: [Int32: [Later]] = [:]
  /// The clock of the history in UTC milliseconds.
  var now: Int64 = 0
  private(set) var receipts = 0
  private let ledger: UniqueID
  private var offlineUntil: [Int32]
  private let scans: ScanFolder

  /// The categories in addition to the five fixed ones.
  static let categories = [
    "Groceries", "Transport", "Health", "Clothing", "Home", "Leisure", "Rent", "Utilities", "Insurance",
    "Salary",
  ]

  /// Creates the ledger's folder and its first events.
  init(_ plan: GeneratorPlan, folder: String) throws {
    self.plan = plan
    random = Seeded(seed: plan.seed)
    ledger = random.id()
    var devices: [UniqueID] = []
    for _ in 0..<plan.devices { devices.append(random.id()) }
    let firstDay = GeneratorPlan.lastDay.adding(days: -plan.days)
    now = Int64(firstDay.dayNumber) * 86_400_000 + 5 * 3_600_000
    let log = try LedgerLog.create(
      at: folder, ledger: ledger, device: devices[0], clock: WallClock(milliseconds: now, offsetMinutes: 60))
    sink = Sink(log, devices: devices, seed: plan.seed)
    offlineUntil = Array(repeating: 0, count: plan.devices)
    scans = ScanFolder(folder)
    for index in 0..<plan.people { people.append(Person(index, devices: plan.devices, random: &random)) }
    try begin(devices: devices)
  }

  var log: LedgerLog { sink.log }

  private func begin(devices: [UniqueID]) throws {
    let clock = tick(at: .home)
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: ledger)
    let created = SettingsEvent.LedgerCreated(
      device: "device 1", currency: .eur, locale: .default, weeks: .iso, on: Self.day(of: clock))
    var facts = [Fact(event: .ledger(.ledgerCreated(created)), stream: stream)]
    for category in FixedCategories.all {
      facts.append(
        Fact(
          event: .category(.categoryAdded(category)), stream: CategoryStream.of(key: category.key),
          cause: .draft(0), actor: "rule"))
    }
    let first = try sink.record(facts, by: 0, actor: people[0].actor, at: clock)
    for name in Self.categories {
      let key = CategoryState.key(of: name)
      let added = CategoryEvent.Added(key: key, name: name, emoji: nil, kinds: [])
      try sink.record(
        [Fact(event: .category(.categoryAdded(added)), stream: CategoryStream.of(key: key))], by: 0,
        actor: people[0].actor, at: tick(at: .home))
    }
    for index in devices.indices.dropFirst() {
      let joined = SettingsEvent.DeviceJoined(name: "device \(index + 1)", continues: nil)
      let person = people.first { $0.device == index } ?? people[0]
      var seen = [first]
      if index > 1 { seen += (1..<index).map { EventReference(device: devices[$0], sequence: 1) } }
      try sink.record(
        [Fact(event: .ledger(.deviceJoined(joined)), stream: stream)], by: index, actor: person.actor,
        at: tick(at: .home), seen: seen.sorted())
    }
  }

  // MARK: Days

  /// Generates the whole history.
  func run() throws {
    var day = GeneratorPlan.lastDay.adding(days: -plan.days)
    while !isDone {
      day = day.adding(days: 1)
      try live(day)
    }
    try fill()
    for device in 0..<plan.devices { try sink.comeBack(device, at: now) }
    try sink.flush()
  }

  /// Whether there is no room for another command of `count` events.
  func isFull(for count: Int) -> Bool {
    if case .events(let limit) = plan.size { sink.count + count > limit } else { false }
  }

  private var isDone: Bool {
    switch plan.size {
    case .receipts(let count): receipts >= count
    case .events: isFull(for: 12)
    }
  }

  private func live(_ day: CivilDate) throws {
    try changeTouch(day)
    for index in people.indices { try travel(index, day) }
    var visits = visits(on: day)
    visits.sort { $0.at < $1.at }
    for visit in visits {
      if isDone { return }
      now = max(now, visit.at)
      if random.chance(60) {
        try recordCash(by: visit.person)
      } else {
        try capture(by: visit.person)
        receipts += 1
      }
    }
    for entry in MonthlyEntry.all where entry.day == day.day {
      for index in people.indices where !isDone {
        if entry.followsRule { try payRent(entry, by: index, on: day) } else { try record(entry, by: index) }
      }
    }
    for action in later.removeValue(forKey: day.dayNumber) ?? [] where !isDone {
      try comeBack(to: action, on: day)
    }
  }

  private struct Visit {
    let at: Int64
    let person: Int
  }

  private func visits(on day: CivilDate) -> [Visit] {
    let weights = [850, 900, 960, 1_000, 1_020, 1_040, 1_050, 980, 1_000, 1_000, 1_020, 1_240]
    let weekday = day.weekday >= 6 ? 1_180 : 930
    let expected = plan.receiptsPerDay * 1.064 * Double(weights[day.month - 1]) * Double(weekday) / 1_000_000
    let count = Int(expected) + (random.chance(Int((expected - expected.rounded(.down)) * 1_000)) ? 1 : 0)
    let travellers = people.indices.filter { people[$0].trip != nil }
    let share = min(600, 250 + 700 / people.count)  // people on a trip have more receipts
    return (0..<count).map { _ in
      let person =
        !travellers.isEmpty && random.chance(share) ? random.pick(travellers) : random.below(people.count)
      let place = people[person].trip?.place ?? .home
      let minute = random.among(7 * 60...21 * 60)
      let local = Int64(day.dayNumber) * 1_440 + Int64(minute - place.offset(on: day))
      return Visit(at: local * 60_000 + Int64(random.below(60_000)), person: person)
    }
  }

  /// Takes some devices offline, and others online.
  private func changeTouch(_ day: CivilDate) throws {
    for device in offlineUntil.indices.dropFirst() {
      if sink.isOffline(device) {
        if day.dayNumber > offlineUntil[device] { try sink.comeBack(device, at: now) }
      } else if plan.late > 0, random.chance(max(1, plan.late / 4)) {
        sink.goOffline(device)
        offlineUntil[device] = day.dayNumber + Int32(random.among(1...6))
        offlineSince[device] = day.dayNumber
      }
    }
  }

  /// The day since which a device is offline.
  var offlineSince: [Int: Int32] = [:]

  // MARK: Clock

  /// Advances the clock, and returns the wall clock of a place.
  func tick(at place: Place, seconds: Int = 2) -> WallClock {
    now += Int64(seconds * 1_000 + random.below(900))
    let day = CivilDate(dayNumber: Int32(clamping: now / 86_400_000))
    return WallClock(milliseconds: now, offsetMinutes: Int16(place.offset(on: day)))
  }

  /// Returns the civil date of a clock.
  static func day(of clock: WallClock) -> CivilDate {
    let local = clock.milliseconds + Int64(clock.offsetMinutes) * 60_000
    return CivilDate(dayNumber: Int32(clamping: local / 86_400_000))
  }

  /// Returns the page of a receipt, which one in a hundred receipts has.
  func page(for text: String) throws -> [ReceiptPage] {
    guard receipts % 100 == 0 else { return [] }
    return [try scans.store(text)]
  }

  /// Records cash entries, which are one event each, up to the exact number of events.
  private func fill() throws {
    guard case .events(let limit) = plan.size else { return }
    while sink.count < limit { try recordCash(by: 0, filed: false) }
  }
}
