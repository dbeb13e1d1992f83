import LedgerBytes
import LedgerDomain

@testable import events

/// What people type.
extension FuzzTarget {
  private static let currencies: [CurrencyCode] =
    [.eur, .usd, .jpy, .chf] + ["BHD", "XXX", "CLF"].compactMap { CurrencyCode($0) }
  private static let locales = ["en_US", "de_DE", "de_CH", "fr_FR", "sv_SE", "en_IN", "ja_JP"].compactMap {
    LedgerLocale($0)
  }

  /// An amount, a sum and a canonical decimal, in the currency and the locale of the first bytes.
  static let amount = FuzzTarget(name: "amount") { input in
    var bytes = FuzzBytes(input)
    let currency = bytes.choice(currencies)
    let locale = bytes.choice(locales)
    let text = bytes.remainingText
    if let money = try? AmountParser.parse(text, defaultCurrency: currency, locale: locale) {
      // What was understood can be written without a doubt.
      guard let again = try? AmountParser.minorUnits(decimal: money.decimal, currency: money.currency),
        again == money.minorUnits
      else { fuzzFinding("\(money) is another when it is written and read") }
    }
    _ = try? AmountParser.minorUnits(text, currency: currency, locale: locale)
    _ = try? AmountExpression.parse(text, defaultCurrency: currency, locale: locale)
    if let units = try? AmountParser.minorUnits(decimal: text, currency: currency) {
      let decimal = Money(minorUnits: units, currency: currency).decimal
      guard (try? AmountParser.minorUnits(decimal: decimal, currency: currency)) == units else {
        fuzzFinding("\(units) \(currency.code) is another when it is written and read")
      }
    }
  }

  /// A date and a month.
  static let date = FuzzTarget(name: "date") { input in
    let text = String(decoding: input, as: UTF8.self)
    if let date = CivilDate(iso: text) {
      guard date.iso == text, CivilDate(year: date.year, month: date.month, day: date.day) == date,
        date.adding(days: 1).adding(days: -1) == date || date.year == 9999
      else { fuzzFinding("\(date) is not \(text)") }
    }
    if let month = CivilMonth(iso: text), month.first.civilMonth != month || month.last.civilMonth != month {
      fuzzFinding("\(text) does not hold its own days")
    }
    for locale in locales {
      let reader = TypedDate(today: CivilDate(dayNumber: 20_000), locale: locale)
      // A year below 1000 is printed without zeros, and is no year where it is read.
      if let date = try? reader.parse(text), date.year >= 1_000,
        (try? reader.parse(locale.longDate(date))) != date
      {
        fuzzFinding("\(date) is another day when it is written and read")
      }
    }
    _ = LedgerLocale(text)
    _ = CurrencyCode(text)
  }

  /// A line of text that becomes a transaction.
  static let entry = FuzzTarget(name: "entry") { input in
    var bytes = FuzzBytes(input)
    let vocabulary = QuickEntry.Vocabulary(
      today: CivilDate(dayNumber: Int32(truncatingIfNeeded: Int64(bitPattern: bytes.integer()))),
      categories: [
        CategoryRow(key: "food", name: "Food", emoji: nil, color: nil, kinds: [], isActive: true),
        CategoryRow(key: "taxi", name: "Táxi", emoji: nil, color: nil, kinds: [.expense], isActive: false),
      ],
      currency: bytes.choice(currencies), locale: bytes.choice(locales))
    let line = bytes.remainingText
    let entry = QuickEntry(line, vocabulary)
    guard entry == QuickEntry(line, vocabulary) else { fuzzFinding("a line is understood in two ways") }
    guard entry.problems.isEmpty else { return }
    checkDigits(of: line, entry)
    checkAmount(of: entry, vocabulary)
  }

  /// Every digit of the line is in one part, in order, and the parts of a text are that text.
  private static func checkDigits(of line: String, _ entry: QuickEntry) {
    func digits(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { $0.properties.numericType != nil }
    }
    func texts(_ field: EntryField) -> [String] { entry.parts.filter { $0.field == field }.map(\.text) }
    guard digits(line) == entry.parts.flatMap({ digits($0.text) }) else {
      fuzzFinding("the digits of a line are not in one part each")
    }
    for (field, value) in [
      (EntryField.vendor, entry.vendor), (.note, entry.note), (.group, entry.group), (.account, entry.account),
    ] where texts(field).joined(separator: " ") != value ?? "" {
      fuzzFinding("the \(field.rawValue) is not what its parts are")
    }
    guard entry.tags.allSatisfy({ tag in texts(.tag).contains { NFC.foldedKey($0) == tag } }) else {
      fuzzFinding("a tag is not what its part is")
    }
  }

  /// The amount is that of its one part, and its part computes where it keeps a computation.
  private static func checkAmount(of entry: QuickEntry, _ vocabulary: QuickEntry.Vocabulary) {
    let parts = entry.parts.filter { $0.field == .amount }
    guard parts.isEmpty == (entry.money == nil) else { fuzzFinding("an amount is not in the line") }
    guard let money = entry.money, let part = parts.first else { return }
    // A line may have its amount twice, as 4.50 and as 4.5. Any other second amount is a problem.
    for part in parts {
      let alone = QuickEntry(part.text, vocabulary)
      if alone.problems.isEmpty, let other = alone.money, other.currency == money.currency, other != money {
        fuzzFinding("several amounts are one")
      }
    }
    guard entry.expression == nil, digitsOnly(part.text).isEmpty == false else { return }
    // Without a computation the digits of the amount are those that were typed, but for zeros.
    let typed = digitsOnly(part.text).drop { $0 == "0" }
    let understood = String(money.minorUnits.magnitude)
    guard money.minorUnits == 0 || understood.hasPrefix(typed) || typed.hasPrefix(understood) else {
      fuzzFinding("\(part.text) is \(money)")
    }
  }

  private static func digitsOnly(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.compactMap { scalar in
          if ("0"..."9").contains(scalar) { return scalar }
          guard (0xff10...0xff19).contains(scalar.value) else { return nil }
          return Unicode.Scalar(UInt8(scalar.value - 0xff10 + 0x30))
        }))
  }

  /// A command line: words with a zero between them.
  static let arguments = FuzzTarget(name: "arguments") { input in
    let words = input.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    do throws(Failure) {
      switch try ArgumentParser(commands: Command.all).parse(words) {
      case .run(let command, _): _ = HelpText.of(command, width: 80)
      case .overview, .help, .version: break
      }
    } catch {
      if error.code != .usage { fuzzFinding("wrong usage is called \(error.code)") }
      for line in error.lines where line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
        fuzzFinding("a control character is printed: \(line.debugDescription)")
      }
    }
  }

  /// What `--at`, `--since` and `--recorded-by` take.
  static let horizon = FuzzTarget(name: "horizon") { input in
    let text = String(decoding: input, as: UTF8.self)
    if let first = Instant.milliseconds(text), let last = Instant.last(text), first > last {
      fuzzFinding("\(text) ends before it begins")
    }
    for last in [0, 1, 1_000, Position.max] {
      if let position = try? HorizonText.position(text, last: last), position < 0 {
        fuzzFinding("\(text) is position \(position)")
      }
    }
  }

  /// A line of `capture --batch`.
  static let batch = FuzzTarget(name: "batch") { input in
    do throws(Failure) {
      guard let line = try BatchLine(input) else { return }
      if let image = line.image, image.hasPrefix("/") || image.split(separator: "/").contains("..") {
        fuzzFinding("a page outside of the batch's folder: \(image)")
      }
    } catch {
      if error.code != .dataError { fuzzFinding("a bad line is called \(error.code)") }
    }
  }
}
