import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerDomain

@Suite("Commands on an account")
struct AccountTests {
  static let terms = AccountTerms(
    kind: .budget, opening: Money(minorUnits: 10_000, currency: .eur), on: Sample.today)
  static let other = AccountTerms(
    kind: .tracking, opening: Money(minorUnits: 5, currency: .eur), on: Sample.today)

  static func opened(_ terms: AccountTerms = terms, name: String = "Giro", rank: Int64 = 3) -> AccountEvent {
    .accountOpened(AccountEvent.Opened(key: "giro", name: name, rank: rank, terms: terms))
  }

  static var open: Scene<AccountEvent> {
    var scene = Scene<AccountEvent>()
    scene.add(opened())
    return scene
  }

  @Test("An account is opened once, under a name in NFC")
  func opening() {
    let nothing = Scene<AccountEvent>()
    #expect(nothing.decide(.open(name: " Giro ", rank: 3, Self.terms)) == .events([Self.opened()]))
    #expect(nothing.decide(.open(name: " ", rank: 3, Self.terms)) == .rejection(.emptyName))
    let long = String(repeating: "x", count: 257)
    #expect(
      nothing.decide(.open(name: long, rank: 3, Self.terms)) == .rejection(.tooLong(what: "name", limit: 256)))
    #expect(
      Self.open.decide(.open(name: "GIRO", rank: 3, Self.terms))
        == .rejection(.alreadyExists("the account “Giro”")))
    var closed = Self.open
    closed.add(.accountClosed)
    #expect(closed.decide(.open(name: "Giro", rank: 3, Self.terms)) == .rejection(.accountIsClosed("Giro")))
  }

  @Test("An account that was never opened cannot be changed, and one that transactions mention is opened first")
  func implied() {
    let nothing = Scene<AccountEvent>()
    let commands: [AccountCommand] = [.rename(to: "Main"), .move(rank: 1), .close(balances: []), .reopen]
    for command in commands { #expect(nothing.decide(command) == .rejection(.unknownAccount("giro"))) }
    let implied = AccountEvent.Opened(key: "giro", name: "giro", rank: 0, terms: Self.terms)
    func decide(_ command: AccountCommand) -> Outcome<AccountEvent> {
      nothing.decide(command, implied: implied)
    }
    let adoption = AccountEvent.accountOpened(implied)
    #expect(
      decide(.rename(to: "Main"))
        == .events([adoption, .accountRenamed(AccountEvent.Renamed(from: "giro", to: "Main"))]))
    #expect(decide(.move(rank: 1)) == .events([adoption, .accountMoved(AccountEvent.Moved(from: 0, to: 1))]))
    #expect(decide(.close(balances: [])) == .events([adoption, .accountClosed]))
    #expect(decide(.reopen) == .nothing)
  }

  @Test("A change that is so already is nothing; an account with money is not closed")
  func changes() {
    let money = [Money(minorUnits: 0, currency: .eur), Money(minorUnits: -5, currency: .jpy)]
    #expect(Self.open.decide(.rename(to: "Giro")) == .nothing)
    #expect(Self.open.decide(.move(rank: 3)) == .nothing)
    #expect(Self.open.decide(.close(balances: money)) == .rejection(.accountHoldsMoney("Giro", [money[1]])))
    #expect(Self.open.decide(.close(balances: [money[0]])) == .events([.accountClosed]))
    var closed = Self.open
    closed.add(.accountClosed)
    #expect(closed.decide(.close(balances: money)) == .nothing)
    #expect(closed.decide(.reopen) == .events([.accountReopened]))
  }

  @Test("Two devices open one account: it is one, different terms are a dispute, and opening again decides it")
  func dispute() {
    var scene = Self.open
    scene.add(.accountRenamed(AccountEvent.Renamed(from: "Giro", to: "Main")))
    scene.add(Self.opened(Self.other, name: "GIRO", rank: 9), by: .b, seeing: .only([]))
    #expect(AccountRow(scene.state)?.terms == Self.other)
    #expect(scene.state.terms.conflicts.count == 1)
    #expect(AccountRow(scene.state)?.name == "Main" && AccountRow(scene.state)?.rank == 3)
    guard case .events(let events) = scene.decide(.open(name: "Giro", rank: 3, Self.terms)) else {
      Issue.record("the dispute was not decided")
      return
    }
    for event in events { scene.add(event) }
    #expect(scene.state.terms.conflicts.isEmpty && AccountRow(scene.state)?.terms == Self.terms)
  }

  @Test("An opening that was undone leaves no trace, and the account can be opened on other terms")
  func withdrawal() {
    var scene = Scene<AccountEvent>()
    let opening = scene.add(Self.opened())
    scene.add(.accountClosed)
    let undoing = scene.state.undo(
      [UndoneEvent(reference: opening, event: Self.opened())], before: AccountState(),
      UndoContext(today: Sample.today))
    #expect(undoing.compensations.map(\.event) == [.accountWithdrawn])
    scene.add(.accountWithdrawn)
    #expect(AccountRow(scene.state) == nil)
    guard case .events(let events) = scene.decide(.open(name: "GIRO", rank: 7, Self.other)) else {
      Issue.record("it was not opened again")
      return
    }
    for event in events { scene.add(event) }
    let row = AccountRow(key: "giro", name: "GIRO", terms: Self.other, rank: 7, isClosed: false)
    #expect(AccountRow(scene.state) == row)
  }

  @Test("An amount in another currency, and any on a closed account, is refused")
  func amounts() {
    func decide(_ account: AccountRow, _ text: String, _ currency: CurrencyCode) -> Outcome<TransactionEvent> {
      var context = Sample.context
      context.accounts = AccountDirectory([account])
      let request = RecordRequest(
        kind: .income, money: Money(minorUnits: 1, currency: currency), date: Sample.today, category: "food",
        account: text)
      return Outcome { () throws(Rejection) in
        try TransactionState().decide(.record(request), id: Sample.transaction, context)
      }
    }
    let account = AccountRow(key: "giro", name: "Giro", terms: Self.terms, rank: 0, isClosed: false)
    let closed = AccountRow(key: "giro", name: "Giro", terms: Self.terms, rank: 0, isClosed: true)
    #expect(decide(account, "GIRO", .eur).only != nil)
    #expect(decide(account, "purse", .jpy) == .rejection(.unknownAccount("purse", known: ["Giro"])))
    #expect(
      decide(account, "Giro", .jpy)
        == .rejection(.accountCurrency(account: "Giro", currency: .eur, given: .jpy)))
    #expect(decide(closed, "giro", .eur) == .rejection(.accountIsClosed("Giro")))
  }
}

@Suite("The order of accounts and the search for what is not cleared")
struct AccountOrderTests {
  @Test("Moving an account puts it where it was asked for, whatever the ranks are")
  func moves() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      var ranks: [Int64] = []
      for _ in 0..<random.number(0...5) {
        ranks.append(random.one(of: [0, 1, 2, 7, 1 << 40, 1 << 53 - 1, 1 - 1 << 53]))
      }
      let others = ranks.sorted().enumerated().map { (id: AccountID(key: "\($0.offset)"), rank: $0.element) }
      let moved = AccountID(key: "moved")
      let place = random.number(0...others.count)
      let changed = AccountOrder.moving(moved, to: place, among: others)
      var order = others.map { (id: $0.id, rank: changed[$0.id] ?? $0.rank) }
      order.insert((id: moved, rank: changed[moved] ?? .min), at: place)
      for (left, right) in zip(order, order.dropFirst()) where left.id == moved || right.id == moved {
        #expect(left.rank < right.rank, "\(ranks) at \(place)")
      }
      for (_, rank) in changed { #expect(rank.magnitude < 1 << 53) }
    }
  }

  @Test("The fewest amounts that add up are found, three at most, exactly where trying all finds some")
  func matches() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<3_000 {
      let amounts = (0..<random.number(0...7)).map { _ in Int64(random.number(-12...12)) }
      let sum = Int64(random.number(-30...30))
      let found = ClearingMatch.places(in: amounts, addingUpTo: sum)
      let counts = (1..<1 << amounts.count).filter { mask in
        amounts.indices.filter { mask >> $0 & 1 == 1 }.reduce(0) { $0 + amounts[$1] } == sum
      }.map(\.nonzeroBitCount).filter { $0 <= 3 }
      #expect(found?.count == counts.min(), "\(amounts) to \(sum)")
      if let found {
        #expect(found.reduce(0) { $0 + amounts[$1] } == sum && found == Set(found).sorted())
      }
      let choice = ClearingMatch.choice(of: amounts, addingUpTo: sum)
      let isPossible = (1..<1 << amounts.count).contains { mask in
        let chosen = amounts.indices.filter { mask >> $0 & 1 == 1 }
        let left = amounts.indices.filter { !chosen.contains($0) }
        let isRight = chosen.reduce(0) { $0 + amounts[$1] } == sum
        return isRight
          && (chosen.count <= 3 || left.isEmpty
            || left.count == 1 && amounts.count { $0 == amounts[left[0]] } == 1)
      }
      #expect((choice?.isEmpty == false) == isPossible, "\(amounts) to \(sum)")
      if let choice { #expect(choice.reduce(0) { $0 + amounts[$1] } == sum && choice == Set(choice).sorted()) }
    }
  }
}
