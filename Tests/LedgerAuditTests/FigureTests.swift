import EventLog
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@Suite("Figures and what they are made of")
struct FigureTests {
  /// A ledger with receipts that differ in everything a filter asks for.
  private func ledger() throws -> AuditLedger {
    let ledger = try AuditLedger()
    let berlin = try #require(try ledger.book.createGroup(name: "Berlin").group)
    var random = SystemRandomNumberGenerator()
    for number in 0..<60 {
      let day = try #require(CivilDate(iso: "2026-06-14")).adding(
        days: Int.random(in: -40...40, using: &random))
      let currency: Currency = number.isMultiple(of: 5) ? Currency("JPY") ?? .eur : .eur
      let id = try #require(
        try ledger.book.record(
          RecordRequest(
            kind: number.isMultiple(of: 7) ? .income : number.isMultiple(of: 11) ? .transfer : .expense,
            money: Money(minorUnits: Int64.random(in: 100...90_000, using: &random), currency: currency),
            date: day,
            vendor: ["REWE", "Café Mauve", nil].randomElement() ?? nil,
            category: ["food", "taxi", "other"].randomElement(),
            payment: number.isMultiple(of: 3) ? .card : .cash,
            group: number.isMultiple(of: 4) ? berlin : nil, account: number.isMultiple(of: 2) ? "Giro" : nil)
        ).transaction)
      if number.isMultiple(of: 6) { try ledger.book.perform(.tag(add: ["trip"], remove: []), on: id) }
      if number.isMultiple(of: 9) { try ledger.book.perform(.clear(true), on: id) }
      if number.isMultiple(of: 10) { try ledger.book.perform(.flag([.paid]), on: id) }
      if number.isMultiple(of: 13) { try ledger.book.perform(.delete, on: id) }
    }
    return ledger
  }

  private func filters(_ ledger: AuditLedger) throws -> [TransactionFilter] {
    func filter(_ change: (inout TransactionFilter) -> Void) -> TransactionFilter {
      var filter = TransactionFilter()
      change(&filter)
      return filter
    }
    let bound = AmountBound(Money(minorUnits: 5_000, currency: .eur), isOfItsCurrency: false)
    let exact = AmountBound(Money(minorUnits: 5_000, currency: .eur), isOfItsCurrency: true)
    let day = try #require(CivilDate(iso: "2026-06-10"))
    return [
      filter { _ in }, filter { $0.kinds = [.expense] }, filter { $0.categories = ["food", "taxi"] },
      filter { $0.payments = [.cash] }, filter { $0.tags = ["trip"] },
      filter { $0.anyTags = ["trip", "none"] },
      filter { $0.otherTags = ["none"] }, filter { $0.flags = [.paid] }, filter { $0.flags = [.noPaid] },
      filter { $0.accounts = ["Giro"] }, filter { $0.hasPhoto = true }, filter { $0.hasPhoto = false },
      filter { $0.isCleared = true }, filter { $0.isCleared = false }, filter { $0.text = "CAFE  m" },
      filter { $0.text = "tax" }, filter { $0.from = day }, filter { $0.through = day },
      filter { $0.minimum = bound }, filter { $0.maximum = bound }, filter { $0.minimum = exact },
      filter { $0.stages = [.deleted] }, filter { $0.stages = [] }, filter { $0.rules = [RuleID(.random())] },
    ]
  }

  @Test("A filter says of a row by itself what it says of all at once")
  func matching() throws {
    let ledger = try ledger()
    for filter in try filters(ledger) {
      var found: Set<TransactionID> = []
      try ledger.book.forEachTransaction(filter) { found.insert($0.row.id) }
      var matching: Set<TransactionID> = []
      try ledger.book.forEachTransaction(.everything) { listed in
        if filter.admitsApartFromGroup(listed.row) { matching.insert(listed.row.id) }
      }
      #expect(found == matching, "\(filter)")
    }
  }

  @Test("Whatever is filtered, the parts add up to what the screen says, all of them folded")
  func addsUp() throws {
    let ledger = try ledger()
    var sums = 0
    for filter in try filters(ledger) {
      for measure in [AskedFigure.Measure.net, .kind(.expense), .kind(.income)] {
        for currency in try AskedFigure.currencies(measure, of: filter, in: ledger.book) {
          let figure = AskedFigure(measure, of: filter, in: currency)
          var why = try Why.of(figure, in: ledger.book, limit: nil)
          var sum: Int64 = 0
          var last = Int64.max
          try why.forEachPart { part in
            sum += part.minorUnits
            let changed = try #require(part.events.last?.event.position)
            #expect(changed <= last)
            last = changed
          }
          #expect(why.addsUp && sum == why.shown.minorUnits, "\(figure)")
          sums += 1
        }
      }
    }
    #expect(sums > 60)
  }
}
