extension Lexicon {
  /// Words that tell what was paid for. Shops of every other kind count as `other`.
  static let categories: [(Category, String)] = [
    (
      .food,
      """
      restaurant, restaurante, ristorante, restoran, cafe, caffe, coffee, espresso, bistro, grill,
      pizzeria, pizza, trattoria, osteria, sushi, ramen, bakery, backerei, boulangerie, panaderia,
      padaria, pastelaria, supermarket, supermarkt, supermercado, supermercato, supermarche, grocery,
      groceries, lebensmittel, alimentation, burger, chicken, seafood, kitchen, food, foods, beverage,
      dine in, server, guests, table, take away, takeaway, menu, salad, soup, steak, beer, bier, wine,
      wein, cerveja, vinho, agua, pao, brot, milk, milch, cheese, kase, fries, coke, cola, coca cola,
      rice, nasi, mee, teh, kopi, tea, fish, cake, salat, bakehouse, tavern, brewery, taqueria, cantina,
      gelato, diner, hypermarket, minimarket, mart, bananen, butter, eier, fleisch, metzgerei,
      restauracao, snack bar, churrasqueira, cervejaria, tasca, talho, mercearia, frutas, lunch, dinner,
      breakfast, bebidas, menus, caffetteria, gasthaus, wirtshaus, imbiss, kebab, doner, carry out, 居 酒 屋,
      食 堂, 弁 当, ラ ー メ ン, 寿 司, pain, fromage, poulet, lait, tomates, oeufs, jambon, baguette, croissant,
      pane, latte fresco, formaggio, prosciutto, mozzarella, pollo, queso, leche, huevos, naranjas,
      aceite, pan, queijo, leite, frango, arroz, fruta, carne, peixe, brotchen, kuchen, wurst, joghurt,
      kartoffeln, apfel, tomaten, gemuse, appels, kaas, eieren, brood, chleb, ser, mleko, eggs, bread,
      tortilla, tapas, cana, pinchos, お に ぎ り, 緑 茶, entree, sandwich, noodle, latte, cappuccino, natas
      """
    ),
    (
      .hotel,
      """
      hotel, hostel, motel, albergo, pension, zimmer, ubernachtung, ubernachtungen, room, room charge,
      rooms, nights, night, nuitee, nuitees, chambre, habitacion, camera, pernottamento, alojamento,
      quarto, dormida, lodging, accommodation, check in, check out, city tax, taxe de sejour, tourism tax,
      taxa turistica, citytax, beherbergung, folio, gastehaus, guesthouse, guest house, inn, resort, ホテル,
      ホ テ ル, 宿 泊, hospedagem, imposta di soggiorno, minibar
      """
    ),
    (
      .flight,
      """
      flight, flug, vol, volo, vuelo, voo, airline, airlines, airways, boarding, boarding pass, passenger,
      e ticket, eticket, airport tax, baggage, gepack, pnr, itinerary, fluggast, flugschein, 航 空, 搭 乗,
      iata, seat, passager, passagero, passageiro
      """
    ),
    (
      .taxi,
      """
      taxi, taksi, teksi, cab, fahrpreis, fahrt, ride, trip fare, taximeter, taxifahrt, course taxi,
      corsa, fare, fahrer, driver, chauffeur, タクシ ー, タ ク シ ー, 乗 車, medallion, wagennummer, trip, pickup,
      dropoff, droschke, mietwagen
      """
    ),
    (
      .other,
      """
      hardware, stationery, pharmacy, apotheke, farmacia, pharmacie, drogerie, baumarkt, bricolage,
      tankstelle, diesel, gasolina, gasoleo, petrol, fuel, super bleifrei, unleaded, parking, parque,
      estacionamento, parkhaus, portagem, books, book, office, electric, electrical, ferragens, ferragem,
      loja, bazar, papelaria, materiais, clothing, shoes, furniture, electronics, computer, software,
      subscription, internet, telefon, hosting, metro, metropolitano, comboios, bahn, train, ticket,
      autoestrada, auto, motor, pump, litros, liter, lampada, screws, tinta, chaves, correios, post,
      porto, stamps, school, clinic, dental, doctor, gift, toys, hair, salon, trading, machinery, tools,
      plumbing, paint, pen, paper, print, printing
      """
    ),
  ]

  /// Words that are recognized with one or two misread letters, because total and date depend on them.
  static let repairable = """
    total, subtotal, summe, gesamtbetrag, zwischensumme, betrag, totale, totaal, rounding, rounded,
    change, tendered, amount, ruckgeld, gegeben, netto, brutto, datum, uhrzeit, troco, numerario,
    multibanco, contribuinte, fatura, cartao, compra, discount, balance, rabatt, kartenzahlung,
    mastercard, girocard, inclusive, invoice, receipt, telefon, steuernummer, kundenbeleg, tankstelle,
    rossmann, marktkauf, kaufland, summary, payment, savings, taxable, montant, efectivo, especes,
    contanti, importe, importo, gratuity, rechnung, rechnungsbetrag, umsatzsteuer, mehrwertsteuer
    """
}
