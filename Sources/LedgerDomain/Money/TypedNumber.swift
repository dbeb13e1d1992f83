/// Digits in groups, the separators between them, and the rules to find the decimal point.
struct TypedNumber {
  enum Separator {
    case comma
    case point
    case apostrophe
    case space
  }

  /// 0…9, in order.
  private(set) var digits: [UInt8] = []
  /// The separators between the groups, one fewer than there are groups.
  private var separators: [Separator] = []
  /// How many digits each group has. Only the first can be empty (`.50`).
  private var groups: [Int] = [0]
  private let text: String

  init(_ scalars: [Unicode.Scalar]) throws(AmountError) {
    text = String(String.UnicodeScalarView(scalars))
    for scalar in scalars {
      if ("0"..."9").contains(scalar) {
        digits.append(UInt8(scalar.value - 0x30))
        groups[groups.count - 1] += 1
        continue
      }
      guard let separator = Self.separator(scalar), groups.count == 1 || groups.last != 0 else {
        throw .notANumber(text)
      }
      separators.append(separator)
      groups.append(0)
    }
    guard groups.last != 0 else { throw .notANumber(text) }
  }

  static func separator(_ scalar: Unicode.Scalar) -> Separator? {
    switch scalar {
    case ",": .comma
    case ".": .point
    case "'", "\u{2019}": .apostrophe
    case " ", "\u{a0}", "\u{2009}", "\u{202f}": .space
    default: nil
    }
  }

  /// Returns the number of digits after the decimal point.
  ///
  /// With two kinds of separators, the last one is the point if its kind occurs once and can be a point. One kind
  /// repeated is grouping. A single separator is grouping or the point, depending on the digits after it.
  func fractionDigits(currencyDigits: Int, locale: LedgerLocale) throws(AmountError) -> Int {
    guard let last = separators.last, let fraction = groups.last else { return 0 }
    let earlier = separators.dropLast()
    if earlier.isEmpty {
      return try fractionAfterOne(last, fraction, currencyDigits: currencyDigits, locale: locale)
    }
    if separators.allSatisfy({ $0 == last }) {
      guard isGrouped(groups, by: last) else { throw .notANumber(text) }
      return 0
    }
    guard last == .comma || last == .point, let grouping = earlier.first,
      earlier.allSatisfy({ $0 == grouping }), isGrouped(Array(groups.dropLast()), by: grouping)
    else { throw .notANumber(text) }
    return fraction
  }

  private func fractionAfterOne(
    _ separator: Separator, _ fraction: Int, currencyDigits: Int, locale: LedgerLocale
  ) throws(AmountError) -> Int {
    switch separator {
    case .apostrophe, .space:
      guard isGrouped(groups, by: separator) else { throw .notANumber(text) }
      return 0
    case .comma, .point:
      guard fraction == 3, currencyDigits != 3, isGrouped(groups, by: separator) else { return fraction }
      let local = locale.groupingSeparator.unicodeScalars.first.flatMap(Self.separator)
      if separator == local { return 0 }
      throw ambiguous(currencyDigits: currencyDigits, locale: locale)
    }
  }

  /// Whether the groups have three digits each, or the Indian form 12,34,567.
  ///
  /// The first group has one to three digits and does not begin with zero.
  private func isGrouped(_ groups: [Int], by separator: Separator) -> Bool {
    guard let first = groups.first, first > 0, groups.count == 1 || digits.first != 0 else { return false }
    if groups.count == 1 { return true }
    if first <= 3, groups.dropFirst().allSatisfy({ $0 == 3 }) { return true }
    return separator == .comma && first <= 2 && groups.last == 3
      && groups.dropFirst().dropLast().allSatisfy { $0 == 2 }
  }

  private func ambiguous(currencyDigits: Int, locale: LedgerLocale) -> AmountError {
    let whole = digits.dropLast(3).map(String.init).joined()
    let rest = digits.suffix(3).map(String.init).joined()
    let zeros = String(repeating: "0", count: currencyDigits)
    return .ambiguous(
      text, readings: [whole + locale.decimalSeparator + rest, whole + locale.groupingSeparator + rest],
      instead: whole + rest + (currencyDigits == 0 ? "" : locale.decimalSeparator + zeros),
      digits: currencyDigits)
  }
}
