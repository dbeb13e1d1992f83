import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("What a machine proposes for a transaction that is saved")
struct ProposalTests {
  private static func read(
    _ readings: ReceiptReadings, assuming currency: CurrencyCode? = nil
  ) -> TransactionEvent.ExtractionCompleted {
    TransactionEvent.ExtractionCompleted(
      extractor: "rules", version: 3, method: .deterministic, readings: readings, assumedCurrency: currency)
  }

  private static func recognized(_ readings: ReceiptReadings) -> TransactionCommand {
    .recognize(
      .read(TransactionEvent.TextRecognized(engine: "text", text: "x", confidence: nil), read(readings)))
  }

  /// Typed by hand: 38.00 EUR, 12 June, taxi, cash, no vendor.
  private static var typed: Scene<TransactionEvent> {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded())
    return scene
  }

  /// A transaction with a proposal from paper that differs.
  private static func proposed(
    _ readings: ReceiptReadings = Sample.readings(vendor: ["Taxi Blau"], category: ["taxi"])
  ) -> Scene<TransactionEvent> {
    var scene = typed
    scene.perform(recognized(readings), actor: Sample.extractor)
    return scene
  }

  private static func fields(_ scene: Scene<TransactionEvent>) -> [TransactionField] {
    scene.state.openProposals.map(\.proposed.field)
  }

  @Test("IE-30: what differs from what was typed is proposed, and nothing is overwritten")
  func proposal() throws {
    let before = Self.typed.row
    let scene = Self.proposed()
    #expect(scene.row == before)
    #expect(Self.fields(scene) == [.vendor, .date, .total, .payment], "the category is right already")
    let total = try #require(scene.state.openProposals.first { $0.proposed.field == .total }?.proposed)
    #expect(total.from == .amount(Sample.euros(3800)) && total.to == .amount(Sample.euros(8450)))
    #expect(total.readings.map(\.reason) == ["line"])
    #expect(scene.state.text == "x" && scene.state.extraction == nil)
  }

  @Test("IE-30: the same paper a second time proposes nothing new, nor does paper that agrees")
  func nothingNew() {
    var scene = Self.proposed()
    let again = Self.read(Sample.readings(vendor: ["Taxi Blau"], category: ["taxi"]))
    #expect(scene.decide(.propose(again, fields: [])) == .nothing)
    scene = Self.typed
    let same = Sample.readings(
      vendor: [], date: ["2026-06-12"], total: ["38.00"], category: ["taxi"], payment: ["cash"])
    #expect(scene.decide(.propose(Self.read(same), fields: [])) == .nothing)
    // A vendor in other letters is the same vendor.
    scene.perform(.correct(.vendor, .text("Café Zoë")))
    #expect(
      scene.decide(.propose(Self.read(Sample.readings(vendor: ["CAFE ZOE"])), fields: [.vendor])) == .nothing)
  }

  @Test("IE-30: accepting takes the value as a person's pick; rejecting keeps the current value")
  func answers() throws {
    var scene = Self.proposed()
    let reference = try #require(scene.state.openProposals.first?.reference)
    let accepted = scene.perform(.accept([.total]))
    #expect(
      accepted.only
        == .proposalAccepted(
          TransactionEvent.ProposalAccepted(
            field: .total, from: .amount(Sample.euros(3800)), to: .amount(Sample.euros(8450)), reading: "84.50",
            proposal: reference)))
    #expect(scene.row?.money == Money(minorUnits: 8450, currency: .eur))
    let total = scene.state.provenance(of: .total)
    #expect(total.origin == .picked && total.status == .confirmed && total.replaced == "38.00")
    #expect(scene.perform(.reject([.date])).only != nil)
    #expect(scene.row?.date == Sample.date("2026-06-12"))
    #expect(Self.fields(scene) == [.vendor, .payment])
    scene.perform(.accept([]))
    #expect(Self.fields(scene).isEmpty && scene.row?.vendor == "Taxi Blau" && scene.row?.payment == .card)
    #expect(scene.decide(.accept([])) == .nothing && scene.decide(.reject([.total])) == .nothing)
    #expect(scene.decide(.accept([.note])) == .rejection(.nothingProposed(.note)))
  }

  @Test("IE-30: a value that was declined is not proposed again, another one is")
  func declined() {
    var scene = Self.proposed()
    scene.perform(.reject([]))
    #expect(Self.fields(scene).isEmpty)
    let same = Self.read(Sample.readings(vendor: ["Taxi Blau"], category: ["taxi"]))
    #expect(scene.decide(.propose(same, fields: [])) == .nothing)
    scene.perform(.propose(Self.read(Sample.readings(total: ["39.00"])), fields: [.total]))
    #expect(Self.fields(scene) == [.total])
  }

  @Test("IE-30: who sets a field knowing of the proposal has answered it; who did not know has not")
  func typedOver() throws {
    var scene = Self.proposed()
    scene.perform(.correct(.total, .amount(Sample.euros(4000))))
    #expect(!Self.fields(scene).contains(.total))
    var unaware = Self.typed
    let start = try #require(unaware.entries.first?.context.reference)
    unaware.perform(Self.recognized(Sample.readings()), actor: Sample.extractor)
    unaware.add(
      Sample.corrected(.total, from: nil, to: .amount(Sample.euros(4000))), by: .b, seeing: .only([start]))
    #expect(Self.fields(unaware).contains(.total))
    #expect(unaware.row?.money?.minorUnits == 4000)
  }

  @Test("IE-30: a draft takes the readings of more paper over; one that was saved is asked")
  func drafts() {
    var draft = Sample.draft(Sample.readings(total: ["8.45"]))
    draft.perform(Self.recognized(Sample.readings()), actor: Sample.extractor)
    #expect(draft.row?.money?.minorUnits == 8450 && draft.state.openProposals.isEmpty)
    var saved = Sample.draft(Sample.readings(total: ["8.45"]))
    saved.add(.receiptSaved)
    saved.perform(Self.recognized(Sample.readings()), actor: Sample.extractor)
    #expect(saved.row?.money?.minorUnits == 845 && Self.fields(saved) == [.total])
    saved.perform(.accept([.total]))
    #expect(saved.state.status(of: .total) == .corrected, "not what was read first")
  }

  @Test("IE-30: nothing impossible is proposed: no zero, no unknown category, no impossible date")
  func impossible() {
    var readings = Sample.readings(
      vendor: [" "], date: ["14 June"], total: ["0.00"], category: ["yachts"], payment: ["barter"])
    #expect(Self.typed.decide(.propose(Self.read(readings), fields: [])) == .nothing)
    readings = Sample.readings(
      vendor: [], date: [], total: ["84.505"], currency: [], category: ["old"], payment: [])
    #expect(Self.typed.decide(.propose(Self.read(readings), fields: [])) == .nothing)
    #expect(
      Sample.deleted.decide(.propose(Self.read(readings), fields: []))
        == .rejection(.isDeleted(what: "transaction")))
  }

  @Test("IE-30: a total read in another currency brings it along; a currency alone keeps the number")
  func currencies() throws {
    var scene = Self.typed
    scene.perform(.propose(Self.read(Sample.readings(currency: ["USD"])), fields: [.total, .currency]))
    #expect(Self.fields(scene) == [.total])
    scene.perform(.accept([]))
    #expect(scene.row?.money == Money(minorUnits: 8450, currency: .usd))
    #expect(scene.state.status(of: .currency) == .confirmed)
    var other = Self.typed
    other.perform(
      .propose(Self.read(Sample.readings(total: [], currency: ["USD"])), fields: [.total, .currency]))
    #expect(Self.fields(other) == [.currency])
    other.perform(.accept([.currency]))
    #expect(other.row?.money == Money(minorUnits: 3800, currency: .usd))
    // If no currency was read, the total is in the transaction's own, not in the ledger's.
    var yen = Scene<TransactionEvent>()
    yen.add(Sample.recorded(money: Money(minorUnits: 1284, currency: .jpy)))
    yen.perform(
      .propose(Self.read(Sample.readings(total: ["1285"], currency: []), assuming: .eur), fields: [.total]))
    #expect(yen.state.openProposals.first?.proposed.to == .amount(Amount(currency: .jpy, minorUnits: 1285)))
  }

  @Test("A second extraction that reads no total leaves the one that was read before")
  func emptyTotal() {
    var scene = Sample.draft()
    scene.add(Sample.extraction(Sample.readings(total: [])), actor: Sample.extractor)
    #expect(scene.row?.money == Money(minorUnits: 8450, currency: .eur))
    var unread = Sample.draft(Sample.readings(total: []))
    #expect(unread.row?.amount == Sample.euros(nil))
    unread.add(Sample.extraction(Sample.readings(total: ["3.00"])), actor: Sample.extractor)
    #expect(unread.row?.money?.minorUnits == 300)
  }

  private static func proposal(_ total: String) throws -> TransactionEvent {
    try #require(
      typed.decide(.propose(read(Sample.readings(total: [total], currency: [])), fields: [.total])).only)
  }

  @Test("IE-30: a value that was declined, is current already or is of a deleted record needs no answer")
  func needsNoAnswer() throws {
    let proposal = try Self.proposal("84.50")
    var scene = Self.typed
    let start = try #require(scene.entries.first?.context.reference)
    scene.add(proposal, actor: Sample.extractor)
    #expect(Self.fields(scene) == [.total])
    var declined = scene
    declined.perform(.reject([.total]))
    declined.add(proposal, by: .b, seeing: .only([start]), actor: Sample.extractor)
    #expect(Self.fields(declined).isEmpty, "another device did not know that it was declined")
    var equal = scene
    equal.add(
      Sample.corrected(.total, from: nil, to: .amount(Sample.euros(8450))), by: .b, seeing: .only([start]))
    #expect(equal.row?.money?.minorUnits == 8450 && Self.fields(equal).isEmpty)
    scene.add(.transactionDeleted)
    #expect(scene.state.openProposals.isEmpty)
  }

  @Test("IE-30: an answer to an older proposal leaves the newer one open")
  func olderAnswer() throws {
    var scene = Self.typed
    let older = scene.add(try Self.proposal("84.50"), actor: Sample.extractor)
    scene.add(try Self.proposal("39.00"), actor: Sample.extractor)
    scene.add(
      .proposalRejected(
        TransactionEvent.ProposalRejected(field: .total, value: .amount(Sample.euros(8450)), proposal: older)),
      by: .b, seeing: .only([older]))
    #expect(scene.state.openProposals.map(\.proposed.to) == [.amount(Sample.euros(3900))])
  }
}
