import LedgerBytes
import LedgerDomain
import Testing

@Suite("Commands on the fields of a transaction")
struct DecideFieldTests {
  @Test(
    "IE-28: every field but the group is corrected, with the value before",
    arguments: [
      (
        TransactionField.vendor, FieldValue.text("  Cafe\u{301} "), FieldValue.text("REWE City"),
        FieldValue.text("Café")
      ),
      (
        .date, .date(Sample.date("2026-06-13")), .date(Sample.date("2026-06-14")),
        .date(Sample.date("2026-06-13"))
      ),
      (
        .total, .amount(Sample.euros(-8450)), .amount(Sample.euros(8450)), .amount(Sample.euros(-8450))
      ),
      (
        .currency, .amount(Amount(currency: .usd, minorUnits: nil)), .amount(Sample.euros(8450)),
        .amount(Amount(currency: .usd, minorUnits: 8450))
      ),
      (.category, .text(" Hotel"), .text("food"), .text("hotel")),
      (.payment, .text("cash"), .text("card"), .text("cash")),
      (.kind, .text("income"), .text("expense"), .text("income")),
      (.note, .text("With\nthe Client"), nil, .text("With\nthe Client")),
      (.account, .text("Giro"), nil, .text("Giro")),
    ] as [(TransactionField, FieldValue, FieldValue?, FieldValue)])
  func corrects(field: TransactionField, typed: FieldValue, from: FieldValue?, to: FieldValue) {
    for scene in [Sample.draft(), Sample.saved] {
      #expect(
        scene.decide(.correct(field, typed)) == .events([Sample.corrected(field, from: from, to: to)]))
    }
  }

  @Test("IE-32, ET-06: a note keeps its case, and an empty text is no note")
  func notes() {
    var scene = Sample.saved
    #expect(scene.decide(.correct(.note, .text(" \n "))) == .nothing)
    #expect(scene.decide(.correct(.note, nil)) == .nothing)
    scene.perform(.correct(.note, .text("Dinner with ANNA")))
    #expect(scene.row?.note == "Dinner with ANNA")
    #expect(scene.decide(.correct(.note, .text("Dinner with ANNA"))) == .nothing)
    let emptied = Sample.corrected(.note, from: .text("Dinner with ANNA"), to: nil)
    #expect(scene.decide(.correct(.note, nil)) == .events([emptied]))
    #expect(scene.decide(.correct(.note, .text("  "))) == .events([emptied]))
  }

  @Test("An impossible value is refused, and a value of another shape empties no field")
  func refuses() {
    let scene = Sample.draft()
    let rows: [(TransactionField, FieldValue?, Rejection)] = [
      (
        .vendor, .date(Sample.today),
        .invalid(field: .vendor, value: Sample.today.iso, expected: "a text")
      ),
      (.note, .amount(Sample.euros(1)), .invalid(field: .note, value: "0.01 EUR", expected: "a text")),
      (.date, nil, .required(.date)),
      (.date, .text("2026-06-14"), .invalid(field: .date, value: "2026-06-14", expected: "a date")),
      (.total, nil, .required(.total)),
      (.total, .amount(Sample.euros(nil)), .required(.total)),
      (.currency, nil, .required(.currency)),
      (.category, nil, .required(.category)),
      (.payment, nil, .required(.payment)),
      (.kind, nil, .required(.kind)),
      (
        .category, .text("coffee"),
        .unknownCategory(key: "coffee", known: Sample.offered)
      ),
      (.category, .text("old"), .inactiveCategory("old")),
      (.payment, .text("Card"), .invalid(field: .payment, value: "Card", expected: "card or cash")),
      (
        .kind, .text("gift"),
        .invalid(field: .kind, value: "gift", expected: "expense, income or transfer")
      ),
      (.group, .group(Sample.group), .setOtherwise(.group)),
      (.vendor, .text(String(repeating: "x", count: 16_385)), .tooLong(what: "vendor", limit: 16_384)),
    ]
    for (field, value, rejection) in rows {
      #expect(scene.decide(.correct(field, value)) == .rejection(rejection))
    }
  }

  @Test("Typing what was read accepts it on a draft, once, and records nothing on what is saved")
  func typesWhatWasRead() {
    var scene = Sample.draft()
    let accepted = Outcome.events([Sample.confirmed(.vendor, .text("REWE City"))])
    #expect(scene.decide(.correct(.vendor, .text("REWE City "))) == accepted)
    scene.perform(.correct(.vendor, .text("REWE City")))
    #expect(scene.decide(.correct(.vendor, .text("REWE City"))) == .nothing)
    #expect(Sample.saved.decide(.correct(.vendor, .text("REWE City"))) == .nothing)
    #expect(scene.decide(.correct(.kind, .text("expense"))) == .nothing)
  }

  @Test("Confirming accepts the current value once")
  func confirms() {
    var scene = Sample.draft()
    let all: [TransactionEvent] = [
      Sample.confirmed(.vendor, .text("REWE City")), Sample.confirmed(.date, .date(Sample.date("2026-06-14"))),
      Sample.confirmed(.total, .amount(Sample.euros(8450))),
      Sample.confirmed(.currency, .amount(Sample.euros(8450))), Sample.confirmed(.category, .text("food")),
      Sample.confirmed(.payment, .text("card")),
    ]
    #expect(scene.decide(.confirm([])) == .events(all))
    #expect(scene.decide(.confirm([.payment, .vendor])) == .events([all[5], all[0]]))
    scene.perform(.confirm([.date]))
    #expect(scene.decide(.confirm([.date])) == .nothing)
    #expect(scene.decide(.confirm([])) == .events(all.filter { $0 != all[1] }))
    scene.perform(.correct(.vendor, .text("EDEKA")))
    #expect(scene.decide(.confirm([.vendor])) == .nothing, "typing it was enough")
  }

  @Test("IE-21: confirming everything leaves a choice between two readings open; naming the field makes it")
  func confirmsOnlyWhatIsClear() {
    let scene = Sample.draft(Sample.readings(date: ["2026-06-14", "2026-06-12"], payment: []))
    guard case .events(let events) = scene.decide(.confirm([])) else {
      return #expect(Bool(false), "refused")
    }
    #expect(
      events == [
        Sample.confirmed(.vendor, .text("REWE City")), Sample.confirmed(.total, .amount(Sample.euros(8450))),
        Sample.confirmed(.currency, .amount(Sample.euros(8450))), Sample.confirmed(.category, .text("food")),
      ])
    #expect(
      scene.decide(.confirm([.date])) == .events([Sample.confirmed(.date, .date(Sample.date("2026-06-14")))]))
    #expect(scene.decide(.confirm([.payment])) == .rejection(.nothingToConfirm(.payment)))
    #expect(scene.decide(.confirm([.group])) == .rejection(.setOtherwise(.group)))
  }

  @Test("A currency alone is no total to confirm")
  func confirmsNoTotal() {
    let scene = Sample.draft(Sample.readings(total: []))
    #expect(scene.decide(.confirm([.total])) == .rejection(.nothingToConfirm(.total)))
    #expect(
      scene.decide(.confirm([.currency])) == .events([Sample.confirmed(.currency, .amount(Sample.euros(nil)))]))
  }

  @Test("A value recorded by a person needs no confirmation")
  func confirmsNothingRecorded() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded())
    #expect(scene.decide(.confirm([])) == .nothing)
    #expect(scene.decide(.confirm([.category])) == .nothing)
    var imported = Scene<TransactionEvent>()
    imported.add(Sample.recorded(origin: .imported), actor: "import/csv")
    #expect(imported.decide(.confirm([.category])) == .events([Sample.confirmed(.category, .text("taxi"))]))
  }

  static let ambiguous = Sample.draft(
    Sample.readings(
      vendor: ["REWE", "REWE City"], date: ["2026-06-14", "14 June"], total: ["84.50", "79.00"],
      currency: ["EUR", "USD"], category: ["food", "coffee"], payment: ["card", "bitcoin"]))

  @Test(
    "IE-21, IE-24: picking a reading fills the field with it",
    arguments: [
      (TransactionField.vendor, 2, FieldValue.text("REWE"), FieldValue.text("REWE City"), "REWE City"),
      (.total, 2, .amount(Sample.euros(8450)), .amount(Sample.euros(7900)), "79.00"),
      (
        .currency, 2, .amount(Sample.euros(8450)), .amount(Amount(currency: .usd, minorUnits: 8450)), "USD"
      ),
      (.payment, 1, .text("card"), .text("card"), "card"),
      (.date, 1, .date(Sample.date("2026-06-14")), .date(Sample.date("2026-06-14")), "2026-06-14"),
    ] as [(TransactionField, Int, FieldValue, FieldValue, String)])
  func picks(field: TransactionField, number: Int, from: FieldValue, to: FieldValue, reading: String) {
    var scene = Self.ambiguous
    let picked = TransactionEvent.alternatePicked(
      TransactionEvent.AlternatePicked(
        field: field, from: from, to: to, reading: reading, extraction: scene.entries[1].context.reference))
    #expect(scene.decide(.pick(field, number: number)) == .events([picked]))
    scene.perform(.pick(field, number: number))
    #expect(scene.state.value(of: field) == to)
    #expect(scene.decide(.pick(field, number: number)) == .nothing, "picked already")
  }

  @Test("IE-24: a reading that is not there, or cannot be a value, is refused")
  func picksNothing() {
    let scene = Self.ambiguous
    func no(_ field: TransactionField, _ number: Int) -> Outcome<TransactionEvent> {
      .rejection(.noReading(field: field, number: number, available: 2))
    }
    for number in [3, 0, -1, .min, .max] {
      #expect(scene.decide(.pick(.total, number: number)) == no(.total, number))
    }
    #expect(
      scene.decide(.pick(.note, number: 1)) == .rejection(.noReading(field: .note, number: 1, available: 0)))
    #expect(
      scene.decide(.pick(.group, number: 1)) == .rejection(.setOtherwise(.group)))
    #expect(
      Sample.unread.decide(.pick(.vendor, number: 1))
        == .rejection(.noReading(field: .vendor, number: 1, available: 0)))
    let isNone = Rejection.readingIsNoValue(field: .date, reading: "14 June", why: "it is not a date")
    #expect(scene.decide(.pick(.date, number: 2)) == .rejection(isNone))
    #expect(
      scene.decide(.pick(.payment, number: 2))
        == .rejection(.readingIsNoValue(field: .payment, reading: "bitcoin", why: "it is not a payment")))
    #expect(
      scene.decide(.pick(.category, number: 2))
        == .rejection(.unknownCategory(key: "coffee", known: Sample.offered)))
  }

  @Test("IE-05, IE-31: filing goes into a group that is there, and out of every group")
  func files() {
    var scene = Sample.saved
    #expect(
      scene.decide(.file(Sample.unknownGroup)) == .rejection(.unknownGroup(Sample.unknownGroup)))
    #expect(scene.decide(.file(Sample.deletedGroup)) == .rejection(.isDeleted(what: "group")))
    scene.perform(.file(Sample.group))
    #expect(scene.row?.group == Sample.group)
    #expect(scene.decide(.file(Sample.group)) == .nothing)
    #expect(
      scene.decide(.file(Sample.otherGroup))
        == .events([.transactionFiled(TransactionEvent.Filed(from: Sample.group, to: Sample.otherGroup))]))
    #expect(
      scene.decide(.file(nil))
        == .events([.transactionFiled(TransactionEvent.Filed(from: Sample.group, to: nil))]))
  }

  @Test("FF-15: cleared and not, each once")
  func clears() {
    var scene = Sample.saved
    scene.perform(.clear(true))
    #expect(scene.row?.isCleared == true)
    #expect(scene.decide(.clear(true)) == .nothing)
    #expect(scene.decide(.clear(false)) == .events([.transactionUncleared]))
  }
}
