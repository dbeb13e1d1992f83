/// A transaction from a line of text: `taxi 23.90 cash yesterday #berlin`.
///
/// A line is cut into tokens, and every token gets all its possible meanings. One resolver looks for the readings in
/// which each token has one meaning and each field one value. If there are two such readings, or not even one,
/// `problems` names them and nothing is guessed. Tokens without another meaning are the vendor, in the order they were
/// typed.
///
///     let vocabulary = QuickEntry.Vocabulary(
///       today: book.today, categories: try book.categories(), currency: .eur, locale: .default)
///     let entry = QuickEntry("taxi 23.90 cash yesterday #berlin", vocabulary)
///     let amount = entry.money?.description  // "23.90 EUR"
///     let tags = entry.tags  // ["berlin"]
public struct QuickEntry: Hashable, Sendable {
  /// The amount, or `nil` if the line has no amount.
  public var money: Money?
  /// The computation that gave the amount, such as `90/3`, or `nil` if it was typed as it is.
  ///
  /// For a purchase in another currency, this is the shop's price: `180 CHF` in `180 CHF =94.20 EUR`.
  public var expression: String?
  /// The date: that of the vocabulary unless the line has one.
  public var date: CivilDate
  /// The category's key.
  public var category: String?
  /// How it was paid.
  public var payment: PaymentMethod?
  /// The direction.
  public var kind: TransactionKind
  /// Tags, normalized, in the order typed.
  public var tags: [String]
  /// The words with no other meaning, and those in quotes.
  public var vendor: String?
  /// The group as typed after `in:`.
  public var group: String?
  /// The note as typed after `note:`.
  public var note: String?
  /// The account as typed after `@`.
  public var account: String?
  /// The flags that the line sets, in the order typed.
  public var flags: [FlagSetting] = []
  /// Whether the amount came back.
  public private(set) var isRefund = false
  /// How often it recurs, or `nil` if it happens once. Its start is the date that its own words name.
  public var cadence: Cadence?
  /// The amounts by category, or `nil` if the line has one category. `category` is then the one of the split.
  public var split: EntrySplit?
  /// The reasons why the line cannot be recorded. Empty if every token has one meaning.
  public var problems: [EntryProblem]
  /// Every piece of the line with the field that it became part of, in the order typed.
  public private(set) var parts: [Part]

  /// A piece of the line: one token, or several that are one value.
  public struct Part: Hashable, Sendable {
    /// The field that the piece belongs to.
    public let field: EntryField
    /// The piece without its marker or quotes.
    public let text: String
  }

  /// The words that a line may name, and how it writes amounts and dates.
  public struct Vocabulary: Sendable {
    /// The civil date of the entry.
    public var today: CivilDate
    /// The categories that are offered.
    public var categories: [CategoryRow]
    /// The currency if the line names no other.
    public var currency: CurrencyCode
    /// How amounts and dates are written.
    public var locale: LedgerLocale
    /// The date if the line names no other: today, or in a series the date of the last entry (ET-02).
    public var date: CivilDate
    /// Whether a number without a currency can be the amount. If not, it is part of a name.
    public var takesPlainNumbers = true
    /// Whether `refund` can be meant, as it is for an expense.
    public var takesRefunds = true
    /// Whether the line has small letters, so that a word of capital letters is one on purpose.
    var hasSmallLetters = false

    /// Creates the words of a line's context.
    public init(
      today: CivilDate, categories: [CategoryRow], currency: CurrencyCode, locale: LedgerLocale,
      date: CivilDate? = nil
    ) {
      self.today = today
      self.date = date ?? today
      self.categories = categories
      self.currency = currency
      self.locale = locale
    }
  }

  /// Reads a line. It never fails: missing fields are `nil`, and `problems` names unclear parts.
  ///
  /// - Complexity: O(words × categories).
  public init(_ line: String, _ vocabulary: Vocabulary) {
    var vocabulary = vocabulary
    vocabulary.hasSmallLetters = line.unicodeScalars.contains { $0.properties.isLowercase }
    date = vocabulary.date
    kind = .expense
    tags = []
    problems = []
    parts = []
    var (tokens, isClosed) = EntryToken.tokens(of: line)
    let found = EntrySplit.find(in: tokens, vocabulary)
    if let range = found?.range { for index in range { tokens[index] = tokens[index].inSplit } }
    if !isClosed { problems.append(.openQuote) }
    let meanings = EntryMeanings(tokens, vocabulary)
    problems += meanings.problems
    let resolver = EntryResolver(meanings.candidates, vocabulary.locale)
    if let problem = resolver.problem { problems.append(problem) }
    var end: CivilDate?

    var chosen = resolver.reading[...]
    var index = 0
    while index < tokens.count {
      if let next = chosen.first, next.range.lowerBound == index {
        parts.append(Part(field: next.meaning.field, text: next.text))
        index = next.range.upperBound
        chosen.removeFirst()
        switch next.meaning {
        case .refund: isRefund = true
        case .until(let date): end = date
        case .amount, .date, .category, .payment, .kind, .flag, .cadence: take(next)
        }
      } else if let found, found.range.lowerBound == index {
        let text = tokens[found.range].map(\.text).joined(separator: " ")
        parts.append(Part(field: .split, text: text))
        take(found.split, text)
        index = found.range.upperBound
      } else {
        parts.append(Part(field: tokens[index].field, text: tokens[index].text))
        if found != nil, EntryDoubts.measures.contains(tokens[index].plain.lowercased()) {
          problems.append(.notUnderstood(tokens[index].text))
        }
        take(tokens[index])
        index += 1
      }
    }
    if problems.isEmpty, kind == .transfer { problems.append(.oneSidedTransfer) }
    if problems.isEmpty, let problem = meanings.doubts(resolver.reading) { problems.append(problem) }
    finishSplit()
    if isRefund, let money { self.money = Money(minorUnits: -abs(money.minorUnits), currency: money.currency) }
    finishCadence(end, hasDate: parts.contains { $0.field == .date })
  }

  private mutating func take(_ split: EntrySplit, _ text: String) {
    self.split = split
    if kind == .transfer { problems.append(.notUnderstood(text)) }
  }

  /// Gives the entry the category of its split, and a missing amount the sum of the parts.
  private mutating func finishSplit() {
    guard let split else { return }
    let typed = category
    category = split.category
    if let typed {
      problems.append(.several(.category, values: [typed] + split.parts.map(\.category)))
    } else if money == nil {
      money = split.total
    }
    guard let money else { return }
    do throws(EntryProblem) { _ = try split.items(of: money) } catch { problems.append(error) }
  }

  /// Gives the cadence its first date and its end. An end without a cadence is a problem.
  private mutating func finishCadence(_ end: CivilDate?, hasDate: Bool) {
    guard var cadence else {
      if let end { problems.append(.endWithoutCadence(end)) }
      return
    }
    if let start = cadence.start {
      if hasDate, start != date {
        problems.append(.several(.date, values: [date, start].map { $0.iso }))
      }
      date = start
    }
    cadence.end = end
    self.cadence = cadence
    if let end, end <= date { problems.append(.endWithoutCadence(end)) }
  }

  /// Whether the line has nothing but a date.
  public var isOnlyDate: Bool {
    problems.isEmpty && !parts.isEmpty && parts.allSatisfy { $0.field == .date }
  }

  private mutating func take(_ candidate: EntryCandidate) {
    switch candidate.meaning {
    case .amount(let money):
      self.money = money
      if let foreign = candidate.foreign {
        expression = foreign
        return
      }
      // A line may have its amount twice, once as a computation: that one explains it.
      if AmountExpression.computes(candidate.text) {
        expression = NFC.trimmed(
          candidate.text.hasSuffix("=") ? String(candidate.text.dropLast()) : candidate.text)
      }
    case .date(let date): self.date = date
    case .category(let key): category = key
    case .payment(let payment): self.payment = payment
    case .kind(let kind): self.kind = kind
    case .flag(let flag): flags.append(flag)
    case .cadence(let cadence): self.cadence = cadence
    case .refund, .until: break
    }
  }

  private mutating func take(_ token: EntryToken) {
    switch token.kind {
    case .word, .quoted: vendor = vendor.map { "\($0) \(token.text)" } ?? token.text
    case .tag:
      let tag = NFC.foldedKey(token.text)
      if !tags.contains(where: { $0.utf8.elementsEqual(tag.utf8) }) { tags.append(tag) }
    case .note: set(\.note, token)
    case .group: set(\.group, token)
    case .account: set(\.account, token)
    case .split: break
    }
  }

  private mutating func set(_ field: WritableKeyPath<QuickEntry, String?>, _ token: EntryToken) {
    if self[keyPath: field] != nil { problems.append(.repeated(token.field)) }
    self[keyPath: field] = token.text
  }
}
