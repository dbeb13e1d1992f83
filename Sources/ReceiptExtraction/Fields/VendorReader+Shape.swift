extension VendorReader {
  /// Returns the penalty for text that does not look like a name.
  ///
  /// This is `Label: value`, a house number or postal code in front, `Springfield, XY 12345`, or a sentence.
  func shapePenalty(_ range: Range<Int>) -> Int {
    let units = page.text.units
    var penalty = 0
    var words = 0
    var at = range.lowerBound
    while at < range.upperBound, units[at].isDigit { at += 1 }
    if at - range.lowerBound >= 3, at < range.upperBound, units[at] == Folding.space { penalty += 8 }
    var digitsAtEnd = 0
    for index in range {
      let unit = units[index]
      if unit == Folding.space { words += 1 }
      if unit == Sign.colon, index > range.lowerBound, index < range.upperBound - 1 {
        penalty = max(penalty, 7)
      }
      digitsAtEnd = unit.isDigit ? digitsAtEnd + 1 : 0
    }
    if digitsAtEnd == 5, words >= 2 { penalty += 6 }
    if words >= 7 { penalty += 5 }
    return penalty + noisePenalty(range)
  }

  /// Returns the penalty for what engines make of a logo or a stain.
  ///
  /// These are stray signs, short words, words without vowels, and another script.
  private func noisePenalty(_ range: Range<Int>) -> Int {
    let units = page.text.units[range]
    var penalty = min(6, 2 * units.count { Self.straySigns.contains($0) })
    let words = units.split(separator: Folding.space).map { word in word.filter(\.isLetter) }
    if words.count >= 3, words.count(where: { $0.count < 3 }) * 2 > words.count { penalty += 4 }
    if words.count >= 2, !units.contains(where: { Self.vowels.contains($0) || $0 > 0x7f }) { penalty += 4 }
    if units.contains(where: \.isIdeograph),
      page.text.units.count(where: \.isLetter) > page.text.units.count / 4
    {
      penalty += 20
    }
    return penalty
  }

  private static let straySigns = Array("\\|~<>{}=_^;?\"«»".utf16)
  private static let vowels = Array("aeiouy".utf16)

  /// Whether a segment has the company's form and no other word: the name is in the line before.
  func isOnlyForm(_ segment: Range<Int>, _ line: Int) -> Bool {
    var hasForm = false
    for token in page.lines[line] where segment.contains(Int(page.tokens[token].start)) {
      let piece = page.tokens[token]
      guard piece.kind == .word else { continue }
      let isForm = page.hits[page.lineHits[line]].contains {
        ($0.sense == .role(.companyForm) || $0.sense == .role(.strongForm)) && $0.tokens.contains(token)
      }
      if isForm { hasForm = true } else if piece.end - piece.start > 2 { return false }
    }
    return hasForm
  }
}
