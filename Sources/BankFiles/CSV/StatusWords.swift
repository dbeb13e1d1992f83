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
        table[NFC.foldedForComparison(CellText.plain(word))] = status
      }
    }
    return table
  }()

  private static let bookedWords = """
    booked,book,posted,cleared,completed,complete,settled,reconciled,executed,gebucht,umsatz gebucht,verbucht,gebucht/booked,ausgeführt,
    abgerechnet,abgeschlossen,contabilizzato,contabilizzata,contabilizado,contabilizada,liquidado,liquidada,registrato,eseguito,ejecutado,
    ejecutada,completado,completada,concluido,concluida,comptabilisé,comptabilisée,exécuté,réalisé,geboekt,verwerkt,uitgevoerd,
    geaccepteerd,bokförd,bokfört,bokført,bogført,udført,utført,genomförd,kirjattu,suoritettu,zaúčtováno,zaúčtovaná,zaúčtované,
    zaksięgowana,zaksięgowano,zrealizowana,rozliczona,könyvelt,teljesült,executat,проведено,исполнен,исполнено,выполнено,交易成功,支付成功,已入账,確定,
    success,successful,succeeded,done,réussi,réussie,effectué,effectuée,terminé,terminée,voltooid,eseguita,registrata,realizado,realizada,
    efetuado,efetivado,finalizado,genomfört,gennemført,fullført,valmis,provedeno,dokončeno,zrealizowano,zakończona,zakończono,teljesítve,
    finalizat,onaylandı,tamamlandı,gerçekleşti,ολοκληρώθηκε,проведен,исполнена,выполнен,завершено,успешно,成功,完成,已完成,完了,완료
    """

  private static let pendingWords =
    """
    pending,pdng,unsettled,authorized,authorised,authorization,authorisation,processing,hold,unposted,uncleared,vorgemerkt,offen,
    ausstehend,wartend,reserviert,gereserveerd,reserverat,reservert,reserveret,preliminär,venter,väntar,odottaa,varaus,autorizzato,
    pendiente,pendente,retenido,oczekująca,oczekujące,nierozliczona,zablokowana,nezaúčtováno,rezervace,függőben,zárolt,未確定,处理中,等待付款,
    scheduled,upcoming,autorisation,gepland,kommande,kommende,prenotata,prenotato,agendado,blokada,oczekuje,čekající,čeká,blokace,
    nezaúčtovaná,čakajúca,čakajúce,foglalás,rezervirano,rezervisano,ожидание,холд,авторизация,очікує,заблоковано,чакащ,чакаща,beklemede,
    provizyon,işlemde,εκκρεμεί,εκκρεμής,ootel,broneeritud,gaida,rezervēts,laukiama,rezervuota,ממתין,בהמתנה,معلق,معلقة,대기,처리중,待处理,待入账,待入帳,
    保留中,menunggu,รอดำเนินการ,
    """ + """
      in progress,not posted,not booked,not cleared,umsatz vorgemerkt,umsatz vorgemerkt und nicht gebucht,nicht gebucht,in bearbeitung,
      """ + """
      en attente,en cours,à venir,a venir,non comptabilisé,in behandeling,in attesa,non contabilizzato,non contabilizzata,da contabilizzare,
      """ + """
      no contabilizado,čeká na zpracování,în așteptare,в обработке,awaiting settlement,not processed,not settled,on hold,en traitement,
      """ + """
      en suspens,à débiter,nog niet verwerkt,niet verwerkt,ej bokförd,ej bokfört,ikke bokført,ikke bogført,in elaborazione,da confermare,
      """ + """
      pendiente de liquidar,pendiente de cargo,en proceso,en curso,em processamento,por liquidar,w toku,w realizacji,feldolgozás alatt,
      """ + """
      na čekanju,u obradi,v obdelavi,в ожидании,в очікуванні,в обробці,σε εκκρεμότητα,قيد المعالجة,đang xử lý
      """

  private static let voidWords = """
    reverted,declined,failed,cancelled,canceled,rejected,voided,refused,denied,removed,expired,abgelehnt,storniert,fehlgeschlagen,
    geweigerd,geannuleerd,refusé,annulé,rifiutato,annullato,stornato,rechazado,rechazada,cancelado,cancelada,anulado,anulada,recusado,
    recusada,odrzucona,odrzucono,anulowana,zamítnuto,zrušeno,afvist,avvist,avvisad,hylätty,slettet,annulleret,отклонено,отменено,交易关闭,
    error,returned,blocked,unsuccessful,aborted,request canceled,request cancelled,canceled by sender,cancelled by sender,
    canceled by user,cancelled by user,transaction failed,fehler,abgebrochen,gescheitert,abgewiesen,zurückgewiesen,échoué,échouée,échec,
    refusée,annulée,rejeté,rejetée,mislukt,afgewezen,afgebroken,avbruten,misslyckad,misslyckades,nekad,makulerad,avbrutt,mislyktes,
    kansellert,annullert,avbrudt,mislykket,fejlet,peruttu,epäonnistui,epäonnistunut,rifiutata,annullata,respinta,respinto,fallito,fallita,
    stornata,fallido,fallida,denegado,denegada,falhou,falhada,negado,negada,estornado,estornada,odmítnuto,stornováno,neúspěšná,zamítnutá,
    zrušená,odrzucone,anulowano,nieudana,elutasítva,törölve,sikertelen,visszavonva,respins,respinsă,anulat,anulată,eșuat,eșuată,iptal,
    iptal edildi,reddedildi,başarısız,отклонен,отклонён,отклонена,отменен,отменён,отменена,ошибка,отказ,відхилено,скасовано,отхвърлено,
    απορρίφθηκε,ακυρώθηκε,απέτυχε,odbijeno,otkazano,stornirano,zavrnjeno,preklicano,atmesta,atšaukta,noraidīts,atcelts,tühistatud,取消,已取消,
    失败,交易失败,キャンセル,取消済,失敗,취소,취소됨,실패,거절,מבוטל,נדחה,ملغى,ملغاة,مرفوض,فشل,dibatalkan,gagal,ditolak
    """
}
