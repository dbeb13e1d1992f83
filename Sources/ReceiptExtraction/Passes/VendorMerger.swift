internal import LedgerDomain

/// Finds the name that several texts of one paper give together.
///
/// What the engine makes of a logo or a stain differs from text to text. A name is in several of them.
struct VendorMerger {
  let pages: [Page]
  let hints: ExtractionHints

  /// Spellings of one name in several texts.
  private struct Rival {
    var spellings: [VendorReader.Candidate]
    var letters: [UInt16]
    var points = 0
    var texts = 0
    var votes = 0
    /// The first text whose first name it is.
    var voter = 0
  }

  /// The number of names of each text that are compared.
  static let namesMax = 8

  func read() -> MergedField {
    var rivals: [Rival] = []
    for (number, page) in pages.enumerated() {
      var seen: Set<Int> = []
      let known = KnownNames(page: page, vendors: hints.vendors).candidates()
      let candidates = (known + VendorReader(page: page).candidates()).filter { $0.points > 0 }
        .sorted { $0.points > $1.points }
      for (rank, candidate) in candidates.prefix(Self.namesMax).enumerated() {
        let letters = Self.letters(candidate.name)
        guard !letters.isEmpty else { continue }
        var index = rivals.firstIndex { Self.areSame($0.letters, letters) }
        if index == nil {
          index = rivals.count
          rivals.append(Rival(spellings: [], letters: letters))
        }
        guard let index else { continue }
        rivals[index].spellings.append(candidate)
        if rank == 0, rivals[index].votes == 0 { rivals[index].voter = number }
        if rank == 0 { rivals[index].votes += 1 }
        if seen.insert(index).inserted {
          rivals[index].texts += 1
          rivals[index].points += candidate.points
        }
      }
    }
    rivals.sort {
      ($0.points, -($0.spellings.first?.line ?? 0)) > ($1.points, -($1.spellings.first?.line ?? 0))
    }
    guard let best = rivals.first, let spelling = Self.spelling(best) else { return MergedField() }
    let rival = rivals.dropFirst().first
    let lead = (best.points - (rival?.points ?? 0)) / max(1, pages.count)
    var confidence = lead >= 6 ? 88 : lead >= 4 ? 80 : lead >= 2 ? 70 : 55
    if best.texts == 1 { confidence = min(confidence, 55) }
    var readings = [
      FieldReading(value: CompanyForm.repaired(spelling.name), reason: spelling.reason, confidence: confidence)
    ]
    if let rival, lead <= 1, let other = Self.spelling(rival) {
      let reason = rival.votes > 0 ? hints.reason(ofPass: rival.voter) : other.reason
      readings.append(
        FieldReading(value: CompanyForm.repaired(other.name), reason: reason, confidence: min(confidence, 45)))
    }
    return MergedField(
      readings: FieldReadings(readings), isSettled: best.texts == pages.count && best.votes > 0)
  }

  /// Returns the spelling that most texts have. Among equals, that of the most points wins, then that of the last text.
  private static func spelling(_ rival: Rival) -> VendorReader.Candidate? {
    func votes(_ name: String) -> Int { rival.spellings.filter { $0.name == name }.count }
    var best = rival.spellings.first
    for spelling in rival.spellings.dropFirst() {
      guard let known = best else { break }
      if (votes(spelling.name), spelling.points) >= (votes(known.name), known.points) { best = spelling }
    }
    return best
  }

  /// Returns the letters and digits of a name, folded.
  static func letters(_ name: String) -> [UInt16] {
    FoldedText(name).units.filter { $0.isLetter || $0.isDigit || $0.isIdeograph }.map { WordHash.letter($0) }
  }

  /// Whether two names may be spellings of one: a fifth of the letters may differ.
  static func areSame(_ left: [UInt16], _ right: [UInt16]) -> Bool {
    let length = max(left.count, right.count)
    if left == right { return true }
    guard min(left.count, right.count) >= 4 else { return false }
    return Spelling.distance(left[...], right, atMost: length / 5) <= length / 5
  }
}
