/// Finds the country that a receipt comes from, by its words, postal codes, phone numbers and tax ids.
struct Origin {
  /// The points of each country. A repeated word counts once.
  private(set) var points: [Country: Int] = [:]
  /// The place of the first evidence for each country, as a range of folded characters.
  private(set) var witness: [Country: Range<Int>] = [:]
  private(set) var country: Country?
  /// The leading country's points minus those of the next country with another currency.
  private(set) var lead = 0

  init(_ page: Page) {
    var seen: Set<UInt64> = []
    for hit in page.hits {
      guard case .country(let country) = hit.sense, !hit.isRepaired else { continue }
      var key = UInt64(country.hashValueStable)
      for token in hit.tokens { key = (key ^ page.tokens[token].payload) &* 0x0000_0100_0000_01B3 }
      guard seen.insert(key).inserted else { continue }
      let range =
        Int(page.tokens[hit.tokens.lowerBound].start)..<Int(page.tokens[hit.tokens.upperBound - 1].end)
      add(country, hit.tokens.count > 1 ? 3 : 2, range)
    }
    scanCodes(page)
    choose()
  }

  private mutating func add(_ country: Country, _ weight: Int, _ range: Range<Int>) {
    points[country, default: 0] += weight
    if witness[country] == nil { witness[country] = range }
  }

  private mutating func choose() {
    let ranked = Country.allCases.filter { points[$0, default: 0] > 0 }
      .sorted { points[$0, default: 0] > points[$1, default: 0] }
    guard let best = ranked.first else { return }
    let rival = ranked.first { $0.currency != best.currency }.map { points[$0, default: 0] } ?? 0
    lead = points[best, default: 0] - rival
    country = best
  }

  // MARK: - Codes

  /// Finds postal codes, phone numbers and tax ids in one pass over the characters.
  private mutating func scanCodes(_ page: Page) {
    let units = page.text.units
    var counts: [Country: Int] = [:]
    for line in page.text.lines {
      var at = line.lowerBound
      while at < line.upperBound {
        let unit = units[at]
        guard unit.isDigit || unit.isLetter || unit == Sign.plus else {
          at += 1
          continue
        }
        if let (country, length) = code(units, at, line) {
          if counts[country, default: 0] < 3 { add(country, 2, at..<at + length) }
          counts[country, default: 0] += 1
          at += length
        } else {
          // Skips to the end of this run, because a code can only begin where a word or a number begins.
          at += 1
          while at < line.upperBound, units[at].isDigit || units[at].isLetter { at += 1 }
        }
      }
    }
  }

  private func code(_ units: [UInt16], _ at: Int, _ line: Range<Int>) -> (Country, Int)? {
    /// Returns the length of a shape if the text here has it, `nil` if it has not.
    func shape(_ pattern: StaticString) -> Int? {
      let count = pattern.utf8CodeUnitCount
      guard at + count <= line.upperBound else { return nil }
      let matches = pattern.withUTF8Buffer { pattern in
        for offset in 0..<count {
          let unit = units[at + offset]
          switch pattern[offset] {
          case 0x39: if !unit.isDigit { return false }
          case 0x41: if !unit.isLetter { return false }
          default: if unit != UInt16(pattern[offset]) { return false }
          }
        }
        let after = at + count
        guard after < line.upperBound else { return true }
        return !units[after].isDigit && !(units[after].isLetter && units[after - 1].isLetter)
      }
      return matches ? count : nil
    }
    let unit = units[at]
    if unit == Sign.plus { return phoneCode(units, at, line) }
    if let length = shape("9999-999") { return (.portugal, length) }
    if let length = shape("999-9999"), at > line.lowerBound, units[at - 1] == 0x3012 { return (.japan, length) }
    // No area code begins with 0 or 1, so that `001-001-0934` is no phone number.
    if unit > UInt16(ascii: "1"),
      let length = shape("999) 999-9999") ?? shape("999)999-9999") ?? shape("999-999-9999")
        ?? shape("999.999.9999")
    {
      return (.unitedStates, length)
    }
    if let length = shape("AA 99999-9999") ?? shape("AA 99999"),
      Self.states.contains(Self.pair(units[at], units[at + 1]))
    {
      return (.unitedStates, length)
    }
    if at >= line.lowerBound + 2, units[at - 1] == Folding.space, units[at - 2] == Sign.comma,
      at + 2 >= line.upperBound,
      let length = shape("AA"), Self.states.contains(Self.pair(units[at], units[at + 1]))
    {
      return (.unitedStates, length)
    }
    if let length = shape("A9A 9A9") { return (.canada, length) }
    if let length = shape("AA9 9AA") ?? shape("AA99 9AA") ?? shape("A9 9AA") ?? shape("AA9A 9AA")
      ?? shape("A9A 9AA")
    {
      return (.unitedKingdom, length)
    }
    if let length = shape("de999999999") ?? shape("de 999999999") ?? shape("de 999 999 999") {
      return (.germany, length)
    }
    if let length = shape("atu99999999") { return (.austria, length) }
    if let length = shape("pt999999999") { return (.portugal, length) }
    if let length = shape("nl999999999b99") { return (.netherlands, length) }
    if let length = shape("che-999.999.999") { return (.switzerland, length) }
    if let length = shape("9999 AA"), Self.isDutchPostal(units, at) { return (.netherlands, length) }
    return nil
  }

  private func phoneCode(_ units: [UInt16], _ at: Int, _ line: Range<Int>) -> (Country, Int)? {
    var digits: [Int] = []
    var next = at + 1
    while next < line.upperBound, digits.count < 3, units[next].isDigit {
      digits.append(Int(units[next]) - 0x30)
      next += 1
    }
    guard digits.count >= 1 else { return nil }
    let two = digits.count >= 2 ? digits[0] * 10 + digits[1] : 0
    let three = digits.count >= 3 ? two * 10 + digits[2] : 0
    let country: Country? =
      switch (three, two) {
      case (351, _): .portugal
      case (353, _): .ireland
      case (852, _): .hongKong
      case (420, _): .czechia
      case (_, 49): .germany
      case (_, 43): .austria
      case (_, 41): .switzerland
      case (_, 33): .france
      case (_, 32): .belgium
      case (_, 31): .netherlands
      case (_, 39): .italy
      case (_, 34): .spain
      case (_, 44): .unitedKingdom
      case (_, 61): .australia
      case (_, 64): .newZealand
      case (_, 65): .singapore
      case (_, 60): .malaysia
      case (_, 81): .japan
      case (_, 55): .brazil
      case (_, 52): .mexico
      case (_, 48): .poland
      case (_, 36): .hungary
      case (_, 46): .sweden
      case (_, 47): .norway
      case (_, 45): .denmark
      case (_, 91): .india
      case (_, 90): .turkey
      case (_, 27): .southAfrica
      case (_, 66): .thailand
      case (_, 62): .indonesia
      default: nil
      }
    return country.map { ($0, next - at) }
  }

  /// Whether the text is a Dutch postal code (`1012 AB`) and not a year before a time (`2018 AM`).
  private static func isDutchPostal(_ units: [UInt16], _ at: Int) -> Bool {
    let letters = pair(units[at + 5], units[at + 6])
    return letters != pair(0x61, 0x6D) && letters != pair(0x70, 0x6D) && units[at] != 0x30
  }

  private static func pair(_ left: UInt16, _ right: UInt16) -> UInt32 { UInt32(left) << 16 | UInt32(right) }

  private static let states: Set<UInt32> = {
    let codes =
      "alakazarcacoctdeflgahiidiliniakskylamemdmamimnmsmomtnenvnhnjnmnyncndohokorpariscsdtntxutvtvawawvwiwydc"
    var set: Set<UInt32> = []
    let units = codes.utf8.map { UInt16($0) }
    for index in stride(from: 0, to: units.count, by: 2) { set.insert(pair(units[index], units[index + 1])) }
    return set
  }()
}

extension Country {
  /// A number that is the same on every run, unlike `hashValue`.
  fileprivate var hashValueStable: Int { Country.allCases.firstIndex(of: self) ?? 0 }
}
