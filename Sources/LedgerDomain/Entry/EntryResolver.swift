/// The meaning that a token, or several in a row, can have.
enum EntryMeaning: Hashable {
  case amount(Money)
  case date(CivilDate)
  case category(String)
  case payment(PaymentMethod)
  case kind(TransactionKind)
  case flag(FlagSetting)
  case cadence(Cadence)
  case until(CivilDate)
  /// The amount came back.
  case refund

  /// Whether an entry cannot have both.
  func contradicts(_ other: EntryMeaning) -> Bool {
    if case .flag(let one) = self, case .flag(let two) = other, one.isOfPayment != two.isOfPayment {
      return false
    }
    if self == .refund || other == .refund { return false }
    return field == other.field && self != other
  }

  var field: EntryField {
    switch self {
    case .amount: .amount
    case .date: .date
    case .category: .category
    case .payment: .payment
    case .kind: .kind
    case .flag: .flag
    case .cadence: .cadence
    case .until: .end
    case .refund: .amount
    }
  }

  func words(_ locale: LedgerLocale) -> String {
    switch self {
    case .amount(let money): locale.money(money)
    case .date(let date): locale.longDate(date)
    case .category(let key): key
    case .payment(let payment): payment.rawValue
    case .kind(let kind): kind.rawValue
    case .flag(let flag): flag.rawValue
    case .cadence(let cadence): cadence.word
    case .until(let date): locale.longDate(date)
    case .refund: "refund"
    }
  }
}

/// A possible meaning of some tokens.
struct EntryCandidate: Hashable {
  let range: Range<Int>
  let meaning: EntryMeaning
  /// The tokens as typed.
  let text: String
  /// The tokens whose digits have to end in an amount or a date if this candidate is not taken.
  var core: Set<Int> = []
  /// The amount in another currency that this amount was charged for, as typed: `180 CHF`.
  var foreign: String?

  func overlaps(_ other: EntryCandidate) -> Bool { range.overlaps(other.range) }
}

/// Finds the one reading of a line in which every candidate is taken or overlaps one that is.
///
/// In a reading every field has one value, and no digits that can be an amount or a date are left over.
struct EntryResolver {
  /// The candidates of the reading, in the order typed. Empty if there is a problem.
  private(set) var reading: [EntryCandidate] = []
  /// The reason why there is no such reading, or more than one, or `nil` if there is exactly one.
  private(set) var problem: EntryProblem?

  private let candidates: [EntryCandidate]
  private var readings: [[EntryCandidate]] = []
  private var stepsLeft = 20_000

  private static let candidatesMax = 64

  init(_ candidates: [EntryCandidate], _ locale: LedgerLocale) {
    self.candidates = candidates.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    guard candidates.count <= Self.candidatesMax else {
      problem = .tooLong
      return
    }
    search(0, [])
    if readings.count == 1, stepsLeft > 0 {
      reading = readings[0]
    } else {
      problem = conflict(locale) ?? unclear(locale)
    }
  }

  /// Takes or skips the candidates from an index on. Two readings are enough to refuse the line.
  private mutating func search(_ index: Int, _ taken: [EntryCandidate]) {
    guard readings.count < 2, stepsLeft > 0 else { return }
    stepsLeft -= 1
    guard index < candidates.count else {
      let covered = taken.reduce(into: Set<Int>()) { $0.formUnion($1.range) }
      let isWhole = candidates.allSatisfy { candidate in
        taken.contains { $0.overlaps(candidate) } && covered.isSuperset(of: candidate.core)
      }
      if isWhole { readings.append(taken) }
      return
    }
    let next = candidates[index]
    if !taken.contains(where: { $0.overlaps(next) || contradicts($0, next) }) {
      search(index + 1, taken + [next])
    }
    // A skipped candidate needs another one that overlaps it. Otherwise it would be lost.
    if candidates.contains(where: { $0 != next && $0.overlaps(next) }) { search(index + 1, taken) }
  }

  private func contradicts(_ one: EntryCandidate, _ other: EntryCandidate) -> Bool {
    one.meaning.contradicts(other.meaning)
  }

  /// Several values for one field that cannot be avoided.
  private func conflict(_ locale: LedgerLocale) -> EntryProblem? {
    guard readings.isEmpty else { return nil }
    // The day of a date such as `1 jun` is reported as an amount only if nothing else explains the conflict.
    let widest = candidates.filter { candidate in
      !candidates.contains { $0.range.contains(candidate.range) && $0.range != candidate.range }
    }
    return conflict(among: widest, locale) ?? conflict(among: candidates, locale)
  }

  private func conflict(among candidates: [EntryCandidate], _ locale: LedgerLocale) -> EntryProblem? {
    for field in EntryField.allCases {
      var values: [EntryMeaning] = []
      for candidate in candidates
      where candidate.meaning.field == field && !values.contains(candidate.meaning)
        && (values.isEmpty || values.contains { $0.contradicts(candidate.meaning) })
      {
        values.append(candidate.meaning)
      }
      if values.count > 1 { return .several(field, values: values.map { $0.words(locale) }) }
    }
    return nil
  }

  /// Returns the problem of an unclear line: two readings, each by the parts that the other lacks.
  private func unclear(_ locale: LedgerLocale) -> EntryProblem {
    guard readings.count == 2 else { return .tooLong }
    let texts = readings.indices.map { index in
      let other = readings[1 - index]
      return readings[index].filter { !other.contains($0) }
        .map { "\($0.meaning.field.rawValue) \($0.meaning.words(locale))" }.joined(separator: ", ")
    }
    return .unclear(readings: texts.sorted { $0.hasPrefix("amount") && !$1.hasPrefix("amount") })
  }
}
