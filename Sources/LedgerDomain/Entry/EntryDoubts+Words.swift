// The words that are left for the vendor although they look like a day, a cadence or another meaning.
extension EntryDoubts {
  /// Returns a day without its month that is not understood: `on the fifth`, `am 32.`.
  func unreadDay(_ index: Int, _ run: Range<Int>) -> String? {
    let numbers = key(index).split(separator: ".", omittingEmptySubsequences: false).map {
      TypedDate.number($0) ?? 0
    }
    let isDay = numbers.count == 2 && numbers.allSatisfy((1...31).contains) && numbers.contains { $0 <= 12 }
    if isDay || Self.dayNouns.contains(key(index)) { return tokens[index].text }
    let isNear = languages.contains {
      ($0.prepositions + $0.last + $0.next + $0.this).contains(key(max(index, 1) - 1))
    }
    if Self.weekends.contains(key(index)), isNear { return text(index - 1..<index + 1) }
    guard let start = preposition(before: index) else { return nil }
    let digits = key(index).prefix { $0.isASCII && $0.isNumber }
    guard let number = TypedDate.number(digits) else {
      // A name goes on: `the third man`, `on the first floor`.
      let isName = index + 1 < run.upperBound || names.contains(index) && !isGerman
      return Self.ordinals.contains(key(index)) && !isName ? text(start..<index + 1) : nil
    }
    let isStreet = number > 31 || digits.utf8.count < key(index).utf8.count
    return isStreet && index + 1 < run.upperBound ? nil : text(start..<index + 1)
  }

  private static let dayNouns: Set<String> = ["monatsende", "monatsanfang", "monatsmitte", "月末", "月初"]
  private static let weekends: Set<String> = ["weekend", "wochenende", "week-end"]
  private static let ordinals: Set<String> = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "twentieth",
    "ersten", "zweiten", "dritten", "vierten", "fünften", "sechsten", "siebten", "achten", "neunten", "zehnten",
    "zwanzigsten", "premier", "deux", "primo", "primeiro", "last",
  ]

  /// Returns words about something that recurs that are no cadence: `monthly rent`, `twice a month`.
  func unreadCadence(_ index: Int, _ run: Range<Int>) -> String? {
    let word = String(key(index).filter { $0.isLetter || $0.isNumber })
    let next = index + 1 < run.upperBound ? index + 2 : index + 1
    for language in languages {
      let isCadence = language.cadences.keys.contains { isForm(word, of: $0) }
      if isCadence || Self.abbreviations.contains(word) {
        // An adjective next to another word is part of a name: `weekly shop`, `passe mensal`, `monatliche Rate`. An adverb
        // is not: `Monatlich Miete`, `zweiwöchentlich Putzhilfe`, `loyer mensuellement`.
        let isAdverb =
          word.hasSuffix("ment") || word.hasSuffix("mente")
          || language.cadences.keys.contains {
            isForm(word, of: $0) && word.hasSuffix($0) && !language.adjectives.contains($0)
          }
        let isBare = word == key(index) && !Self.isJapanese(word)
        if run.count == 1 || isAdverb || !isBare { return text(index..<next) }
      }
      let isGluedDay = language.days.keys.contains { Self.isJapanese($0) && word.contains($0) }
      if isGluedDay || word.hasSuffix("日後") { return tokens[index].text }
      guard language.units[word] != nil, !names.contains(index) || isGerman else { continue }
      if isLeft(index - 1), Self.per.contains(key(index - 1)) || isArticle(index - 1, run) {
        return text(index - 1..<index + 1)
      }
      // `in 3 days` is a day to come.
      if isLeft(index - 2), language.hinges.contains(key(index - 2)) || Self.ahead.contains(key(index - 2)),
        hasDigit(index - 1) || language.numbers[key(index - 1)] != nil
      {
        return text(index - 2..<index + 1)
      }
    }
    return nil
  }

  /// Whether `a` is the word before a unit that recurs: `twice a month`, and not `a day at the races`.
  private func isArticle(_ index: Int, _ run: Range<Int>) -> Bool {
    guard ["a", "an"].contains(key(index)) else { return false }
    return index + 2 == run.upperBound
      || isLeft(index - 1) && ["once", "twice", "times"].contains(key(index - 1))
  }

  /// Whether a word is a form of a cadence's word: `monatliche`, `bimonthly`.
  private func isForm(_ word: String, of cadence: String) -> Bool {
    if word == cadence { return true }
    if Self.isJapanese(cadence) { return word.contains(cadence) }
    return cadence.count >= 6 && (word.hasPrefix(cadence) || word.hasSuffix(cadence))
  }

  /// Whether a word can be next to another one without a blank.
  private static func isJapanese(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { $0.value >= 0x3000 }
  }

  private static let abbreviations: Set<String> = [
    "pcm", "mtl", "14tägig", "quartalsweise", "hebdo", "recurring", "weekdays",
  ]
  private static let per: Set<String> = [
    "per", "pro", "je", "im", "par", "al", "all", "alla", "allo", "por", "ao",
  ]
  private static let ahead: Set<String> = ["in", "within", "innerhalb", "dans", "daqui", "tra", "fra"]

  /// Returns a word that has a meaning without its punctuation or hyphen: `(unpaid)`, `card.`, `5nov`.
  func disguised(_ index: Int) -> String? {
    let word = key(index)
    let letters = String(word.filter(\.isLetter))
    guard letters != word, !letters.isEmpty else { return nil }
    // An amount and the next category without a blank: `20,taxi`.
    let parts = word.split(separator: ",")
    if parts.count > 1, parts[0].last?.isNumber ?? false, parts[1].first?.isLetter ?? false {
      return tokens[index].text
    }
    let isMonth = hasDigit(index) && letters.utf8.count >= 3 && dates.locale.monthNumber(letters) != nil
    let hasMeaning = languages.contains {
      $0.flags[letters] != nil || $0.payments[letters] != nil || $0.days[letters] != nil
        || $0.units[letters] != nil || $0.refunds.contains(letters)
    }
    return isMonth || hasMeaning && !names.contains(index) ? tokens[index].text : nil
  }

  /// Returns a second amount, which is in brackets: `(94.20 EUR)`.
  func bracketed(_ index: Int, _ run: Range<Int>) -> String? {
    guard ["(", "["].contains(key(index).prefix(1)),
      let end = run.suffix(from: index).first(where: { [")", "]"].contains(key($0).suffix(1)) })
    else { return nil }
    let inner = text(index..<end + 1).uppercased().filter { !"()[]=".contains($0) }
    guard inner.contains(where: { !$0.isNumber && !".,' ".contains($0) }),
      (try? AmountExpression.parse(inner, defaultCurrency: vocabulary.currency, locale: dates.locale)) != nil
    else { return nil }
    return text(index..<end + 1)
  }

  /// Returns words that look like a split that was not read: `30 food, household rest`.
  func lostPart(_ index: Int) -> String? {
    guard key(index).hasSuffix(",") else { return nil }
    let isLost = reading.contains { candidate in
      [candidate.range.lowerBound - 1, candidate.range.upperBound].contains { place in
        guard candidate.meaning.field == .category, isLeft(place) else { return false }
        let word = key(place).filter { $0 != "," && $0 != "." }
        return EntrySplit.restWords.contains(word) || word.allSatisfy(\.isNumber)
      }
    }
    return isLost ? tokens[index].text : nil
  }

  func hasDigit(_ index: Int) -> Bool {
    tokens[index].plain.utf8.contains { (0x30...0x39).contains($0) }
  }

  // MARK: Words of all languages

  static let negations: Set<String> = [
    "not", "no", "nicht", "kein", "keine", "pas", "non", "não", "without", "ohne", "sans", "senza", "sem",
  ]

  /// The words for money that came back that are other words as well: `a return ticket`.
  static let returns: Set<String> = ["return", "returns", "retour"]

  /// The parts of currencies, after the name of a country: `50 us cents`.
  static let coins: Set<String> = ["cent", "cents", "pence", "rappen", "centimes", "centesimi", "cêntimos"]

  /// The names of currencies and of multiples that no amount can have, in lower case.
  static let measures: Set<String> = [
    "us-dollar", "sfr", "sfr.", "kronen", "krone", "kroner", "kronor", "kronas", "pfund", "zloty", "złoty",
    "forint", "lira", "lire", "rubel", "roubles", "rubles", "yuan", "renminbi", "pesos", "real", "reais",
    "rand",
    "quid", "bucks", "livres", "couronnes", "yens", "dirhams", "dirham", "sterline", "sterlina", "franchi",
    "franco", "francos", "corone", "dollari", "dollaro", "dólares", "dólar", "libras", "libra", "coroas",
    "rupie",
    "btc", "xbt", "bitcoin", "bitcoins", "eth", "usdt", "rupien", "roupies", "rupias", "baht", "won", "ドル",
    "ユーロ", "ポンド", "元", "cent", "cents", "pence",
    "rappen", "centimes", "centesimi", "cêntimos", "thousand", "hundred", "million", "millions", "k", "tausend",
    "hundert", "mio", "mio.", "tsd", "tsd.", "millionen", "mille", "mila", "mil", "cento", "cent.", "lakh",
    "lakhs", "crore", "dozen", "万", "千",
  ]
}
