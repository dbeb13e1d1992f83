package import LedgerBook
package import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// A line of an entry as a form shows it while it is typed.
///
/// It has what was understood, what is missing, and the command. Nothing is recorded. The command is that of `StructuredCommand`, for the form to send back.
package struct EntryForm {
  private let notation: Notation
  private var entry: QuickEntry
  private var offers: [EntryOffer] = []
  private var problems: [Refusal] = []
  private var doubts: [Refusal] = []
  private var request: RecordRequest?
  private var items: [LineItem] = []
  /// The fields that have what the person chose.
  private var picked: [TransactionField?] = []
  /// Whether the person gave a date. If not, it is the day on which the line is read.
  private let hasDate: Bool

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - date: The date if the line has no date, or `nil` for today (ET-02).
  ///   - chosen: Values that the person chose for what the line does not have, by field.
  package init(
    _ line: String, date: CivilDate?, chosen: [TransactionField: String] = [:], _ notation: Notation
  ) throws {
    self.notation = notation
    let book = notation.book
    entry = QuickEntry(
      line,
      QuickEntry.Vocabulary(
        today: book.today, categories: try book.categories(), currency: notation.settings.currency,
        locale: notation.locale, date: date))
    hasDate = date != nil || entry.parts.contains { $0.field == .date }
    problems = entry.problems.map { $0.refusal(in: notation.locale) }
    do {
      try complete(chosen)
    } catch let error as any Explained where problems.isEmpty {
      problems.append(error.refusal(in: notation.locale))
      request = nil
    }
  }

  /// Fills in what the person chose and what the ledger knows, and makes the request.
  private mutating func complete(_ chosen: [TransactionField: String]) throws {
    let book = notation.book
    if entry.category == nil, let text = chosen[.category] {
      entry.category = try book.resolveCategory(text).key
      picked.append(.category)
    }
    if entry.payment == nil, let text = chosen[.payment] {
      entry.payment = try book.payment(named: text, notation.locale)
      picked.append(.payment)
    }
    let filler = EntryOffers(notation, offersLast: true)
    offers = try filler.values(&entry.category, &entry.payment, vendor: entry.vendor, entry.kind)
    guard let money = entry.money, missing.isEmpty, problems.isEmpty else { return }
    var made = RecordRequest(
      kind: entry.kind, money: money, date: entry.date, vendor: entry.vendor, category: entry.category,
      payment: entry.payment, note: entry.note, account: entry.account, tags: entry.tags, flags: entry.flags,
      expression: entry.expression)
    made.group = try entry.group.flatMap { try book.resolveLivingGroup($0, notation.locale) }
    made.account = try entry.account.map { try book.resolveAccount($0).text }
    offers += try filler.places(&made, isGroupGiven: entry.group != nil)
    items = try entry.split?.items(of: money, every: entry.cadence) ?? []
    try book.checkRecord(made, items: items)
    doubts = try book.doubts(about: made).map { $0.refusal(in: notation.locale) }
    request = made
  }

  /// The required fields without a value (IE-14).
  private var missing: [TransactionField] {
    let values: [TransactionField: Bool] = [
      .total: entry.money != nil, .category: entry.category != nil, .payment: entry.payment != nil,
    ]
    return [.total, .category, .payment].filter {
      $0.isRequired(for: entry.kind) && values[$0] == false
    }
  }

  /// The command that records the entry, or `nil` if something is missing or not understood.
  package var command: StructuredCommand? {
    request.map { request in
      entry.cadence.map { .recordRecurring(request, $0) } ?? .record(request, items: items)
    }
  }

  /// Whether nothing of the line was understood.
  private var isEmpty: Bool { entry.parts.isEmpty || !entry.problems.isEmpty }

  /// The form as `{"command","date","doubts","fields","missing","problems","vendor"}`.
  package func json() throws -> JSONValue {
    [
      "command": command?.content ?? .null, "date": .optional(hasDate ? entry.date.iso : nil),
      "doubts": .array(doubts.map { $0.form() }), "fields": .array(try fields()),
      "missing": .array(isEmpty ? [] : try missing.map(asked)),
      "problems": .array(problems.map { $0.form() }), "vendor": .optional(entry.vendor),
    ]
  }

  /// Returns a missing field with the values to choose from, those that were used last first.
  private func asked(_ field: TransactionField) throws -> JSONValue {
    var choices: [(value: String, words: String)] = []
    if field == .category {
      choices = try notation.book.categoriesByUse(entry.kind).rows.map { ($0.key, $0.title) }
    } else if field == .payment {
      choices = PaymentMethod.allCases.map { ($0.rawValue, $0.rawValue) }
    }
    return [
      "choices": .array(choices.map { ["value": .string($0.value), "words": .string($0.words)] }),
      "field": .string(field.rawValue), "title": .string(field.title),
    ]
  }

  /// Returns the values that were understood: those that are required first, the amount before all.
  private func fields() throws -> [JSONValue] {
    guard !isEmpty else { return [] }
    let groupName = try (request?.group).flatMap { try notation.book.groupRow($0)?.name } ?? entry.group
    let money = entry.money.map { money in
      entry.expression.map { "\(notation.words(money)) = \($0)" } ?? notation.words(money)
    }
    let shown: [(field: TransactionField?, title: String, words: String?)] = [
      (.total, TransactionField.total.title, money),
      (.date, "Date", notation.locale.longDate(entry.date)),
      (.category, "Category", entry.category.map { notation.categoryName($0) }),
      (.payment, "Payment", entry.payment?.rawValue),
      (.kind, "Kind", entry.kind == .expense ? nil : entry.kind.rawValue),
      (.vendor, entry.kind == .income ? "Payer" : "Vendor", entry.vendor),
      (.account, "Account", (request?.account ?? entry.account).map { notation.accountName($0) }),
      (.group, "Group", groupName), (.note, "Note", entry.note),
      (nil, "Tags", entry.tags.isEmpty ? nil : entry.tags.map { "#\($0)" }.joined(separator: " ")),
      (nil, "Flags", entry.flags.isEmpty ? nil : entry.flags.map(\.rawValue).joined(separator: " ")),
      (nil, "Recurs", entry.cadence.map { $0.words(in: notation.locale) }),
      (nil, "Split", notation.parts(items)),
    ]
    return shown.compactMap { field, title, words in
      guard let words else { return nil }
      let reason = picked.contains(field) ? "as you chose" : offers.first { $0.field == field }?.reason.words
      return ["reason": .optional(reason), "title": .string(title), "words": .string(words)]
    }
  }
}

extension EntrySplit {
  /// Returns the parts as line items. What recurs cannot have them.
  package func items(of total: Money, every cadence: Cadence?) throws -> [LineItem] {
    guard cadence == nil else {
      throw Refusal(.misuse, "a split is of a single expense or income", .enter("Leave out the parts"))
    }
    return try items(of: total)
  }
}

extension Cadence {
  /// The cadence with its end, such as `monthly until 1 Dec 2026`.
  fileprivate func words(in locale: LedgerLocale) -> String {
    word + (end.map { " until \(locale.date($0))" } ?? "")
  }
}
