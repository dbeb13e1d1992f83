import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerDomain

@Suite("FF-16: Transfers")
struct TransferTests {
  private static func row(
    _ name: String, _ currency: CurrencyCode, _ kind: AccountKind = .budget, closed: Bool = false
  )
    -> AccountRow
  {
    AccountRow(
      key: AccountState.key(of: name), name: name,
      terms: AccountTerms(kind: kind, opening: Money(minorUnits: 0, currency: currency), on: Sample.today),
      rank: 0,
      isClosed: closed)
  }

  private static let context: DecisionContext = {
    var context = Sample.context
    let rows = [
      row("Giro", .eur), row("Box", .eur), row("Dollars", .usd), row("House", .eur, .tracking),
      row("Shares", .usd, .tracking), row("Old", .eur, closed: true),
    ]
    context.accounts = AccountDirectory(rows)
    return context
  }()

  private static func eur(_ units: Int64) -> Money { Money(minorUnits: units, currency: .eur) }
  private static func usd(_ units: Int64) -> Money { Money(minorUnits: units, currency: .usd) }

  private static func request(
    _ money: Money, _ received: Money? = nil, from: String = "Giro", to: String = "Box", category: String? = nil
  ) -> TransferRequest {
    TransferRequest(
      money: money, received: received, date: Sample.today, from: from, to: to, category: category)
  }

  private static func decide(
    _ command: TransactionCommand, on state: TransactionState = TransactionState()
  ) -> Result<[TransactionEvent], Rejection> {
    Result { () throws(Rejection) in try state.decide(command, id: Sample.transaction, context) }
  }

  private static func recorded(_ request: TransferRequest) throws -> Scene<TransactionEvent> {
    var scene = Scene<TransactionEvent>()
    for event in try decide(.transfer(request)).get() { scene.add(event) }
    return scene
  }

  @Test("One event moves both balances, and is neither spending nor income")
  func both() throws {
    let row = try #require(try Self.recorded(Self.request(Self.eur(20_000))).row)
    #expect(row.kind == .transfer && row.stage == .saved && row.account == "Giro" && row.toAccount == "Box")
    #expect(row.received == nil && row.arrival == Self.eur(20_000) && !row.isHalfKnown)
    #expect(row.effect(in: .eur) { $0 == "Giro" } == -20_000)
    #expect(row.effect(in: .eur) { $0 == "Box" } == 20_000)
    #expect(row.effect(in: .usd) { $0 == "Box" } == nil)
    let other = try #require(
      try Self.recorded(Self.request(Self.eur(10_000), Self.usd(10_750), to: "Dollars")).row)
    #expect(other.effect(in: .usd) { $0 == "Dollars" } == 10_750)
    #expect(other.effect(in: .eur) { $0 == "Dollars" } == nil)
  }

  @Test(
    "What is wrong is refused in words",
    arguments: [
      (request(eur(0)), Rejection.zeroAmount), (request(eur(-5)), .backwardsTransfer),
      (request(eur(5), usd(-5), to: "Dollars"), .backwardsTransfer),
      (request(eur(5), to: "giro"), .sameAccount("Giro")),
      (request(eur(5), to: "Dollars"), .receivedIsMissing(account: "Dollars", currency: .usd)),
      (request(eur(5), eur(6)), .sameCurrency(.eur)),
      (request(eur(5), usd(6)), .sameCurrency(.eur)),
      (request(usd(5)), .accountCurrency(account: "Giro", currency: .eur, given: .usd)),
      (
        request(eur(5), Money(minorUnits: 9, currency: .jpy), to: "Dollars"),
        .accountCurrency(account: "Dollars", currency: .usd, given: .jpy)
      ),
      (request(eur(5), to: "Old"), .accountIsClosed("Old")),
      (request(eur(5), from: "Old"), .accountIsClosed("Old")),
      (request(eur(5), to: "House"), .transferNeedsCategory(from: "Giro", to: "House")),
      (request(eur(5), to: " "), .required(.toAccount)),
    ])
  func refused(_ request: TransferRequest, _ rejection: Rejection) {
    #expect(Self.decide(.transfer(request)) == .failure(rejection))
  }

  @Test("Money that leaves the budget has a category; between tracking accounts it needs no category")
  func category() throws {
    #expect(try Self.recorded(Self.request(Self.eur(5), to: "House", category: "food")).row?.category == "food")
    let between = Self.request(Self.eur(5), Self.usd(6), from: "House", to: "Shares")
    #expect(try Self.recorded(between).row?.toAccount == "Shares")
  }

  @Test("The same amount twice is recorded once")
  func sameAmount() throws {
    #expect(try Self.recorded(Self.request(Self.eur(5), Self.eur(5))).row?.received == nil)
  }

  @Test("Several corrections of the halves are checked as a whole, and undone")
  func corrections() throws {
    var scene = try Self.recorded(Self.request(Self.eur(10_000)))
    let before = scene.state
    let alone = Self.decide(.correct(.toAccount, .text("Dollars")), on: before)
    #expect(alone == .failure(.receivedIsMissing(account: "Dollars", currency: .usd)))
    let edit = TransferEdit(received: Self.usd(10_750), toAccount: "Dollars")
    var undone: [UndoneEvent<TransactionEvent>] = []
    for event in try Self.decide(.correctTransfer(edit), on: before).get() {
      undone.append(UndoneEvent(reference: scene.add(event), event: event))
    }
    #expect(undone.map(\.event.type) == [.transferChanged])
    #expect(scene.row?.arrival == Self.usd(10_750) && scene.row?.toAccount == "Dollars")
    // Back to an account in euros: the dollars are gone without a word.
    let back = try Self.decide(.correct(.toAccount, .text("Box")), on: scene.state).get()
    #expect(
      back == [
        .transferChanged(
          TransactionEvent.TransferChanged(
            received: ChangedValue(from: Amount(Self.usd(10_750)), to: nil),
            toAccount: ChangedValue(from: "Dollars", to: "Box")))
      ])
    let context = UndoContext(today: Sample.today)
    let undoing = scene.state.undo(undone, before: before, context)
    #expect(undoing.remarks.isEmpty)
    for compensation in undoing.compensations { scene.add(compensation.event) }
    #expect(scene.row?.arrival == Self.eur(10_000) && scene.row?.toAccount == "Box")
    let spending = Self.decide(.correct(.kind, .text("expense")), on: scene.state)
    #expect(spending == .failure(.missingToSave([.category, .payment])))
  }

  @Test("A one-sided transfer of an older program stays half known until its other account is given")
  func halfKnown() throws {
    var scene = Scene<TransactionEvent>()
    scene.add(
      .transactionRecorded(
        TransactionEvent.Recorded(
          origin: .manual, on: Sample.today, kind: .transfer, money: Self.eur(700), date: Sample.today,
          account: "Giro")))
    #expect(scene.row?.isHalfKnown == true && scene.row?.arrival == nil)
    for event in try Self.decide(.correct(.toAccount, .text("Box")), on: scene.state).get() { scene.add(event) }
    #expect(scene.row?.isHalfKnown == false && scene.row?.arrival == Self.eur(700))
  }

  @Test("Only a transfer has a second account, and an expense does not get one")
  func expense() throws {
    var scene = Scene<TransactionEvent>()
    scene.add(
      .transactionRecorded(
        TransactionEvent.Recorded(
          origin: .manual, on: Sample.today, kind: .expense, money: Self.eur(700), date: Sample.today,
          category: "food", payment: .card, account: "Giro")))
    let refused = Self.decide(.correct(.toAccount, .text("Box")), on: scene.state)
    #expect(refused == .failure(.notATransfer))
    scene.add(
      .transferChanged(
        TransactionEvent.TransferChanged(received: nil, toAccount: ChangedValue(from: nil, to: "Box"))))
    #expect(scene.row?.toAccount == nil && scene.row?.arrival == nil)
  }

  @Test("Two devices that name different accounts are in conflict")
  func conflict() throws {
    var scene = try Self.recorded(Self.request(Self.eur(5)))
    let first = scene.entries[0].context.reference
    for (name, device) in [("Purse", SceneDevice.b), ("Safe", .c)] {
      scene.add(
        .transferChanged(
          TransactionEvent.TransferChanged(received: nil, toAccount: ChangedValue(from: "Box", to: name))),
        by: device,
        seeing: .only([first]))
    }
    #expect(scene.state.conflictingFields == [.toAccount] && scene.row?.conflictCount == 1)
    #expect(scene.row?.toAccount == "Safe")
  }

  @Test(
    "The rate is computed from both amounts",
    arguments: zip(
      [
        (eur(10_000), usd(10_750)), (eur(100), Money(minorUnits: 163, currency: .jpy)), (usd(300), eur(100)),
        (Money(minorUnits: 1_000_000, currency: .jpy), eur(1)),
      ], ["1.075", "163", "0.333333", "0.00000001"]))
  func rate(_ amounts: (Money, Money), _ expected: String) {
    #expect(ExchangeRate(given: amounts.0, received: amounts.1)?.decimal == expected)
    #expect(ExchangeRate(given: amounts.0, received: amounts.0) == nil)
  }
}
