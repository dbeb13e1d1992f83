/// The words of headers by meaning, folded: small letters without accents.
enum HeaderTables {
  /// A line is a role, a rank if it is not 1, and headers of that meaning.
  static let phrases: StaticString = """
    date 0:buchung, booked, booked at, completed, bokforing, boeking, started bookings
    date:tag, time, timestamp, created on, created, when, data operacji, data transakcji, datum provedeni, paivays, kelte, f operacion
    date:f contable, fecha contable
    value-date:f valor, valuta, wertstellung, wert, valeur, ertekn ap, ertek nap, rentedatum, arvopaiva, ranteda tum
    date 2:posted
    amount:osszeg, islem tutarı, value, quantia, objem, net, netto, sum, mutatie
    amount 2:gross, brutto, charge, charges, total
    debit:out, paid out, money out, uscite, dare, saida, saidas, obciazenia, vydaje, payments, ausgabe, expense, wydatki
    credit:in, paid in, money in, insattning, entrate, avere, entrada, entradas, uznania, prijmy, receipts, einnahme, income, wplywy
    direction:deebet kreedit, typ buchung, s h, dc, cd, d c, c d, cr dr, dr cr, plus minus, belastung gutschrift, direction, sign, χ π
    direction:debitcredit, creditdebit, d k, in out, cdi, type of entry, drcr, crdr
    payer:payer, payer name, sender, absender, auftraggeber, zahlungspflichtiger, zahlungspflichtige r, source name, avsandare, ordenante
    payer:nadawca, remitter, from
    balance:egyenleg
    currency:div, wrg
    text:beschreibung, acıklama, particulars, label, title, descrizione, descripcion, remarks, назначение платежа, комментарий
    payee:counter party, to, description 1 name, kontrahent, nazev protistrany
    source-amount:source amount, source amount after fees, source amount after fee
    source-currency:source currency, debit currency
    target-amount:target amount, target amount after fees, target amount after fee
    target-currency:target currency, credit currency
    id:id, transaction id, transaction number, transaction no, transaktions nr, transaktionsnummer, id transakce, numero de transaction
    id:n de transaction, n di transazione, transaction reference number, journal id, uuid, fitid, trx id, archivierungskennung
    id:identificador, booking id, unique id, transactie id, transaktionscode, tx id
    status:cleared, buchungsstatus, статус
    account:account name, szamlaszam, szamla neve, product, produit, card, card no, card number, produkt, iban auftragskonto
    category:категория, cat, category group category
    counter-account:counter account, gegenkonto, tegenrekening, iban zahlungsbeteiligter, protiucet, cislo protiuctu, partner szamlaszama
    counter-account:account of counterparty
    kind:transaktionstyp, umsatzart, payment type, art
    fee:gebuhr, gebuehr, commission, kosten op verrichting
    ignored:member name, card member, cardholder, cardholder name, account holder, account owner, karteninhaber, kontoinhaber, titulaire
    ignored:titular, intestatario, kaarthouder, exchange rate, kurs, koers, rate, wechselkurs, tax, vat, item, row, num, check number
    ignored:checknumber, check or slip, flag, running total, number of transactions, fx rate, discount
    """

  /// Headers that are known only if the content of a table does not show its columns.
  static let latePhrases: StaticString = """
    date:التاريخ, תאריך, ngay, ngay giao dich, วันที่, tanggal transaksi, data tranzactiei, diena, datums, kuupaev
    text:الوصف, البيان, dien giai, mo ta, noi dung, รายการ, naudos gavejas, informacija
    debit:terecenje, zaduzenje, zaduzenja, rashod, مدين, בחובה, ถอน, ghi no, so tien ghi no, iesmaksa, izdevumi
    debit:islaidos, deebet, otto, panaudota
    credit:odobrenje, odobrenja, prihod, دائن, בזכות, ฝาก, ghi co, so tien ghi co, ienakumi, pajamos, kreedit, pano
    balance:الرصيد, יתרה, so du, ยอดคงเหลือ
    """

  /// Words within headers that are written without spaces, the more exact ones first.
  static let eastern: StaticString = """
    fee:手数料, 手续费, 수수료,
    text:入出金内容, 取扱内容, 取り扱い内容,
    amount:入出金,
    id:交易订单号, 交易单号, 交易流水号, 流水号, 取引番号,
    direction:收/支, 收支, 借贷标志, 借贷,
    status:交易状态, 当前状态,
    kind:交易类型, 交易分类, 取引区分, 支払方法, お取引内容,
    balance:残高, 余额, 餘額, 结余, 結餘, 잔액,
    debit:提款金額, 提款金额, 取款金额, 出金, 支出金額, 支出金额, お引出し, お支払金額, 支払い金額, 引落, 借方, 支出, 출금, 찾으신,
    credit:存款金額, 存款金额, 入金, 預かり金額, 預り金額, お預かり, 預入, 収入, 收入, お預入れ, お預り, 貸方, 存入, 입금, 맡기신,
    ignored:現地, 通貨換算, 外币, 繰越, 月支払, 支払総額, 修改时间,
    date:日付, 日期, 取引日, 利用日, 交易时间, 创建时间, 付款时间, 年月日, 計算日, 记账日, 入账日, 거래일, 일자, 날짜,
    amount:金額, 金额, お支払い, 금액,
    currency:通貨, 货币, 币种, 통화,
    counter-account:对方账号, 对方账户, 相手口座,
    payee:交易对方, 对方户名, 对手信息, 相手先, 店名, お支払先, 받는분, 보낸분, 가맹점,
    text:적요, 내용, 摘要, 内容, 商品, 备注, 用途, 附言, 交易地点, 説明, メモ,
    account:口座, 账号, 账户,
    category:分类, カテゴリ,
    """

  /// The words of column headers, by what the column contains. `*` matches any letters.
  static let stems: StaticString = """
    date:dates, data, fecha, dia, dzien, pvm, дата, *datum, *date, *tag, *dato, *datuma, *dag, *paiva, datetime, день, kuupaev, datas
    date:giorno, jour, tarih*, tanggal, ημερομηνια, תאריך, datums
    value:value, valuta*, valeur, valor, wert*, valuuta*, waluty, ertek*, arvo*, rente*, effective, interest, valoare, valuty
    booking:book*, buchung*, post, registr*, comptab*, contab*, ksieg*, zauct*, zuct*, boek*, bokfor*, bogfor*, kirjaus*, completed, settle*
    booking:verrekening, lancamento, registo, konyvel*, zatov*, verbucht, accounting, kontering, bokning*
    posted:posted, posting, started, cleared
    ignoredDate:birth, due, falligkeit, expiry, start, end, from, to, import*, update*, budget, process*, vervaldatum
    debit:debit, debite, debited, af, abgang*, дебит, debits, debe, soll, belast*, lastschrift*, ausgang, ausgabe*, ut, withdraw*, outflow*
    debit:outgoing, addebit*, uscit*, cargo*, debito*, saida*, obciaz*, wydat*, vydej, uttag, utgift*, egreso*, retiro*, debet*, spent
    debit:terhel*, kiadas, isplat*, breme, duguje, borc, χρεωση, חובה, дебет, списание, списано, расход, видаток
    credit:credit, credite, credited, bij, zugang*, кредит, credits, gutschrift*, haben, eingang, einnahme*, inn, deposit*, inflow*
    credit:incoming, accredit*, entrat*, abono*, haber, credito*, entrada*, insattning*, uznan*, wplyw*, prijem, inntekt*, ingreso*, kredit
    credit:kredyt, kredyty, received, jovair*, bevetel, uplat*, dobro, potrazuje, alacak, πιστωση, זכות, зачисление, зачислено, приход
    credit:надходження
    card:card, karte, kaart, carte, tarjeta, carta, kort
    amount:amount, montant, importo, importe, valor, kwota, belob, belop, castka, osszeg*, suma, summa, summe, *betrag, *bedrag, *belopp
    amount:umsatz, maara, сумма, montante, stka, *osszege, amt, iznos, znesek, tutar*, jumlah, ποσο, סכום, сума
    balance:balance, solde, kontostand, egyenleg*, zustatek, zustatku, *saldo, saldos, остаток, stav, saldot, stanje, bakiye*, likutis
    balance:atlikums, sold, υπολοιπο, יתרה, залишок
    currency:currency, wahrung, whg, curr, ccy, devise, monnaie, monn, moneta, divisa, waluta, mena, meny, munt, moneda, valuuta, devizanem*
    currency:devies, moeda, *wahrung, *waehrung, valutakod, valutakode, валюта, valuta, valuutta, valiuta, doviz, νομισμα, מטבע
    otherAmount:original*, foreign, fremd*, exchange, kurs, koers, rate, detail, details, einzel*, singolo, detalle, puvodni, ursprung*
    otherAmount:auftragsbetrag, local, unit, settled, equivalent, balance2, rechnungs*, tax, vat, mwst, cashback, discount, instructed
    otherAmount:кэшбэк, кешбек*
    fee:fee, fees, gebuhr*, gebuehr*, poplatek, poplatky, commission*, kosten, frais, comision, provize, dij, комис*, коміс*
    text:beschreib*, beschrijving, texte, testo, tekst, details, detail, memo, narrative, narration, *zweck, *text, libelle, descriz*
    text:causale, concepto, descrip*, historico, opis, popis, omschrijving, mededeling*, selite, meddelande*, kozlemeny, reszletek
    text:communication*, remittance, information*, informazioni, tytul, zprava, poznamka, notes, note, bemerkung*, buchungsdetails, comment*
    text:message, mitteilung*, payment, purpose, avis*, avviso, notification, motif, referenz, reference, riferimento, referentie, concept
    text:objet, transactions, reason, vwz*, razon, acıklama*, aciklama*, keterangan, αιτιολογια, περιγραφη, תיאור, paskirtis, selgitus
    text:namen, detalii, descriere, svrha, описание, опис, детал*, назначение, призначення
    party:payee, empf*, auftraggeber*, beguns*, name, nom, nome, nombre, naam, nazev, partner*, counterpart*
    party:merchant*, handelaar, benefic*
    party:zahlungs*, recipient, sender, odbiorc*, kontrahent*, nadawc*, tegen*, mottak*, avsandar*, ordenante, protiuct*, protistr*, gegen*
    party:destinat*, ordinant*, payer, remitter, vendor, shop, kreditor, nev, neve, gavejas, moketojas, saaja, maksja, sanem*, primatelj
    party:platitelj, prejemnik, placnik, alici, alıcı, получатель, отправитель, отримувач
    account:account, accounts, kontonummer, iban, conto, compte, rekeningnummer, cuenta, ucet, uctu, rachunek, rachunku, szamlaszam*, conta
    account:*konto, *rekening, bban
    category:category, categorie, categoria, kategoria, kategori, rubrique, *kategorie
    kind:tipo, *typ, *art, *soort, kind, code, rodzaj, tipus*, *type
    status:status, state, stato, statut, estado, stav
    """
}
