internal import LedgerBytes
internal import LedgerDomain

/// A receipt on its way from the paper to the ledger: its printed values and its recorded ones.
struct Draft {
  let stream: StreamID
  /// The printed values.
  let vendor: String
  let date: CivilDate
  let money: Money
  let category: String
  let payment: PaymentMethod
  /// The recorded values of the fields, as `evolve` computes them from the events so far.
  var current = Current()
  var settled: Set<TransactionField> = []
  var extraction: EventReference?

  struct Current {
    var vendor: String?
    var date: CivilDate?
    var amount: Amount?
    var category: String?
    var payment: String?
    var note: String?
    var group: GroupID?

    func value(of field: TransactionField) -> FieldValue? {
      switch field {
      case .vendor: vendor.map(FieldValue.text)
      case .date: date.map(FieldValue.date)
      case .total, .currency: amount.map(FieldValue.amount)
      case .category: category.map(FieldValue.text)
      case .payment: payment.map(FieldValue.text)
      case .group: group.map(FieldValue.group)
      case .note: note.map(FieldValue.text)
      case .kind, .account, .toAccount, .received: nil
      }
    }

    mutating func set(_ field: TransactionField, _ value: FieldValue) {
      switch field {
      case .vendor: vendor = value.text
      case .date: date = value.date
      case .total, .currency: amount = value.amount
      case .category: category = value.text
      case .payment: payment = value.text
      case .note: note = value.text
      case .group, .kind, .account, .toAccount, .received: break
      }
    }
  }

  /// Returns the event of a person who sets a field, or who confirms it if the value is the same.
  mutating func correct(_ field: TransactionField, to value: FieldValue) -> TransactionEvent? {
    let from = current.value(of: field)
    if from == value { return settled.contains(field) ? nil : confirm(field) }
    set(field, value)
    return .fieldCorrected(TransactionEvent.FieldCorrected(field: field, from: from, to: value))
  }

  /// Returns the event of a person who accepts the value of a field.
  mutating func confirm(_ field: TransactionField) -> TransactionEvent? {
    guard let value = current.value(of: field), !(field == .total && value.amount?.minorUnits == nil) else {
      return nil
    }
    settled.insert(field)
    return .fieldConfirmed(TransactionEvent.FieldConfirmed(field: field, value: value))
  }

  /// Returns the event of a person who picks the second reading.
  mutating func pick(_ field: TransactionField, _ value: FieldValue, reading: String) -> TransactionEvent? {
    guard let extraction else { return nil }
    let from = current.value(of: field)
    set(field, value)
    return .alternatePicked(
      TransactionEvent.AlternatePicked(
        field: field, from: from, to: value, reading: reading, extraction: extraction))
  }

  private mutating func set(_ field: TransactionField, _ value: FieldValue) {
    settled.insert(field)
    // A total in another currency settles the currency as well.
    if field == .total, current.amount?.currency != value.amount?.currency { settled.insert(.currency) }
    current.set(field, value)
  }
}

/// An extractor's result for a paper, with typical errors.
struct ReadPaper {
  let completed: TransactionEvent.ExtractionCompleted
  /// The second reading of a field, and whether it is the true one. `nil` if all fields have one reading.
  let second: Second?

  struct Second {
    let field: TransactionField
    let reading: String
    let value: FieldValue
    let isTrue: Bool
  }

  init(_ paper: Paper, _ draft: inout Draft, random: inout Seeded) {
    var readings = ReceiptReadings()
    var second: Second?
    var total = paper.money

    let vendor = random.chance(50) ? draft.vendor.uppercased() : draft.vendor
    if !random.chance(25) {
      readings.vendor = FieldReadings([
        FieldReading(value: vendor, reason: "top line", confidence: random.among(70...98))
      ])
    }
    if random.chance(30) {
      let isTrue = random.chance(500)
      let wrong = draft.date.adding(days: random.chance(500) ? -31 : 1)
      let (first, other) = isTrue ? (wrong, draft.date) : (draft.date, wrong)
      readings.date = FieldReadings([
        FieldReading(value: first.iso, reason: "day and month may be swapped", confidence: 55),
        FieldReading(value: other.iso, reason: "line near the time", confidence: 45),
      ])
      draft.current.date = first
      second = Second(field: .date, reading: other.iso, value: .date(other), isTrue: isTrue)
    } else {
      draft.current.date = draft.date
      let reading = FieldReading(
        value: draft.date.iso, reason: "beside a time", confidence: random.among(85...99))
      readings.date = FieldReadings([reading])
    }
    if second == nil, random.chance(60), paper.tax.minorUnits > 0, paper.tax != paper.money {
      let isTrue = random.chance(350)
      let (first, other) = isTrue ? (paper.tax, paper.money) : (paper.money, paper.tax)
      readings.total = FieldReadings([
        FieldReading(value: first.decimal, reason: "largest amount", confidence: 60),
        FieldReading(value: other.decimal, reason: "bottom line", confidence: 50),
      ])
      total = first
      second = Second(field: .total, reading: other.decimal, value: .amount(Amount(other)), isTrue: isTrue)
    } else {
      let decimal = paper.money.decimal
      let reading = FieldReading(
        value: decimal, reason: "bottom line after a total's word", confidence: random.among(80...99))
      readings.total = FieldReadings([reading])
    }
    let code = paper.money.currency.code
    let readsCurrency = code != "EUR" || !random.chance(100)
    if readsCurrency {
      readings.currency = FieldReadings([FieldReading(value: code, reason: "beside the total", confidence: 95)])
    }
    if !random.chance(40) {
      let category = random.chance(50) ? "other" : draft.category
      let reading = FieldReading(
        value: category, reason: "words of the vendor", confidence: random.among(60...95))
      readings.category = FieldReadings([reading])
    }
    if !random.chance(30) {
      let reading = FieldReading(
        value: draft.payment.rawValue, reason: "line of payment", confidence: random.among(75...97))
      readings.payment = FieldReadings([reading])
    }
    readings.items = paper.items
    self.second = second
    completed = TransactionEvent.ExtractionCompleted(
      extractor: "rules", version: 1, method: .deterministic, readings: readings,
      assumedCurrency: readsCurrency ? nil : .eur)

    draft.current.vendor = readings.vendor.readings.first?.value
    draft.current.amount = Amount(total)
    draft.current.category = readings.category.readings.first?.value
    draft.current.payment = readings.payment.readings.first?.value
  }
}
