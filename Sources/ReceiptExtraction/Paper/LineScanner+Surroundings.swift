// The characters around a number tell what it is.
extension LineScanner {
  /// Reads the sign, currency, percent, measure or factor right before and after a number.
  func lookAround(_ start: Int, _ numberEnd: inout Int, lineStart: Int, _ number: inout Number) {
    var before = start - 1
    if before >= lineStart, units[before] == Sign.minus {
      let outer = before > lineStart ? units[before - 1] : Folding.space
      if outer == Folding.space || outer.isCurrencySign || outer.isLetter || outer == Sign.colon
        || outer == Sign.opening
      {
        number.isNegative = !(outer.isLetter && number.decimals == 0)
        before -= 1
        while before >= lineStart, units[before] == Folding.space, start - before < 4 { before -= 1 }
      } else if outer.isDigit || outer == Sign.minus {
        number.isIdentity = outer.isDigit || number.decimals != 2
      }
    } else if before > lineStart, units[before] == Folding.space, units[before - 1] == Sign.minus,
      before - 1 == lineStart || units[before - 2] == Folding.space
    {
      number.isNegative = number.decimals == 2
    }
    while before >= lineStart, units[before] == Folding.space, start - before < 4 { before -= 1 }
    if before >= lineStart {
      let unit = units[before]
      let isAttached = before == start - 1
      if unit.isCurrencySign {
        number.hasCurrency = true
        if before > lineStart, units[before - 1] == Sign.minus { number.isNegative = true }
      }
      if unit == Sign.at || (unit == UInt16(ascii: "x") && !(before > lineStart && units[before - 1].isLetter))
      {
        number.isFactor = true
      }
      if isAttached,
        unit == Sign.slash || unit == Sign.hash || unit == Sign.underscore || unit == Sign.backslash
      {
        number.isIdentity = true
      }
      if isAttached, unit == Sign.star, before > lineStart, units[before - 1] == Sign.star, number.decimals != 2
      {
        number.isIdentity = true
      }
      if isAttached, unit.isLetter, before - 2 >= lineStart, units[before - 1].isLetter,
        units[before - 2].isLetter, number.decimals == 0
      {
        number.isIdentity = true
      }
      if isAttached, unit.isDigit || unit == Sign.colon && before > lineStart && units[before - 1].isDigit {
        number.isIdentity = true
      }
    }
    var after = numberEnd
    // `20.-` and `20,--` are whole amounts as the Swiss and the Scandinavians write them.
    if number.decimals == 0, after + 1 < end, units[after] == Sign.point || units[after] == Sign.comma,
      units[after + 1] == Sign.minus, after + 2 >= end || !units[after + 2].isDigit
    {
      number.hasCurrency = true
      numberEnd = after + 2
      return finish(&number)
    }
    if after < end, units[after] == Sign.minus {
      if after + 1 >= end || units[after + 1] == Folding.space {
        number.isNegative = number.decimals == 2
        after += 1
      } else if units[after + 1].isDigit || number.decimals == 0 {
        number.isIdentity = true
      }
    }
    let attached = after
    while after < end, units[after] == Folding.space, after - attached < 2 { after += 1 }
    guard after < end else { return finish(&number) }
    let unit = units[after]
    if unit == Sign.percent { number.isPercent = true }
    if unit.isCurrencySign || unit == Sign.yen { number.hasCurrency = true }
    if unit == Sign.slash {
      // A price per unit (`1,459 EUR/l` comes below) or an id (`19/703`).
      if after == attached, after + 1 < end, units[after + 1].isDigit { number.isIdentity = true }
      if after + 1 < end, units[after + 1].isLetter { number.isMeasure = true }
    }
    if after == attached, unit == Sign.colon, after + 1 < end, units[after + 1].isDigit {
      number.isIdentity = true
    }
    if unit == Sign.at { number.isFactor = true }
    if unit == Sign.star || unit == UInt16(ascii: "x") { star(after, &number) }
    if unit.isLetter || unit.isCurrencySign { measure(after, isAttached: after == attached, &number) }
    finish(&number)
  }

  private func finish(_ number: inout Number) {
    if number.isNegative {
      number.digits = "-" + number.digits
      number.thousandths = -number.thousandths
    }
  }

  /// Marks a factor (`2 x 0,79`, `1.40*1`) if a number follows.
  private func star(_ at: Int, _ number: inout Number) {
    var next = at + 1
    while next < end, units[next] == Folding.space, next - at < 8 { next += 1 }
    if next >= end || units[next].isDigit || units[next].isCurrencySign {
      number.isFactor = next < end || units[at] != Sign.star
    }
  }

  static let measures: Set<UInt64> = Set(
    [
      "kg", "g", "gr", "l", "lt", "ltr", "liter", "litre", "litres", "litros", "ml", "cl", "km", "cm", "mm",
      "m", "kwh", "oz", "lb", "lbs",
      "stk", "st", "pcs", "pc", "un", "und", "unid", "gal", "hrs", "min", "h", "units", "stuck", "w", "v", "mb",
      "gb", "pages", "pax",
    ].map { WordHash.of(FoldedText($0).units[...]) })

  private func measure(_ at: Int, isAttached: Bool, _ number: inout Number) {
    var wordEnd = at
    while wordEnd < end, units[wordEnd].isLetter || units[wordEnd].isCurrencySign { wordEnd += 1 }
    // `1,459 EUR/Liter` and `0.792 €/kg` are prices per unit.
    if wordEnd + 1 < end, units[wordEnd] == Sign.slash, units[wordEnd + 1].isLetter { number.isMeasure = true }
    let length = wordEnd - at
    if length == 1, number.decimals == 2 {
      // A tax letter, unless a litre is attached (`0,75L`).
      number.isMeasure = isAttached && units[at] == UInt16(ascii: "l") && number.thousandths < 10_000
      return
    }
    if Self.measures.contains(WordHash.of(units[at..<wordEnd])) {
      number.isMeasure = number.decimals != 2 || length > 1
      if number.decimals == 2, length == 2, units[at] == UInt16(ascii: "m"), units[at + 1] == UInt16(ascii: "b")
      {
        number.isMeasure = false
      }
    } else if isAttached, length >= 2, number.decimals == 0,
      !(wordEnd - at == 3 && isCurrencyCode(at..<wordEnd))
    {
      number.isIdentity = true
    }
  }

  private func isCurrencyCode(_ range: Range<Int>) -> Bool {
    let hash = WordHash.of(units[range])
    guard let entries = Lexicon.shared.entries[hash] else { return false }
    return entries.contains { if case .currency = $0.sense { true } else { false } }
  }
}
