import LedgerBytes
import Testing

@testable import LedgerDomain

/// The table of a transaction's fields, and the words of payloads.
@Suite("The table of fields") struct FieldTableTests {
  @Test("A field has its own name among the fields of all records", arguments: TransactionField.allCases)
  func names(field: TransactionField) {
    #expect(RecordField(field).rawValue == field.rawValue)
  }

  @Test(
    "A value that is set is the one that is read, and no other field has it",
    arguments: TransactionField.allCases)
  func values(field: TransactionField) {
    let amount = FieldValue.amount(Amount(currency: .eur, minorUnits: 8450))
    let samples: [TransactionField: FieldValue] = [
      .date: .date(Sample.date("2026-06-14")), .total: amount, .currency: amount, .payment: .text("cash"),
      .kind: .text("income"), .group: .group(Sample.group), .received: amount,
    ]
    let value = samples[field] ?? .text("a text")
    var state = TransactionState()
    let context = EventContext(
      reference: EventReference(device: UniqueID(high: 1, low: 2), sequence: 1),
      time: HybridTime(milliseconds: 1, counter: 0), actor: "user/anna")
    state.evolve(.fieldCorrected(TransactionEvent.FieldCorrected(field: field, from: nil, to: value)), context)
    for other in TransactionField.allCases {
      let isSame = other.holder == field.holder
      #expect(isSame == (state.value(of: other) == value), "\(other.rawValue)")
      // A kind that nobody set is an expense.
      #expect(isSame || other == .kind || state.value(of: other) == nil, "\(other.rawValue)")
    }
    var written: [RecordField] = []
    state.forEachField { name, writes in
      if !writes.isEmpty { written.append(name) }
    }
    #expect(written == TransactionField.allCases.filter { $0.holder == field.holder }.map { RecordField($0) })
  }

  @Test(
    "Two values of a field that did not know of each other are one conflict",
    arguments: TransactionField.allCases)
  func conflicts(field: TransactionField) {
    func value(_ other: Bool) -> FieldValue {
      switch field {
      case .date: .date(Sample.date(other ? "2026-06-15" : "2026-06-14"))
      case .total, .currency, .received: .amount(Amount(currency: .eur, minorUnits: other ? 1 : 2))
      case .payment: .text(other ? "cash" : "card")
      case .kind: .text(other ? "income" : "expense")
      case .group: .group(GroupID(UniqueID(high: 1, low: other ? 1 : 2)))
      case .vendor, .category, .note, .account, .toAccount: .text(other ? "one" : "other")
      }
    }
    var state = TransactionState()
    for device in 1...2 {
      let context = EventContext(
        reference: EventReference(device: UniqueID(high: 1, low: UInt64(device)), sequence: 1),
        time: HybridTime(milliseconds: UInt64(device), counter: 0), actor: "user/anna")
      let corrected = TransactionEvent.FieldCorrected(field: field, from: nil, to: value(device == 1))
      state.evolve(.fieldCorrected(corrected), context)
    }
    #expect(state.conflictingFields == [field.holder])
    #expect(state.conflictCount == 1)
  }

  @Test("A value of another field's form changes nothing")
  func otherForm() {
    var state = TransactionState()
    let context = EventContext(
      reference: EventReference(device: UniqueID(high: 1, low: 2), sequence: 1),
      time: HybridTime(milliseconds: 1, counter: 0), actor: "user/anna")
    for field in TransactionField.allCases {
      let wrong: FieldValue = field.shape == .date ? .text("a text") : .date(Sample.date("2026-06-14"))
      state.evolve(
        .fieldCorrected(TransactionEvent.FieldCorrected(field: field, from: nil, to: wrong)), context)
      state.forEachField { name, writes in #expect(writes.isEmpty, "\(name.rawValue)") }
    }
  }

  @Test("Every word of a payload is read as itself, and nothing similar is")
  func words() {
    func check<Word: PayloadWord & Equatable>(_: Word.Type) {
      func read(_ text: String) -> Word? { Array(text.utf8).withUnsafeBytes { Word.words[$0] } }
      for word in Word.allCases {
        let text = word.rawValue
        #expect(read(text) == word)
        for similar in [text + "x", "x" + text, String(text.dropLast()), text.uppercased(), text + "\0", ""] {
          #expect(read(similar) == Word(rawValue: similar), "\(similar)")
        }
      }
    }
    check(TransactionField.self)
    check(TransactionKind.self)
    check(PaymentMethod.self)
    check(CaptureSource.self)
    check(ExtractionMethod.self)
    check(RecordOrigin.self)
    check(WriteOrigin.self)
    check(GroupDisposition.self)
    check(WeekSetting.self)
    check(RecurrenceFrequency.self)
    check(Recurrence.MonthEndPolicy.self)
    check(RuleDeletionScope.self)
  }
}
