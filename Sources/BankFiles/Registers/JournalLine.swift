import LedgerDomain

/// The lines of journals.
enum JournalLine {
  /// The first line of a transaction.
  struct Head {
    let date: CivilDate
    let payee: String
    let text: String
    let code: String?
    let isPending: Bool
    /// Whether the entry has the mark of a checked one.
    let isMarked: Bool
    /// Whether the texts are in quotes, as in beancount.
    let isQuoted: Bool
    /// The words with `#` after the texts, as in beancount.
    var tags: [String] = []
  }

  enum Beginning {
    case transaction(Head)
    /// A dated line of beancount that is no transaction: `open`, `balance`, `price`.
    case directive
    /// The line of beancount that opens an account.
    case opened(account: String)
  }

  /// Returns the entry that begins on a line with a date, or `nil` if the line starts with anything else.
  static func entry(_ line: TextLines.Line) -> Beginning? {
    guard let first = line.bytes.first, first &- 0x30 <= 9 else { return nil }
    let text = line.text
    let word = text.prefix { !$0.isWhitespace }
    guard let date = date(word) else { return nil }
    var rest = text.dropFirst(word.count).drop { $0.isWhitespace }
    let keyword = rest.prefix { $0.isLetter }
    if [
      "open", "close", "balance", "pad", "note", "document", "price", "commodity", "event", "query", "custom",
    ]
    .contains(String(keyword)), rest.dropFirst(keyword.count).first?.isWhitespace ?? false {
      guard keyword == "open" else { return .directive }
      return .opened(
        account: String(rest.dropFirst(4).drop { $0.isWhitespace }.prefix { !$0.isWhitespace }))
    }
    if keyword == "txn" { rest = rest.dropFirst(3).drop { $0.isWhitespace } }
    var isPending = false
    var isMarked = false
    if let flag = rest.first, flag == "*" || flag == "!" {
      isPending = flag == "!"
      isMarked = flag == "*"
      rest = rest.dropFirst().drop { $0.isWhitespace }
    }
    var code: String?
    if rest.first == "(", let end = rest.firstIndex(of: ")") {
      code = CellText.plain(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...].drop { $0.isWhitespace }
    }
    if rest.first == "\"" {
      let (texts, end) = quoted(rest)
      let payee = texts.count > 1 ? texts[0] : ""
      let narration = texts.count > 1 ? texts[1] : texts.first ?? ""
      return .transaction(
        Head(
          date: date, payee: payee, text: narration, code: code, isPending: isPending, isMarked: isMarked,
          isQuoted: true,
          tags: end.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("#") }.map {
            String($0.dropFirst())
          }
        ))
    }
    // A comment follows two blanks and a semicolon, a note follows a bar.
    let description = rest.prefix(upTo: rest.firstIndex(of: ";") ?? rest.endIndex)
    let parts = description.split(separator: "|", maxSplits: 1).map { CellText.plain($0) }
    return .transaction(
      Head(
        date: date, payee: parts.first ?? "", text: parts.count > 1 ? parts[1] : parts.first ?? "",
        code: code?.isEmpty ?? true ? nil : code, isPending: isPending, isMarked: isMarked,
        isQuoted: false))
  }

  /// Returns a date with the year first. A second date after `=` is left out.
  private static func date(_ word: Substring) -> CivilDate? {
    let parts = word.prefix { $0 != "=" }.split(whereSeparator: { "-/.".contains($0) })
    guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2]), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return date
  }

  /// Returns the texts in quotes, with `\` before a quote, and the rest after them.
  static func quoted(_ text: Substring) -> (texts: [String], rest: Substring) {
    var texts: [String] = []
    var current: String?
    var isEscaped = false
    var end = text.startIndex
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        current?.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\", current != nil {
        isEscaped = true
      } else if character == "\"" {
        if let done = current {
          texts.append(done)
          current = nil
          end = text.index(after: index)
        } else {
          current = ""
        }
      } else if current != nil {
        current?.append(character)
      }
    }
    return (texts, text[end...])
  }

  /// Returns the key and the value of an indented line `key: value`, or of a comment `; key:value`.
  static func metadata(_ line: TextLines.Line) -> (key: String, value: String)? {
    guard let first = line.bytes.first, first == 0x20 || first == 0x09 else { return nil }
    let isComment = CellText.trimmed(line.bytes).first == UInt8(ascii: ";")
    let text = String(decoding: CellText.trimmed(line.bytes), as: UTF8.self)
    let content = (isComment ? text.dropFirst() : text[...]).drop { $0 == " " }
    let key = content.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    let rest = content.dropFirst(key.count)
    guard key.first?.isLowercase ?? false, rest.first == ":" else { return nil }
    let value = rest.dropFirst()
    // An account has no blank after its colon.
    guard isComment || value.first?.isWhitespace ?? true else { return nil }
    let trimmed = value.drop { $0.isWhitespace }
    if trimmed.first == "\"" { return quoted(trimmed).texts.first.map { (String(key), $0) } }
    return (String(key), String(trimmed))
  }

  /// Returns the posting of an indented line, or `nil` if the line is a comment, a tag or no posting.
  static func posting(_ line: TextLines.Line) -> Result<JournalFile.Posting, RowProblem>? {
    guard let first = line.bytes.first, first == 0x20 || first == 0x09, metadata(line) == nil else {
      return nil
    }
    var text = CellText.trimmed(line.bytes)
    if let flag = text.first, flag == UInt8(ascii: "*") || flag == UInt8(ascii: "!") {
      text = CellText.trimmed(text.dropFirst())
    }
    guard let start = text.first,
      start & 0xdf &- 0x41 <= 25 || start &- 0x30 <= 9 || start >= 0x80 || start == UInt8(ascii: "(")
        || start == UInt8(ascii: "[")
    else { return nil }
    let end = accountEnd(text)
    // A number is no account.
    if start &- 0x30 <= 9, !text[..<end].contains(where: { $0 & 0xdf &- 0x41 <= 25 || $0 >= 0x80 }) {
      return nil
    }
    let account = CellText.plain(text[text.startIndex..<end])
    guard account.contains(":") || end < text.endIndex || !account.contains(" ") else { return nil }
    // Virtual postings in brackets do not move money.
    if account.hasPrefix("(") || account.hasPrefix("[") { return nil }
    var rest = text[end...]
    if let comment = rest.firstIndex(of: UInt8(ascii: ";")) { rest = rest[..<comment] }
    let given = CellText.trimmed(rest)
    return amount(given).map { amount in
      JournalFile.Posting(line: line.number, account: account, amount: amount, price: price(given))
    }
  }

  /// Whether an indented line is neither a posting nor a comment, a tag, a link or a virtual posting.
  static func isUnread(_ line: TextLines.Line) -> Bool {
    let text = CellText.trimmed(line.bytes)
    guard let first = text.first, CellText.isBlank(line.bytes.first ?? 0) else { return false }
    return !";#^*!%|([".utf8.contains(first) && metadata(line) == nil
  }

  /// Returns the word of a line that changes what other lines mean, and that is not followed.
  static func unreadDirective(_ line: TextLines.Line) -> String? {
    let word = line.text.prefix { !$0.isWhitespace }
    let isYear = word.count == 5 && word.first == "Y" && word.dropFirst().allSatisfy(\.isNumber)
    return isYear || ["include", "alias", "apply", "year", "Y"].contains(word) ? String(word) : nil
  }

  /// Returns the end of the account: two blanks or a tab, or one blank before a number as in beancount.
  private static func accountEnd(_ text: ArraySlice<UInt8>) -> Int {
    var single: Int?
    for index in text.indices {
      guard CellText.isBlank(text[index]), index + 1 < text.endIndex else { continue }
      let next = text[index + 1]
      if text[index] == 0x09 || CellText.isBlank(next) {
        // Only a comment follows, so that the amount is before the blanks.
        let isOver = CellText.trimmed(text[index...]).first == UInt8(ascii: ";")
        return isOver ? single ?? index : index
      }
      if next &- 0x30 <= 9 || next == UInt8(ascii: "-") || next == UInt8(ascii: ";") {
        single = single ?? index
      }
    }
    return single ?? text.endIndex
  }

  /// Returns the number and the currency of a posting, without its cost, price and balance.
  private static func amount(_ text: ArraySlice<UInt8>) -> Result<
    (number: String, currency: CurrencyCode)?, RowProblem
  > {
    let marks = [UInt8(ascii: "@"), UInt8(ascii: "{"), UInt8(ascii: "=")]
    let amount = CellText.trimmed(text.prefix { !marks.contains($0) })
    guard !amount.isEmpty else { return .success(nil) }
    let shown = "“\(CellText.excerpt(amount))”"
    guard let number = PrintedNumber(amount) else {
      return .failure(RowProblem(.notAnAmount, "\(shown) is not an amount"))
    }
    guard let word = number.word, let currency = PrintedCurrency.meaning(amount[word]) else {
      return .failure(RowProblem(.noCurrency, "\(shown) is not an amount of a currency"))
    }
    let rest = Array(amount[..<word.lowerBound]) + Array(amount[word.upperBound...])
    return .success((String(decoding: CellText.trimmed(rest[...]), as: UTF8.self), currency))
  }

  /// Returns the cost or the price of a posting.
  ///
  /// It is `{0.90 EUR}` or `@ 0.90 EUR` for each unit, and `@@ 90 EUR` for all.
  private static func price(_ text: ArraySlice<UInt8>) -> JournalFile.Price? {
    let signs = [UInt8(ascii: "{"), UInt8(ascii: "@")]
    guard let start = text.firstIndex(where: signs.contains) else { return nil }
    let sign = text[start]
    let count = text[start...].prefix { $0 == sign }.count
    let ends = [UInt8(ascii: "}"), UInt8(ascii: "@"), UInt8(ascii: "="), UInt8(ascii: "#")]
    let given = CellText.trimmed(text[(start + count)...].prefix { !ends.contains($0) })
    // The date of a cost follows a comma and a blank.
    let parts = String(decoding: given, as: UTF8.self).split(separator: ", ")
    guard let first = parts.first, case .success(let amount?) = amount(Array(first.utf8)[...]) else {
      return nil
    }
    return JournalFile.Price(number: amount.number, currency: amount.currency, isTotal: count > 1)
  }
}
