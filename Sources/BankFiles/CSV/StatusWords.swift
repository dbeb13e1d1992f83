import LedgerDomain

/// Words for the state of a row.
enum StatusWords {
  enum Status {
    case booked
    case pending
    /// The bank took it back, or it never happened.
    case void
  }

  /// Returns the state of a cell, or `nil` if the cell is any other text.
  static func status(_ cell: ArraySlice<UInt8>) -> Status? {
    guard 1...40 ~= cell.count else { return nil }
    return table[NFC.foldedForComparison(CellText.plain(cell))]
  }

  private static let table: [String: Status] = {
    var table: [String: Status] = [:]
    for (words, status) in [(bookedWords, Status.booked), (pendingWords, .pending), (voidWords, .void)] {
      for word in words.split(separator: ",") {
        table[NFC.foldedForComparison(CellText.plain(Array(word.utf8)[...]))] = status
      }
    }
    return table
  }()

  private static let bookedWords = """
    booked,book,posted,cleared,completed,complete,settled,reconciled,executed,gebucht,umsatz gebucht,verbucht,gebucht/booked,
    ausgeführt,abgerechnet,abgeschlossen,contabilizzato,contabilizzata,contabilizado,contabilizada,liquidado,liquidada,
    registrato,eseguito,ejecutado,ejecutada,completado,completada,concluido,concluida,comptabilisé,comptabilisée,exécuté,
    réalisé,geboekt,verwerkt,uitgevoerd,geaccepteerd,bokförd,bokfört,bokført,bogført,udført,utført,genomförd,kirjattu,
    suoritettu,zaúčtováno,zaúčtovaná,zaúčtované,zaksięgowana,zaksięgowano,zrealizowana,rozliczona,könyvelt,teljesült,
    executat,проведено,исполнен,исполнено,выполнено,交易成功,支付成功,已入账,確定
    """

  private static let pendingWords =
    """
    pending,pdng,unsettled,authorized,authorised,authorization,authorisation,in progress,processing,hold,not posted,unposted,
    not booked,not cleared,uncleared,
    """ + """
      vorgemerkt,umsatz vorgemerkt,umsatz vorgemerkt und nicht gebucht,nicht gebucht,offen,ausstehend,wartend,reserviert,
      in bearbeitung,
      """ + """
      en attente,en cours,à venir,a venir,non comptabilisé,in behandeling,gereserveerd,reserverat,reservert,reserveret,
      preliminär,venter,väntar,odottaa,varaus,in attesa,non contabilizzato,non contabilizzata,da contabilizzare,autorizzato,
      """ + """
      pendiente,pendente,no contabilizado,retenido,oczekująca,oczekujące,nierozliczona,zablokowana,čeká na zpracování,
      nezaúčtováno,rezervace,függőben,zárolt,în așteptare,в обработке,未確定,处理中,等待付款
      """

  private static let voidWords = """
    reverted,declined,failed,cancelled,canceled,rejected,voided,refused,denied,removed,expired,abgelehnt,storniert,
    fehlgeschlagen,geweigerd,geannuleerd,refusé,annulé,rifiutato,annullato,stornato,rechazado,rechazada,cancelado,cancelada,
    anulado,anulada,recusado,recusada,odrzucona,odrzucono,anulowana,zamítnuto,zrušeno,afvist,avvist,avvisad,hylätty,
    slettet,annulleret,отклонено,отменено,交易关闭
    """
}
