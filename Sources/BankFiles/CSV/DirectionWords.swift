import LedgerDomain

/// Words that tell money in from money out.
enum DirectionWords {
  enum Direction {
    case out
    case `in`
    /// The bank counts the row as neither.
    case neither
  }

  /// Returns the direction of a cell, or `nil` if the cell is any other text.
  static func direction(_ cell: ArraySlice<UInt8>) -> Direction? {
    guard 1...40 ~= cell.count else { return nil }
    let text = CellText.plain(cell)
    switch text {
    case "+": return .in
    case "-", "−": return .out
    default: return table[NFC.foldedForComparison(text)]
    }
  }

  /// Whether a word tells the direction only next to its opposite, and is part of the text of its row.
  static func isLater(_ cell: ArraySlice<UInt8>) -> Bool { later.contains(fold(CellText.plain(cell)[...])) }

  private static let later = Set((laterOutWords + "," + laterInWords).split(separator: ",").map(fold))
  private static let table: [String: Direction] = {
    var table: [String: Direction] = [:]
    for word in (outWords + "," + laterOutWords).split(separator: ",") { table[fold(word)] = .out }
    for word in (inWords + "," + laterInWords).split(separator: ",") { table[fold(word)] = .in }
    for word in neitherWords.split(separator: ",") { table[fold(word)] = .neither }
    return table
  }()

  private static func fold(_ word: Substring) -> String {
    NFC.foldedForComparison(CellText.plain(word))
  }

  private static let outWords = """
    debit,d,dr,dbit,db,debet,soll,s,belastung,lastschrift,af,out,outflow,withdrawal,withdraw,expense,paid out,uit,payment out,débit,
    addebito,dare,cargo,uscita,debe,saida,saída,kiadás,terhelés,výdaj,odchozí,obciążenie,uznanie d,支出,出金,付款,已支出,出,借,出账,minus,charge,spend,
    spent,money out,sent,af-,ut,uttag,χ,χρέωση,borç,duguje,חובה,дебет,видаток
    """
  private static let laterOutWords = """
    paid,ausgang,ausgabe,auszahlung,abgang,outgoing,outbound,sortie,dépense,décaissement,gasto,egreso,salida,débito,spesa,wydatek,wypływ,
    utgift,utbetaling,udgift,udbetaling,ud,otto,meno,isplata,odliv,rashod,zaduženje,terećenje,odhodek,cheltuială,giden,gider,çıkış,расход,
    списание,дт,дебит,разход,витрата,转出,支取,引出,引落,払出,출금,지출,مدين,חיוב,izdevumi,išlaidos,väljaminek
    """

  private static let inWords = """
    credit,c,cr,crdt,kredit,haben,h,gutschrift,bij,in,inflow,deposit,income,paid in,payment in,crédit,accredito,avere,abono,entrata,haber,
    entrada,bevétel,jóváírás,příjem,příchozí,uznanie,收入,入金,收款,已收入,入,贷,入账,plus,money in,received,insättning,k,π,πίστωση,alacak,potražuje,
    זכות,кредит
    """
  private static let laterInWords = """
    eingang,einnahme,einzahlung,zugang,incoming,inbound,entrée,recette,encaissement,ingreso,crédito,ricavo,receita,wpływ,przychód,inn,
    innbetaling,inntekt,ind,indbetaling,indtægt,pano,tulo,inkomst,uplata,priliv,prihod,odobrenje,încasare,venit,gelen,gelir,giriş,приход,
    зачисление,поступление,кт,постъпление,надходження,转入,存入,預入,入帳,입금,수입,دائن,זיכוי,ienākumi,pajamos,įplaukos,sissetulek,laekumine
    """

  private static let neitherWords = "不计收支,/,neutral,其他"
}
