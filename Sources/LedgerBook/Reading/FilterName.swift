internal import EventLog
internal import LedgerBytes
package import LedgerDomain
internal import LedgerPlatform
package import LedgerProjections

/// The name of a filter of every list, as people type it before a value: `category`, `tag`, `min`.
package enum FilterName: String, CaseIterable, Hashable, Sendable {
  case kind, group, category, payment, tag
  case anyTag = "any-tag"
  case flag, rule, account, vendor
  case hasPhoto = "has-photo"
  case cleared, text, from, through
  case minimum = "min"
  case maximum = "max"

  /// The number of days after today in which the end of a stretch of time without a year may be.
  package static let daysAhead = 92

  /// Whether it may be given several times, which means one or the other.
  package var repeats: Bool {
    switch self {
    case .kind, .group, .category, .payment, .tag, .anyTag, .flag, .rule, .account, .vendor: true
    case .hasPhoto, .cleared, .text, .from, .through, .minimum, .maximum: false
    }
  }

  /// The only values that it takes, or nothing if it takes others.
  package var choices: [String] {
    switch self {
    case .kind: TransactionKind.allCases.map(\.rawValue)
    case .payment: PaymentMethod.allCases.map(\.rawValue)
    case .flag: ["paid", "unpaid", "reimbursed", "unreimbursed"]
    case .hasPhoto, .cleared: ["yes", "no"]
    case .group, .category, .tag, .anyTag, .rule, .account, .vendor, .text, .from, .through,
      .minimum, .maximum:
      []
    }
  }
}

extension Book {
  /// Returns the filter of named values, in the notation of the ledger.
  ///
  /// - Parameters:
  ///   - given: The values by filter, as people typed them.
  ///   - settings: The ledger's settings.
  /// - Throws: `Refusal`, `Rejection` or `BookError` for a value that is not one.
  package func filter(
    _ given: [FilterName: [String]], _ settings: LedgerRow
  ) throws -> TransactionFilter {
    func all(_ name: FilterName) -> [String] { given[name] ?? [] }
    func date(_ name: FilterName) throws -> CivilDate? {
      guard let text = all(name).last else { return nil }
      let daysAhead = name == .through ? FilterName.daysAhead : 31
      let reader = TypedDate(today: today, locale: settings.locale, daysAhead: daysAhead)
      do throws(DateError) { return try reader.parse(text) } catch { throw error.refusal(in: settings.locale) }
    }
    var filter = TransactionFilter()
    filter.kinds = Set(all(.kind).compactMap { TransactionKind(rawValue: $0) })
    filter.limit(to: Set(try all(.group).map { try resolveLivingGroup($0, settings.locale) }))
    filter.categories = Set(try all(.category).map { try resolveUsedCategory($0) })
    filter.payments = Set(try all(.payment).map { try payment(named: $0, settings.locale) })
    filter.anyTags = try resolveUsedTags(all(.tag))
    filter.otherTags = try resolveUsedTags(all(.anyTag))
    filter.flags = Set(all(.flag).compactMap { FlagSetting(rawValue: $0) })
    filter.rules = Set(try all(.rule).map { try resolveRule($0) })
    for name in all(.account) { filter.accounts.formUnion(try resolveUsedAccount(name)) }
    for words in all(.vendor) { filter.vendors.formUnion(try resolveUsedVendors(words)) }
    filter.hasPhoto = all(.hasPhoto).last.map { $0 == "yes" }
    filter.isCleared = all(.cleared).last.map { $0 == "yes" }
    filter.text = all(.text).last
    if let text = filter.text { filter.named = try named(by: text) }
    filter.from = try date(.from)
    filter.through = try date(.through)
    filter.minimum = try all(.minimum).last.map { try bound($0, settings) }
    filter.maximum = try all(.maximum).last.map { try bound($0, settings) }
    return filter
  }

  /// Returns a group by name or id, `nil` for Unfiled.
  package func resolveGroup(orUnfiled text: String) throws -> GroupID? {
    if text.lowercased() == GroupState.reservedName.lowercased() { return nil }
    return try resolveGroup(text)
  }

  /// Returns a group to file into or to filter by, by name or id, `nil` for Unfiled. A deleted one is refused.
  package func resolveLivingGroup(_ text: String, _ locale: LedgerLocale) throws -> GroupID? {
    guard let id = try resolveGroup(orUnfiled: text) else { return nil }
    guard let row = try groupRow(id), row.isDeleted else { return id }
    let deletion = try events(of: id.stream).last { $0.type == EventType.groupDeleted.rawValue }
    let day = deletion.flatMap { event in
      let parts = SystemClock.parts(ofMilliseconds: event.recordedAtMilliseconds, inUTC: false)
      return CivilDate(year: parts.year, month: parts.month, day: parts.day)
    }
    let on = day.map { " on \(locale.date($0))" } ?? ""
    throw Refusal(
      .refused, "the group \(row.name) was deleted\(on)", .restore(.group, try shortID(id.id, kind: .group)))
  }

  /// Returns the payment that a word means, as in a line of words.
  package func payment(named text: String, _ locale: LedgerLocale) throws(Refusal) -> PaymentMethod {
    if let payment = locale.payment(named: text) ?? PaymentMethod(rawValue: text) { return payment }
    let names = PaymentMethod.allCases.map(\.rawValue)
    throw Refusal(
      .misuse, "there is no payment “\(text)”; there is \(names.joined(by: "or"))",
      remedies: nearest(to: text, among: names).map { [.use(name: $0)] } ?? [])
  }

  /// Returns an amount to compare others with, in the currency written with it or in any currency.
  private func bound(_ text: String, _ settings: LedgerRow) throws -> AmountBound {
    let isOfItsCurrency = text.unicodeScalars.contains { scalar in
      scalar.properties.isAlphabetic || scalar.properties.generalCategory == .currencySymbol
    }
    let refusal: AmountError
    do throws(AmountError) {
      let amount = try AmountParser.parse(text, defaultCurrency: settings.currency, locale: settings.locale)
      return AmountBound(amount, isOfItsCurrency: isOfItsCurrency)
    } catch {
      refusal = error
    }
    guard !isOfItsCurrency, let amount = try finerAmount(text, refusal, settings) else {
      throw refusal.refusal(in: settings.locale)
    }
    return AmountBound(amount, isOfItsCurrency: false)
  }

  /// Reads a decimal with more digits than the ledger's own currency has.
  ///
  /// The ledger must have amounts in a currency with as many digits. The result is `nil` if it has not.
  private func finerAmount(_ text: String, _ refusal: AmountError, _ settings: LedgerRow) throws -> Money? {
    switch refusal {
    case .ambiguous, .tooManyDigits: break
    case .empty, .notANumber, .overflow, .unknownCurrency, .unknownSign, .ambiguousSign, .otherCurrency:
      return nil
    }
    func digits(_ currency: CurrencyCode) -> Int { currency.minorUnitDigits ?? 0 }
    let finer = try currencies().filter { digits($0) > digits(settings.currency) }
    for currency in finer.sorted(by: { (digits($0), $0) < (digits($1), $1) }) {
      if let units = try? AmountParser.minorUnits(text, currency: currency, locale: settings.locale) {
        return Money(minorUnits: units, currency: currency)
      }
    }
    return nil
  }
}
