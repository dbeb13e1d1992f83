import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("Answers to proposals that meet, and answers that are taken back")
struct ProposalUndoTests {
  /// Typed by hand: 45.00 EUR, and for it a currency and a total proposed one after the other.
  private static func proposed(total: String, in currencies: [String] = []) -> Scene<TransactionEvent> {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded(money: Money(minorUnits: 4_500, currency: .eur)))
    let paper = [
      Sample.readings(vendor: [], date: [], total: [], currency: ["USD"], category: [], payment: []),
      Sample.readings(vendor: [], date: [], total: [total], currency: currencies, category: [], payment: []),
    ]
    for readings in paper {
      let read = TransactionEvent.ExtractionCompleted(
        extractor: "rules", version: 3, method: .deterministic, readings: readings, assumedCurrency: nil)
      scene.perform(.propose(read, fields: [.total, .currency]), actor: Sample.extractor)
    }
    return scene
  }

  /// The scene with the event before the last `count` undone.
  private static func undo(_ scene: inout Scene<TransactionEvent>, event index: Int? = nil) {
    let index = index ?? scene.entries.count - 1
    let before = scene.entries[..<index].reduce(into: TransactionState()) { $0.evolve($1.event, $1.context) }
    let item = UndoneEvent(
      reference: scene.entries[index].context.reference, event: scene.entries[index].event)
    let undoing = scene.state.undo([item], before: before, UndoContext(today: Sample.today))
    for compensation in undoing.compensations { scene.add(compensation.event) }
  }

  @Test("IE-30: a total and a currency accepted together both apply: the currency is that of the total")
  func together() throws {
    var scene = Self.proposed(total: "50.00")
    #expect(scene.state.openProposals.map(\.proposed.field) == [.total, .currency])
    scene.perform(.accept([]))
    #expect(scene.row?.money == Money(minorUnits: 5_000, currency: .usd))
    #expect(scene.state.openProposals.isEmpty)
    guard case .proposalAccepted(let currency) = scene.entries.last?.event else {
      Issue.record("the currency was not taken")
      return
    }
    #expect(currency.from == .amount(Sample.euros(5_000)), "what stands once the total is taken")
    #expect(scene.state.status(of: .total) == .confirmed && scene.state.status(of: .currency) == .confirmed)
  }

  @Test("IE-30: who takes all takes the currency too, where the total brings another")
  func broughtAlong() {
    var scene = Self.proposed(total: "50.00", in: ["CHF"])
    var one = scene
    one.perform(.accept([.total]))
    #expect(one.row?.money.map { "\($0.minorUnits) \($0.currency.code)" } == "5000 CHF")
    scene.perform(.accept([]))
    #expect(scene.row?.money == Money(minorUnits: 5_000, currency: .usd))
    #expect(scene.decide(.accept([])) == .nothing)
  }

  @Test("IE-30: an accepted proposal that is undone is open again and no reading; undoing that takes it again")
  func takenBack() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded())
    scene.perform(.correct(.total, .amount(Sample.euros(4_000))))
    let read = TransactionEvent.ExtractionCompleted(
      extractor: "rules", version: 3, method: .deterministic,
      readings: Sample.readings(currency: ["USD"]), assumedCurrency: nil)
    scene.perform(.propose(read, fields: [.total]), actor: Sample.extractor)
    let waiting = scene.state
    #expect(waiting.status(of: .total) == .filledIn)
    scene.perform(.accept([.total]))
    let taken = scene.state
    #expect(taken.status(of: .total) == .confirmed && taken.openProposals.isEmpty)
    for round in 1...2 {
      Self.undo(&scene)
      #expect(scene.state.status(of: .total) == .filledIn, "round \(round): nothing was read for what stands")
      #expect(scene.state.correctedFields == waiting.correctedFields && scene.row?.correctedCount == 0)
      #expect(scene.state.status(of: .currency) == waiting.status(of: .currency), "round \(round)")
      #expect(scene.state.openProposals.map(\.reference) == waiting.openProposals.map(\.reference))
      #expect(scene.state.openProposals.count == 1, "round \(round)")
      Self.undo(&scene)
      #expect(scene.state.status(of: .total) == .confirmed, "round \(round)")
      #expect(scene.state.status(of: .currency) == .confirmed, "round \(round)")
      #expect(scene.state.openProposals.isEmpty, "round \(round)")
    }
  }

  @Test("IE-30: of two readings taken one after the other the first counts again once the second is undone")
  func earlierReading() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded())
    for total in ["50.00", "60.00"] {
      let read = TransactionEvent.ExtractionCompleted(
        extractor: "rules", version: 3, method: .deterministic, readings: Sample.readings(total: [total]),
        assumedCurrency: nil)
      scene.perform(.propose(read, fields: [.total]), actor: Sample.extractor)
      scene.perform(.accept([.total]))
    }
    Self.undo(&scene)
    #expect(scene.row?.money?.minorUnits == 5_000 && scene.state.status(of: .total) == .confirmed)
  }

  @Test("IE-26: that two are two can be taken back, and that can be, too; earlier answers stay")
  func reopened() {
    var scene = Sample.saved
    let other = TransactionID(UniqueID(high: 1, low: 2))
    scene.perform(.dismissDuplicate(of: other))
    Self.undo(&scene)
    #expect(scene.entries.last?.event == .duplicateReopened(TransactionEvent.DuplicateReopened(of: other)))
    #expect(scene.state.dismissedDuplicates.isEmpty)
    Self.undo(&scene)
    #expect(scene.entries.last?.event == .duplicateDismissed(TransactionEvent.DuplicateDismissed(of: other)))
    #expect(scene.state.dismissedDuplicates == [other])
    // A second device marked it too: undoing the later mark leaves the earlier one.
    scene.add(.duplicateDismissed(TransactionEvent.DuplicateDismissed(of: other)))
    let count = scene.entries.count
    Self.undo(&scene)
    #expect(scene.entries.count == count && scene.state.dismissedDuplicates == [other])
    // Once it was taken back it can be marked again.
    Self.undo(&scene, event: count - 3)
    scene.add(.duplicateReopened(TransactionEvent.DuplicateReopened(of: other)))
    #expect(scene.perform(.dismissDuplicate(of: other)).only != nil)
    #expect(scene.state.dismissedDuplicates == [other])
  }
}
