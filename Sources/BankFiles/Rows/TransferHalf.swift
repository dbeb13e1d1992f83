package import LedgerDomain

/// A row with the account that it belongs to.
package struct TransferHalf: Sendable {
  package let account: String
  /// The numbers of the account, as files print them.
  package let numbers: [String]
  package let row: BankRow

  package init(account: String, numbers: [String] = [], row: BankRow) {
    self.account = account
    self.numbers = numbers
    self.row = row
  }

  /// A row that was imported before.
  package init(
    account: String, numbers: [String], date: CivilDate, money: Money, payee: String, text: String
  ) {
    var row = BankRow(line: 0, date: date, money: money)
    (row.payee, row.text) = (payee, text)
    self.init(account: account, numbers: numbers, row: row)
  }

  /// The evidence that two rows of opposite amounts are one transfer.
  package enum Evidence: Sendable {
    /// One row names the account of the other.
    case named
    /// The text of a row is about money between accounts.
    case hinted
    case none
  }

  /// Returns the evidence that the row and another one of the opposite amount are one transfer.
  ///
  /// - Complexity: O(length of the texts).
  package func evidence(_ other: TransferHalf) -> Evidence {
    // A row that names another account is no half.
    if contradicts(other) || other.contradicts(self) { return .none }
    if names(other) || other.names(self) { return .named }
    return speaks(of: other) || other.speaks(of: self) ? .hinted : .none
  }

  /// The beginning of a payee that names an account, as in exports of YNAB.
  private static let transfer = "transfer"
  /// The shortest number that a text may contain by chance only rarely.
  private static let digitsMin = 8
  /// The shortest name of an account that is looked for in texts.
  private static let nameCharactersMin = 4

  /// Whether the row names another account than those numbers of the other row's account that are known.
  private func contradicts(_ other: TransferHalf) -> Bool {
    guard let named = row.counterAccount, named.utf8.count(where: { $0 &- 0x30 <= 9 }) >= Self.digitsMin,
      !other.numbers.isEmpty
    else { return false }
    return !other.numbers.contains { AccountNumber.areSame(named, $0) }
  }

  private func names(_ other: TransferHalf) -> Bool {
    let numbers = [other.account] + other.numbers
    if let named = row.counterAccount, numbers.contains(where: { AccountNumber.areSame(named, $0) }) {
      return true
    }
    if row.transferAccount == other.account { return true }
    let name = RowIdentity.comparable(other.account)
    if !name.isEmpty, RowIdentity.comparable(row.payee) == Self.transfer + name { return true }
    let text = RowIdentity.comparable(row)
    return numbers.contains { number in
      let digits = RowIdentity.comparable(number)
      return digits.utf8.count { $0 &- 0x30 <= 9 } >= Self.digitsMin && ByteSearch.contains(digits, in: text)
    }
  }

  /// Whether the text is about money between accounts, or has the name of the other account.
  private func speaks(of other: TransferHalf) -> Bool {
    let text = RowIdentity.comparable(row)
    let name = RowIdentity.comparable(other.account)
    if name.count >= Self.nameCharactersMin, ByteSearch.contains(name, in: text) { return true }
    let words = Self.betweenAccounts + (row.money.minorUnits < 0 ? Self.billsOfCards : Self.paymentsOfCards)
    return words.contains { ByteSearch.contains($0, in: text) }
  }

  // MARK: - Words, without case, accents, spaces and marks

  private static let betweenAccounts = [
    "umbuchung", "kontoubertrag", "eigenubertrag", "internaltransfer", "betweenaccounts", "ownaccount",
    "virementinterne", "giroconto", "traspaso", "interneoverboeking", "egenoverforing",
  ]
  private static let billsOfCards = [
    "kreditkarte", "kartenabrechnung", "kartenservice", "creditcard", "creditcrd", "cardservices", "cardbill",
    "cardautopay", "cardpymt", "autopaypymt", "epayment", "cartedecredit", "relevecarte", "tarjetadecredito",
    "liquidaciontarjeta", "cartadicredito", "addebitocarta", "kredietkaart", "kreditkort", "luottokort",
    "cartaodecredito", "kartakredyt", "amex", "americanexpress", "mastercard", "barclaycard",
  ]
  private static let paymentsOfCards = [
    "zahlungeingang", "zahlungseingang", "zahlungerhalten", "dankefurihrezahlung", "ausgleichkreditkarte",
    "einzuglastschrift", "lastschrifteinzug", "paymentthankyou", "thankyouforyourpayment", "paymentreceived",
    "autopay", "automaticpayment", "paymentbydirectdebit", "onlinepayment", "directdebitpayment",
    "paiementrecu", "reglementrecu", "mercipourvotrepaiement", "pagorecibido", "supago", "pagamentoricevuto",
    "pagamentorecebido", "betalingontvangen", "betalingmottatt", "inbetalning", "platbaprijata", "splatakarty",
  ]
}
