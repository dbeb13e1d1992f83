public import LedgerBook
package import LedgerBytes
public import LedgerDomain
package import LedgerProjections

/// The ledger's way of writing amounts, dates and names.
///
/// Values, names and short ids become texts here, and never sentences. The texts are not yet safe to print: that is done by
/// the surface that shows them.
public struct Notation {
  /// The ledger, or a view of its past.
  public let book: Book
  /// Whether lists have more columns, such as the author of each event.
  public var isVerbose = false
  /// Returns the text of a step in sentences for programs. It is the title of a button, or a command line.
  public var wording: (Remedy) -> String = \.title
  private let known: Known

  /// Creates the notation of a ledger.
  ///
  /// - Parameters:
  ///   - book: The ledger, or a view of its past.
  ///   - settings: The ledger's settings, or `nil` to read them at first use.
  ///   - unreadable: Called if the settings cannot be read, with the error and the settings used in their place.
  public init(
    _ book: Book, settings: LedgerRow? = nil, unreadable: @escaping (any Error, LedgerRow) -> Void = { _, _ in }
  ) {
    self.book = book
    known = Known(settings, unreadable)
  }

  /// Values that are read once.
  private final class Known {
    var settings: LedgerRow?
    var accounts: AccountNames?
    let unreadable: (any Error, LedgerRow) -> Void

    init(_ settings: LedgerRow?, _ unreadable: @escaping (any Error, LedgerRow) -> Void) {
      self.settings = settings
      self.unreadable = unreadable
    }
  }

  /// The settings for dates and amounts, and the defaults.
  ///
  /// If the ledger's creation has not arrived yet, they are the defaults.
  public var settings: LedgerRow {
    if let settings = known.settings { return settings }
    let settings: LedgerRow
    do {
      settings = try book.ledgerRow()
    } catch {
      settings = LedgerRow(currency: .eur, payment: nil, locale: .default, weeks: WeekSetting.iso)
      if case BookError.unknown? = error as? BookError {} else { known.unreadable(error, settings) }
    }
    known.settings = settings
    return settings
  }

  /// The locale of this ledger's amounts, with dates in English like the other words.
  public var locale: LedgerLocale { settings.locale.inEnglish }

  // MARK: Accounts and categories

  /// Returns the present name of the account that a text means.
  package func accountName(_ text: String) -> String {
    var names = accountNames
    defer { known.accounts = names }
    return names.name(of: text)
  }

  /// Returns a row with the present names of its accounts.
  package func naming(_ listed: ListedTransaction) -> ListedTransaction {
    var names = accountNames
    defer { known.accounts = names }
    return ListedTransaction(row: names.naming(listed.row), groupName: listed.groupName)
  }

  /// The names that were read, or no names: they cannot be read while a list is read.
  private var accountNames: AccountNames { known.accounts ?? AccountNames([]) }

  /// Reads the present names of accounts, so that what is written afterwards has them.
  package func readAccountNames() throws { known.accounts = try book.accountNames() }

  /// Returns the name of a category with its emoji, or its key if the name is unknown.
  package func categoryName(_ key: String) -> String {
    (try? book.categories())?.first { $0.key == key }?.title ?? key
  }

  /// Returns the names of all categories with their emoji, by key, for screens with many of them.
  package func categoryNames() throws -> CategoryNames {
    CategoryNames(names: Dictionary(try book.categories().map { ($0.key, $0.title) }) { first, _ in first })
  }

  // MARK: Amounts

  /// Returns an amount such as `€84.50`, or a dash if it is unknown.
  package func words(_ money: Money?) -> String { money.map { locale.money($0) } ?? "–" }

  /// Returns the totals by currency, joined by a plus (IE-02), or a dash if there are no totals.
  ///
  /// - Parameter tooLarge: The currencies of totals that exceed 64 bits, which are named instead of an amount.
  package func totals(_ totals: [Money], _ tooLarge: [CurrencyCode] = []) -> [String] {
    added(totals.map { locale.money($0) } + tooLarge.map(Self.tooLarge))
  }

  /// Returns the net totals of a list by currency. A balance that was received is named so. Any other was spent.
  package func netTotals(_ totals: [Money], _ tooLarge: [CurrencyCode] = []) -> [String] {
    let words = totals.map { total in
      let isReceived = total.minorUnits < 0 && total.minorUnits != .min
      guard isReceived else { return locale.money(total) }
      return "received " + locale.money(Money(minorUnits: -total.minorUnits, currency: total.currency))
    }
    return added(words + tooLarge.map(Self.tooLarge))
  }

  private func added(_ words: [String]) -> [String] {
    words.isEmpty ? ["–"] : words.enumerated().map { index, text in (index == 0 ? "" : "+ ") + text }
  }

  /// Returns the totals in one line, empty without totals.
  package func sum(_ totals: [Money], _ tooLarge: [CurrencyCode]) -> String {
    (totals.map { words($0) } + tooLarge.map(Self.tooLarge)).joined(separator: " + ")
  }

  /// Returns the text in place of a total that exceeds 64 bits.
  package static func tooLarge(_ currency: CurrencyCode) -> String { "\(currency.code) too large" }

  /// Returns the rate between two amounts, such as `1 EUR = 1.075 USD`.
  ///
  /// The result is `nil` if they are in one currency.
  package func rateWords(_ given: Money, _ received: Money) -> String? {
    ExchangeRate(given: given, received: received).map {
      "1 \(given.currency.code) = \($0.decimal) \(received.currency.code)"
    }
  }

  // MARK: Dates

  /// Returns a date such as `14 Jun 2026`, or a dash if it is unknown.
  package func words(_ date: CivilDate?) -> String { date.map { locale.date($0) } ?? "–" }

  /// Returns a range of dates such as `12–18 Jun 2026`, empty if it is unknown.
  package func range(_ first: CivilDate?, _ last: CivilDate?) -> String {
    guard let first, let last else { return "" }
    return locale.dateRange(first, last)
  }

  // MARK: Ids

  /// Returns the shortest unique beginning of an id.
  package func short(_ transaction: TransactionID) throws -> String { try book.shortID(transaction.id) }
  package func short(_ rule: RuleID) throws -> String { try book.shortID(rule.id, kind: .rule) }
  package func short(_ group: GroupID) throws -> String { try book.shortID(group.id, kind: .group) }

  /// Returns the subject of an event in a few letters: an id, or the kind of a record that has a name.
  package func subject(of stream: StreamID) throws -> String {
    guard let kind = StreamKind(rawValue: stream.kind) else { return stream.kind }
    return kind.hasKeys || kind == .ledger || kind == .budget
      ? kind.rawValue : try book.shortID(stream.id, kind: kind)
  }
}

extension CategoryRow {
  /// The name with its emoji, such as `🍎 Food`.
  package var title: String { (emoji.map { "\($0) " } ?? "") + name }
}

/// The names of categories, by key.
package struct CategoryNames {
  fileprivate let names: [String: String]

  /// Returns the name with its emoji, or `nil` if the key is unknown.
  package func known(_ key: String) -> String? { names[key] }

  /// The name with its emoji, the key if the name is unknown, or `no category`.
  package subscript(key: String?, orElse none: String = "no category") -> String {
    key.map { names[$0] ?? $0 } ?? none
  }

  /// The first category that a row counts in, and the number of others, such as `Food +1`.
  ///
  /// - Parameter wanted: The categories that a list is filtered by, or empty for all.
  package subscript(row: TransactionRow, wanted: Set<String>, orElse none: String = "") -> String {
    let shares = row.shares(in: wanted)
    guard !row.parts.isEmpty, let first = shares.first else {
      return self[row.category, orElse: none]
    }
    return self[first.category, orElse: none] + (shares.count > 1 ? " +\(shares.count - 1)" : "")
  }
}
