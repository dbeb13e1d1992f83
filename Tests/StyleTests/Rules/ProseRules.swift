/// The rules about sentences.
struct ProseRules {
  /// The articles of the catalogs: by name, the numbers of their sections.
  var articles: [String: Set<String>] = [:]

  func violations(in file: SourceFile, _ passages: [Passage]) -> [Violation] {
    var violations: [Violation] = []
    for passage in passages {
      func add(_ rule: Rule, _ line: Int, _ detail: String) {
        violations.append(Violation(rule: rule, path: file.path, line: line, detail: detail))
      }
      for sentence in passage.sentences {
        for (word, line) in WornOutWords.found(in: sentence) { add(.wornOutWord, line, word) }
        if sentence.wordCount > Rule.sentenceWordsMax {
          add(.sentenceLength, sentence.line, "\(sentence.wordCount) words")
        }
        checkWords(of: sentence, passage.kind, add)
        checkCitations(in: sentence, add)
      }
      if passage.kind == .documentation, !file.isTest, let first = passage.sentences.first {
        checkFirst(first, add)
      }
    }
    return violations
  }

  private func checkFirst(_ sentence: Sentence, _ add: (Rule, Int, String) -> Void) {
    let word = sentence.words.first?.plain ?? ""
    if ["what", "whose", "who", "of", "where", "by"].contains(word) { add(.firstWord, sentence.line, word) }
    let count = sentence.text.count
    if count > Rule.firstSentenceCharactersMax {
      add(.firstSentenceLength, sentence.line, "\(count) characters")
    }
  }

  private func checkWords(of sentence: Sentence, _ kind: Passage.Kind, _ add: (Rule, Int, String) -> Void) {
    for (index, word) in sentence.words.enumerated() {
      let next = index + 1 < sentence.words.count ? sentence.words[index + 1].plain : ""
      if word.plain == "can't" || word.plain == "can" && next == "not" { add(.cannot, word.line, word.text) }
      if word.text == "nil:" || word.text == "`nil`:" { add(.nilColon, word.line, word.text) }
      if kind == .documentation, !word.isCode, word.text.contains(";") { add(.semicolon, word.line, word.text) }
      if hasWrongMarks(word, kind) { add(.quotationMarks, word.line, word.text) }
      if kind == .message, word.plain == "else", !isPronoun(before: index, in: sentence) {
        add(.elseForDefault, word.line, word.text)
      }
    }
  }

  private func isPronoun(before index: Int, in sentence: Sentence) -> Bool {
    guard index > 0 else { return false }
    return [
      "anything", "something", "nothing", "everything", "anyone", "someone", "everyone", "or", "what", "who",
    ]
    .contains(sentence.words[index - 1].plain)
  }

  private func hasWrongMarks(_ word: Word, _ kind: Passage.Kind) -> Bool {
    switch kind {
    case .message:
      let opening = word.text.drop { "([—".contains($0) }
      guard !word.text.contains("{"), !word.text.hasPrefix("`") else { return false }
      return opening.hasPrefix("'") || word.text.contains("\"")
    case .documentation, .comment, .article:
      return !word.isCode && word.text.contains { "“”‘".contains($0) }
    case .title: return false
    }
  }

  private static let outside: Set<String> = ["DESIGN", "CHECKLIST", "PERFORMANCE", "RELIABILITY"]

  private func checkCitations(in sentence: Sentence, _ add: (Rule, Int, String) -> Void) {
    for (index, word) in sentence.words.enumerated() {
      let core = word.text.trimming { !($0.isLetter || $0.isNumber) }
      let next = index + 1 < sentence.words.count ? sentence.words[index + 1].text : ""
      let name = core.hasSuffix(".md") ? String(core.dropLast(3)) : core
      let isNumbered = next.first?.isNumber == true && !word.text.hasSuffix(".")
      if Self.outside.contains(name) || ["STYLE", "CLI"].contains(name) && (core != name || isNumbered) {
        add(.outsideDocument, word.line, "\(word.text) \(next)")
      }
      if next == "section", index + 2 < sentence.words.count, word.text.hasSuffix(","),
        core == "Design" || articles[core] != nil
      {
        let number = sentence.words[index + 2].text.trimming { !$0.isNumber }
        if articles[core]?.contains(number) != true {
          add(.unresolvedSection, word.line, "\(core), section \(number)")
        }
      }
    }
  }
}

extension String {
  /// The text without the characters at both ends that a condition holds for.
  func trimming(_ condition: (Character) -> Bool) -> String {
    let rest = drop(while: condition)
    guard let end = rest.lastIndex(where: { !condition($0) }) else { return "" }
    return String(rest[...end])
  }
}
