internal import LedgerDomain

/// Finds the currency by a sign, code or word next to amounts, or by the country that other words show.
struct CurrencyReader {
  let page: Page
  let origin: Origin
  let hints: ExtractionHints
  /// The number of amounts next to which a sign must occur to count. Engines read stains as signs.
  var signsMin = 0

  private struct Vote {
    var points = 0
    var adjacentAmounts = 0
    var reason = ""
  }

  func read() -> FieldReadings {
    var votes: [String: Vote] = [:]
    countWords(&votes)
    countSigns(&votes)
    let written = votes.values.contains { $0.points > 0 }
    if let country = origin.country {
      var vote = votes[country.currency, default: Vote()]
      if vote.points == 0, let range = origin.witness[country] {
        vote.reason = "\(page.quote(from: range.lowerBound, to: range.upperBound)), \(country.rawValue)"
      }
      vote.points += min(6, max(origin.lead, 1))
      votes[country.currency] = vote
    }
    let ranked = votes.filter { $0.value.points > 0 }.sorted {
      ($0.value.points, $1.key) > ($1.value.points, $0.key)
    }
    guard let best = ranked.first else { return hinted() }
    let rival = ranked.dropFirst().first
    let confidence = Self.confidence(
      best.value.points, rival?.value.points ?? 0, written: written && best.value.adjacentAmounts > 0)
    var readings = [FieldReading(value: best.key, reason: best.value.reason, confidence: confidence)]
    if let rival, rival.value.points * 3 >= best.value.points * 2, !rival.value.reason.isEmpty {
      readings.append(
        FieldReading(value: rival.key, reason: rival.value.reason, confidence: min(confidence, 40)))
    }
    return FieldReadings(readings)
  }

  private func hinted() -> FieldReadings {
    guard let code = hints.country, let country = Country(rawValue: code) else { return FieldReadings() }
    return FieldReadings([FieldReading(value: country.currency, reason: "where you are", confidence: 50)])
  }

  private static func confidence(_ best: Int, _ rival: Int, written: Bool) -> Int {
    if rival * 3 >= best * 2 { return 60 }
    if rival * 2 >= best { return 80 }
    if written { return best >= 6 ? 98 : 93 }
    return best >= 4 ? 92 : best >= 2 ? 85 : 70
  }

  /// Counts codes and words: `EUR`, `RM`, `Euros`. Short ones count only next to a number.
  private func countWords(_ votes: inout [String: Vote]) {
    for hit in page.hits {
      guard case .currency(var code) = hit.sense else { continue }
      if code == "KR" { code = crowns() }
      let first = page.tokens[hit.tokens.lowerBound]
      let last = page.tokens[hit.tokens.upperBound - 1]
      let isAdjacent = isNextToNumber(hit)
      let length = last.end - first.start
      if !isAdjacent, length < 3, !(code == "MYR") { continue }
      if code == "CHF" || code == "INR" || code == "IDR", length < 3, !isAdjacent { continue }
      var vote = votes[code, default: Vote()]
      if isAdjacent {
        vote.adjacentAmounts += 1
        vote.points += vote.adjacentAmounts <= 3 ? 3 : 0
      } else if vote.points < 4 {
        vote.points += 2
      }
      let printed = page.quote(from: Int(first.start), to: Int(last.end))
      if vote.reason.isEmpty || (isAdjacent && vote.adjacentAmounts == 1) {
        vote.reason = isAdjacent ? "\(printed) beside amounts" : "\(printed) on the paper"
      }
      votes[code] = vote
    }
  }

  private func isNextToNumber(_ hit: Hit) -> Bool {
    for token in [hit.tokens.lowerBound - 1, hit.tokens.upperBound] where page.lines[hit.line].contains(token) {
      guard page.tokens[token].kind == .number else { continue }
      if page.numbers[page.tokens[token].index].hasCurrency { return true }
    }
    return false
  }

  private func countSigns(_ votes: inout [String: Vote]) {
    let units = page.text.units
    let noise = signsMin > 0 ? rareSigns() : []
    for (at, unit) in units.enumerated() where unit.isCurrencySign && !noise.contains(unit) {
      let code: String
      switch unit {
      case 0x20AC: code = "EUR"
      case 0xA3: code = "GBP"
      case 0xA5: code = origin.country == .china ? "CNY" : "JPY"
      case 0x20B9, 0x20A8: code = "INR"
      case 0x20BA: code = "TRY"
      case 0x20AA: code = "ILS"
      case 0x20A9: code = "KRW"
      case 0x20AB: code = "VND"
      case 0x20B1: code = "PHP"
      case 0x24: code = dollars(at)
      default: continue
      }
      var vote = votes[code, default: Vote()]
      vote.adjacentAmounts += 1
      vote.points += vote.adjacentAmounts <= 3 ? 3 : 0
      if vote.adjacentAmounts == 1 { vote.reason = "“\(page.text.printed(at..<at + 1))” beside amounts" }
      votes[code] = vote
    }
  }

  /// Returns the signs that occur next to fewer amounts than `signsMin`.
  private func rareSigns() -> Set<UInt16> {
    var counts: [UInt16: Int] = [:]
    for unit in page.text.units where unit.isCurrencySign { counts[unit, default: 0] += 0 }
    for number in page.numbers where number.isMoney && number.decimals == 2 {
      let token = page.tokens[number.token]
      let around = max(0, Int(token.start) - 2)..<min(page.text.units.count, Int(token.end) + 2)
      for unit in page.text.units[around] where unit.isCurrencySign { counts[unit, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value < signsMin }.keys)
  }

  /// Returns the currency meant by crowns: the country's, or Sweden's if no Nordic country shows.
  private func crowns() -> String {
    let countries: [Country] = [.sweden, .norway, .denmark]
    let best = countries.max { origin.points[$0, default: 0] < origin.points[$1, default: 0] }
    if let best, origin.points[best, default: 0] > origin.points[.sweden, default: 0] { return best.currency }
    return Country.sweden.currency
  }

  /// Returns the currency meant by a dollar sign: by the letters before it, or by the country.
  private func dollars(_ at: Int) -> String {
    if at > 0, units(at - 1) == UInt16(ascii: "r") { return "BRL" }
    if at > 1, units(at - 1) == UInt16(ascii: "k"), units(at - 2) == UInt16(ascii: "h") { return "HKD" }
    if at > 0, units(at - 1) == UInt16(ascii: "s"), at < 2 || !units(at - 2).isLetter { return "SGD" }
    if at > 0, units(at - 1) == UInt16(ascii: "a"), at < 2 || !units(at - 2).isLetter { return "AUD" }
    let dollars: [Country] = [.unitedStates, .canada, .australia, .newZealand, .singapore, .hongKong, .mexico]
    let best = dollars.max { origin.points[$0, default: 0] < origin.points[$1, default: 0] }
    if let best, origin.points[best, default: 0] > origin.points[.unitedStates, default: 0] {
      return best.currency
    }
    return "USD"
  }

  private func units(_ at: Int) -> UInt16 { page.text.units[at] }
}
