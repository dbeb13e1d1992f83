extension Lexicon {
  /// The labels of sums: folded phrases with commas between them and single spaces between their words.
  ///
  /// In a script without spaces each character is a word. The longest phrase at a place wins, so that `total tax` is a
  /// tax although `total` is a total.
  static let totalRoles: [(Role, String)] = [
    (
      .grandTotal,
      """
      grand total, total due, amount due, balance due, total amount due, total to pay, amount payable,
      total payable, net payable, total paid, amount paid, amt paid, final total, total rounded,
      rounded total, total after rounding, total aft rounding, total after rnd, ttl aft rnd, ttl atf rnd,
      total after adj, total amt rounded, bill total, nett amount, invoice total,
      order total, total payment, to pay, payable amount, total net after rounding, total charge,
      total charged, check total, amount to pay, total payable amount, ttl, total sales rounded,
      rounded total amount, net amount payable, total amount payable, nett payable, total rounding,
      total after rounding adj, total incl rounding, 
      summe eur, gesamtsumme, gesamtbetrag, zu zahlen, zahlbetrag, endbetrag, endsumme, rechnungsbetrag,
      zu bezahlen, rechnungssumme, total eur, total chf, gesamt eur, zahlungsbetrag, summe, bruttosumme,
      total a payer, net a payer, montant a payer, total general, montant du, reste a payer, total du,
      somme a payer, a payer, total facture, montant total,
      totale complessivo, totale euro, totale eur, importo pagato, totale da pagare, da pagare,
      importo totale, totale generale, totale documento, totale fattura, totale a pagare,
      total a pagar, importe total, total factura, total euros, a pagar, total compra, total pagado,
      total venta, monto total,
      valor a pagar, total pago, valor total, total documento, total do documento, total da fatura,
      total da factura, valor pago, total geral, total a pagar eur, total fatura, valor do documento,
      total doc, total euro, total da compra, importancia liquidada, importancia a pagar, liquido a pagar,
      total liquido a pagar,
      te betalen, totaal te betalen, factuur totaal, eindtotaal, do zaplaty, naleznosc ogolem, suma pln,
      razem do zaplaty, att betala, at betale, a betale, celkem k uhrade, fizetendo,
      合 計, 総 合 計, お 支 払 金 額, お 買 上 計, 税 込 合 計, ご 請 求 額, 領 収 金 額, お 会 計
      """
    ),
    (
      .total,
      """
      net total, nett total, net amt, tl, tot,
      total, totale, totaal, summe, gesamt, suma, razem, totals, totalt, sum, summa, celkem, osszesen,
      total rm, total usd, total amount, total sales, toplam, genel toplam, bill amount, total amt,
      jumlah, ogolem, soma, total value, total of, totalsumma, i alt, total gross, total price,
      total cost, total bill, total fare, total general, order amount
      """
    ),
    (
      .inclusiveTotal,
      """
      total incl, total inclusive, total inc, total incl gst, total inclusive gst, total inclusive of gst,
      total incl of gst, total rm incl of gst, total incl tax, total with tax, total ttc, montant ttc,
      total iva incluido, total c iva, total com iva, total iva incl, total including gst, total inc gst,
      total sales inclusive gst, total sales incl gst, total sales inclusive, total sales inc gst,
      total sales inclusive of gst, total incl vat, total including vat, total including tax, brutto,
      bruttobetrag, gesamt brutto, total brut, total amount incl gst, total amt incl gst,
      total amount inclusive gst, totaal incl, totaal inclusief btw, eat in total, take out total,
      total amount with gst, total amount incl, total including service, totale ivato, wartosc brutto,
      take out total incl gst, eat in total incl gst, total inclusive 6, total amt incl, total with gst,
      total gst incl, total iva inc, total including
      """
    ),
    (
      .amount,
      """
      amount, betrag, montant, importe, importo, compra, purchase, sale, valor, venta, vente, bedrag,
      kwota, belopp, sale amount, purchase amount, kaufbetrag, achat, montante, monto, 総 額, 金 額,
      pagamento, pagamentos, due, fare, acquisto, pago, debit, paiement, taxa de portagem
      """
    ),
    (
      .subtotal,
      """
      subtotal, sub total, subtotals, sub ttl, zwischensumme, zw summe, sous total, subtotale, sub totale,
      subtotaal, sub totaal, sub t, suma parcial, sottototale, parziale, 小 計, mellansumma, delsumma, podsuma, suma czesciowa,
      medzisucet, mezisoucet, total before, total articulos, total mercadoria, warenwert, zwischentotal,
      total bruto, total iliquido, iliquido, subtotal incl, total items amount, food total,
      beverage total, sbttl, item total, items total, merchandise, total before discount,
      total before tax, total before gst, soma parcial, resultado parcial, stot
      """
    ),
    (
      .net,
      """
      netto, net, nett, total ht, montant ht, hors taxe, total liq, ht, imponibile, base imponible, base, base iva,
      total excl, total exclusive, excl gst, amount excl, total excl gst, total exclude gst, excl,
      exclusief btw, total excluding, total liquido, base incid, base de incidencia, incidencia,
      valor s iva, total s iva, total sem iva, total s taxas, mercadoria, liquido, nettobetrag, nettowert,
      total excl tax, taxable, taxable amount, total exc gst, total exc, net sales, net sale,
      total sales excluding gst, total sales excl gst, total exclusive gst, total excluding gst, neto,
      wartosc netto, grundlage, total exclusive of gst, total sales exclusive gst, 税 抜, 対 象,
      valor liquido, vl merc, net amount excl, amount before tax, amt excl, amt paid excl, subtotal excl,
      total sales exc gst, total amount excl gst, total amount exclusive gst, total sales excluding,
      total no iva, total before gst, sr amt, excluding gst, exclusive gst, total amount excluding gst,
      totaal exclusief btw, totaal excl, total amt excl, excl tax
      """
    ),
  ]

  /// The labels of the other amounts.
  static let otherAmountRoles: [(Role, String)] = [
    (
      .tax,
      """
      tax, vat, gst, mwst, ust, tva, iva, btw, moms, mva, dph, afa, kdv, pst, hst, qst, tps, tvq,
      total tax, total vat, total gst, total mwst, total iva, total de iva, total do iva, total tva,
      tax total, gst total, imposta, impuesto, impuestos, imposto, impostos, mehrwertsteuer, umsatzsteuer,
      steuer, gst amt, gst amount, tax amount, tax amt, total includes, total included,
      total included gst, total includes gst, sales tax, state tax, city tax, local tax, valor iva,
      totale iva, di cui iva, dont tva, total imposto, total impostos, total de imposto, gst payable,
      service tax, vat amount, taxes, 消 費 税, 内 税, 外 税, sst, total sst, total gst amount, total gst rm,
      includes gst, incl gst, kwota vat, total taxes, ptu, inclusive of gst, igst, cgst, sgst, iva incl,
      iva incluido, incl iva, iva inclusa, tax1, tax2, add gst, get, must, mvist, mwst betrag, taxed,
      ecotaxa, 税
      """
    ),
    (
      .discount,
      """
      discount, rabatt, nachlass, remise, reduction, sconto, descuento, desconto, dto, desc, coupon,
      gutschein, voucher, promo, promotion, less, disc, korting, total discount, total item discount,
      total desconto, total descontos, coupon discount, saving, off, 割 引, 値 引, member discount,
      preisvorteil, total disc, total item disc, less discount, desconto comercial, desconto financeiro,
      bill discount, rabat, upust, disc amt, discount total, total rabatt
      """
    ),
    (
      .rounding,
      """
      rounding, rounding adj, rounding adjustment, round adj, round, rounded, rnd adj, rndg adj,
      rounding adjust, rundung, arrondi, arrotondamento, redondeo, arredondamento, rounding amt, adj,
      round off, rounding amount, roundings, adjustment, afronding, bill rounding, rounding mechanism,
      rouding, round up, cash rounding, total rounding adj, rndg
      """
    ),
    (
      .change,
      """
      change, cg, chg, change due, ruckgeld, zuruck, rendu, monnaie, a rendre, monnaie rendue, resto, cambio,
      troco, vuelto, wisselgeld, reszta, vaxel, おつり, お 釣, お つ り, お 釣 り, 釣, your change, change rm,
      cash change, change amount, change amt, ruckgeld bar, ruck geld, retour, devolucion, su cambio,
      vracet, total change, balance change, baki, bal, rendu monnaie, resto contanti, change back,
      change given, wechselgeld, herausgeld, u retour, byttepenge
      """
    ),
    (
      .tendered,
      """
      tendered, tender, cash tendered, cash tender, gegeben, geg, gegeben bar, geg bar, recu, entregado,
      recebido, recebi, valor entregue, entregue, amount tendered, payment, paid, received, お 預 り,
      お 預 か り, 預 り, 預, paid amount, cash received, cash paid, amount received, bar gegeben,
      recebido euros, ricevuto, ontvangen, pagado, total tendered, total tender, bezahlt, pagato,
      contante, total received, verse, regle, paye, payed, paid by, cash payment, total payments,
      amt tendered, amt tender, rm paid, zaplacono, pay, dinheiro entregue, betaald
      """
    ),
    (
      .cash,
      """
      cash, bar, bargeld, barzahlung, especes, contanti, efectivo, numerario, dinheiro, contant, gotowka,
      kontant, 現 金, tunai, contado, liquide, cash sales, cash sale, hotovost, nakit, pagamento contante,
      pagamento contanti, kontanter, em dinheiro, dinheiro vivo, barumsatz, geg bar, gegeben bar,
      bar gegeben, cash tendered, numerario eur, contante, bar eur
      """
    ),
    (
      .card,
      """
      card, karte, carte, carta, tarjeta, cartao, visa, mastercard, master, maestro, amex,
      american express, girocard, ec cash, ec karte, kartenzahlung, debit, credit, multibanco, mb, mbway,
      mb way, vpay, v pay, electron, bancomat, credit card, debit card, carte bancaire, cb, kreditkarte,
      eurocard, contactless, kontaktlos, paypass, apple pay, google pay, discover, クレジット, カ ー ド, pin,
      pinpas, karta, kort, tpa, terminal pagamento automatico, bankcard, bezahlung karte, cartao bancario,
      visa electron, debit mastercard, cartao credito, cartao debito, pagamento elettronico,
      carta di credito, paywave, diners, jcb, unionpay, nets, mydebit, redunicre, datafono, sumup,
      betaalpas, ideal, kontokort, credito, debito, cartao de credito, cartao de debito, pago con tarjeta,
      carte bleue, master card, postcard, twint, bezahlung mit karte, karta platnicza, m card, visa card,
      bank card, クレジットカ ー ド, クレジ ッ ト
      """
    ),
    (
      .tip,
      """
      tip, gratuity, trinkgeld, pourboire, propina, gorjeta, mancia, fooi, tips, suggested, suggested tip,
      gratuity guide, tip guide, suggested gratuity
      """
    ),
    (
      .service,
      """
      service charge, svc chg, srv chg, service, coperto, servizio, servico, serv charge, svc,
      service chg, svc charge, ser chg, serv chg, s chg, s charge
      """
    ),
    (
      .savings,
      """
      total saving, total savings, you saved, savings, ersparnis, gespart, sie sparen, poupanca,
      total poupanca, poupou, poupado, economie, ahorro, risparmio, you have saved, you save,
      poupança imediata, ihr preisvorteil, vorteil, poupe, total savings today, poupol, pouparam,
      sua poupanca, acumulou, total ahorro, 保 存
      """
    ),
    (
      .loyalty,
      """
      points, punkte, punktestand, payback, puntos, pontos, punti, bonus, rewards, treuepunkte, point,
      ポイント, deutschlandcard, loyalty, member, membership, clubcard, miles, bonuspunkte, vorteile,
      guthaben, kundenkarte, saldo cartao, saldo, umsatz von, points earned, points balance, stamps,
      treuemarken, pts, cartao cliente, ポ イ ン ト
      """
    ),
    (
      .count,
      """
      qty, quantity, items, item, articles, artikel, posten, anzahl, stuck, stk, total qty,
      total quantity, total items, total item, item count, number of items, no of items, no of item,
      items sold, itens, artigos, numero de artigos, n de itens, total artigos, total articulos,
      articulos, articoli, pezzi, 点 数, pieces, total pcs, total units, total number, no items, qtd,
      total qtd, ttl qty, total no of items, total item s, item s, menge, qt, qte, nb articles,
      nombre d articles, pcs, total count, gruppe, guests, covers, pax, total pieces, total quant,
      total itens, total de artigos, posted
      """
    ),
    (
      .balance,
      """
      balance, kontostand, card balance, opening balance, previous balance, account balance, remaining,
      outstanding, solde, balance forward, new balance, saldo anterior, saldo atual, restbetrag,
      credit limit, balance points, rc balance, deposit balance, points brought, vorheriger saldo,
      neuer saldo
      """
    ),
    (
      .deposit,
      """
      deposit, anzahlung, kaution, acompte, acconto, sinal, pre authorisation, preauthorization,
      authorized amount, leergut, pfand, vorauszahlung
      """
    ),
    (
      .capital,
      """
      capital social, capital, cap social, kapital, stammkapital, share capital, capitale sociale,
      au capital de, capital soc
      """
    ),
    (
      .unitPrice,
      """
      unit price, u price, preis pro, prix unitaire, p unit, p unitario, preco unit, pr unit, per unit,
      einzelpreis, unit, precio, pvp, prijs per stuk, u p, amt, price, preis, preco, prix, prezzo, eur kg,
      pu
      """
    ),
    (
      .taxTable,
      """
      gst summary, tax summary, gst analysis, gst breakdown, vat summary, resumo iva, resumo de impostos,
      resumo de iva, mwst satz, steuersatz, steuer netto, taxa base, tax base, iva base, taxa incidencia,
      tipo base, taux, aliquota, sales summary, tax code, gst code, tax rate, detail tva, resumen iva,
      resumo, iva taxa, taxa sujeito, taxa, tx, iva tx, quadro iva, tax id summary, brutto netto,
      netto mwst, mwst gruppe, mwst code, tax details, gst details, analise do iva, vat rate,
      btw grondslag, taxa valor
      """
    ),
    (
      .fee,
      """
      late fee, penalty, indemnite, minimum, mindest, gratis, free, voucher value, gift card, mtd, ytd
      """
    ),
    (
      .item,
      """
      description, item, items, desc, descricao, artikel, artigo, article, designation, code, particulars,
      produto, designacao, code desc, product, menu, articulo, descrizione, descripcion, omschrijving,
      bezeichnung, item desc, articolo, opis, nazwa, 品 名, descr, deso, code description
      """
    ),
    (
      .weight,
      """
      liter, litre, litres, ltr, kg, gramm, gewicht, weight, peso, volume, menge liter, litros, tara
      """
    ),
  ]
}
