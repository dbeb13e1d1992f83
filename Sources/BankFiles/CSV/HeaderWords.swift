import LedgerDomain

/// The words of headers, in the languages of the banks' files.
enum HeaderWords {
  /// Returns the meaning of a header's cell, or `nil` if no word of it is known.
  static func meaning(of cell: ArraySlice<UInt8>) -> HeaderMeaning? {
    guard !cell.isEmpty, cell.count <= 120 else { return nil }
    let key = key(CellText.plain(cell))
    if let exact = phrases[key] { return exact }
    // A column for each currency: `CAD$`. A code alone is a cell of a row.
    if key.isEmpty, cell.last == UInt8(ascii: "$"), PrintedCurrency.inHeader(cell) != nil {
      return HeaderMeaning(role: .amount, rank: 2)
    }
    if key.utf8.contains(where: { $0 >= 0x80 }), let meaning = meaningWithoutSpaces(key) { return meaning }
    return meaning(ofWords: key.split(separator: " ").map(String.init))
  }

  /// Returns the header in small letters without accents, marks and currencies: `Saldo (CHF)` is `saldo`.
  static func key(_ text: String) -> String {
    var folded = words(of: text).filter { !isCurrency($0) }.map(folded)
    while folded.count > 1, ["in", "en", "de", "w", "utc", "gmt"].contains(folded[folded.count - 1]) {
      folded.removeLast()
    }
    return folded.joined(separator: " ")
  }

  /// Returns the words of a header. A capital letter after a small one begins a word too.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var wasSmall = false
    func finish() {
      if !word.isEmpty { words.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      let isLetter: Bool
      let isCapital: Bool
      if scalar.isASCII {
        isCapital = "A"..."Z" ~= scalar
        isLetter = isCapital || "a"..."z" ~= scalar || "0"..."9" ~= scalar
        if isCapital, wasSmall { finish() }
        wasSmall = isLetter && !isCapital
      } else {
        isCapital = scalar.properties.isUppercase
        isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark(scalar)
        if isCapital, wasSmall { finish() }
        wasSmall = scalar.properties.isLowercase
      }
      if isLetter { word.append(scalar) } else { finish() }
    }
    finish()
    return words
  }

  /// Marks that belong to the letter before them.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    0x300...0x36f ~= scalar.value || scalar == "ー"
  }

  private static func isCurrency(_ word: String) -> Bool {
    word.utf8.count == 3 && word != "ALL" && word.utf8.allSatisfy { 0x41...0x5a ~= $0 }
      && CurrencyCode(word)?.minorUnitDigits != nil
  }

  private static func folded(_ word: String) -> String {
    guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return NFC.foldedForComparison(word) }
    return String(decoding: word.utf8.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Counts the cells of the first lines that are known by a word that is not ASCII.
  static func foreignWordCount(in text: [UInt8]) -> Int {
    var count = 0
    for line in text.split(maxSplits: 60, whereSeparator: { $0 == 0x0a || $0 == 0x0d }).prefix(60) {
      for cell in line.split(whereSeparator: { [0x2c, 0x3b, 0x09, 0x7c, 0x22].contains($0) })
      where cell.count <= 120 && cell.contains(where: { $0 >= 0x80 }) {
        let words = CellText.plain(cell).split { !$0.isLetter }
        // Short words are known by chance.
        if words.contains(where: { $0.utf8.count > 4 && $0.utf8.contains { $0 >= 0x80 } && isKnown(String($0)) }
        ) {
          count += 1
        }
      }
    }
    return count
  }

  private static func isKnown(_ word: String) -> Bool {
    let key = NFC.foldedForComparison(word)
    return vocabulary.contains(key) || meaningWithoutSpaces(key) != nil
  }

  /// Chinese and Japanese headers have no spaces: the words within count.
  private static func meaningWithoutSpaces(_ key: String) -> HeaderMeaning? {
    let joined = key.utf8.filter { $0 != 0x20 }[...]
    return eastern.first { ByteSearch.firstIndex(of: $0.word, in: joined) != nil }?.meaning
  }

  private static func meaning(ofWords words: [String]) -> HeaderMeaning? {
    let classes = words.reduce(into: HeaderClass()) { $0.formUnion(HeaderVocabulary.shared.classes(of: $1)) }
    func has(_ wanted: HeaderClass) -> Bool { !classes.isDisjoint(with: wanted) }
    let isDate = has(.date)
    if isDate {
      if has(.value) { return HeaderMeaning(role: .valueDate) }
      if has(.ignoredDate) { return nil }
      return HeaderMeaning(role: .date, rank: has(.booking) ? 0 : has(.posted) ? 2 : 1)
    }
    let (isDebit, isCredit) = (has(.debit), has(.credit))
    if has(.card) && (isDebit || isCredit) { return nil }
    if has(.otherAmount), has(.amount) || has(.currency) || has(.balance) || isDebit || isCredit {
      return HeaderMeaning(role: .ignored)
    }
    if has(.balance) { return HeaderMeaning(role: .balance) }
    if isDebit, isCredit { return HeaderMeaning(role: has(.amount) ? .amount : .direction) }
    if isDebit, !has(.text) { return HeaderMeaning(role: .debit) }
    if isCredit, !has(.text) { return HeaderMeaning(role: .credit) }
    if has(.fee) { return HeaderMeaning(role: .fee) }
    if has(.currency) { return HeaderMeaning(role: .currency) }
    if has(.amount), !has(.text) { return HeaderMeaning(role: .amount) }
    if has(.account) { return HeaderMeaning(role: has(.party) ? .counterAccount : .account) }
    if has(.text) { return HeaderMeaning(role: .text) }
    if has(.party) { return HeaderMeaning(role: .payee) }
    if has(.category) { return HeaderMeaning(role: .category) }
    if has(.kind) { return HeaderMeaning(role: .kind) }
    if has(.status) { return HeaderMeaning(role: .status) }
    return nil
  }

  // MARK: - Tables

  /// Returns the meaning of a header if the content shows nothing. Tables that were read by content keep their texts.
  static func lateMeaning(of cell: ArraySlice<UInt8>) -> HeaderMeaning? {
    cell.count <= 120 ? late[key(CellText.plain(cell))] : nil
  }

  private static let phrases = table(HeaderTables.phrases)
  private static let late = table(HeaderTables.latePhrases)

  private static func table(_ lines: StaticString) -> [String: HeaderMeaning] {
    var phrases: [String: HeaderMeaning] = [:]
    for line in lines.description.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let role = ColumnRole(rawValue: String(parts[0].prefix { $0 != " " })) else {
        continue
      }
      let rank = parts[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 1
      for phrase in parts[1].split(separator: ",") {
        phrases[key(CellText.plain(phrase))] = HeaderMeaning(role: role, rank: rank)
      }
    }
    return phrases
  }

  private static let eastern: [(word: [UInt8], meaning: HeaderMeaning)] = HeaderTables.eastern.description
    .split(separator: "\n").flatMap { line -> [([UInt8], HeaderMeaning)] in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let role = ColumnRole(rawValue: String(parts[0])) else { return [] }
      return parts[1].split(whereSeparator: { $0 == " " || $0 == "," }).map {
        (Array(NFC.foldedForComparison(String($0)).utf8), HeaderMeaning(role: role))
      }
    }

  private static let vocabulary = HeaderVocabulary.shared.words
    .union(phrases.keys.flatMap { $0.split(separator: " ").map(String.init) })
}
