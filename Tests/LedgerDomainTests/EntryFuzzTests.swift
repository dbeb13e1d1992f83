import LedgerDomain
import LedgerTestSupport
import Testing

/// Lines that are made from a meaning, in all locales: each is recorded as it is meant, or it is refused.
///
/// `tools/test --nightly` makes 20,000 of them.
@Suite("Lines made from a meaning")
struct EntryFuzzTests {
  /// The meaning of a line. A value that is `nil` is not in it.
  private struct Meaning {
    var money: Money
    var date: CivilDate
    var payment: PaymentMethod?
    var cadence: Cadence?
    var isRefund = false
    /// Whether the line has words whose meaning nobody can know, so that it is refused, or has the meaning anyway.
    var isTrap = false
  }

  private static let vendors = [
    "kiosk", "Café Central", "TGI Friday", "Hotel Adler", "“Level 42”", "“5th of november”",
    "marks and spencer",
    "1st class", "42nd street", "Daily Mail", "Irish Bar", "7-Eleven", "H&M", "sun cream",
  ]

  @Test("Nothing is recorded with another amount, date, payment, currency or cadence than is meant")
  func lines() throws {
    var random = SeededGenerator(seed: SeededGenerator.chosenSeed ?? 1)
    var recordedCount = 0
    let count = Extent.of(150, nightly: 20_000)
    for number in 0..<count {
      let words = EntryFuzzWords.all[number % EntryFuzzWords.all.count]
      let id = try #require(words.locales.randomElement(using: &random))
      let locale = try #require(LedgerLocale(id))
      let today = CivilDate(dayNumber: Int32.random(in: 19_700...21_500, using: &random))
      let (line, meaning) = Self.line(words, locale, today, &random)
      let vocabulary = QuickEntry.Vocabulary(
        today: today,
        categories: [
          CategoryRow(key: "food", name: "Food", emoji: nil, color: nil, kinds: [.expense], isActive: true)
        ], currency: .eur, locale: locale)
      let entry = QuickEntry(line, vocabulary)
      guard entry.problems.isEmpty, let money = entry.money else { continue }
      recordedCount += 1
      let told = "\(locale) on \(today.iso), seed \(random.seed), line \(number): \(line)\n\(entry)"
      #expect(money == meaning.money, "\(told)")
      #expect(entry.date == meaning.date, "\(meaning.date.iso) is meant. \(told)")
      #expect(entry.payment == nil || entry.payment == meaning.payment, "\(told)")
      // An adjective next to a name is part of it: `Yearly TGI Friday`.
      let vendor = NFC.foldedKey(entry.vendor ?? "").split(separator: " ").map(String.init)
      let isNamed = vendor.count > 1 && !Self.adjectives.isDisjoint(with: vendor)
      #expect(entry.cadence?.word == meaning.cadence?.word || isNamed, "\(told)")
      #expect(entry.kind == .expense && entry.isRefund == meaning.isRefund && entry.flags.isEmpty, "\(told)")
      #expect(!meaning.isTrap, "\(told)")
    }
    // A parser that refuses everything would be right, too.
    #expect(recordedCount * 3 > count, "\(recordedCount) of \(count)")
  }

  /// Words for a cadence that can describe a noun.
  private static let adjectives: Set<String> = [
    "daily", "weekly", "fortnightly", "biweekly", "monthly", "bimonthly", "quarterly", "yearly", "quotidien",
    "hebdomadaire",
    "mensuel", "mensuelle", "trimestriel", "annuel", "annuelle", "quotidiano", "settimanale", "mensile",
    "trimestrale", "annuale", "semanal", "mensal", "trimestral", "anual",
  ]

  // MARK: A line

  private static func line(
    _ words: EntryFuzzWords, _ locale: LedgerLocale, _ today: CivilDate, _ random: inout SeededGenerator
  ) -> (String, Meaning) {
    func one<Values: Collection>(_ values: Values, _ random: inout SeededGenerator) -> Values.Element {
      values[values.index(values.startIndex, offsetBy: Int.random(in: 0..<values.count, using: &random))]
    }
    func chance(_ percent: Int, _ random: inout SeededGenerator) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }
    var (amount, money) = Self.amount(locale, &random)
    var meaning = Meaning(money: money, date: today)
    if chance(3, &random) {
      amount += " " + one(words.currencies, &random)
      meaning.isTrap = true
    }
    var pieces = [amount, one(vendors, &random)]
    if chance(60, &random) {
      let (text, date) = Self.date(words, today, &random)
      pieces.append(text)
      meaning.date = date
    }
    let (payment, method) = one(words.payments, &random)
    meaning.payment = method
    if chance(3, &random) {
      pieces.append("\(words.negation) \(payment)")
      meaning.payment = nil
    } else {
      pieces.append(payment)
    }
    // A cadence that names a day would move the date. These do not.
    if chance(15, &random), pieces.count == 3 {
      let (text, cadence) = one(words.cadences, &random)
      pieces.append(text)
      meaning.cadence = cadence
    }
    if chance(5, &random), meaning.cadence == nil {
      pieces.append("refund")
      money = Money(minorUnits: -money.minorUnits, currency: money.currency)
      meaning.money = money
      meaning.isRefund = true
    }
    if chance(4, &random) {
      pieces.append(one(words.traps, &random))
      meaning.isTrap = true
    }
    if chance(70, &random) { pieces.append("food") }
    var line = pieces.shuffled(using: &random).joined(separator: " ")
    switch Int.random(in: 0..<10, using: &random) {
    case 0: line = line.uppercased()
    case 1...3: line = line.prefix(1).uppercased() + line.dropFirst()
    default: break
    }
    return (line, meaning)
  }

  private static func amount(_ locale: LedgerLocale, _ random: inout SeededGenerator) -> (String, Money) {
    let point = ["de_DE", "fr_FR", "it_IT", "pt_PT"].contains(locale.id) ? "," : "."
    let isWhole = Bool.random(using: &random)
    let most: [Int64] = [31, 2_000, 999_999]
    let whole = Int64.random(in: 1...(most.randomElement(using: &random) ?? 31), using: &random)
    let cents = isWhole ? 0 : Int64.random(in: 0...99, using: &random)
    let number = "\(whole)" + (isWhole ? "" : "\(point)\(cents < 10 ? "0" : "")\(cents)")
    let euros = Money(minorUnits: whole * 100 + cents, currency: .eur)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return ("\(number) EUR", euros)
    case 1: return ("€\(number)", euros)
    case 2: return (locale.money(euros), euros)
    case 3: return ("\(number) CHF", Money(minorUnits: euros.minorUnits, currency: .chf))
    case 4: return ("USD \(number)", Money(minorUnits: euros.minorUnits, currency: .usd))
    case 5: return ("\(whole) JPY", Money(minorUnits: whole, currency: .jpy))
    case 6: return ("\(whole) JPY =\(number) EUR", euros)
    default: return (number, euros)
    }
  }

  private static func date(
    _ words: EntryFuzzWords, _ today: CivilDate, _ random: inout SeededGenerator
  ) -> (String, CivilDate) {
    // A day without its year is one of the last, or one of the next 31 days.
    let date = today.adding(days: Int.random(in: -300...25, using: &random))
    func filled(_ patterns: [String], _ random: inout SeededGenerator) -> String {
      (patterns.randomElement(using: &random) ?? "D M")
        .replacing("D", with: "\(date.day)").replacing("M", with: words.months[date.month - 1])
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return (date.iso, date)
    case 1:
      let (text, offset) = words.days.randomElement(using: &random) ?? ("today", 0)
      return (text, today.adding(days: offset))
    case 2:
      let count = Int.random(in: 2...60, using: &random)
      let text = words.ago.randomElement(using: &random) ?? "N days ago"
      return (text.replacing("N", with: "\(count)"), today.adding(days: -count))
    case 3:
      let back = Int.random(in: 1...7, using: &random)
      let day = today.adding(days: -back)
      let text = words.lastWeekday.randomElement(using: &random) ?? "last W"
      return (text.replacing("W", with: words.weekdays[day.weekday - 1]), day)
    case 4:
      let number = Int.random(in: 1...31, using: &random)
      let last = (0...62).lazy.map { today.adding(days: -$0) }.first { $0.day == number } ?? today
      let text = words.dayOnly.randomElement(using: &random) ?? "on the Dth"
      return (text.replacing("D", with: "\(number)"), last)
    case 5:
      let (text, offset) = words.otherDays.randomElement(using: &random) ?? ("today", 0)
      return (text, today.adding(days: offset))
    default: return (filled(words.dates, &random), date)
    }
  }
}
