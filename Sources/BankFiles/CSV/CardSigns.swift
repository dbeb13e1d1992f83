import LedgerDomain

/// The signs of amounts in a table without words for the direction, which may be of a card.
///
/// Some cards print purchases as positive numbers, and payments to the card as negative ones.
struct CardSigns {
  private var (paymentsOut, paymentsIn, othersOut, othersIn) = (0, 0, 0, 0)
  private let namesCharges: Bool
  private var receivedOut = false
  private let isOfCard: Bool
  private let namesDebt: Bool

  init(_ reader: CSVReader, _ column: Int) {
    let table = reader.table
    let names = reader.header.map { header in
      (0..<table.width(of: header.row)).map { HeaderWords.key(CellText.plain(table.cell(header.row, $0))) }
    }
    let words = names?.indices.contains(column) ?? false ? names?[column].split(separator: " ") ?? [] : []
    namesCharges = words.contains { ["charge", "charges", "charged", "belastung"].contains($0) }
    let debts = [
      "owed", "owing", "outstanding", "due", "offen", "offener", "geschuldet", "dû", "deudor", "dovuto",
    ]
    var (debtsIn, debtsOut) = (0, 0)
    if let balance = reader.columns.balance, names?.indices.contains(balance) ?? false,
      names?[balance].split(separator: " ").contains(where: { debts.contains(String($0)) }) ?? false
    {
      for number in reader.rows.lazy.compactMap({ PrintedNumber(table.trimmed($0, balance)) }) {
        if number.isNegative { debtsOut += 1 } else { debtsIn += 1 }
      }
    }
    namesDebt = debtsIn > debtsOut
    isOfCard =
      names?.contains { name in
        // The Japanese word for a day or an amount of use.
        name.hasPrefix("利用")
          || name.split(separator: " ").contains { word in
            HeaderVocabulary.shared.classes(of: String(word)).contains(.card) || word.hasSuffix("karte")
              || word.hasPrefix("karten") || word.hasPrefix("card")
          }
      } ?? false
    for row in reader.rows {
      guard let number = PrintedNumber(table.trimmed(row, column)), !number.isZero else { continue }
      let texts = (reader.columns.payees + reader.columns.texts).map { CellText.plain(table.cell(row, $0)) }
      let text = RowIdentity.comparable(texts.joined(separator: " "))
      if number.isNegative, Self.contains(Self.received, text) { receivedOut = true }
      switch (isPayment(text), number.isNegative) {
      case (true, true): paymentsOut += 1
      case (true, false): paymentsIn += 1
      case (false, true): othersOut += 1
      case (false, false): othersIn += 1
      }
    }
  }

  /// Whether most amounts are positive, and no payment to the card tells what that means.
  var provesNothing: Bool { paymentsIn + paymentsOut == 0 && !namesCharges && othersIn > othersOut }

  /// Whether the balance that proves a reading is what is owed, so that the signs are the opposite.
  func isOwed(by reading: SignReading) -> Bool {
    let usual = usual?.0
    if namesDebt { return true }
    if reading == .printed { return usual == .turned }
    return usual == .printed && (paymentsIn > 0 || isOfCard || othersOut > othersIn * 2)
  }

  /// The usual reading with the reason, or `nil` if it is in doubt.
  var usual: (SignReading, reason: String)? {
    if namesCharges {
      if othersIn == 0, paymentsIn == 0 { return (.printed, "money out is negative") }
      return othersIn > othersOut && paymentsIn == 0 ? (.turned, "the column is one of charges") : nil
    }
    if paymentsIn > 0, paymentsOut == 0 { return (.printed, "payments to the card are positive") }
    if paymentsOut > 0, paymentsIn == 0, isOfCard || othersIn > othersOut || receivedOut {
      return (.turned, "payments to the card are negative")
    }
    if isOfCard || paymentsOut > 0, othersIn > othersOut { return nil }
    let remark =
      "no amount is negative; if the file prints charges as positive numbers, give --charges-positive"
    return (.printed, othersOut + paymentsOut > 0 ? "money out is negative" : remark)
  }

  /// Whether a text is one by which a card confirms a payment.
  ///
  /// A shop may thank for a payment, too. So these words count only if the table is one of a card.
  private func isPayment(_ text: String) -> Bool {
    Self.contains(Self.received, text) || Self.contains(Self.payments, text)
      || isOfCard && Self.contains(Self.thanks, text)
  }

  private static func contains(_ words: [String], _ text: String) -> Bool {
    words.contains { ByteSearch.contains($0, in: text) }
  }

  /// Words for a payment that arrived, without case, accents, spaces and marks. A bank never prints them for money out.
  private static let received = [
    "paymentreceived", "zahlungerhalten", "paiementrecu", "pagorecibido", "pagamentoricevuto",
    "pagamentorecebido",
    "betalingontvangen", "betalingmottatt", "inbetalningtack",
  ]
  /// Words for a payment to a card.
  private static let payments = [
    "paymentthankyou", "thankyouforyourpayment", "autopaypayment", "autopaythank", "automaticpaymentthank",
    "mobilepaymentthank",
    "onlinepaymentthank", "directdebitpaymentthank", "zahlungbesten", "einzahlungbesten", "お支払いありがとう",
  ]
  private static let thanks = [
    "autopaypymt",
    "dankefurihrezahlung", "ihrezahlung", "mercipourvotrepaiement", "mercidevotrepaiement", "votrepaiement",
    "graciasporsupago",
  ]
}
