import Foundation
import LedgerBook
import LedgerBytes
import LedgerProjections
import LedgerTestSupport

@testable import LedgerDomain

/// A made-up transaction, and a filter and an analysis over an array of them.
///
/// They use no table and no index, and the calendar is Foundation's.
struct AnalysedFact {
  var id: TransactionID
  var kind: TransactionKind
  var money: Money
  var date: CivilDate
  var vendor: String?
  var category: String?
  /// The items in other categories, in the currency of the whole.
  var items: [LineItem] = []
  var payment: PaymentMethod?
  var group: GroupID?
  var account: String?
  var note: String?
  var tags: Set<String>
  var flags: TransactionFlags
  var isCleared: Bool
  var hasPhoto: Bool
  var stage: TransactionRow.Stage
  var rule: RuleID?

  func matches(_ filter: TransactionFilter) -> Bool {
    func among<T: Hashable>(_ wanted: Set<T>, _ value: T?) -> Bool {
      wanted.isEmpty || value.map { wanted.contains($0) } == true
    }
    func has(_ flag: FlagSetting) -> Bool {
      switch flag {
      case .paid: flags.paid == true
      case .unpaid: flags.paid == false
      case .noPaid: flags.paid == nil
      case .reimbursed: flags.reimbursed == true
      case .unreimbursed: flags.reimbursed == false
      case .noReimbursed: flags.reimbursed == nil
      }
    }
    return among(filter.stages, stage) && among(filter.kinds, kind)
      && (filter.groups.isEmpty || filter.groups.contains(group))
      && (filter.categories.isEmpty || shares.contains { among(filter.categories, $0.category) })
      && among(filter.payments, payment) && filter.tags.isSubset(of: tags)
      && (filter.anyTags.isEmpty || !filter.anyTags.isDisjoint(with: tags))
      && (filter.flags.isEmpty || filter.flags.contains(where: has)) && among(filter.accounts, account)
      && (filter.hasPhoto == nil || filter.hasPhoto == hasPhoto)
      && (filter.isCleared == nil || filter.isCleared == isCleared)
      && (filter.text.map { text in
        [vendor, note, category].contains { held in
          held?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
      } ?? true)
      && (filter.from.map { date >= $0 } ?? true) && (filter.through.map { date <= $0 } ?? true)
      && (filter.asOf.map { date <= $0 } ?? true)
      && (filter.minimum.map { compares($0) && decimal(money) >= decimal($0.amount) } ?? true)
      && (filter.maximum.map { compares($0) && decimal(money) <= decimal($0.amount) } ?? true)
      && (filter.otherTags.isEmpty || !filter.otherTags.isDisjoint(with: tags)) && among(filter.rules, rule)
  }

  /// The money by category: the whole, or what the items take out of it.
  var shares: [(category: String?, units: Int64)] {
    var units: [String?: Int64] = [:]
    for item in kind == .transfer ? [] : items {
      guard let other = item.category, other != category else { continue }
      units[other, default: 0] += item.money.minorUnits
    }
    units = units.filter { $0.value != 0 }
    if units.isEmpty { return [(category, money.minorUnits)] }
    units[category, default: 0] += money.minorUnits - units.values.reduce(0, +)
    return units.filter { $0.value != 0 }.map { ($0.key, $0.value) }
  }

  /// The fact with the money that counts in some categories, or in all.
  func counted(in categories: Set<String>) -> AnalysedFact {
    var part = self
    if categories.isEmpty { return part }
    let units = shares.filter { $0.category.map(categories.contains) ?? false }.reduce(0) { $0 + $1.units }
    part.money = Money(minorUnits: units, currency: money.currency)
    return part
  }

  /// A fact for each of its parts in some categories, or in all.
  func parts(in categories: Set<String> = []) -> [AnalysedFact] {
    shares.filter { categories.isEmpty || $0.category.map(categories.contains) ?? false }.map { share in
      var part = self
      (part.category, part.items) = (share.category, [])
      part.money = Money(minorUnits: share.units, currency: money.currency)
      return part
    }
  }

  /// What it adds to net spending.
  var spent: Int64 {
    switch kind {
    case .expense: money.minorUnits
    case .income: -money.minorUnits
    case .transfer: 0
    }
  }

  private func compares(_ bound: AmountBound) -> Bool {
    !bound.isOfItsCurrency || bound.amount.currency == money.currency
  }

  private func decimal(_ money: Money) -> Decimal { Decimal(string: money.decimal) ?? .nan }
}

struct NaiveSum: Equatable {
  var count = 0
  var totals: [CurrencyCode: Int64] = [:]

  mutating func add(_ money: Money) {
    count += 1
    totals[money.currency, default: 0] += money.minorUnits
  }

  init(_ facts: [AnalysedFact]) { for fact in facts { add(fact.money) } }

  /// Net spending.
  init(spent facts: [AnalysedFact]) {
    for fact in facts { add(Money(minorUnits: fact.spent, currency: fact.money.currency)) }
  }

  init(count: Int, _ totals: [Money]) {
    self.count = count
    self.totals = Dictionary(uniqueKeysWithValues: totals.map { ($0.currency, $0.minorUnits) })
  }
}

struct NaiveCalendar {
  private var calendar = Calendar(identifier: .gregorian)

  init(firstWeekday: Int, minimalDays: Int) {
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    calendar.firstWeekday = firstWeekday % 7 + 1  // Foundation counts from Sunday, we from Monday
    calendar.minimumDaysInFirstWeek = minimalDays
  }

  private func components(_ date: CivilDate) -> DateComponents {
    calendar.dateComponents(
      [.year, .month, .day, .weekday, .weekOfYear, .yearForWeekOfYear],
      from: Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400))
  }

  func week(of date: CivilDate) -> [Int] {
    let parts = components(date)
    return [parts.yearForWeekOfYear ?? 0, parts.weekOfYear ?? 0]
  }

  func month(of date: CivilDate) -> [Int] {
    let parts = components(date)
    return [parts.year ?? 0, parts.month ?? 0]
  }

  /// The days of a period in their buckets, by walking all days there could be.
  func buckets(_ period: AnalysisPeriod, _ facts: [AnalysedFact]) -> [[CivilDate]] {
    let days: [CivilDate]
    let bucket: (CivilDate) -> [Int]
    func someDays(around year: Int) -> [CivilDate] {
      guard let first = CivilDate(year: year, month: 1, day: 1) else { return [] }
      return (-10..<380).map { first.adding(days: $0) }
    }
    switch period {
    case .year(let year):
      days = someDays(around: year).filter { month(of: $0)[0] == year }
      bucket = month
    case .month(let wanted):
      days = someDays(around: wanted.year).filter { month(of: $0) == [wanted.year, wanted.month] }
      bucket = week
    case .week(let year, let number):
      days = someDays(around: year).filter { week(of: $0) == [year, number] }
      bucket = { [Int($0.dayNumber)] }
    case .all:
      let years = facts.map { month(of: $0.date)[0] }
      guard let first = years.min(), let last = years.max() else { return [] }
      days = (first...last).flatMap { year in someDays(around: year).filter { month(of: $0)[0] == year } }
      bucket = { [month(of: $0)[0]] }
    }
    var buckets: [(key: [Int], days: [CivilDate])] = []
    for day in days {
      if buckets.last?.key == bucket(day) {
        buckets[buckets.count - 1].days.append(day)
      } else {
        buckets.append((bucket(day), [day]))
      }
    }
    return buckets.map(\.days)
  }
}

// MARK: - Made up

extension ScreenLedger {
  /// Random transactions of every sort over two years, in a ledger.
  ///
  /// There are groups of which one is deleted, saved ones that became drafts again, instances of two rules, deleted
  /// ones, and refunds.
  func fill(_ count: Int, from first: CivilDate, _ random: inout SeededGenerator) throws -> [AnalysedFact] {
    var groups: [GroupID] = []
    for name in ["Berlin", "Rome", "Gone"] {
      if let group = try book.createGroup(name: name).group { groups.append(group) }
    }
    let currencies: [CurrencyCode] = [.eur, .eur, .eur, .usd, .jpy]
    let rules = (0..<2).map { _ in RuleID(UniqueID.random(using: &random)) }
    let revision = RuleRevision(
      reference: EventReference(device: UniqueID.random(using: &random), sequence: 1),
      time: HybridTime(rawValue: 1),
      number: 1)
    var facts: [AnalysedFact] = []
    var events: [(TransactionEvent, TransactionID)] = []
    for _ in 0..<count {
      let id = TransactionID(UniqueID.random(using: &random))
      let units = Int64.random(in: -500...3_000, using: &random)
      var fact = AnalysedFact(
        id: id, kind: random.one(of: [.expense, .expense, .expense, .income, .transfer]),
        money: Money(minorUnits: units == 0 ? 7 : units, currency: random.one(of: currencies)),
        date: first.adding(days: Int.random(in: 0..<731, using: &random)),
        vendor: random.one(of: ["REWE", "Café 100%", "rewe city", "a_b", nil]),
        category: random.one(of: ["food", "hotel", "taxi", nil]), payment: random.one(of: [.card, .cash, nil]),
        group: nil, account: random.one(of: ["Giro", "giro", nil]),
        note: random.one(of: ["for Rewe", "100", nil]),
        tags: Set(["x", "y", "z"].filter { _ in random.chance(30) }),
        flags: TransactionFlags(
          paid: random.one(of: [true, false, nil]), reimbursed: random.one(of: [true, false, nil])),
        isCleared: random.chance(20), hasPhoto: random.chance(20), stage: .saved,
        rule: random.chance(15) ? random.one(of: rules) : nil)
      events.append(
        (
          .transactionRecorded(
            TransactionEvent.Recorded(
              origin: .manual, on: first, kind: fact.kind, money: fact.money, date: fact.date,
              vendor: fact.vendor,
              category: fact.category, payment: fact.payment, note: fact.note, account: fact.account,
              tags: fact.tags.sorted(), flags: fact.flags,
              recurrence: fact.rule.map { rule in
                RecurrenceOrigin(rule: rule, series: rule, date: fact.date, since: nil, revision: revision)
              })), id
        ))
      for _ in 0..<(random.chance(25) ? Int.random(in: 1...3, using: &random) : 0) {
        let price = Int64.random(in: -300...2_000, using: &random)
        let item = LineItem(
          name: "Brot",
          money: Money(
            minorUnits: random.one(of: [price, fact.money.minorUnits]), currency: fact.money.currency),
          category: random.one(of: ["food", "hotel", "taxi", "home", nil]))
        fact.items.append(item)
        let added = TransactionEvent.LineItemAdded(
          item: LineItemID(UniqueID.random(using: &random)), content: item)
        events.append((.lineItemAdded(added), id))
      }
      if random.chance(60) {
        fact.group = random.one(of: groups)
        events.append((.transactionFiled(TransactionEvent.Filed(from: nil, to: fact.group)), id))
        // What is filed into a deleted group reads as Unfiled.
        if fact.group == groups.last { fact.group = nil }
      }
      if fact.isCleared { events.append((.transactionCleared, id)) }
      if fact.hasPhoto {
        let page = ReceiptPage(
          digest: SHA256.hash(id.id.bytes), byteCount: 3, mediaType: "image/jpeg", page: 1)
        events.append((.attachmentAdded(TransactionEvent.AttachmentAdded(attachment: page, on: first)), id))
      }
      if random.chance(8), fact.rule == nil {
        fact.stage = .draft
        events.append((.receiptReopened, id))
      } else if random.chance(10) {
        fact.stage = .deleted
        events.append((.transactionDeleted, id))
      }
      facts.append(fact)
    }
    try append(events)
    if let gone = groups.last { try book.deleteGroup(gone, .keep) }
    return facts
  }
}
