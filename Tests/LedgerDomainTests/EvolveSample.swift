import LedgerBytes

@testable import LedgerDomain

/// The values that these tests use again and again.
enum Sample {
  static let transaction = TransactionID(UniqueID(high: 1, low: 1))
  static let group = GroupID(UniqueID(high: 2, low: 1))
  static let otherGroup = GroupID(UniqueID(high: 2, low: 2))
  static let deletedGroup = GroupID(UniqueID(high: 2, low: 3))
  static let unknownGroup = GroupID(UniqueID(high: 2, low: 4))
  static let today = date("2026-06-15")
  static let kwd = CurrencyCode("KWD") ?? .eur
  static let unknownCurrency = CurrencyCode("QQQ") ?? .eur
  static let extractor = "extractor/rules-1"

  static let bread = LineItem(name: "Bread", quantity: "2", money: Money(minorUnits: 350, currency: .eur))

  static func item(_ number: UInt64) -> LineItemID { LineItemID(UniqueID(high: 3, low: number)) }

  static func date(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }

  /// The five categories, an inactive one and one more. Three groups, of which one is deleted.
  /// The keys of the categories that can be chosen, in alphabetical order.
  static var offered: [String] { context.categories.values.filter(\.isActive).map(\.key).sorted() }

  static let context: DecisionContext = {
    func category(_ key: String, isActive: Bool = true) -> (String, CategoryRow) {
      (key, CategoryRow(key: key, name: key, emoji: nil, color: nil, kinds: [], isActive: isActive))
    }
    let categories = FixedCategories.all.map { category($0.key) } + [category("old", isActive: false)]
    func row(_ id: GroupID, isDeleted: Bool = false) -> (GroupID, GroupRow) {
      (
        id,
        GroupRow(id: id, name: "Berlin", createdOn: today, isDeleted: isDeleted, hasPendingDeletion: false)
      )
    }
    return DecisionContext(
      today: today, categories: Dictionary(uniqueKeysWithValues: categories),
      groups: Dictionary(uniqueKeysWithValues: [
        row(group), row(otherGroup), row(deletedGroup, isDeleted: true),
      ]))
  }()

  static func readings(
    vendor: [String] = ["REWE City"], date: [String] = ["2026-06-14"], total: [String] = ["84.50"],
    currency: [String] = ["EUR"], category: [String] = ["food"], payment: [String] = ["card"]
  ) -> ReceiptReadings {
    func field(_ values: [String]) -> FieldReadings {
      FieldReadings(values.map { FieldReading(value: $0, reason: "line", confidence: 90) })
    }
    var readings = ReceiptReadings()
    readings.vendor = field(vendor)
    readings.date = field(date)
    readings.total = field(total)
    readings.currency = field(currency)
    readings.category = field(category)
    readings.payment = field(payment)
    return readings
  }

  static func extraction(_ readings: ReceiptReadings, assuming currency: CurrencyCode? = nil)
    -> TransactionEvent
  {
    .extractionCompleted(
      TransactionEvent.ExtractionCompleted(
        extractor: "rules", version: 1, method: .deterministic, readings: readings, assumedCurrency: currency))
  }

  static let captured = TransactionEvent.receiptCaptured(
    TransactionEvent.ReceiptCaptured(source: .scan, attachments: [page(1)], name: nil, on: today))

  static func page(_ number: Int, content: UInt8? = nil) -> ReceiptPage {
    ReceiptPage(
      digest: SHA256.hash([content ?? UInt8(number)]), byteCount: 1, mediaType: "image/jpeg", page: number)
  }

  /// A draft that was read.
  static func draft(
    _ readings: ReceiptReadings = readings(), assuming currency: CurrencyCode? = nil
  ) -> Scene<TransactionEvent> {
    var scene = Scene<TransactionEvent>()
    scene.add(captured)
    scene.add(extraction(readings, assuming: currency), actor: extractor)
    return scene
  }

  /// A draft whose text nobody could read.
  static var unread: Scene<TransactionEvent> {
    var scene = Scene<TransactionEvent>()
    scene.add(captured)
    return scene
  }

  static var saved: Scene<TransactionEvent> {
    var scene = draft()
    scene.add(.receiptSaved)
    return scene
  }

  static var deleted: Scene<TransactionEvent> {
    var scene = saved
    scene.add(.transactionDeleted)
    return scene
  }

  /// Saved, and deleted by a device that had not seen that it was saved.
  static var contested: Scene<TransactionEvent> {
    var scene = Scene<TransactionEvent>()
    scene.add(captured)
    let read = scene.add(extraction(readings()), actor: extractor)
    scene.add(.receiptSaved)
    scene.add(.transactionDeleted, by: .b, seeing: .only([read]))
    return scene
  }

  static func recorded(
    kind: TransactionKind = .expense, money: Money = Money(minorUnits: 3800, currency: .eur),
    origin: RecordOrigin = .manual, vendor: String? = nil, category: String? = "taxi",
    payment: PaymentMethod? = .cash, tags: [String] = [], flags: TransactionFlags = TransactionFlags()
  ) -> TransactionEvent {
    .transactionRecorded(
      TransactionEvent.Recorded(
        origin: origin, on: today, kind: kind, money: money, date: date("2026-06-12"), vendor: vendor,
        category: category, payment: payment, tags: tags, flags: flags))
  }

  static let rule = RuleID(UniqueID(high: 3, low: 1))
  static let link = TransactionEvent.RuleLink(rule: rule, series: rule, date: date("2026-06-12"))

  /// The values of a rule for one date, in a revision of that number.
  static func following(
    _ number: Int, minorUnits: Int64 = 3800, since: CivilDate? = nil, series known: Int? = nil,
    tags: [String] = [], vendor: String? = nil
  ) -> TransactionEvent {
    func revision(_ number: Int) -> RuleRevision {
      RuleRevision(
        reference: EventReference(device: .zero, sequence: UInt64(number)),
        time: HybridTime(milliseconds: UInt64(number)), number: number)
    }
    let origin = RecurrenceOrigin(
      rule: since == nil ? rule : RuleID.derived(series: rule, splitOn: since ?? today), series: rule,
      date: link.date, since: since, revision: revision(number), seriesRevision: known.map(revision))
    return .transactionRecorded(
      TransactionEvent.Recorded(
        origin: .recurring, on: today, kind: .expense, money: Money(minorUnits: minorUnits, currency: .eur),
        date: link.date, vendor: vendor, category: "taxi", payment: .cash, tags: tags, recurrence: origin))
  }

  static func euros(_ minorUnits: Int64?) -> Amount { Amount(currency: .eur, minorUnits: minorUnits) }

  static func corrected(_ field: TransactionField, from: FieldValue?, to: FieldValue?) -> TransactionEvent {
    .fieldCorrected(TransactionEvent.FieldCorrected(field: field, from: from, to: to))
  }

  static func confirmed(_ field: TransactionField, _ value: FieldValue) -> TransactionEvent {
    .fieldConfirmed(TransactionEvent.FieldConfirmed(field: field, value: value))
  }

  static func vendor(_ name: String?) -> TransactionEvent {
    corrected(.vendor, from: nil, to: name.map(FieldValue.text))
  }

  static func filed(_ group: GroupID?) -> TransactionEvent {
    .transactionFiled(TransactionEvent.Filed(from: nil, to: group))
  }
}
