import LedgerDomain
import Testing

@Suite("Total and currency: one amount")
struct DecideAmountTests {
  static func amount(_ minorUnits: Int64?, _ code: String) -> Amount {
    Amount(currency: CurrencyCode(code) ?? .eur, minorUnits: minorUnits)
  }

  static func toCurrency(_ code: String) -> TransactionCommand {
    .correct(.currency, .amount(amount(nil, code)))
  }

  /// The amount after a command, or the rejection.
  static func after(_ command: TransactionCommand, on scene: Scene<TransactionEvent>) -> Result<
    Amount?, Rejection
  > {
    var scene = scene
    if case .rejection(let rejection) = scene.perform(command) { return .failure(rejection) }
    return .success(scene.state.amount.value)
  }

  @Test(
    "Changing the currency keeps the decimal as read",
    arguments: [
      ("84.50", "EUR", "USD", 8450 as Int64?), ("84.50", "EUR", "KWD", 84_500), ("84.5", "EUR", "KWD", 84_500),
      ("1284", "EUR", "JPY", 1284), ("1284", "JPY", "EUR", 128_400), ("1284", "JPY", "KWD", 1_284_000),
      ("-0.05", "EUR", "CLF", -500), ("84.505", "KWD", "CLF", 845_050), ("84.50", "KWD", "EUR", 8450),
      ("84.50", "JPY", "EUR", 8450), ("84.505", "EUR", "KWD", 84_505), ("84.505", "EUR", "JPY", nil),
    ] as [(String, String, String, Int64?)])
  func keepsTheDecimal(reading: String, from: String, to: String, minorUnits: Int64?) {
    let scene = Sample.draft(Sample.readings(total: [reading], currency: [from]))
    #expect(Self.after(Self.toCurrency(to), on: scene) == .success(Self.amount(minorUnits, to)))
  }

  @Test(
    "Changing the currency is refused where the new one has fewer digits",
    arguments: [
      ("84.50", "EUR", "JPY"), ("84.00", "EUR", "JPY"), ("84.505", "KWD", "EUR"), ("1.2345", "CLF", "KWD"),
    ])
  func refusesFewerDigits(reading: String, from: String, to: String) throws {
    let scene = Sample.draft(Sample.readings(total: [reading], currency: [from]))
    let money = try AmountParser.parse("\(reading) \(from)", defaultCurrency: .eur, locale: .default)
    let rejection = Rejection.fewerDigits(amount: money, currency: try #require(CurrencyCode(to)))
    #expect(Self.after(Self.toCurrency(to), on: scene) == .failure(rejection))
  }

  @Test("A typed amount has the digits of its currency")
  func typed() {
    var scene = Sample.draft(Sample.readings(total: ["84.50"]))
    scene.perform(.correct(.total, .amount(Sample.euros(9000))))
    #expect(
      Self.after(Self.toCurrency("JPY"), on: scene)
        == .failure(.fewerDigits(amount: Money(minorUnits: 9_000, currency: .eur), currency: .jpy)))
    #expect(
      Self.after(.correct(.total, .amount(Self.amount(90, "JPY"))), on: scene)
        == .success(Self.amount(90, "JPY")), "both together")
  }

  @Test("There and back is where it was, where the paper has the decimal")
  func thereAndBack() {
    var scene = Sample.draft()
    scene.perform(Self.toCurrency("KWD"))
    #expect(scene.state.amount.value == Self.amount(84_500, "KWD"))
    scene.perform(Self.toCurrency("EUR"))
    #expect(scene.state.amount.value == Self.amount(8450, "EUR"))
    #expect(scene.state.correctedFields.isEmpty)
  }

  @Test("The currency of a draft without a total is corrected all the same")
  func currencyAlone() {
    let scene = Sample.draft(Sample.readings(total: [], currency: []), assuming: .eur)
    #expect(scene.state.amount.value == Sample.euros(nil))
    #expect(Self.after(Self.toCurrency("JPY"), on: scene) == .success(Self.amount(nil, "JPY")))
    #expect(Self.after(Self.toCurrency("JPY"), on: Sample.unread) == .success(Self.amount(nil, "JPY")))
  }

  @Test("A reading with more digits than its currency has is no total until the currency is right")
  func tooManyDigits() {
    let scene = Sample.draft(Sample.readings(total: ["84.505", "84.50"]))
    #expect(scene.state.amount.value == Sample.euros(nil))
    #expect(scene.state.fieldsThatNeedALook == [.total])
    guard case .rejection(.readingIsNoValue(.total, "84.505", _)) = scene.decide(.pick(.total, number: 1))
    else {
      return #expect(Bool(false), "picked a total with too many digits")
    }
    #expect(Self.after(.pick(.total, number: 2), on: scene) == .success(Sample.euros(8450)))
    #expect(Self.after(Self.toCurrency("KWD"), on: scene) == .success(Self.amount(84_505, "KWD")))
  }

  @Test("IE-24: another total is picked in the current currency")
  func picksInTheCurrentCurrency() {
    var scene = Sample.draft(Sample.readings(total: ["84.50", "79.25"]))
    scene.perform(Self.toCurrency("KWD"))
    #expect(Self.after(.pick(.total, number: 2), on: scene) == .success(Self.amount(79_250, "KWD")))
    let yen = Sample.draft(Sample.readings(total: ["84", "79.25"], currency: ["JPY"]))
    guard case .rejection(.readingIsNoValue(.total, "79.25", _)) = yen.decide(.pick(.total, number: 2)) else {
      return #expect(Bool(false), "picked a total with too many digits")
    }
  }

  @Test("A total that was read without any currency cannot be picked before there is one")
  func noCurrency() {
    let scene = Sample.draft(Sample.readings(currency: []))
    #expect(scene.state.amount.value == nil)
    #expect(
      scene.decide(.pick(.total, number: 1))
        == .rejection(.readingIsNoValue(field: .total, reading: "84.50", why: "its currency is not known")))
    #expect(Self.after(Self.toCurrency("JPY"), on: scene) == .success(Self.amount(nil, "JPY")))
    #expect(Self.after(Self.toCurrency("USD"), on: scene) == .success(Self.amount(8450, "USD")))
  }

  @Test("Unknown currencies are refused from people, and shown from newer programs")
  func unknown() {
    let unknown = Sample.unknownCurrency
    let scene = Sample.draft(Sample.readings(total: ["84"], currency: ["QQQ", "EUR"]))
    #expect(scene.state.amount.value == Amount(currency: unknown, minorUnits: 84))
    #expect(Self.after(Self.toCurrency("QQQ"), on: Sample.draft()) == .failure(.unknownCurrency(unknown)))
    for units in [0, 1] as [Int64] {
      let total = TransactionCommand.correct(.total, .amount(Amount(currency: unknown, minorUnits: units)))
      #expect(Self.after(total, on: Sample.draft()) == .failure(.unknownCurrency(unknown)))
    }
    #expect(Self.after(.pick(.currency, number: 2), on: scene) == .success(Sample.euros(8400)))
  }

  @Test("2.3: no amount beyond what a payload holds is decided")
  func largest() throws {
    let largest = Amount.minorUnitsMax
    func total(_ units: Int64) -> TransactionCommand { .correct(.total, .amount(Sample.euros(units))) }
    let draft = Sample.draft()
    for units in [largest, -largest] {
      #expect(Self.after(total(units), on: draft) == .success(Sample.euros(units)))
    }
    for units in [largest + 1, -largest - 1, .max, .min] {
      let money = Money(minorUnits: units, currency: .eur)
      let rejection = Rejection.amountTooLarge(money, limitedIn: .eur)
      #expect(Self.after(total(units), on: draft) == .failure(rejection))
      let record = DecideSaveTests.request { $0.money = money }
      #expect(Scene<TransactionEvent>().decide(record) == .rejection(rejection))
    }
    let dinar = try #require(CurrencyCode("KWD"))
    var large = draft
    large.perform(total(largest))
    #expect(
      Self.after(Self.toCurrency("KWD"), on: large)
        == .failure(.amountTooLarge(Money(minorUnits: largest, currency: .eur), limitedIn: dinar)))
    let read = Sample.draft(Sample.readings(total: ["90071992547409.92"]))
    #expect(read.state.amount.value == Sample.euros(nil))
    guard case .rejection(.readingIsNoValue) = read.decide(.pick(.total, number: 1)) else {
      return #expect(Bool(false), "picked a total that no payload holds")
    }
  }
}
