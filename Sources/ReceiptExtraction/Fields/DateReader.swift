internal import LedgerDomain

/// Finds the date of issue among the dates on the paper.
struct DateReader {
  let page: Page
  let origin: Origin
  let hints: ExtractionHints

  /// A day with the evidence for it.
  struct Candidate {
    var day: CivilDate
    var swapped: CivilDate?
    var points = 0
    var count = 0
    var reason = ""
    var reasonPoints = Int.min
  }

  func read() -> FieldReadings {
    let candidates = candidates(paperOrder())
    guard let best = candidates.first else { return FieldReadings() }
    return readings(best, candidates)
  }

  /// Returns the days on the paper with the evidence for them, best first.
  func candidates(_ order: PaperOrder) -> [Candidate] {
    guard !page.dates.isEmpty else { return [] }
    var candidates: [Candidate] = []
    for date in page.dates.prefix(64) {
      let weekday = page.weekday(nextTo: date)
      let (day, swapped) = resolve(date, order, weekday)
      var (points, reason) = evidence(date)
      points += plausibility(day, weekday)
      if let weekday, points < 5, matches(day, weekday) {
        reason = "beside \(page.quote(weekday.token..<weekday.token + 1))"
      }
      if let index = candidates.firstIndex(where: { $0.day == day }) {
        candidates[index].count += 1
        candidates[index].points = max(candidates[index].points, points)
        if swapped == nil { candidates[index].swapped = nil }
        if points > candidates[index].reasonPoints {
          candidates[index].reasonPoints = points
          candidates[index].reason = reason
        }
      } else {
        candidates.append(
          Candidate(day: day, swapped: swapped, points: points, count: 1, reason: reason, reasonPoints: points))
      }
    }
    for index in candidates.indices { candidates[index].points += min(candidates[index].count - 1, 3) * 2 }
    candidates.sort { $0.points > $1.points }
    // If one date was printed in two forms, the form that cannot be swapped decides.
    let days = Set(candidates.filter { $0.swapped == nil }.map(\.day))
    guard var best = candidates.first else { return [] }
    if let swapped = best.swapped, days.contains(swapped) { swap(&best.day, &best.swapped) }
    if let swapped = best.swapped, candidates.contains(where: { $0.day == swapped && $0.swapped == nil }) {
      best.day = swapped
      best.swapped = nil
    }
    candidates[0] = best
    return candidates
  }

  private func swap(_ day: inout CivilDate, _ swapped: inout CivilDate?) {
    guard let other = swapped else { return }
    day = other
    swapped = nil
  }

  private func readings(_ best: Candidate, _ candidates: [Candidate]) -> FieldReadings {
    let rival = candidates.dropFirst().first { $0.day != best.day }
    let lead = best.points - (rival?.points ?? -10)
    var confidence = best.points >= 6 ? 96 : best.points >= 3 ? 94 : best.points >= 0 ? 85 : 50
    if lead <= 1 { confidence = min(confidence, 75) } else if lead <= 2 { confidence = min(confidence, 88) }
    var readings = [FieldReading(value: best.day.iso, reason: best.reason, confidence: confidence)]
    if let swapped = best.swapped {
      readings = [
        FieldReading(value: best.day.iso, reason: best.reason, confidence: min(confidence, 90)),
        FieldReading(value: swapped.iso, reason: "day and month swapped", confidence: 10),
      ]
    } else if let rival, lead <= 1 {
      readings.append(FieldReading(value: rival.day.iso, reason: rival.reason, confidence: min(confidence, 40)))
    }
    return FieldReadings(readings)
  }

  // MARK: - Day or month first

  struct PaperOrder {
    var order: CountryDateOrder
    /// Whether another date on the paper shows the order.
    var isProven: Bool
  }

  func paperOrder() -> PaperOrder {
    var days = 0
    var months = 0
    for date in page.dates where date.form == .slashed || date.form == .dashed {
      guard date.swapped == nil, !date.hasShortYear || date.first.year >= 2000 else { continue }
      if page.isMonthFirst(date) { months += 1 } else if date.first.day > 12 { days += 1 }
    }
    if months > days { return PaperOrder(order: .monthFirst, isProven: true) }
    if days > months { return PaperOrder(order: .dayFirst, isProven: true) }
    let habit = origin.country ?? hints.country.flatMap { Country(rawValue: $0) }
    if habit?.dateOrder == .monthFirst { return PaperOrder(order: .monthFirst, isProven: false) }
    return PaperOrder(order: .dayFirst, isProven: false)
  }

  private func resolve(
    _ date: DateToken, _ paper: PaperOrder, _ weekday: PrintedWeekday?
  ) -> (CivilDate, CivilDate?) {
    guard let swapped = date.swapped else { return (date.first, nil) }
    if let weekday, matches(date.first, weekday) != matches(swapped, weekday) {
      return (matches(date.first, weekday) ? date.first : swapped, nil)
    }
    if date.form == .dotted { return (date.first, nil) }
    let first = paper.order == .monthFirst ? swapped : date.first
    let other = paper.order == .monthFirst ? date.first : swapped
    if paper.isProven { return (first, nil) }
    // If the paper does not show the order, the day in the past comes first. The one in the future is still offered.
    if origin.country == nil, isInFuture(first), !isInFuture(other) { return (other, first) }
    return (first, other)
  }

  // MARK: - Which date

  private func matches(_ day: CivilDate, _ weekday: PrintedWeekday) -> Bool { day.weekday == weekday.number }

  /// Whether a day has not come yet. Tomorrow may be today elsewhere.
  private func isInFuture(_ day: CivilDate) -> Bool { hints.today.map { day > $0.adding(days: 1) } ?? false }

  /// Returns the points for a day by the weekday next to it, and by whether it can have come.
  private func plausibility(_ day: CivilDate, _ weekday: PrintedWeekday?) -> Int {
    var points = isInFuture(day) ? -8 : 0
    if let weekday {
      if matches(day, weekday) { points += 2 } else if weekday.isSure { points -= 4 }
    }
    return points
  }

  /// Returns the points for a date by the words around it, and the reason in words.
  private func evidence(_ date: DateToken) -> (Int, String) {
    let token = date.token
    let line = page.line(ofToken: token)
    var points = 0
    var reason = "the only date"
    if page.dates.count > 1 { reason = "first date" }
    if page.dates.first?.token == token { points += 1 }
    if let hit = label(before: token, line: line) {
      switch hit.sense {
      case .role(.date):
        points += 5
        reason = "beside \(page.quote(hit.tokens))"
      // Any other label names another kind of date.
      default:
        points -= 6
        reason = "beside \(page.quote(hit.tokens))"
      }
    } else if line > 0, !hasInkBefore(token, line), let hit = lastLabel(line: line - 1) {
      if hit.sense == .role(.date) {
        points += 4
        reason = "below \(page.quote(hit.tokens))"
      } else {
        points -= 3
      }
    } else if line + 1 < page.lines.count, page.lines[line].count == 1, let hit = lastLabel(line: line + 1),
      hit.sense == .role(.date)
    {
      points += 3
      reason = "above \(page.quote(hit.tokens))"
    }
    if page.lines[line].contains(where: { page.tokens[$0].kind == .time }) {
      points += 3
      if points < 5 { reason = "beside the time" }
    } else if [line - 1, line + 1].contains(where: { isTimeLine($0) }) {
      points += 1
    }
    if date.isRepaired { points -= 1 }
    if date.hasShortYear { points -= 1 }
    if date.form == .compact { points -= 1 }
    if date.first.year < 2005 || date.first.year > 2035 { points -= 6 }
    return (points, reason)
  }

  private func isTimeLine(_ line: Int) -> Bool {
    guard page.lines.indices.contains(line) else { return false }
    return page.lines[line].contains { page.tokens[$0].kind == .time }
  }

  private func hasInkBefore(_ token: Int, _ line: Int) -> Bool {
    page.lines[line].lowerBound < token && page.tokens[page.lines[line].lowerBound].kind == .word
  }

  /// Returns the nearest label of a date to the left of it on its line.
  private func label(before token: Int, line: Int) -> Hit? {
    var best: Hit?
    for index in page.lineHits[line] {
      let hit = page.hits[index]
      guard hit.sense == .role(.date) || hit.sense == .role(.otherDate), hit.tokens.upperBound <= token else {
        continue
      }
      // At most two words may separate the label from its date, and no other date.
      guard token - hit.tokens.upperBound <= 2 else { continue }
      guard !(hit.tokens.upperBound..<token).contains(where: { page.tokens[$0].kind == .date }) else {
        continue
      }
      if best.map({ hit.tokens.upperBound >= $0.tokens.upperBound }) ?? true {
        if let best, best.tokens.upperBound == hit.tokens.upperBound, best.sense == .role(.date) { continue }
        best = hit
      }
    }
    return best
  }

  /// Returns the last label of a line that has no date.
  private func lastLabel(line: Int) -> Hit? {
    guard !page.lines[line].contains(where: { page.tokens[$0].kind == .date }), page.lines[line].count <= 12
    else { return nil }
    var best: Hit?
    for index in page.lineHits[line] {
      let hit = page.hits[index]
      if hit.sense == .role(.date) { return hit }
      if hit.sense == .role(.otherDate), hit.tokens.count > 1, best == nil { best = hit }
    }
    return best
  }
}

extension Page {
  /// Whether the first number printed was the month.
  func isMonthFirst(_ date: DateToken) -> Bool {
    let start = Int(tokens[date.token].start)
    var value = 0
    var at = start
    while at < text.units.count, text.units[at].isDigit, at - start < 2 {
      value = value * 10 + Int(text.units[at] - 0x30)
      at += 1
    }
    return value == date.first.month && value != date.first.day && date.first.day > 12
  }
}
