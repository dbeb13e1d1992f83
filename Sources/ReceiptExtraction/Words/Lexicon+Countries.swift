extension Lexicon {
  /// Words on the receipts of one country only: tax words, company forms, ways of paying, places.
  static let countries: [(Country, String)] = [
    (
      .germany,
      """
      mwst, ust id, ust idnr, steuernummer, summe, gesamtbetrag, rechnung, kassenbon, gmbh, ohg, girocard,
      deutschland, germany, ruckgeld, gegeben, steuer nr, uid nr, pfand, leergut, strasse, ug
      """
    ),
    (.austria, "osterreich, austria, atu, wien, gesmbh"),
    (
      .switzerland,
      "mwst, schweiz, suisse, svizzera, switzerland, zurich, geneve, bern, che, twint, mwst nr che"
    ),
    (
      .france,
      """
      tva, siret, siren, france, paris, especes, montant, sarl, sas, ttc, facture, cedex, rcs, merci,
      carte bancaire, eurl, naf
      """
    ),
    (.belgium, "belgique, belgie, bruxelles, brussel, bancontact"),
    (
      .netherlands,
      """
      btw, nederland, totaal, bedankt, pinnen, kassabon, kvk, amsterdam, rotterdam, factuur, utrecht, bv
      """
    ),
    (
      .italy,
      """
      partita iva, p iva, scontrino, contanti, totale, documento commerciale, italia, srl, spa, resto,
      grazie, roma, milano
      """
    ),
    (
      .spain,
      """
      cif, espana, factura simplificada, efectivo, madrid, barcelona, tarjeta, gracias, importe, slu
      """
    ),
    (
      .portugal,
      """
      nif, nipc, contribuinte, lda, fatura, factura recibo, fatura simplificada, troco, numerario,
      multibanco, obrigado, lisboa, porto, portugal, processado por programa certificado,
      programa certificado, volte sempre, unipessoal, artigo, mb way, sibs, redunicre
      """
    ),
    (.ireland, "ireland, dublin"),
    (.unitedKingdom, "vat reg, vat no, london, united kingdom, uk, plc, england, scotland, great britain"),
    (.unitedStates, "sales tax, gratuity, usa, united states, llc, drive thru, guest copy, state tax"),
    (.canada, "hst, gst hst, qst, tvq, canada, ontario, toronto, montreal, vancouver, quebec, pst"),
    (.australia, "abn, australia, eftpos, nsw, sydney, melbourne, brisbane, pty"),
    (.newZealand, "new zealand, auckland, wellington"),
    (.singapore, "singapore, pte, uen, nets"),
    (
      .malaysia,
      """
      sdn, bhd, sdn bhd, malaysia, selangor, kuala lumpur, jalan, johor, penang, rm, tunai, terima kasih,
      jaya, taman, petaling jaya, shah alam, ssm, kedai, restoran, jln, perak, melaka, sabah, sarawak
      """
    ),
    (.hongKong, "hong kong, kowloon, hkd"),
    (.japan, "合 計, 円, 消 費 税, 領 収 書, 領 収 証, 株 式 会 社, お 預 り, 東 京, japan, 小 計"),
    (.china, "发 票, 人 民 币, 中 国, 北 京, 上 海, 元, 现 金"),
    (.brazil, "cnpj, brasil, cpf, nota fiscal, sao paulo, rio de janeiro, reais, ltda"),
    (.mexico, "mexico, rfc, cdmx, sa de cv, pesos"),
    (
      .poland,
      """
      ptu, paragon, polska, warszawa, krakow, gotowka, suma, zloty, faktura, sprzedawca, nip, sp zoo
      """
    ),
    (.czechia, "dph, praha, celkem, czech"),
    (.hungary, "osszesen, magyarorszag, budapest, afa"),
    (.sweden, "moms, sverige, kvitto, stockholm, goteborg, org nr, swish, att betala, vaxel"),
    (.norway, "mva, norge, oslo"),
    (.denmark, "danmark, kobenhavn, cvr, moms, kvittering, dankort, mobilepay, tlf, i alt, at betale"),
    (.india, "gstin, cgst, sgst, igst, india, rupees, pvt, mumbai, delhi, new delhi, bangalore, chennai"),
    (.turkey, "kdv, toplam, istanbul, turkiye, ankara"),
    (.southAfrica, "south africa, johannesburg, cape town"),
    (.thailand, "thailand, bangkok, baht"),
    (.indonesia, "indonesia, jakarta, npwp, bali"),
  ]

  /// The codes and names of currencies, and their signs that are written in letters.
  static let currencies: [(String, String)] = [
    ("EUR", "eur, euro, euros"),
    ("USD", "usd, us dollar, us dollars"),
    ("GBP", "gbp, pound, pounds"),
    ("CHF", "chf, sfr, franken, fr"),
    ("MYR", "myr, rm, ringgit"),
    ("SGD", "sgd"),
    ("JPY", "jpy, yen, 円"),
    ("INR", "inr, rs, rupees, rupee"),
    ("PLN", "pln, zl, zloty, zlotych"),
    ("CZK", "czk, kc"),
    ("HUF", "huf, ft"),
    ("SEK", "sek"),
    ("NOK", "nok"),
    ("DKK", "dkk"),
    ("AUD", "aud"),
    ("NZD", "nzd"),
    ("CAD", "cad"),
    ("HKD", "hkd"),
    ("BRL", "brl, reais"),
    ("MXN", "mxn, pesos"),
    ("TRY", "try lira, tl"),
    ("ZAR", "zar"),
    ("THB", "thb, baht"),
    ("IDR", "idr, rp"),
    ("CNY", "cny, rmb, 元"), ("KR", "kr"),
    ("KRW", "krw"),
    ("TWD", "twd, ntd"),
    ("AED", "aed"),
    ("ILS", "ils"),
    ("PHP", "php"),
    ("VND", "vnd"),
  ]

  /// The names of the months with their short forms, January first.
  ///
  /// The languages are English, German, French, Italian, Spanish, Portuguese, Dutch, Polish, Czech, Turkish, Malay and
  /// those of Scandinavia.
  /// `lan` and `lul` are misread.
  static let months: [String] = [
    """
    january, jan, januar, janner, jaenner, janvier, janv, gennaio, gen, enero, ene, janeiro, januari, stycznia, sty,
    ledna, ocak, lan
    """,
    """
    february, feb, februar, febr, fevrier, fevr, fev, febbraio, febrero, fevereiro, februari, lutego, lut, unora,
    subat
    """,
    "march, mar, marz, maerz, mrz, mars, marzo, marco, maart, mrt, marca, marts, brezna, mart, mac",
    "april, apr, avril, avr, aprile, abril, abr, kwietnia, kwi, dubna, nisan",
    "may, mai, maggio, mag, mayo, maio, mei, maja, maj, kvetna, mayis",
    "june, jun, juni, juin, giugno, giu, junio, junho, czerwca, cze, cervna, haziran",
    "july, jul, juli, juillet, juil, luglio, lug, julio, julho, lipca, lip, cervence, temmuz, julai, lul",
    "august, aug, aout, agosto, ago, augustus, sierpnia, sie, augusti, srpna, agustos, ogos",
    """
    september, sep, sept, septembre, settembre, set, septiembre, setembro, wrzesnia, wrz, zari, eylul
    """,
    """
    october, oct, oktober, okt, octobre, ottobre, ott, octubre, outubro, out, pazdziernika, paz, rijna, ekim
    """,
    "november, nov, novembre, noviembre, novembro, listopada, lis, listopadu, kasim",
    """
    december, dec, dezember, dez, decembre, dicembre, dic, diciembre, dezembro, grudnia, gru, prosince, aralik,
    desember, des, disember, dis
    """,
  ]
}
