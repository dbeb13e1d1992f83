internal import LedgerDomain

/// The readings that several texts of one paper give together.
struct MergedField {
  var readings = FieldReadings()
  /// Whether all texts give the same value.
  var isSettled = false
}

/// Finds the date that several texts of one paper give together.
struct DateMerger {
  let pages: [Page]
  let origin: Origin
  let hints: ExtractionHints

  /// A day with the evidence of all texts.
  private struct Rival {
    var best: DateReader.Candidate
    var points: Int
    /// The number of texts that have it as their first date.
    var votes: Int
    /// The first text whose first date it is.
    var voter: Int
    /// The number of texts that have it.
    var texts: Int
    /// Whether only damaged prints show it.
    var isDamaged = false
  }

  func read() -> MergedField {
    let readers = pages.map { DateReader(page: $0, origin: origin, hints: hints) }
    let orders = readers.map { $0.paperOrder() }
    guard let order = orders.first(where: \.isProven) ?? orders.first else { return MergedField() }
    var rivals: [Rival] = []
    for (number, reader) in readers.enumerated() {
      for (rank, candidate) in reader.candidates(order).enumerated() {
        let points = max(1, candidate.points + 6)
        guard let index = rivals.firstIndex(where: { $0.best.day == candidate.day }) else {
          rivals.append(
            Rival(best: candidate, points: points, votes: rank == 0 ? 1 : 0, voter: number, texts: 1))
          continue
        }
        if candidate.points > rivals[index].best.points {
          let swapped = rivals[index].best.swapped
          rivals[index].best = candidate
          if swapped == nil { rivals[index].best.swapped = nil }
        } else if candidate.swapped == nil {
          rivals[index].best.swapped = nil
        }
        rivals[index].points += points
        if rank == 0, rivals[index].votes == 0 { rivals[index].voter = number }
        rivals[index].votes += rank == 0 ? 1 : 0
        rivals[index].texts += 1
      }
    }
    addDamaged(&rivals)
    rivals.sort { ($0.points, $0.best.day) > ($1.points, $1.best.day) }
    return result(rivals)
  }

  /// Counts damaged dates (`15.04.202C`) and dates without a year (`15.04. 16:14`).
  ///
  /// Card slips repeat the date of the receipt in such forms.
  /// The year is that of the best date.
  private func addDamaged(_ rivals: inout [Rival]) {
    guard let year = rivals.max(by: { $0.points < $1.points })?.best.day.year else { return }
    for page in pages {
      for (month, day) in page.damagedDates() {
        guard let date = CivilDate(year: year, month: month, day: day) else { continue }
        if let index = rivals.firstIndex(where: { $0.best.day == date }) {
          rivals[index].points += Self.damagedPoints
        } else {
          let candidate = DateReader.Candidate(day: date, points: 0, count: 1, reason: "a second printing")
          rivals.append(
            Rival(best: candidate, points: Self.damagedPoints, votes: 0, voter: 0, texts: 1, isDamaged: true))
        }
      }
    }
  }

  private static let damagedPoints = 5

  private func result(_ rivals: [Rival]) -> MergedField {
    guard let best = rivals.first else { return MergedField() }
    let rival = rivals.dropFirst().first
    var confidence = best.best.points >= 6 ? 96 : best.best.points >= 3 ? 94 : best.best.points >= 0 ? 85 : 50
    let isContested = rival.map { ($0.votes > 0 || $0.isDamaged) && $0.points * 5 > best.points * 2 } ?? false
    if isContested {
      confidence = min(confidence, best.votes > (rival?.votes ?? 0) ? 80 : 60)
    } else if best.votes < 2 || best.isDamaged {
      confidence = min(confidence, 85)
    }
    var result = MergedField()
    result.isSettled = best.votes == pages.count && confidence >= 85
    var readings = [FieldReading(value: best.best.day.iso, reason: best.best.reason, confidence: confidence)]
    if isContested, let rival {
      let reason = rival.votes > 0 ? hints.reason(ofPass: rival.voter) : rival.best.reason
      readings.append(FieldReading(value: rival.best.day.iso, reason: reason, confidence: min(confidence, 40)))
    } else if let swapped = best.best.swapped {
      readings = [
        FieldReading(value: best.best.day.iso, reason: best.best.reason, confidence: min(confidence, 90)),
        FieldReading(value: swapped.iso, reason: "day and month swapped", confidence: 10),
      ]
    }
    result.readings = FieldReadings(readings)
    return result
  }
}

extension Page {
  /// Day and month of dates whose year is damaged or missing, at most one for each line.
  fileprivate func damagedDates() -> [(month: Int, day: Int)] {
    var found: [(month: Int, day: Int)] = []
    for (line, range) in text.lines.enumerated()
    where !lines[line].contains(where: { tokens[$0].kind == .date }) {
      if let date = DamagedDate(text.units[range]) { found.append((date.month, date.day)) }
    }
    return found
  }
}

/// Day and month in front of a damaged year or of a time.
private struct DamagedDate {
  var day = 0
  var month = 0
  private let units: ArraySlice<UInt16>

  /// Finds the first one on a line.
  init?(_ units: ArraySlice<UInt16>) {
    self.units = units
    var at = units.startIndex
    while at + 6 < units.endIndex {
      if read(at) { return }
      at += 1
    }
    return nil
  }

  private func digit(_ at: Int) -> Int? {
    guard at < units.endIndex, units[at].isDigit else { return nil }
    return Int(units[at] - 0x30)
  }

  private func two(_ at: Int) -> Int? {
    guard let tens = digit(at), let ones = digit(at + 1) else { return nil }
    return tens * 10 + ones
  }

  /// Reads `15.04.202`, `15.04, 202` or `15.04. 16:14` at a place.
  private mutating func read(_ at: Int) -> Bool {
    guard let first = two(at), let second = two(at + 3), units[at + 2] == Sign.point,
      at == units.startIndex || !units[at - 1].isDigit && units[at - 1] != Sign.point,
      (1...31).contains(first), (1...12).contains(second)
    else { return false }
    var next = at + 5
    guard next < units.endIndex, units[next] == Sign.point || units[next] == Sign.comma else { return false }
    while next < units.endIndex, next - at < 9, !units[next].isDigit { next += 1 }
    guard let number = two(next) else { return false }
    let isTime =
      number < 24 && next + 2 < units.endIndex && units[next + 2] == Sign.colon && two(next + 3) != nil
    guard isTime || number == 20 else { return false }
    (day, month) = (first, second)
    return true
  }
}
