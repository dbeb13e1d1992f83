import LedgerDomain

/// Vendors as banks print them, and as people know them.
package enum VendorName {
  /// Returns the short form of a bank's text: `SumUp *CAFE MAUVE 4411 BERLIN DE` is `Cafe Mauve`.
  ///
  /// Leaves out the payment service before a star, numbers of shops with the town after them, and the country. Capital
  /// letters become small ones, but in words of up to three letters. Words for the way of paying go too, and so does the
  /// number of the card or the day that follows them. A text that nothing is left of stays whole.
  package static func short(_ text: String) -> String {
    let trimmed = NFC.trimmed(text)
    let words = named(afterPaying(body(trimmed).split(separator: " ").map(String.init)))
    var kept: [String] = []
    for word in words {
      if !kept.isEmpty, isNumber(word) || isMark(word) { break }
      if kept.isEmpty, isNumber(word) { continue }
      // ALDI SUED//BERLIN/DE
      if word.utf8.contains(UInt8(ascii: "/")), let mark = word.firstRange(of: "//") {
        kept.append(String(word[..<mark.lowerBound]))
        break
      }
      kept.append(word)
    }
    while kept.count > 1, let last = kept.last,
      countries.contains(last) || legalForms.contains(last.lowercased()) || thanks.contains(last.lowercased())
    {
      kept.removeLast()
    }
    let joined = kept.map { word in String(word.trimming { ",;:*#-_/".contains($0) }) }.filter { !$0.isEmpty }
    guard !joined.isEmpty else { return trimmed }
    let isShouted = !joined.joined().contains { $0.isLowercase }
    return joined.enumerated().map { index, word in
      let isSmall = index > 0 && word.utf8.count <= 3 && smallWords.contains(word.lowercased())
      return isShouted ? isSmall ? word.lowercased() : calm(word) : word
    }.joined(separator: " ")
  }

  /// Returns the first of other texts that names a vendor, if a text does not.
  ///
  /// A text names no vendor if it is an account's number, a reference or a kind of movement. Another text with words
  /// for a way of paying is not taken either.
  static func better(than text: String, in others: @autoclosure () -> [String]) -> String? {
    guard namesNobody(text), let other = others().first(where: { !namesNobody($0) }) else { return nil }
    let words = NFC.foldedForComparison(other).split { !$0.isLetter }.map(String.init)
    if words.contains(where: wordsOfPaying.contains) || words.prefix(2).contains("card") { return nil }
    return other
  }

  /// Returns the words after a way of paying and its number or day: `VISA CARD 1234 CAFE` is `CAFE`.
  ///
  /// All words are returned if no name is left. After the way of paying, a day or an amount can follow: `DU 11/05`.
  private static func afterPaying(_ words: [String], isLater: Bool = false) -> [String] {
    func isPlace(_ word: String) -> Bool {
      let end = word.drop { "xX*".contains($0) }
      return isNumber(String(end)) || end.isEmpty && word.count > 3
    }
    guard let number = words.firstIndex(where: isPlace), number > 0 else { return words }
    let isDay = words[number].contains { "/.-,".contains($0) }
    let folded = foldedWords(words[..<number])
    let rest = Array(words[number...].drop(while: isPlace))
    guard areOfPaying(folded) || isLater && isDay && folded.allSatisfy(besidePayments.contains),
      rest.contains(where: isName)
    else { return words }
    return afterPaying(rest, isLater: true)
  }

  private static func foldedWords(_ words: some Sequence<String>) -> [String] {
    words.flatMap { NFC.foldedForComparison($0).split { "/-.:,".contains($0) }.map(String.init) }
  }

  /// Whether folded words tell only how something was paid: `visa debit purchase card`.
  private static func areOfPaying(_ words: [String]) -> Bool {
    words.contains(where: payments.contains)
      && words.indices.allSatisfy { index in
        payments.contains(words[index]) || besidePayments.contains(words[index])
          || ["apple", "google"].contains(words[index]) && words.dropFirst(index + 1).first == "pay"
      }
  }

  /// Whether a word can be of a name: it has two letters at least, and is no word of paying.
  private static func isName(_ word: String) -> Bool {
    let folded = NFC.foldedForComparison(word)
    return !isNumber(word) && word.count(where: \.isLetter) > 1 && !payments.contains(folded)
      && !besidePayments.contains(folded) && !thanks.contains(folded)
  }

  private static func set(_ words: StaticString) -> Set<String> {
    Set(words.description.split { $0 == "," || $0 == "\n" }.map(String.init))
  }

  private static let brands = set("visa,vis,mastercard,maestro")
  private static let payments = brands.union(
    set(
      """
      card,carte,carta,karte,karten,tarjeta,cartao,kort,kaart,cb,purchase,kauf,einkauf,achat,compra,aankoop,varekjop,zakup,
      authorized,eftpos,debit,credit,debito,facture,bonifico,accredito,kortkop,kortkjop,kartenzahlung,prelevement,pos,pix,
      dda,zahlung,payment,pagamento,paiement,lastschrift,pay,pag,platba
      """))
  private static let besidePayments = set(
    """
    direct,by,on,du,vom,von,del,da,di,am,par,nr,no,n,int'l,pur,ap,trn,europeen,dienstleistung,othpg,transf,contactless,
    interac,ending,in,eur,usd,gbp,chf
    """)

  private static let wordsOfPaying: Set<String> = ["terminal", "girocard", "pos", "eftpos", "ec", "maestro"]

  private static func namesNobody(_ text: String) -> Bool {
    guard text.utf8.count <= bytesMax else { return false }
    let folded = NFC.foldedForComparison(text)
    if folded.count < 2 || kinds.contains(folded) || waysOfPaying.contains(folded) { return true }
    if folded.utf8.count > 4, folded.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return true }
    let words = foldedWords(folded.split(separator: " ").map(String.init).filter { !isNumber($0) })
    if areOfPaying(words), words.contains(where: { !brands.contains($0) && payments.contains($0) }) {
      return true
    }
    return AccountNumber.isIBAN(text) || isReference(text)
  }

  /// Whether a text is a reference: digits and capital letters.
  ///
  /// It has six digits at least, and no word of three letters.
  private static func isReference(_ text: String) -> Bool {
    let isCode = text.utf8.allSatisfy { 0x2d...0x39 ~= $0 || 0x41...0x5a ~= $0 || $0 == UInt8(ascii: "'") }
    let longestWord = text.utf8.split { !(0x41...0x5a ~= $0) }.map(\.count).max() ?? 0
    return isCode && text.utf8.count { 0x30...0x39 ~= $0 } >= 6 && longestWord < 3
  }

  /// The longest text that names no vendor: an IBAN with blanks is the longest of them.
  private static let bytesMax = 42

  /// Kinds of movements that are no names, next to the ways of paying.
  private static let kinds: Set<String> = [
    "virement", "virement recu", "virement emis", "retrait", "cheque", "card transaction", "transfer", "check",
    "cheques", "eft-pos", "atm", "fee", "interest", "ref", "gutschrift", "uberweisung", "dauerauftrag",
    "kartenumsatz", "prelievo", "transferencia", "recibo", "przelew", "platnosc karta", "overschrijving",
    "betaalautomaat", "bank credit", "tilisiirto", "pkorttimaksu", "dslip", "gro", "lon",
    "pix recebido", "sepa direct debit", "zakup przy uzyciu karty", "payroll deposit", "hist",
  ]

  /// Whether two texts name one vendor.
  ///
  /// Their short forms are equal, or one begins with all words of the other.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    let first = NFC.foldedForComparison(short(one)).split(separator: " ")
    let second = NFC.foldedForComparison(short(other)).split(separator: " ")
    guard let count = [first.count, second.count].min(), count > 0 else { return false }
    return first.prefix(count) == second.prefix(count)
  }

  /// Services that print their own name before the shop's.
  private static let services: Set<String> = [
    "sumup", "sq", "square", "paypal", "pp", "zettle", "izettle", "iz", "klarna", "stripe", "adyen", "tst",
    "toast", "py", "sp", "shopify", "google", "nyx", "vzn", "crv", "curve", "payu", "dlo", "ebanx", "mp",
    "mercadopago", "wl", "bkg", "ckg", "fs", "2co", "lsp", "ztl", "paypal inst xfer",
  ]

  private static let thanks: Set<String> = ["sagt", "danke", "thank", "you", "thanks", "merci"]

  /// Returns the part after the star of a payment service, or before the star of any other.
  private static func body(_ text: String) -> Substring {
    guard let star = text.firstIndex(where: { $0 == "*" || $0 == "_" }) else { return text[...] }
    let before = text[..<star].trimming(\.isWhitespace)
    let after = text[text.index(after: star)...].trimming { $0.isWhitespace || $0 == "*" }
    // The end of a card's number: `CARD *1234 CAFE`.
    if let word = after.split(separator: " ").first, word.count > 2, word.allSatisfy(\.isNumber),
      foldedWords([String(before.split(separator: " ").last ?? "")]).contains(where: {
        payments.contains($0) || besidePayments.contains($0)
      })
    {
      return text[...]
    }
    if services.contains(before.lowercased()), !after.isEmpty { return after }
    return before.isEmpty ? after : text[star] == "*" ? before : text[...]
  }

  /// Returns the words without leading ones for the way of paying, unless no others are left.
  private static func named(_ words: [String]) -> [String] {
    guard words.count > 1, firstWords.contains(NFC.foldedForComparison(words[0])) else { return words }
    let folded = words.prefix(4).map { NFC.foldedForComparison($0) }
    for count in stride(from: min(4, words.count - 1), to: 0, by: -1)
    where waysOfPaying.contains(folded.prefix(count).joined(separator: " ")) {
      let rest = Array(words[count...])
      return rest.allSatisfy(isNumber) ? words : rest
    }
    return words
  }

  private static let waysOfPaying: Set<String> = [
    "card payment to", "card payment", "card purchase", "debit card purchase", "direct debit payment to",
    "direct debit to", "direct debit", "standing order to", "faster payment to", "bill payment to",
    "pos purchase", "pos debit", "purchase", "kartenzahlung", "lastschrift", "visa debitkartenumsatz",
    "paiement cb", "paiement par carte", "achat cb", "prlv sepa", "prelevement", "vir sepa", "vir recu",
    "compra tarj.", "compra tarjeta", "compra en", "compra", "pago en", "pagamento pos", "pagamento",
    "betaling", "platba kartou", "zakup karta", "pix transf", "compra no debito",
  ]

  private static let firstWords = Set(
    waysOfPaying.compactMap { $0.split(separator: " ").first.map(String.init) })

  private static let smallWords: Set<String> = [
    "to", "of", "and", "the", "at", "in", "on", "by", "for", "de", "la", "le", "les", "du", "des", "et", "der",
    "die", "das", "und", "von", "am", "im", "el", "y", "di", "del", "e", "da", "do", "van", "het", "en",
  ]

  /// Whether a word is a number of a shop, a card or a day: three digits or more, or digits after `#`.
  private static func isNumber(_ word: String) -> Bool {
    let isASCII = word.utf8.allSatisfy { $0 < 0x80 }
    let digits = isASCII ? word.utf8.count { $0 &- 0x30 <= 9 } : word.count(where: \.isNumber)
    return digits >= 3 && digits * 2 >= word.count || word.hasPrefix("#") && digits > 0
  }

  /// Whether a word is a mark after which no name follows: `//`, `|`, `EREF+…`.
  private static func isMark(_ word: String) -> Bool {
    word == "//" || word == "|" || word.hasPrefix("//")
      || ["EREF+", "MREF+", "SVWZ+", "CRED+"].contains { word.hasPrefix($0) }
  }

  private static let countries: Set<String> = [
    "AT", "AU", "BE", "BR", "CA", "CH", "CN", "CZ", "DE", "DEU", "DK", "ES", "ESP", "FI", "FR", "FRA", "GB",
    "GBR", "HU", "IE", "IRL", "IT", "ITA", "JP", "LU", "LUX", "NL", "NLD", "NO", "NZ", "PL", "POL", "PT", "PRT",
    "SE", "SWE", "US", "USA", "AUT", "BEL", "CHE",
  ]

  private static let legalForms: Set<String> = [
    "gmbh", "ag", "kg", "ohg", "mbh", "ltd", "ltd.", "inc", "inc.", "llc", "bv", "b.v.", "sarl", "sàrl", "spa",
    "s.p.a.", "ab", "oy", "as", "plc", "co.", "&", "sa",
  ]

  /// Returns a word of capitals as a name: `CAFE` is `Cafe`, `DM` and `H&M` stay.
  private static func calm(_ word: String) -> String {
    guard word.count > 3 else { return word }
    return word.prefix(1) + word.dropFirst().lowercased()
  }
}

extension StringProtocol {
  /// Returns the text without such characters at its edges.
  func trimming(_ isEdge: (Character) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isEdge($0) }), let last = lastIndex(where: { !isEdge($0) }) else {
      return self[startIndex..<startIndex]
    }
    return self[first...last]
  }
}
