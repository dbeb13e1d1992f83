import LedgerDomain
import Testing

@Suite("The outcome of each field")
struct AuditTests {
  static func status(_ field: TransactionField, _ scene: Scene<TransactionEvent>) -> FieldStatus {
    scene.state.status(of: field)
  }

  @Test("Statuses: read, confirmed, corrected, filled in, empty")
  func statuses() {
    var scene = Sample.draft(Sample.readings(vendor: [], payment: []))
    #expect(
      TransactionField.review.map { Self.status($0, scene) } == [
        .empty, .read, .read, .read, .read, .empty, .empty,
      ])
    scene.perform(.confirm([.date]))
    scene.perform(.correct(.category, .text("hotel")))
    scene.perform(.correct(.payment, .text("cash")))
    #expect(
      TransactionField.review.map { Self.status($0, scene) }
        == [.empty, .confirmed, .read, .read, .corrected, .filledIn, .empty])
    #expect(scene.state.correctedFields == [.category])
    #expect(scene.row?.correctedCount == 1)
  }

  @Test("A picked reading is corrected, unless it is the first")
  func picked() {
    var scene = Sample.draft(Sample.readings(vendor: ["REWE", "REWE City"]))
    scene.perform(.pick(.vendor, number: 2))
    #expect(Self.status(.vendor, scene) == .corrected)
    scene.perform(.pick(.vendor, number: 1))
    #expect(Self.status(.vendor, scene) == .confirmed)
    #expect(scene.row?.correctedCount == 0)
  }

  @Test("Changing a value back un-counts the correction")
  func changedBack() {
    var scene = Sample.draft()
    scene.perform(.correct(.vendor, .text("EDEKA")))
    #expect(scene.row?.correctedCount == 1)
    scene.perform(.correct(.vendor, .text("REWE City")))
    #expect(scene.row?.correctedCount == 0)
    #expect(Self.status(.vendor, scene) == .confirmed)
    #expect(scene.state.provenance(of: .vendor).replaced == "EDEKA")
  }

  @Test("A field that was read and emptied is corrected; one that was filled in and emptied is empty")
  func emptied() {
    var scene = Sample.draft()
    scene.perform(.correct(.vendor, nil))
    #expect(Self.status(.vendor, scene) == .corrected)
    var unread = Sample.draft(Sample.readings(vendor: []))
    unread.perform(.correct(.vendor, .text("EDEKA")))
    #expect(Self.status(.vendor, unread) == .filledIn)
    unread.perform(.correct(.vendor, nil))
    #expect(Self.status(.vendor, unread) == .empty)
  }

  @Test("12.5 on the paper is 12.50, and 1.2 is not 1.25")
  func decimals() {
    var scene = Sample.draft(Sample.readings(total: ["12.5"]))
    scene.perform(.correct(.total, .amount(Sample.euros(1250))))
    #expect(Self.status(.total, scene) == .confirmed)
    scene.perform(.correct(.total, .amount(Sample.euros(1205))))
    #expect(Self.status(.total, scene) == .corrected)
  }

  @Test("A corrected currency does not count the total, nor a corrected total the currency")
  func halves() {
    var currency = Sample.draft()
    currency.perform(DecideAmountTests.toCurrency("KWD"))
    #expect(currency.state.correctedFields == [.currency])
    #expect(Self.status(.total, currency) == .read)
    var total = Sample.draft()
    total.perform(.correct(.total, .amount(Sample.euros(9000))))
    #expect(total.state.correctedFields == [.total])
    #expect(Self.status(.currency, total) == .read)
    total.perform(DecideAmountTests.toCurrency("USD"))
    #expect(total.state.correctedFields == [.total, .currency])
  }

  @Test("A total typed in another currency counts both")
  func totalWithCurrency() {
    var scene = Sample.draft()
    scene.perform(.correct(.total, .amount(Amount(currency: .usd, minorUnits: 9000))))
    #expect(scene.state.correctedFields == [.total, .currency])
    var unread = Sample.unread
    unread.perform(.correct(.total, .amount(Sample.euros(9000))))
    #expect(Self.status(.total, unread) == .filledIn)
    #expect(Self.status(.currency, unread) == .filledIn)
  }

  @Test("A currency that was not read is the ledger's until a person confirms it")
  func assumed() {
    var scene = Sample.draft(Sample.readings(currency: []), assuming: .eur)
    #expect(scene.state.amount.value == Sample.euros(8450))
    #expect(Self.status(.currency, scene) == .read)
    scene.perform(.correct(.total, .amount(Sample.euros(9000))))
    #expect(Self.status(.currency, scene) == .read)
    scene.perform(.confirm([.currency]))
    #expect(Self.status(.currency, scene) == .filledIn)
    #expect(Self.status(.total, scene) == .corrected)
  }

  @Test("Every field recorded without paper has the status “recorded”, the total's currency too")
  func recorded() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded(vendor: "Taxi 7"))
    scene.perform(.file(Sample.group))
    let all: [FieldStatus] = [.recorded, .recorded, .recorded, .recorded, .recorded, .recorded, .recorded]
    #expect(TransactionField.review.map { Self.status($0, scene) } == all)
    scene.perform(.correct(.total, .amount(Sample.euros(4000))))
    #expect(Self.status(.currency, scene) == .recorded)
    #expect(scene.row?.correctedCount == 0, "no extractor read it")
  }

  @Test("IE-30: paper that comes later neither overwrites nor re-labels what a person recorded")
  func paperLater() throws {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded())
    let before = try #require(scene.row)
    scene.perform(.attach(Sample.page(1)))
    scene.add(Sample.extraction(Sample.readings()), actor: Sample.extractor)
    let row = try #require(scene.row)
    #expect(row.money == before.money && row.date == before.date && row.category == before.category)
    #expect(row.payment == before.payment && row.vendor == "REWE City", "only the vendor was not given")
    #expect(
      TransactionField.extracted.map { Self.status($0, scene) }
        == [.read, .recorded, .recorded, .recorded, .recorded, .recorded])
    #expect(row.correctedCount == 0)
  }

  @Test("A value that software set or confirmed still needs a look by a person")
  func byMachine() {
    var scene = Sample.draft(Sample.readings(vendor: ["REWE", "EDEKA"]))
    scene.add(Sample.vendor("EDEKA"), actor: "rule")
    scene.add(Sample.confirmed(.vendor, .text("EDEKA")), actor: "rule")
    #expect(scene.state.vendor.value == "EDEKA")
    #expect(Self.status(.vendor, scene) == .read)
    #expect(scene.state.fieldsThatNeedALook == [.vendor])
  }

  @Test("An earlier extraction's reading stays if the last extraction read nothing")
  func readEarlier() {
    var scene = Sample.draft()
    scene.add(Sample.extraction(Sample.readings(vendor: [])), actor: Sample.extractor)
    #expect(scene.state.vendor.value == "REWE City")
    #expect(Self.status(.vendor, scene) == .read)
  }

  @Test("An extraction writes total and currency once")
  func oneWrite() {
    #expect(Sample.draft().state.amount.heads.count == 1)
  }

  @Test("Only the last extraction counts; the corrections stay")
  func extractedAgain() {
    var scene = Sample.draft()
    scene.perform(.correct(.vendor, .text("EDEKA")))
    #expect(scene.row?.correctedCount == 1)
    scene.add(Sample.extraction(Sample.readings(vendor: ["EDEKA"])), actor: Sample.extractor)
    #expect(scene.row?.correctedCount == 0)
    #expect(Self.status(.vendor, scene) == .confirmed)
  }

  @Test("A value of another field's shape, from another program, settles nothing")
  func wrongShape() {
    for value in [FieldValue.text("x"), .group(Sample.group)] {
      var scene = Sample.draft()
      let before = scene.state.provenance
      scene.add(Sample.corrected(.total, from: nil, to: value))
      scene.add(Sample.confirmed(.date, value))
      scene.add(Sample.corrected(.payment, from: nil, to: .text("bitcoin")))
      #expect(scene.state.provenance == before)
    }
  }

  @Test("IE-23: the fields of a review are in order, the others after them")
  func order() {
    #expect(TransactionField.review == [.vendor, .date, .total, .currency, .category, .payment, .group])
    #expect(
      Sample.draft().state.provenance.map(\.field) == TransactionField.review + [.note, .kind, .account])
    #expect(
      TransactionField.review.map(\.rawValue).joined(separator: " ")
        == "vendor date total currency category payment group"
    )
  }

  @Test("IE-23: what is missing and what has two readings needs a look, in order")
  func attention() {
    var scene = Sample.unread
    #expect(scene.state.fieldsThatNeedALook == [.vendor, .date, .total, .currency, .category, .payment])
    #expect(scene.row?.attentionCount == 6)
    scene = Sample.draft()
    #expect(scene.row?.attentionCount == 0)
    scene = Sample.draft(
      Sample.readings(
        vendor: [], date: ["2026-06-14", "2026-06-12"], total: ["84.50", "79.00"], payment: ["card", "cash"]))
    #expect(scene.state.fieldsThatNeedALook == [.vendor, .date, .total, .payment])
    #expect(scene.state.provenance.filter(\.needsALook).map(\.field) == [.vendor, .date, .total, .payment])
    scene.perform(.pick(.date, number: 1))
    scene.perform(.confirm([.payment]))
    scene.perform(.correct(.vendor, .text("EDEKA")))
    #expect(scene.state.fieldsThatNeedALook == [.total])
    scene.perform(.correct(.total, .amount(Sample.euros(0))))
    #expect(scene.state.fieldsThatNeedALook == [.total], "zero can't be saved")
    scene.perform(.correct(.total, .amount(Sample.euros(1))))
    #expect(scene.row?.attentionCount == 0)
    scene.perform(.correct(.vendor, nil))
    #expect(scene.row?.attentionCount == 0, "a person left it empty, and it may be")
  }

  @Test("IE-14, IE-23: what a kind does not need needs no look")
  func attentionByKind() {
    var scene = Sample.draft(Sample.readings(category: [], payment: []))
    #expect(scene.state.fieldsThatNeedALook == [.category, .payment])
    scene.perform(.correct(.kind, .text("income")))
    #expect(scene.state.fieldsThatNeedALook == [.category])
    scene.add(Sample.corrected(.kind, from: .text("income"), to: .text("transfer")))
    #expect(scene.row?.attentionCount == 0)
    #expect(scene.decide(.save) == .events([.receiptSaved]))
  }

  @Test("IE-23: only a draft needs a look")
  func attentionOfSaved() {
    var scene = Sample.draft(Sample.readings(vendor: [], date: ["2026-06-14", "2026-06-12"]))
    #expect(scene.row?.attentionCount == 2)
    scene.perform(.save)
    #expect(scene.row?.attentionCount == 0)
    #expect(scene.state.provenance.filter(\.needsALook).isEmpty)
  }
}
