import LedgerDomain

@testable import events

/// What people type.
extension FuzzTarget {
  private static let currencies: [Currency] =
    [.eur, .usd, .jpy, .chf] + ["BHD", "XXX", "CLF"].compactMap { Currency($0) }
  private static let locales = ["en_US", "de_DE", "de_CH", "fr_FR", "sv_SE", "en_IN", "ja_JP"].compactMap {
    LedgerLocale($0)
  }

  /// An amount, a sum and a canonical decimal, in the currency and the locale that the first bytes say.
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
    _ = LedgerLocale(text)
    _ = Currency(text)
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
    guard QuickEntry(line, vocabulary) == QuickEntry(line, vocabulary) else {
      fuzzFinding("a line is understood in two ways")
    }
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
    for last in [0, 1, 1_000, Int64.max] {
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
