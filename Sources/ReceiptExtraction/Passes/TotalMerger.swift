internal import LedgerDomain

/// Finds the total that several texts of one paper give together.
///
/// A value is supported by its labels, by the number of texts that have it, and by the arithmetic of any text. A labelled amount with one wrong digit supports the value that the arithmetic proves.
struct TotalMerger {
  /// The candidates of each text that has any.
  private let passes: [Extractor.Totals]
  private let count: Int
  private var hints: ExtractionHints

  init(passes: [Extractor.Totals?], hints: ExtractionHints) {
    self.passes = passes.compactMap { $0 }
    count = max(1, passes.count)
    self.hints = hints
    if hints.engines.count == passes.count {
      self.hints.engines = zip(hints.engines, passes).compactMap { $1 == nil ? nil : $0 }
    }
  }

  /// The result.
  struct Result {
    var readings = FieldReadings()
    var checks = TotalReader.Checks()
    /// Whether all texts give the same total, and arithmetic or a total label supports it.
    var isSettled = false
  }

  /// A value with the evidence of all texts.
  private struct Rival {
    var best: TotalReader.Candidate
    /// The sum of the points of its labels in all texts.
    var labelPoints = 0
    /// The number of texts that have it.
    var texts = 0
    /// The number of texts that give it as their total.
    var votes = 0
    /// The first text that does.
    var voter = 0
    var proofPoints = 0
    var isRepaired = false

    var points: Int { best.points }
  }

  func read() -> Result {
    var rivals = collect()
    for index in rivals.indices { prove(&rivals[index]) }
    repair(&rivals)
    for index in rivals.indices { rivals[index].best.points = points(rivals[index]) }
    rivals.sort { ($0.points, $0.best.line) > ($1.points, $1.best.line) }
    guard let best = rivals.first, best.points > 0, isFounded(best) else { return Result() }
    // Another reading of the same print is a better choice than another amount.
    let twin = rivals.dropFirst().first {
      $0.points > 0 && $0.labelPoints > 0 && Self.areTwins($0.best.digits, best.best.digits)
    }
    let rival = twin ?? rivals.dropFirst().first
    var result = Result()
    result.checks.passed = best.best.proofs
    let isContradicted = best.best.proofs == 0 && passes.contains(where: \.itemsContradict)
    result.checks.failed =
      isContradicted || passes.contains { $0.sums.isContradicted(best.best.value) } ? 1 : 0
    let confidence = confidence(best, rival)
    let reason = best.isRepaired ? "a digit repaired, \(best.best.reason)" : best.best.reason
    var readings = [FieldReading(value: best.best.digits, reason: reason, confidence: confidence)]
    if let rival, rival.points > 0, confidence < 90 {
      let reason = rival.votes > 0 ? hints.reason(ofPass: rival.voter) : rival.best.reason
      readings.append(
        FieldReading(value: rival.best.digits, reason: reason, confidence: min(45, confidence / 2)))
    }
    result.readings = FieldReadings(readings)
    result.isSettled = best.votes == count && (best.best.proofs > 0 || best.best.isTotal)
    return result
  }

  /// Returns the line items of the text whose items add up to the total, or those of the first text.
  func items(_ total: String?) -> [ReceiptReadings.Item] {
    let proven = passes.first { pass in
      guard let total, let sum = pass.sums.itemSum else { return false }
      return pass.ranked.contains { $0.digits == total && $0.value == sum }
    }
    return (proven ?? passes.first)?.items ?? []
  }

  // MARK: - Evidence

  private func collect() -> [Rival] {
    var rivals: [Rival] = []
    var places: [Int64: Int] = [:]
    for (number, pass) in passes.enumerated() {
      for (rank, candidate) in pass.ranked.enumerated() {
        let isVote = rank == 0 && candidate.points > 0 && pass.reader.isFounded(candidate)
        guard let index = places[candidate.value] else {
          places[candidate.value] = rivals.count
          var rival = Rival(
            best: candidate, labelPoints: candidate.labelPoints, texts: 1, votes: isVote ? 1 : 0, voter: number)
          rival.best.proofs = 0
          rivals.append(rival)
          continue
        }
        if candidate.labelPoints > rivals[index].best.labelPoints {
          let known = rivals[index].best
          rivals[index].best = candidate
          rivals[index].best.proofs = 0
          rivals[index].best.isLabelled = candidate.isLabelled || known.isLabelled
          rivals[index].best.isTotal = candidate.isTotal || known.isTotal
        }
        rivals[index].labelPoints += candidate.labelPoints
        rivals[index].texts += 1
        if isVote, rivals[index].votes == 0 { rivals[index].voter = number }
        rivals[index].votes += isVote ? 1 : 0
      }
    }
    return rivals
  }

  /// Checks a value against the sums of every text, and keeps the best result.
  private func prove(_ rival: inout Rival) {
    for pass in passes {
      var candidate = rival.best
      candidate.points = 0
      candidate.proofs = 0
      pass.reader.prove(&candidate, pass.sums)
      if candidate.points > rival.proofPoints || candidate.proofs > rival.best.proofs {
        rival.best.reason = candidate.reason
      }
      rival.proofPoints = max(rival.proofPoints, candidate.points)
      rival.best.proofs = max(rival.best.proofs, candidate.proofs)
    }
  }

  private func points(_ rival: Rival) -> Int {
    var points = rival.labelPoints / count + 6 * (rival.texts - 1) + rival.proofPoints
    points += 4 * rival.votes
    // Three amounts that agree are more than a label.
    if rival.best.proofs >= 2 { points += 10 }
    // `26` is `26,90` with a gap that hid the cents, if another text has those.
    if !rival.best.digits.utf8.contains(UInt8(ascii: ".")), isWhole(of: rival) { points -= 30 }
    if !rival.best.digits.utf8.contains(UInt8(ascii: ".")), hasDecimals { points -= 20 }
    return points
  }

  /// Whether most amounts have decimals, so that one without them is damaged.
  private var hasDecimals: Bool {
    var with = 0
    var all = 0
    for pass in passes {
      all += pass.ranked.count
      with += pass.ranked.filter { $0.digits.utf8.contains(UInt8(ascii: ".")) }.count
    }
    return with * 2 > all
  }

  private func isWhole(of rival: Rival) -> Bool {
    passes.contains { pass in
      pass.ranked.contains { $0.digits.hasPrefix(rival.best.digits + ".") && $0.labelPoints > 0 }
    }
  }

  /// Counts the labels of an amount with one wrong digit for the amount that the arithmetic proves.
  private func repair(_ rivals: inout [Rival]) {
    let labelled = rivals.filter { $0.best.isLabelled && $0.best.proofs == 0 && $0.labelPoints > 0 }
    for index in rivals.indices where rivals[index].best.proofs > 0 {
      let twins = labelled.filter { Self.areTwins($0.best.digits, rivals[index].best.digits) }
      guard let twin = twins.max(by: { $0.labelPoints < $1.labelPoints }) else { continue }
      if rivals[index].labelPoints < twin.labelPoints {
        rivals[index].labelPoints = max(rivals[index].labelPoints, 0) + twin.labelPoints * 3 / 4
        rivals[index].isRepaired = !rivals[index].best.isLabelled
        rivals[index].best.isLabelled = true
      }
    }
  }

  /// Whether two amounts differ in one digit.
  static func areTwins(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count, left.utf8.count >= 3 else { return false }
    var different = 0
    for (one, other) in zip(left.utf8, right.utf8) where one != other { different += 1 }
    return different == 1
  }

  private func isFounded(_ rival: Rival) -> Bool {
    rival.votes > 0 || rival.best.proofs > 0 || passes.contains { $0.reader.isFounded(rival.best) }
  }

  private func confidence(_ best: Rival, _ rival: Rival?) -> Int {
    let lead = best.points - max(0, rival?.points ?? 0)
    var confidence = TotalReader.confidence(best.best, lead)
    if best.votes == count { confidence += 6 } else if best.votes * 2 <= count { confidence -= 10 }
    // One text alone is never sure, and neither is a value that nothing proves or a repaired one.
    // The same print reads differently in another text.
    let isDisputed =
      rival.map { $0.labelPoints > 0 && Self.areTwins($0.best.digits, best.best.digits) } ?? false
    if isDisputed { confidence -= best.best.proofs > (rival?.best.proofs ?? 0) ? 5 : 15 }
    if best.best.proofs == 0, passes.contains(where: \.itemsContradict) { confidence -= 8 }
    let isSure = best.votes >= 2 && best.best.proofs > (isDisputed ? 1 : 0) && !best.isRepaired
    return max(20, min(isSure ? 98 : 88, confidence))
  }
}
