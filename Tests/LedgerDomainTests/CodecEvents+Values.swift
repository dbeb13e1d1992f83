import LedgerBytes
import LedgerTestSupport

@testable import LedgerDomain

// The values that payloads hold, drawn at random.
extension CodecEvents {
  mutating func chance() -> Bool { Bool.random(using: &generator) }

  mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  mutating func maybe<Value>(_ value: (inout CodecEvents) -> Value) -> Value? {
    chance() ? value(&self) : nil
  }

  mutating func list<Value>(_ longest: Int = 3, _ value: (inout CodecEvents) -> Value) -> [Value] {
    var values: [Value] = []
    for _ in 0..<Int.random(in: 0...longest, using: &generator) { values.append(value(&self)) }
    return values
  }

  /// Texts that JSON has to escape, and any scalars. They are in NFC, as every text of an event is after reading.
  mutating func text() -> String {
    if chance() {
      return one(["", "\"", "\\", "\n\t\r\u{0}\u{1f}", "caf\u{e9}", "/", "null", "😀東京"])
    }
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...9, using: &generator) {
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &generator)) {
        scalars.append(scalar)
      }
    }
    return NFC.normalized(String(scalars))
  }

  mutating func integer() -> Int64 {
    let largest: Int64 = 1 << 53 - 1
    return one([0, 1, -1, largest, -largest, Int64.random(in: -largest...largest, using: &generator)])
  }

  mutating func number() -> Int { Int(integer()) }

  mutating func id() -> UniqueID { UniqueID(high: generator.next(), low: generator.next()) }

  mutating func reference() -> EventReference {
    EventReference(device: id(), sequence: UInt64(integer().magnitude))
  }

  mutating func date() -> CivilDate {
    CivilDate(
      dayNumber: Int32.random(in: CivilDate.first.dayNumber...CivilDate.last.dayNumber, using: &generator))
  }

  mutating func currency() -> CurrencyCode {
    one([.eur, .jpy, .usd, CurrencyCode("KWD") ?? .eur, CurrencyCode("QQQ") ?? .eur])
  }

  mutating func digest() -> SHA256Digest { SHA256.hash([UInt8.random(in: 0...255, using: &generator)]) }

  mutating func attachment() -> ReceiptPage {
    ReceiptPage(digest: digest(), byteCount: integer(), mediaType: text(), page: number())
  }

  mutating func value(of field: TransactionField) -> FieldValue {
    switch field {
    case .vendor, .category, .payment, .note, .kind, .account, .toAccount: .text(text())
    case .date: .date(date())
    case .total, .currency, .received: .amount(Amount(currency: currency(), minorUnits: maybe { $0.integer() }))
    case .group: .group(GroupID(id()))
    }
  }

  mutating func readings() -> FieldReadings {
    FieldReadings(
      list(2) { FieldReading(value: $0.text(), reason: $0.text(), confidence: $0.number()) },
      note: maybe { $0.text() })
  }

  mutating func allReadings() -> ReceiptReadings {
    var all = ReceiptReadings()
    all.vendor = readings()
    all.date = readings()
    all.total = readings()
    all.currency = readings()
    all.category = readings()
    all.payment = readings()
    all.items = list {
      ReceiptReadings.Item(name: $0.text(), quantity: $0.maybe { $0.text() }, price: $0.text())
    }
    all.confidence = list {
      ReceiptReadings.ConfidencePart(name: $0.text(), weight: $0.number(), score: $0.number())
    }
    all.note = maybe { $0.text() }
    return all
  }

  mutating func flags() -> TransactionFlags {
    TransactionFlags(paid: maybe { $0.chance() }, reimbursed: maybe { $0.chance() })
  }

  mutating func flagChange() -> FlagChange {
    FlagChange(from: maybe { $0.chance() }, to: maybe { $0.chance() })
  }

  mutating func change() -> TextChange {
    TextChange(from: maybe { $0.text() }, to: maybe { $0.text() })
  }

  mutating func money() -> Money { Money(minorUnits: integer(), currency: currency()) }

  mutating func contribution() -> GoalContribution {
    let isAmount = chance()
    return GoalContribution(
      id: id(), amount: isAmount ? money() : nil, transaction: isAmount ? nil : TransactionID(id()), on: date())
  }

  mutating func copyKey() -> CopyEvent.Key {
    CopyEvent.Key(one(CopyEvent.Field.allCases), item: maybe { $0.text() })
  }

  mutating func copyValue() -> CopyEvent.Value { CopyEvent.Value(copyKey(), maybe { $0.text() }) }

  mutating func lineItem() -> LineItem {
    LineItem(name: text(), quantity: maybe { $0.text() }, money: money(), category: maybe { $0.text() })
  }

  mutating func vendor() -> RenamedVendor { RenamedVendor(printed: text(), name: text()) }

  mutating func profile() -> ImportProfile {
    ImportProfile(name: text(), answers: list { ImportProfile.Answer(option: $0.text(), value: $0.text()) })
  }

  mutating func proposed() -> TransactionEvent.ExtractionProposed {
    let fields = TransactionField.extracted.filter { _ in chance() }
    return TransactionEvent.ExtractionProposed(
      extractor: text(), version: number(), method: one(ExtractionMethod.allCases),
      fields: fields.map { field in
        ProposedField(
          field: field, from: maybe { $0.value(of: field) }, to: value(of: field),
          readings: readings().readings)
      },
      note: maybe { $0.text() })
  }

  mutating func recorded() -> TransactionEvent.Recorded {
    TransactionEvent.Recorded(
      origin: one(RecordOrigin.allCases), on: date(), kind: one(TransactionKind.allCases),
      money: Money(minorUnits: integer(), currency: currency()), date: date(), vendor: maybe { $0.text() },
      category: maybe { $0.text() }, payment: maybe { $0.one(PaymentMethod.allCases) },
      note: maybe { $0.text() }, account: maybe { $0.text() }, toAccount: later { $0.text() },
      received: later { $0.money() }, tags: list { $0.text() }, flags: flags(),
      group: maybe { GroupID($0.id()) },
      recurrence: maybe { $0.recurrence() }, expression: later { $0.text() })
  }

  mutating func revision() -> RuleRevision {
    RuleRevision(
      reference: reference(),
      time: HybridTime(rawValue: UInt64.random(in: 0...UInt64.max, using: &generator)), number: number())
  }

  mutating func recurrence() -> RecurrenceOrigin {
    RecurrenceOrigin(
      rule: RuleID(id()), series: RuleID(id()), date: date(), since: maybe { $0.date() }, revision: revision(),
      seriesRevision: maybe { $0.revision() })
  }

  mutating func instance() -> RuleEvent.Instance {
    RuleEvent.Instance(date: date(), transaction: TransactionID(id()))
  }

  mutating func link() -> TransactionEvent.RuleLink {
    TransactionEvent.RuleLink(rule: RuleID(id()), series: RuleID(id()), date: date())
  }

  mutating func terms() -> RuleTerms {
    RuleTerms(
      frequency: one(RecurrenceFrequency.allCases), interval: number(), start: date(), end: maybe { $0.date() },
      monthEnd: one(Recurrence.MonthEndPolicy.allCases), kind: one(TransactionKind.allCases),
      money: Money(minorUnits: integer(), currency: currency()), vendor: maybe { $0.text() },
      category: maybe { $0.text() }, payment: maybe { $0.one(PaymentMethod.allCases) },
      group: maybe { GroupID($0.id()) }, note: maybe { $0.text() }, account: maybe { $0.text() },
      toAccount: later { $0.text() }, received: later { $0.money() }, tags: list { $0.text() }, flags: flags())
  }

  mutating func change<Value>(_ value: (inout CodecEvents) -> Value) -> ChangedValue<Value>? {
    chance() ? ChangedValue(from: maybe(value), to: maybe(value)) : nil
  }

  mutating func ruleChanged() -> RuleEvent.Changed {
    var changed = RuleEvent.Changed(on: date())
    changed.frequency = change { $0.one(RecurrenceFrequency.allCases) }
    changed.interval = change { $0.number() }
    changed.start = change { $0.date() }
    changed.end = change { $0.date() }
    changed.monthEnd = change { $0.one(Recurrence.MonthEndPolicy.allCases) }
    changed.kind = change { $0.one(TransactionKind.allCases) }
    changed.money = change { Money(minorUnits: $0.integer(), currency: $0.currency()) }
    changed.vendor = change { $0.text() }
    changed.category = change { $0.text() }
    changed.payment = change { $0.one(PaymentMethod.allCases) }
    changed.group = change { GroupID($0.id()) }
    changed.note = change { $0.text() }
    changed.account = change { $0.text() }
    changed.toAccount = later { $0.change { $0.text() } } ?? nil
    changed.received = later { $0.change { $0.money() } } ?? nil
    changed.expression = later { $0.maybe { $0.text() } } ?? nil
    changed.tags = maybe {
      TransactionEvent.TagsChanged(added: $0.list { $0.text() }, removed: $0.list { $0.text() })
    }
    changed.paid = maybe { $0.flagChange() }
    changed.reimbursed = maybe { $0.flagChange() }
    changed.enabled = maybe {
      RuleEvent.Changed.Pausing(
        from: $0.chance(), to: $0.chance(), since: $0.date(),
        pause: $0.maybe { $0.reference() })
    }
    changed.rejoined = maybe { RuleEvent.Changed.Rejoining(rule: RuleID($0.id()), date: $0.date()) }
    return changed
  }

  /// The fields that events about one field are about. The halves of a transfer have events of their own.
  static let fields = TransactionField.allCases.filter { $0 != .toAccount && $0 != .received }

  mutating func transfer() -> TransactionEvent.TransferRecorded {
    TransactionEvent.TransferRecorded(
      origin: one(RecordOrigin.allCases), on: date(), money: money(), received: maybe { $0.money() },
      date: date(),
      account: text(), toAccount: text(), category: maybe { $0.text() }, vendor: maybe { $0.text() },
      note: maybe { $0.text() }, tags: list { $0.text() }, expression: later { $0.text() },
      receivedExpression: later { $0.text() })
  }

  mutating func transferChanged() -> TransactionEvent.TransferChanged {
    TransactionEvent.TransferChanged(
      received: change { Amount(currency: $0.currency(), minorUnits: $0.maybe { $0.integer() }) },
      toAccount: change { $0.text() }, expression: later { $0.text() })
  }

  /// The record of an exported file.
  mutating func seal() -> ExportSeal {
    ExportSeal(
      format: text(), filter: list { ExportSeal.Condition(name: $0.text(), values: $0.list { $0.text() }) },
      name: text(),
      digest: digest(), byteCount: Int64(number()), receipts: number(),
      heads: list { ExportSeal.Head(device: $0.id(), size: Int64($0.number()), root: $0.digest()) },
      amends: maybe { $0.digest() }, on: date())
  }
}
