/// The words of headers by meaning, folded: small letters without accents.
enum HeaderTables {
  /// A line is a role, a rank if it is not 1, and headers of that meaning.
  static let phrases: StaticString = """
    date 0:buchung, booked, booked at, completed, post date, bokforing, boeking, started bookings
    date:date, datum, data, fecha, dato, tag, time, timestamp, transaction date, trans date, created on, created, when, data operacji
    date:data transakcji, datum provedeni, datum verrichting, pvm, paivays, дата, kelte, f operacion, f contable, fecha operacion
    date:fecha contable
    value-date:f valor, valuta, wertstellung, wert, value date, valeur, valuta date, ertekn ap, ertek nap, rentedatum, interest date
    value-date:effective date, date valeur, fecha valor, data valor, data waluty, arvopaiva, ranteda tum
    date 2:posted, date posted, posted date, posting date, cleared date, started date
    amount:amount, betrag, montant, importo, importe, valor, kwota, bedrag, belopp, belob, belop, castka, osszeg, suma, summa, summe
    amount:value, quantia, umsatz, tutar, maara, сумма, objem, net, netto, sum, montante, transaction amount, mutatie
    amount 2:gross, brutto, charge, charges, total
    debit:debit, debet, soll, af, out, paid out, money out, outflow, ut, withdrawal, withdrawals, debe, cargo, cargos, uscite, dare, saida
    debit:saidas, obciazenia, vydaje, payments, spent, ausgang, ausgabe, expense, retiro, wydatki
    credit:credit, haben, bij, in, paid in, money in, inflow, insattning, deposit, deposits, haber, abono, abonos, entrate, avere, entrada
    credit:entradas, uznania, prijmy, receipts, received, eingang, einnahme, income, wplywy
    direction:deebet kreedit, typ buchung, debit credit, credit debit, soll haben, s h, dc, cd, d c, c d, cr dr, dr cr, af bij, bij af
    direction:plus minus, bevetel kiadas, belastung gutschrift, direction, credit debit indicator, debit credit indicator, sign, χ π
    direction:duguje potrazuje, borc alacak, debit or credit, debitcredit, creditdebit, d k, in out, cdi, type of entry, drcr, crdr
    payer:payer, payer name, sender, absender, auftraggeber, zahlungspflichtiger, zahlungspflichtige r, source name, avsandare, ordenante
    payer:nadawca, remitter, from
    balance:balance, saldo, solde, kontostand, egyenleg, zustatek, running balance, account balance, balance after
    currency:currency, ccy, curr, div, whg, wrg, monn, munt, devise, moneta, divisa, moneda, mena, waluta, moeda, valuta code
    text:description, beschreibung, details, memo, notes, note, text, narrative, particulars, label, libelle, title, opis, popis
    text:omschrijving, tekst, descrizione, concepto, descripcion, historico, causale, selite, reference, transaction details
    text:payment details, transaction description, remarks, message, comment, comments, zprava, описание, назначение платежа, комментарий
    payee:counter party, payee, name, partner, partner neve, counterparty, merchant, merchant name, beneficiary, recipient, to
    payee:description 1 name, handelaar, kontrahent, nazev protistrany, target name, naam tegenpartij
    source-amount:source amount, source amount after fees, source amount after fee
    source-currency:source currency, debit currency
    target-amount:target amount, target amount after fees, target amount after fee
    target-currency:target currency, credit currency
    id:id, transaction id, transaction number, transaction no, transaktions nr, transaktionsnummer, id transakce, numero de transaction
    id:n de transaction, n di transazione, transaction reference number, journal id, uuid, fitid, trx id, archivierungskennung
    id:identificador, booking id, unique id, transactie id, transaktionscode, tx id
    status:status, state, transaction status, stato, statut, estado, cleared, buchungsstatus, booking status, статус
    account:account, konto, kontonummer, iban, conto, compte, rekening, rekeningnummer, account name, account number, cuenta, ucet
    account:cislo uctu, szamlaszam, szamla neve, product, produit, card, card no, card number, conto no, produkt, auftragskonto
    account:iban auftragskonto, numero de compte, numero di conto, nr rachunku, own account, account id
    category:категория, category, kategorie, categorie, categoria, kategoria, cat, category group category
    counter-account:counter account, gegenkonto, tegenrekening, counterparty iban, iban zahlungsbeteiligter, protiucet, cislo protiuctu
    counter-account:partner szamlaszama, partner iban, account of counterparty, payee account
    kind:type, transaction type, typ, tipo, transaktionstyp, auftragsart, umsatzart, kind, code, payment type, art
    fee:fee, fees, gebuhr, gebuehr, poplatek, commission, kosten, transaction fee, kosten op verrichting, frais
    ignored:member name, card member, cardholder, cardholder name, account holder, account owner, karteninhaber, kontoinhaber, titulaire
    ignored:titular, intestatario, kaarthouder, local amount, local currency, exchange rate, kurs, koers, rate, wechselkurs, tax, vat
    ignored:item, row, num, check number, checknumber, check or slip, flag, running total, number of transactions, fx rate, discount
    """

  /// Headers that are known only if the content of a table does not show its columns.
  static let latePhrases: StaticString = """
    date:التاريخ, תאריך, ngay giao dich, วันที่, tanggal transaksi, data tranzactiei, diena, datums, kuupaev
    text:الوصف, البيان, dien giai, รายการ, naudos gavejas, informacija
    debit:terecenje, zaduzenje, zaduzenja, rashod, مدين, בחובה, ถอน, ghi no, iesmaksa, izdevumi, islaidos, deebet, otto, panaudota
    credit:odobrenje, odobrenja, prihod, دائن, בזכות, ฝาก, ghi co, ienakumi, pajamos, kreedit, pano
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
    balance:残高, 余额, 结余, 잔액,
    debit:出金, 支出金額, 支出金额, お引出し, お支払金額, 支払い金額, 引落, 借方, 支出, 출금, 찾으신,
    credit:入金, 預かり金額, 預り金額, お預かり, 預入, 収入, 收入, お預入れ, お預り, 貸方, 存入, 입금, 맡기신,
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
}

extension HeaderTables {
  /// The words of column headers, by what the column contains. `*` matches any letters.
  static let stems: StaticString = """
    date:date, dates, datum, data, fecha, dato, datuma, dia, dzien, pvm, tarih, дата, *datum, *date, *tag, *dato, *datuma, *dag, *paiva
    date:datetime, день, kuupaev, datas, giorno, jour, tarih*, tanggal, ημερομηνια, תאריך, datums
    value:value, valuta*, valeur, valor, wert*, valuuta*, waluty, ertek*, arvo*, rente*, effective, interest, valoare, valuty
    booking:book*, buchung*, post, registr*, comptab*, contab*, ksieg*, zauct*, zuct*, boek*, bokfor*, bogfor*, kirjaus*, completed
    booking:settle*, verrekening, lancamento, registo, konyvel*, zatov*, verbucht, accounting, kontering, bokning*
    posted:posted, posting, started, cleared
    ignoredDate:birth, due, falligkeit, expiry, start, end, from, to, import*, update*, budget, process*, vervaldatum
    debit:debit, debite, debited, af, abgang*, дебит, debet, debits, debe, soll, belast*, lastschrift*, ausgang, ausgabe*, ut, withdraw*
    debit:outflow*, outgoing, addebit*, uscit*, cargo*, debito*, saida*, obciaz*, wydat*, vydej, uttag, utgift*, debitos, egreso*, retiro*
    debit:debet*, spent, terhel*, kiadas, isplat*, breme, duguje, borc, χρεωση, חובה, дебет, списание, списано, расход, видаток
    credit:credit, credite, credited, bij, zugang*, кредит, credits, gutschrift*, haben, eingang, einnahme*, inn, deposit*, inflow*
    credit:incoming, accredit*, entrat*, abono*, haber, credito*, entrada*, insattning*, uznan*, wplyw*, prijem, inntekt*, ingreso*
    credit:kredit, kredyt, kredyty, received, jovair*, bevetel, uplat*, dobro, potrazuje, alacak, πιστωση, זכות, кредит, зачисление
    credit:зачислено, приход, надходження
    card:card, karte, kaart, carte, tarjeta, carta, kort
    amount:amount, betrag, montant, importo, importe, valor, kwota, bedrag, belopp, belob, belop, castka, osszeg*, suma, summa, summe
    amount:*betrag, *bedrag, *belopp, umsatz, tutar, maara, сумма, montante, stka, *osszege, amt, iznos, znesek, tutar*, jumlah, ποσο
    amount:סכום, сума
    balance:balance, saldo, solde, kontostand, egyenleg*, zustatek, zustatku, *saldo, saldos, остаток, stav, saldot, stanje, bakiye*
    balance:likutis, atlikums, sold, υπολοιπο, יתרה, залишок
    currency:currency, wahrung, waehrung, whg, curr, ccy, devise, monnaie, monn, moneta, divisa, waluta, mena, meny, munt, moneda, valuuta
    currency:devizanem*, devies, moeda, *wahrung, *waehrung, valutakod, valutakode, валюта, valuta, valuutta, valiuta, doviz, νομισμα
    currency:מטבע
    otherAmount:original*, foreign, fremd*, exchange, kurs, koers, rate, detail, details, einzel*, singolo, detalle, puvodni, ursprung*
    otherAmount:auftragsbetrag, local, unit, settled, equivalent, balance2, rechnungs*, tax, vat, mwst, cashback, discount, instructed
    otherAmount:кэшбэк, кешбек*
    fee:fee, fees, gebuhr*, gebuehr*, poplatek, poplatky, commission*, kosten, frais, commissione, comision, provize, dij, комис*, коміс*
    text:description*, descriptions, beschreib*, beschrijving, text, texte, testo, tekst, details, detail, memo, narrative, narration
    text:*zweck, *text, libelle, descriz*, causale, concepto, descrip*, historico, opis, popis, omschrijving, mededeling*, selite
    text:meddelande*, kozlemeny, reszletek, communication*, remittance, information*, informazioni, tytul, zprava, poznamka, notes, note
    text:bemerkung*, buchungsdetails, comment*, message, mitteilung*, payment, purpose, avis*, avviso, notification, motif, referenz
    text:reference, riferimento, referentie, concept, objet, transactions, reason, purpose, vwz*, vwz1, beschreibung1, razon, acıklama*
    text:aciklama*, keterangan, αιτιολογια, περιγραφη, תיאור, paskirtis, selgitus, namen, detalii, descriere, svrha, описание, опис
    text:детал*, назначение, призначення
    party:payee, empf*, auftraggeber*, beguns*, begunst*, name, nom, nome, nombre, naam, nazev, partner*, counterpart*, merchant*
    party:handelaar, beneficiar*, benefic*, zahlungs*, recipient, sender, odbiorc*, kontrahent*, nadawc*, tegenpartij, tegen*, mottak*
    party:avsandar*, ordenante, protiuct*, protistr*, gegen*, destinat*, ordinant*, payer, remitter, vendor, shop, kreditor, nev, neve
    party:gavejas, moketojas, saaja, maksja, sanem*, primatelj, platitelj, prejemnik, placnik, alici, alıcı, получатель, отправитель
    party:отримувач
    account:account, accounts, konto, kontonummer, iban, conto, compte, rekening, rekeningnummer, cuenta, ucet, uctu, rachunek, rachunku
    account:szamlaszam*, conta, *konto, *rekening, bban
    category:category, kategorie, categorie, categoria, kategoria, kategori, rubrique, *kategorie
    kind:type, typ, tipo, *typ, *art, *soort, kind, code, soort, rodzaj, tipus*, auftragsart, *type, viesttyp
    status:status, state, stato, statut, estado, stav
    """
}
