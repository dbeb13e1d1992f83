/// Finds misread names of chains and of the vendors that a person has used, at the head of a paper.
struct KnownNames {
  let page: Page
  /// The names of the vendors that the person has used.
  let vendors: [String]

  /// The number of lines that are searched: the head of a paper with a logo above the name.
  static let linesMax = 10
  /// The number of the person's vendors that are compared.
  static let vendorsMax = 500

  /// A name with its letters, folded.
  private struct Name {
    var name: String
    var letters: [UInt16]
    var isOwn: Bool
    var isSlogan = false
  }

  private static let chains: [Name] = Chain.all.flatMap { chain in
    chain.spellings.map { Name(name: chain.name, letters: VendorMerger.letters($0), isOwn: false) }
  }

  /// The slogans of chains, which are printed as text where the name is a picture.
  private static let slogans: [(name: String, slogan: String)] = [
    ("Rossmann", "Mein Drogeriemarkt"), ("toom Baumarkt", "Respekt, wer's selber macht"),
    ("dm-drogerie markt", "Hier bin ich Mensch, hier kauf ich ein"), ("real", "Einmal hin. Alles drin."),
    ("EDEKA", "Wir lieben Lebensmittel"), ("Lidl", "Lidl lohnt sich"), ("Penny Markt", "Erstmal zu Penny"),
    ("Netto Marken-Discount", "Dann geh doch zu Netto"), ("Kaufland", "Da bin ich mir sicher"),
    ("OBI", "Alles machbar mit OBI"), ("Hornbach", "Es gibt immer was zu tun"),
    ("Bauhaus", "Wenn's gut werden muss"), ("MediaMarkt", "Ich bin doch nicht blöd"),
    ("REWE", "Dein Markt"), ("IKEA", "Wohnst du noch oder lebst du schon?"),
  ]

  private static let namesOfSlogans: [Name] = slogans.map {
    Name(name: $0.name, letters: VendorMerger.letters($0.slogan), isOwn: false, isSlogan: true)
  }

  /// Returns the candidates, at most one for each line.
  func candidates() -> [VendorReader.Candidate] {
    let own = vendors.prefix(Self.vendorsMax).map {
      Name(name: $0, letters: VendorMerger.letters($0), isOwn: true)
    }
    let names = (own + Self.chains + Self.namesOfSlogans).filter { $0.letters.count >= 4 }
    var candidates: [VendorReader.Candidate] = []
    for line in page.text.lines.indices.prefix(Self.linesMax) {
      let units = page.text.units[page.text.lines[line]]
      // The letters of the whole line, and of each word of seven letters or more.
      let whole = Self.letters(units)
      let words = units.split(separator: Folding.space).map { Self.letters($0) }.filter { $0.count >= 7 }
      let best = names.compactMap { name in candidate(name, whole, words, line) }.max { $0.points < $1.points }
      if let best { candidates.append(best) }
    }
    return candidates
  }

  private func candidate(
    _ name: Name, _ whole: [UInt16], _ words: [[UInt16]], _ line: Int
  ) -> VendorReader.Candidate? {
    let length = name.letters.count
    // A short name must fill its line. A chain's short name must also be on one of the first three lines.
    let isShort = length < 7
    guard !isShort || line < 3 || name.isOwn else { return nil }
    let lettersMax = length < 5 ? 0 : length < 9 ? 1 : name.isSlogan ? length / 5 : 2
    let distance = (isShort || name.isSlogan ? [whole] : [whole] + words).filter {
      abs($0.count - length) <= max(1, lettersMax / 2)
    }.map { Spelling.distance($0[...], name.letters, atMost: lettersMax) }.min()
    guard let distance, distance <= lettersMax else { return nil }
    // A chain whose name is legible is found by its words.
    if distance == 0, !name.isOwn, !name.isSlogan, whole == name.letters, whole.count == page.lines[line].count
    {
      return nil
    }
    let points = (name.isOwn ? 20 : 17) - 2 * distance - line / 2
    return VendorReader.Candidate(
      points: points, line: line, name: name.name,
      reason: name.isOwn ? "a vendor of yours" : name.isSlogan ? "a chain's slogan" : "a chain's name, misread")
  }

  /// Returns the letters of a piece of a line. Signs that engines take a round letter for count as `o`.
  private static func letters(_ units: ArraySlice<UInt16>) -> [UInt16] {
    units.compactMap { unit in
      if unit == Sign.at { return UInt16(ascii: "o") }
      return unit.isLetter || unit.isDigit ? WordHash.letter(unit) : nil
    }
  }
}

/// The forms of companies, as engines misread them.
enum CompanyForm {
  /// Returns the name with its company form spelled right, and without what follows the form in brackets.
  static func repaired(_ name: String) -> String {
    var words = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in words.indices {
      let word = words[index]
      let bare = String(word.filter { $0.isLetter || $0.isNumber }).uppercased()
      if index + 1 < words.count, isNear(bare, "SDN") || ["SN", "SD", "DN"].contains(bare),
        isNear(String(words[index + 1].filter { $0.isLetter || $0.isNumber }).uppercased(), "BHD")
      {
        words[index] = word.hasSuffix(".") ? "SDN." : "SDN"
        words[index + 1] = words[index + 1].hasSuffix(".") ? "BHD." : "BHD"
      } else if index + 1 < words.count, words[index + 1] == "(M)", isNear(bare, "CO") {
        words[index] = "CO."
      } else if ["$/B", "§/B", "S/8", "S/B8", "$/8", "§/8", "§/B8", "$/B8"].contains(word.uppercased()) {
        words[index] = "S/B"
      } else if word.count == 4, word.lowercased() != "gmbh", isNear(word.lowercased(), "gmbh"), index > 0 {
        words[index] = "GmbH"
      }
    }
    if let form = words.firstIndex(where: { $0 == "S/B" || $0 == "BHD" || $0 == "BHD." }), form > 0,
      words[(form + 1)...].joined().contains(where: \.isNumber)
    {
      words.removeSubrange((form + 1)...)
    }
    for index in words.indices { words[index] = withoutZeros(words[index]) }
    let repaired = words.joined(separator: " ").map { $0 == "{" ? "(" : $0 == "}" ? ")" : $0 }
    // A bracket that was never opened is a letter: `BHPetro]`.
    return String(repaired.contains("[") ? repaired : repaired.map { $0 == "]" ? "l" : $0 })
  }

  /// Returns a word with the letter for zeros between its letters: `F00D`.
  private static func withoutZeros(_ word: String) -> String {
    guard word.contains("0"), word.first != "0", word.last != "0",
      word.allSatisfy({ $0.isLetter || $0 == "0" })
    else { return word }
    return word.replacing("0", with: word == word.uppercased() ? "O" : "o")
  }

  /// Whether one letter at most differs.
  private static func isNear(_ word: String, _ form: String) -> Bool {
    guard word.count == form.count else { return false }
    return zip(word, form).filter { $0 != $1 }.count <= 1
  }
}
