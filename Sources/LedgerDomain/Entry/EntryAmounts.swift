/// The amounts of a line: numbers, numbers with a currency, and the operators between them.
///
/// If one has a currency for certain, the numbers without one are part of a name (`Level 42 concert 55 EUR`).
struct EntryAmounts {
  private(set) var candidates: [EntryCandidate] = []
  private(set) var problems: [EntryProblem] = []

  private let tokens: [EntryToken]
  private let words: [Word]
  private let vocabulary: QuickEntry.Vocabulary

  /// The part that a token is of an amount.
  private enum Word {
    case number
    /// A number with its currency. `isCertain` is false if the currency may be an ordinary word.
    case money(isCertain: Bool)
    /// A currency alone, as the parser of amounts takes it.
    case currency(String, isCertain: Bool)
    /// The second word of a currency's name.
    case rest
    case sign
    case percent
    /// The sign of equality after a computation, which changes nothing.
    case equals
    case broken(AmountError)
    case other
  }

  /// Reads the amounts.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the line.
  ///   - vocabulary: How the line writes amounts.
  ///   - dated: The tokens that have the shape of a date, which are not broken amounts.
  init(_ tokens: [EntryToken], _ vocabulary: QuickEntry.Vocabulary, except dated: Set<Int>) {
    self.tokens = tokens
    self.vocabulary = vocabulary
    words = Self.words(tokens, vocabulary)
    var broken: [AmountError] = []
    var isCertain = false
    var plain: [EntryCandidate] = []
    var index = 0
    while index < tokens.count {
      if case .broken(let error) = words[index], !dated.contains(index) { broken.append(error) }
      guard let found = computation(at: index) else {
        index += 1
        continue
      }
      do throws(AmountError) {
        if let exchange = try exchange(of: found) {
          candidates.append(exchange)
          isCertain = true
          index = exchange.range.upperBound
          continue
        }
        for range in [found.range] + found.others {
          var candidate = try candidate(range)
          candidate.core = found.core
          if found.isCertain { candidates.append(candidate) } else { plain.append(candidate) }
        }
        isCertain = isCertain || found.isCertain
      } catch {
        // A number with a currency is an amount or an error. Numbers without a currency were read before.
        broken.append(error)
      }
      index = found.computes ? found.range.upperBound : index + 1
    }
    if isCertain || !vocabulary.takesPlainNumbers { return }
    candidates = plain
    problems = broken.prefix(1).map { .amount($0) }
  }

  /// Whether a word alone is a currency.
  static func isCurrency(_ word: String) -> Bool { currencyName(word) != nil }

  private func candidate(_ range: Range<Int>) throws(AmountError) -> EntryCandidate {
    var pieces: [String] = []
    for index in range {
      if case .rest = words[index] { continue }
      if case .currency(let name, _) = words[index] {
        pieces.append(name)
      } else {
        pieces.append(Self.upperCased(Self.francs(tokens[index].plain) ?? tokens[index].plain))
      }
    }
    let money = try AmountExpression.parse(
      pieces.joined(separator: " "), defaultCurrency: vocabulary.currency, locale: vocabulary.locale)
    return EntryCandidate(
      range: range, meaning: .amount(money), text: tokens[range].map(\.text).joined(separator: " "))
  }

  /// Returns the amount that was charged for one in another currency, as in `180 CHF =94.20 EUR`.
  private func exchange(of found: Found) throws(AmountError) -> EntryCandidate? {
    let sign = found.range.upperBound
    guard found.isCertain, !found.computes, sign + 1 < tokens.count, case .equals = words[sign],
      let charged = item(at: sign + 1), charged.isCertain
    else { return nil }
    let (price, amount) = (try candidate(found.range), try candidate(charged.range))
    guard case .amount(let one) = price.meaning, case .amount(let other) = amount.meaning,
      one.currency != other.currency, (one.minorUnits < 0) == (other.minorUnits < 0)
    else { return nil }
    let range = found.range.lowerBound..<charged.range.upperBound
    return EntryCandidate(
      range: range, meaning: amount.meaning, text: tokens[range].map(\.text).joined(separator: " "),
      core: found.core.union(charged.core), foreign: price.text)
  }

  // MARK: Several tokens

  private struct Found {
    var range: Range<Int>
    var isCertain: Bool
    var computes = false
    /// The number next to the currency, or all numbers of a computation.
    var core: Set<Int> = []
    /// The other ranges that it can be: without the currency, or with the digits that precede it.
    var others: [Range<Int>] = []
  }

  /// Returns the longest amount at an index, with all that is added to it.
  private func computation(at start: Int) -> Found? {
    guard var found = item(at: start) else { return nil }
    while found.range.upperBound < tokens.count {
      let next = found.range.upperBound
      if case .percent = words[next] {
        found.range = start..<(next + 1)
      } else if case .equals = words[next], found.computes || AmountExpression.computes(tokens[start].plain) {
        found.range = start..<(next + 1)
        break
      } else if case .sign = words[next], let item = item(at: next + 1) {
        found.range = start..<item.range.upperBound
        found.isCertain = found.isCertain || item.isCertain
        found.core.formUnion(item.core)
      } else {
        break
      }
      found.computes = true
      found.others = []
    }
    return found
  }

  /// Returns a number, alone or with a currency before or after it.
  private func item(at index: Int) -> Found? {
    guard index < words.count else { return nil }
    switch words[index] {
    case .number:
      var end = index + 1
      // `1 234,50 €` is one number or two: both are offered.
      while end < words.count, isGroup(at: end) { end += 1 }
      if let isCertain = currency(at: end) {
        var whole = index..<(end + 1)
        if end + 1 < words.count, case .rest = words[end + 1] { whole = index..<(end + 2) }
        if end > index + 1 { return Found(range: whole, isCertain: isCertain, core: [end - 1]) }
        return Found(range: whole, isCertain: isCertain, core: [index], others: isCertain ? [] : [index..<end])
      }
      return Found(range: index..<(index + 1), isCertain: false, core: [index])
    case .money(let isCertain):
      return Found(range: index..<(index + 1), isCertain: isCertain, core: [index])
    case .currency(_, let isCertain):
      var start = index + 1
      if start < words.count, case .rest = words[start] { start += 1 }
      guard start < words.count, case .number = words[start] else { return nil }
      var end = start + 1
      while end < words.count, isGroup(at: end) { end += 1 }
      return Found(
        range: index..<end, isCertain: isCertain, core: [start],
        others: end > start + 1 ? [index..<(start + 1)] : [])
    case .sign, .percent, .equals, .rest, .broken, .other:
      return nil
    }
  }

  /// Whether a token can be three more digits of the number before it, with or without decimals.
  private func isGroup(at index: Int) -> Bool {
    guard case .number = words[index], case .number = words[index - 1] else { return false }
    let whole = tokens[index].plain.prefix { $0.isNumber }
    let before = tokens[index - 1].plain
    return whole.utf8.count == 3 && before.utf8.count <= 3 && before.allSatisfy(\.isNumber)
  }

  private func currency(at index: Int) -> Bool? {
    guard index < words.count, case .currency(_, let isCertain) = words[index] else { return nil }
    return isCertain
  }

  // MARK: One token

  /// Returns the part that each token is, with those that only their neighbour explains.
  private static func words(_ tokens: [EntryToken], _ vocabulary: QuickEntry.Vocabulary) -> [Word] {
    var words = tokens.map { $0.kind == .word ? word($0.plain, vocabulary) : .other }
    for index in tokens.indices.dropLast() where tokens[index].kind == .word && tokens[index + 1].kind == .word
    {
      for (noun, country) in [(index, index + 1), (index + 1, index)] {
        guard let code = countries[tokens[country].plain.lowercased()],
          nouns.contains(tokens[noun].plain.lowercased())
        else { continue }
        (words[index], words[index + 1]) = (.currency(code, isCertain: true), .rest)
      }
      // `5,123 KWD` has three decimals, as its currency has.
      for (number, other) in [(index, index + 1), (index + 1, index)] {
        guard case .broken = words[number], case .currency(let name, _) = words[other] else { continue }
        let money = try? AmountExpression.parse(
          "\(tokens[number].plain) \(name)", defaultCurrency: vocabulary.currency, locale: vocabulary.locale)
        if money != nil { words[number] = .number }
      }
    }
    return words
  }

  private static func word(_ text: String, _ vocabulary: QuickEntry.Vocabulary) -> Word {
    if ["+", "-", "\u{2212}", "/", "*", "×", "÷"].contains(text) { return .sign }
    if text == "=" { return .equals }
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
      guard let name = currencyName(text) else { return .other }
      return .currency(name, isCertain: isCertain(text, name, vocabulary))
    }
    let kinds = Kinds(text)
    if kinds.isPercent { return .percent }
    // Swiss prices without Rappen: `12.-`.
    if let francs = francs(text) { return word(francs, vocabulary) }
    do throws(AmountError) {
      if kinds.letters.isEmpty || kinds.letters == "p" || kinds.letters == "P" {
        _ = try AmountExpression.parse(text, defaultCurrency: vocabulary.currency, locale: vocabulary.locale)
        return kinds.hasDashWithin ? .other : .number
      }
      guard let name = currencyName(kinds.letters) else { return .other }
      _ = try AmountExpression.parse(
        upperCased(text), defaultCurrency: vocabulary.currency, locale: vocabulary.locale)
      return .money(isCertain: isCertain(kinds.letters, name, vocabulary))
    } catch {
      if kinds.hasDashWithin || kinds.hasOther { return .other }
      if kinds.letters.isEmpty { return .broken(error) }
      return kinds.isSymbol || isCertain(kinds.letters, kinds.letters, vocabulary) ? .broken(error) : .other
    }
  }

  /// Returns the digits of `12.-`, or `nil` for any other text.
  private static func francs(_ text: String) -> String? {
    guard let dash = text.last, ["-", "–", "—"].contains(dash), text.dropLast().hasSuffix(".") else {
      return nil
    }
    let digits = text.dropLast(2)
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(digits) : nil
  }

  /// The characters of a token that has digits.
  private struct Kinds {
    /// The letters and currency symbols.
    var letters = ""
    var isSymbol = false
    var hasDashWithin = false
    /// Whether there is a character that no amount contains.
    var hasOther = false
    var isPercent = false

    init(_ text: String) {
      var last: Unicode.Scalar?
      for scalar in text.unicodeScalars {
        switch scalar {
        case "0"..."9", ".", ",", "'", "\u{2019}", "\u{a0}", "\u{2009}", "\u{202f}", "+", "/", "*", "×", "÷",
          "=":
          break
        case "-", "\u{2212}": if last != nil { hasDashWithin = true }
        case "%": break
        case _:
          letters.unicodeScalars.append(scalar)
          switch scalar.properties.generalCategory {
          case .currencySymbol: isSymbol = true
          case .uppercaseLetter, .lowercaseLetter, .otherLetter: break
          default: hasOther = true
          }
        }
        last = scalar
      }
      isPercent = last == "%" && (text.hasPrefix("+") || text.hasPrefix("-") || text.hasPrefix("\u{2212}"))
    }
  }
}
