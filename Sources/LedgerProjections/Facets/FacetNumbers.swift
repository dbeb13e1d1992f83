internal import LedgerBytes
internal import LedgerDomain

/// Numbers for the values of transactions by facet, from 1 in order of arrival.
///
/// A value is found again by its bytes.
struct FacetNumbers: Sendable {
  /// The values of each facet numbered since the last call of `take`, in the order of their numbers.
  private(set) var values = Self.noValues
  private var texts = Facet.allCases.map { _ in TextNumbers() }
  private var ids = Facet.allCases.map { _ in IDNumbers() }
  private var currencies: [CurrencyCode] = []

  private static let noValues: [[FacetValue]] = Facet.allCases.map { _ in [] }

  /// Hands over the values that are new.
  mutating func takeValues() -> [[FacetValue]] {
    defer { values = Self.noValues }
    return values
  }

  /// Returns the number of a currency.
  mutating func number(of currency: CurrencyCode) -> Int64 {
    if let known = currencies.firstIndex(of: currency) { return Int64(known) + 1 }
    currencies.append(currency)
    values[Facet.currency.rawValue].append(.text(Array(currency.code.utf8)))
    return Int64(currencies.count)
  }

  /// Returns the number of a text.
  mutating func number(of text: String, _ facet: Facet) -> Int64 {
    let known = texts[facet.rawValue].texts.count
    let index = texts[facet.rawValue].number(of: text)
    if index == known { values[facet.rawValue].append(.text(Array(text.utf8))) }
    return Int64(index) + 1
  }

  /// Returns the number of an identifier.
  mutating func number(of id: UniqueID, _ facet: Facet) -> Int64 {
    let known = ids[facet.rawValue].ids.count
    let index = ids[facet.rawValue].number(of: id)
    if index == known { values[facet.rawValue].append(.id(id)) }
    return Int64(index) + 1
  }
}
