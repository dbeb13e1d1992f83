import LedgerDomain

/// The signs of amounts in a table without words for the direction, which may be of a card.
///
/// Some cards print purchases as positive numbers, and payments to the card as negative ones.
struct CardSigns {
  private var (paymentsOut, paymentsIn, othersOut, othersIn, purchasesOut, purchasesIn) = (0, 0, 0, 0, 0, 0)
  private let namesCharges: Bool
  private let headerNamesCard: Bool
  private let isOfCard: Bool
  private let namesDebt: Bool

  init(_ reader: CSVReader, _ column: Int) {
    let table = reader.table
    let names = reader.headerNames
    let words = names.indices.contains(column) ? names[column].split(separator: " ") : []
    namesCharges = words.contains { ["charge", "charges", "charged", "belastung"].contains($0) }
    let debts = [
      "owed", "owing", "outstanding", "due", "offen", "offener", "geschuldet", "dû", "deudor", "dovuto",
    ]
    var (debtsIn, debtsOut) = (0, 0)
    if let balance = reader.columns.balance, names.indices.contains(balance),
      names[balance].split(separator: " ").contains(where: { debts.contains(String($0)) })
    {
      for number in reader.rows.lazy.compactMap({ PrintedNumber(table.trimmed($0, balance)) }) {
        if number.isNegative { debtsOut += 1 } else { debtsIn += 1 }
      }
    }
    namesDebt = debtsIn > debtsOut
    headerNamesCard = names.contains { name in
      // The Japanese word for a day or an amount of use.
      name.hasPrefix("利用")
        || name.split(separator: " ").contains { Self.isCard($0) || $0.hasPrefix("card") }
    }
    isOfCard = headerNamesCard || Self.nameCard(reader.options.names)
    let kinds = reader.header?.meanings.indices.filter { reader.header?.meanings[$0]?.role == .kind } ?? []
    for row in reader.rows {
      guard let number = PrintedNumber(table.trimmed(row, column)), !number.isZero else { continue }
      let texts = (reader.columns.payees + reader.columns.texts).map { CellText.plain(table.cell(row, $0)) }
      let text = RowIdentity.comparable(texts.joined(separator: " "))
      if kinds.contains(where: {
        Self.purchases.contains(NFC.foldedForComparison(CellText.plain(table.cell(row, $0))))
      }) {
        if number.isNegative { purchasesOut += 1 } else { purchasesIn += 1 }
      }
      switch (isPayment(text), number.isNegative) {
      case (true, true): paymentsOut += 1
      case (true, false): paymentsIn += 1
      case (false, true): othersOut += 1
      case (false, false): othersIn += 1
      }
    }
  }

  private var purchasesProve: Bool {
    purchasesIn > 0
      ? purchasesOut == 0 && (othersOut + paymentsOut > 0 || othersIn == purchasesIn) : purchasesOut > 0
  }

  /// Whether a payment to the card or the header tells the signs, not only what most amounts have.
  var isProof: Bool { paymentsIn + paymentsOut > 0 || namesCharges || purchasesProve }

  /// Whether most amounts are positive, and nothing tells what that means.
  var isOpen: Bool { !isProof && othersIn > othersOut }

  /// Whether the balance that proves a reading is what is owed, or `nil` if that is in doubt.
  ///
  /// Then the signs are the opposite.
  func isOwed(by reading: SignReading) -> Bool? {
    let usual = usual?.0
    if namesDebt { return true }
    // Only a card has a balance that grows by charges. A payment that was received can be taken back by any bank.
    if reading == .printed { return usual == .turned ? (isOfCard || namesCharges ? true : nil) : false }
    return usual == .printed && (paymentsIn > 0 || isOfCard || othersOut > othersIn * 2)
  }

  /// The usual reading with the reason, or `nil` if it is in doubt.
  var usual: (SignReading, reason: String)? {
    if namesCharges {
      if othersIn == 0, paymentsIn == 0 { return (.printed, "money out is negative") }
      return othersIn > othersOut && paymentsIn == 0 ? (.turned, "the column is one of charges") : nil
    }
    if purchasesProve, purchasesIn > 0, paymentsIn == 0 { return (.turned, "purchases are positive") }
    if paymentsIn > 0, paymentsOut == 0 { return (.printed, "payments to the card are positive") }
    if paymentsOut > 0, paymentsIn == 0, isOfCard || othersIn > othersOut {
      return (.turned, "payments to the card are negative")
    }
    // The only row of a card can be the payment of a bill, in words of its own.
    let isOfDoubt = isOfCard && (headerNamesCard || othersIn + othersOut > 1)
    if isOfDoubt || paymentsOut > 0, othersIn >= max(othersOut, 1) { return nil }
    let remark =
      "no amount is negative; if the file prints charges as positive numbers, give --charges-positive"
    return (.printed, othersOut + paymentsOut > 0 ? "money out is negative" : remark)
  }

  /// Whether a text is one by which a card confirms a payment.
  ///
  /// A shop may thank for a payment, too. So these words count only if the table is one of a card.
  private func isPayment(_ text: String) -> Bool {
    Self.contains(Self.payments, text) || isOfCard && Self.contains(Self.thanks, text)
  }

  /// Whether the first name that tells the kind of an account is one of a credit card: `Amex Gold`.
  private static func nameCard(_ names: [String]) -> Bool {
    for name in names {
      let words = NFC.foldedForComparison(name).split { !$0.isLetter }
      if words.contains(where: { word in others.contains { word.hasPrefix($0) } }) { return false }
      if words.contains(where: { isCard($0) || $0.hasSuffix("card") || brands.contains(String($0)) }) {
        return true
      }
    }
    return false
  }

  private static func isCard(_ word: Substring) -> Bool {
    HeaderVocabulary.shared.classes(of: String(word)).contains(.card) || word.hasPrefix("karten")
      || ["karte", "kort", "kaart", "kortti"].contains { word.hasSuffix($0) }
  }

  private static func contains(_ words: [String], _ text: String) -> Bool {
    words.contains { ByteSearch.contains($0, in: text) }
  }

  private static let brands: Set<String> = [
    "amex", "americanexpress", "express", "discover", "visa", "mastercard", "diners", "jcb", "viseca",
    "advanzia",
    "cards", "cartao", "karta", "karty",
  ]
  /// The beginnings of words for accounts of another kind.
  private static let others = [
    "debit", "saving", "check", "current", "giro", "spar", "debet", "gift", "courant",
  ]
  /// Words for a payment to a card, without case, accents, spaces and marks.
  private static let payments = """
    paymentreceived,zahlungerhalten,paiementrecu,pagorecibido,pagamentoricevuto,pagamentorecebido,inclusaodepagamento,
    betalingontvangen,betalingmottatt,betaltbgdatum,geincasseerdvorigsaldo,inbetalningtack,
    paymentthankyou,thankyouforyourpayment,autopaypayment,autopaythank,
    automaticpaymentthank,mobilepaymentthank,onlinepaymentthank,directdebitpaymentthank,zahlungbesten,einzahlungbesten,
    お支払いありがとう
    """.split(separator: ",").map { String($0.drop(while: \.isNewline)) }
  private static let thanks = """
    autopaypymt,dankefurihrezahlung,ihrezahlung,mercipourvotrepaiement,mercidevotrepaiement,votrepaiement,
    graciasporsupago
    """.split(separator: ",").map { String($0.drop(while: \.isNewline)) }
  /// Words for a purchase in a column of kinds.
  private static let purchases = Set(
    "purchase,purchases,merchant,kauf,einkauf,achat,compra,acquisto,aankoop,kop,kjop,kob,osto,zakup,nakup"
      .split(separator: ",").map(String.init))
}
