/// Words that mean nothing exact in this repository, because they were used for everything.
enum WornOutWords {
  private static let single: Set<String> = [
    "stand", "stands", "stood", "standing", "say", "says", "said", "saying", "behind", "beside", "besides",
    "whoever",
    "whomever", "somebody", "anybody's", "somebody's", "anew", "none",
  ]

  private static let pairs: [String: Set<String>] = [
    "at": ["hand"], "lets": ["go"], "let": ["go"], "letting": ["go"], "take": ["in"], "takes": ["in"],
    "taken": ["in"], "took": ["in"], "taking": ["in"],
  ]

  private static let exceptions: [String: Set<String>] = [
    "stands": ["for"], "stand": ["for"], "standing": ["order", "orders"], "none": ["of"],
  ]

  /// The words of a sentence that are worn out, with their places.
  static func found(in sentence: Sentence) -> [(word: String, line: Int)] {
    var found: [(word: String, line: Int)] = []
    let words = sentence.words
    for (index, word) in words.enumerated() where !word.plain.isEmpty {
      let plain = word.plain
      let next = index + 1 < words.count ? words[index + 1].plain : ""
      let previous = index > 0 ? words[index - 1].plain : ""
      if single.contains(plain), exceptions[plain]?.contains(next) != true {
        found.append((plain, word.line))
      } else if pairs[plain]?.contains(next) == true || ["take-in", "taken-in", "takes-in"].contains(plain) {
        found.append((plain == "take-in" ? plain : "\(plain) \(next)", word.line))
      } else if plain == "no", next == "more", !goesOn(after: index + 1, in: words) {
        found.append(("no more", word.line))
      } else if plain == "who", ["to", "of", "by", "for", "than", "from", "with"].contains(previous) {
        found.append(("\(previous) who", word.line))
      } else if previous == "it", plain == "is", next == "for",
        words[(index + 2)...].prefix(3).contains(where: { $0.plain == "to" })
      {
        found.append(("is for … to", word.line))
      }
    }
    return found
  }

  /// Whether "no more" is followed by a noun or by "than".
  private static func goesOn(after index: Int, in words: [Word]) -> Bool {
    guard index + 1 < words.count else { return false }
    return !words[index].text.contains { ",.;:".contains($0) } && words[index + 1].plain != "and"
  }
}
