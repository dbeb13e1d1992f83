extension Lexicon {
  /// Words next to dates and times.
  static let dateRoles: [(Role, String)] = [
    (
      .date,
      """
      date, datum, data, fecha, dato, dt, invoice date, bill date, rechnungsdatum, date de facture,
      data fattura, fecha factura, data de emissao, data emissao, data da fatura, data fatura,
      factuurdatum, data wystawienia, issued date, date of issue, issue date, receipt date,
      transaction date, trans date, belegdatum, kaufdatum, verkaufsdatum, date time, data hora,
      data e hora, inv date, date issued, data emiss, date d achat, ausstellungsdatum, leistungsdatum,
      日 付, 発 行 日, data documento, emitido em, emitida em, datum uhrzeit, facture du, date de la facture, date de facturation, factuur datum,
      date facture, fecha de emision, fecha emision, fecha y hora, data doc
      """
    ),
    (
      .otherDate,
      """
      due date, due, fallig, faellig, falligkeit, zahlbar bis, valid until, valid till, valid thru,
      valid to, gultig bis, expiry, expires, expiry date, exp date, exp, vencimento, data vencimento,
      data de vencimento, vencimiento, scadenza, echeance, date limite, vervaldatum, validade, valido ate,
      check in, check out, arrival, departure, birth, dob, delivery date, lieferdatum, data de entrega,
      data entrega, period, until, umtausch bis, before, best before, troca ate, ate, as of, since, seit,
      entrada, entree, entry, prelevement, closing, available, order date, date de commande, orderdatum,
      bestelldatum, valida, valido, hasta, fino al, bis, bis zum, prazo, data carga, data hora carga,
      data de descarga, with effect, effective, act, law, loi, dl, decreto, portaria, despacho
      """
    ),
    (.time, "time, zeit, uhrzeit, heure, hora, ora, tijd, uhr, 時 刻, hour, ore, am, pm, heures, horas"),
  ]

  /// Words of names and addresses, and words that show a line to be neither.
  static let placeRoles: [(Role, String)] = [
    (
      .companyForm,
      """
      gmbh, mbh, ag, kg, ohg, ug, gbr, ek, ev, sarl, sas, sa, sasu, eurl, srl, spa, snc, sas di, sl, slu,
      lda, ltda, limitada, unipessoal, ltd, limited, llc, inc, corp, corporation, company, plc, llp, lp,
      bv, nv, pty, pte, pvt, ab, as, aps, oy, sp zoo, sp z o o, s r o, sro, spol, kft, co kg, holdings,
      group, sca, eireli, me, epe, ep, filhos, irmaos, sucrs, cia
      """
    ),
    // Company forms that are printed at the head of the paper.
    (
      .strongForm,
      "sdn bhd, sdn, bhd, sdnbhd, s b, sb, plt, enterprise, enterprises, trading, 株 式 会 社, 有 限 会 社"
    ),
    (
      .vendorWord,
      """
      restaurant, restaurante, ristorante, cafe, caffe, coffee, bistro, bar, grill, pizzeria, trattoria,
      osteria, hotel, shop, store, market, markt, supermarket, supermarkt, supermercado, supermercato,
      supermarche, mart, minimarket, bakery, backerei, backstube, boulangerie, panaderia, padaria,
      pastelaria, pastry, pharmacy, pharmacie, apotheke, farmacia, pharma, tankstelle, station, boutique,
      bazar, loja, tienda, negozio, ferragens, ferragem, drogaria, papelaria, livraria, hardware,
      stationery, bookstore, books, books & more, kitchen, eatery, tavern, pub, brewery, steakhouse,
      sushi, ramen, noodle, house, center, centre, garage, parking, parque, taxi, cab, airlines, hostel,
      inn, resort, salon, deli, diner, burger, pizza, tacos, taqueria, cantina, churrasqueira, cervejaria,
      tasca, gelataria, gelateria, eisdiele, metzgerei, fleischerei, talho, peixaria, mercearia,
      hypermarket, baumarkt, drogerie, buchhandlung, florist, blumen, kiosk, tabacaria, tabacchi, tabac,
      electro, electric, lighting, motor, auto, oil, gas, petrol, petroleum, fuel, service station,
      clinic, dental, optics, optica, spa, gym, cinema, theatre, casa, materiais, comercio, industries,
      services, solutions, bricolage, moveis, shopping, outlet, food, foods, seafood, chicken, bbq, tea,
      juice, bakehouse, 店, 屋, supplies, supply, marketing, distribution, associates, restoran, kedai,
      perniagaan, pasar, syarikat
      """
    ),
    (
      .address,
      """
      street, st, road, rd, ave, avenue, blvd, boulevard, lane, drive, dr, hwy, highway, pkwy, parkway,
      suite, ste, strasse, str, weg, platz, allee, gasse, ring, rue, place, quai, via, viale, piazza,
      corso, calle, avenida, av, plaza, rua, praca, largo, travessa, estrada, alameda, beco, urb,
      urbanizacao, edificio, ed, andar, lote, lt, morada, sede, jalan, jln, lorong, taman, lot, persiaran,
      lebuh, bandar, seksyen, kampung, floor, flr, level, straat, laan, plein, ul, ulica, km, sitio,
      zona industrial, zona, selangor, kuala lumpur, johor, penang, po box, address, adresse, direccion,
      indirizzo, endereco, adres, quinta, bairro, rotunda, piso, bldg, building, unit no, block, jaya,
      industrial park, warehouse, cedex, postfach, localidade, local, cod postal, cod post, codigo postal,
      postal, trav, no lot
      """
    ),
    (
      .phone,
      """
      tel, telefon, telephone, phone, telefone, tlf, tlm, telm, telf, telef, telemovel, movel, mobile,
      fax, hotline, ph, call, contact no, hp, whatsapp, 電 話, tel fax, telefono, cell, careline, handy, tf,
      contact, t el, telp
      """
    ),
    (
      .identity,
      """
      no, nr, num, numero, number, id, ref, invoice no, inv no, bill no, receipt no, nif, nipc, niss,
      contribuinte, siret, siren, rcs, ust id, ust idnr, uid, steuernummer, steuernr, stnr, p iva,
      partita iva, cif, tin, abn, acn, gst no, gst id, gst id no, gst reg no, gst reg, vat no, vat reg,
      vat reg no, vat number, co reg, co reg no, reg no, co no, company no, roc, roc no, terminal,
      terminal id, trace, aut, auth, auth code, authcode, approval, beleg nr, bon nr, kasse, caisse,
      caixa, register, till, table, tisch, mesa, order, check, chk, server, cashier, kassierer, bediener,
      vendedor, operador, atendido, trans, slip, batch, acct, account, konto, iban, bic, swift, matricula,
      mat, conservatoria, crc, registo, registado, registro, alvara, certificado, tse, signatur,
      seriennummer, serial, ident, id estab, estab, per, msg, tr, markt, filiale, store no, station no,
      pos, bed, pump, bomba, document no, doc no, doc, gst, tax id, tax reg, tax reg id, ein, ssm,
      license, serie, sst id, sst no, brn, customer no, kundennr, rechnungsnr, rechnungsnummer,
      factuurnummer, nip, ico, dic, mcrc, contrib, cont
      """
    ),
    (
      .title,
      """
      invoice, tax invoice, receipt, cash receipt, official receipt, cash bill, simplified invoice,
      simplified tax invoice, sales receipt, bill, cash sales, taxinvoice, rechnung, quittung, beleg,
      kassenbon, kassenbeleg, kundenbeleg, handlerbeleg, bon, facture, ticket, ticket de caisse, recu,
      fattura, ricevuta, scontrino, documento commerciale, factura, factura simplificada, fatura,
      fatura recibo, fatura simplificada, factura recibo, venda a dinheiro, recibo, original, duplicado,
      copia, copy, customer copy, merchant copy, copia cliente, 2a via, via, guest copy, factuur,
      kassabon, faktura, paragon fiskalny, paragon, kvitto, purchase, sale, 領 収 書, 領 収 証, レシート, レ シ ー ト,
      statement, order number, your order number is, your order number, dine in, take away, takeaway,
      to go, take out, carry out, delivery, drive thru, credit note, proforma, guest check, talao,
      nota fiscal, nota, duplicate, reprint, reprinted, sales invoice, payment receipt, retail invoice,
      retail invoices, tax, kopie, dup, duplicate copy, receipt copy, cash, kartenzahlung, description,
      descricao, artigo, artigos, artikel, price, item, survey, terminal pagamento automatico,
      pagamento automatico, segunda via, pos titel
      """
    ),
    (
      .customer,
      """
      customer, bill to, ship to, sold to, kunde, client, cliente, kundin, nome, name, dados do cliente,
      buyer, nabywca, klant, rechnung an, billing address, shipping address, exmo, exmos, exmo s, exmo sr,
      v morada, consumidor final, consumidor, attn, factuuradres, afleveradres, contribuinte do cliente,
      nif cliente, destinatario, morada do cliente, sr
      """
    ),
    (.web, "www, http, https, email, e mail, mail, com, web, website, url, facebook, instagram"),
    (
      .greeting,
      """
      welcome, willkommen, bienvenue, benvenuto, bienvenido, bem vindo, thank, thanks, danke, vielen dank,
      merci, grazie, gracias, obrigado, obrigada, bedankt, dziekujemy, tack, arigato, ありがとうございます, please,
      bitte, come again, volte sempre, have a nice day, enjoy, see you, boa viagem,
      terima kasih, いらっしゃいませ, for a chance, see back, survey code, tell us, visit, save, follow us,
      sponsored, open, aberto, ouvert, geoffnet, hours, horario, offnungszeiten, closed, processado por,
      processado, impresso, programa certificado, software, powered, copyright, chance to win, love, your,
      our, we, us, you
      """
    ),
    (
      .notVendor,
      """
      millennium bcp, bcp, sibs, reduniq, banco, bank, millennium, caixa geral, novo banco, santander,
      montepio, bpi, cgd, comprovativo, multibanco, visa, mastercard, girocard, eur, rm, qty, amount, nao,
      keep, goods, sold, exchange, refund, customer service, owned by, formerly, member, cashier, table,
      page, seite, pagina
      """
    ),
  ]

  static let roles: [(Role, String)] = totalRoles + otherAmountRoles + dateRoles + placeRoles
}
