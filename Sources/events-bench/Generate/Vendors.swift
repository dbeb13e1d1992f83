/// A shop, restaurant or service, with its goods, opening hours and payment methods.
struct Vendor: Sendable {
  let name: String
  let category: String
  /// The goods with their prices in euro cents.
  let items: [Item]
  /// The number of lines on a receipt.
  let lines: ClosedRange<Int>
  /// The customers of a thousand that pay by card.
  let card: Int
  /// The hours of the day it is open.
  let hours: ClosedRange<Int>
  /// The months it is open.
  var months: ClosedRange<Int> = 1...12

  struct Item: Sendable {
    let name: String
    let cents: Int

    init(_ name: String, _ cents: Int) {
      self.name = name
      self.cents = cents
    }
  }

  private static let groceries = [
    Item("BIO VOLLMILCH 1L", 129), Item("ROGGENBROT 750G", 329), Item("BUTTER 250G", 239),
    Item("BANANEN KG", 179),
    Item("TOMATEN 500G", 249), Item("GOUDA JUNG", 289), Item("EIER 10ER", 319), Item("NUDELN 500G", 149),
    Item("OLIVENOEL", 899), Item("HAEHNCHENBRUST", 649), Item("KAFFEE 500G", 799),
    Item("MINERALWASSER 6X", 429),
    Item("PFAND", 150), Item("SCHOKOLADE", 119), Item("JOGHURT NATUR", 99), Item("APFEL ELSTAR", 279),
    Item("WEIN RIESLING", 599), Item("KARTOFFELN 2KG", 349), Item("SPUELMITTEL", 185),
    Item("PAPIERTUECHER", 295),
  ]
  private static let drugs = [
    Item("SHAMPOO", 295), Item("ZAHNPASTA", 145), Item("SONNENCREME LSF50", 895), Item("DUSCHGEL", 165),
    Item("TASCHENTUECHER", 225), Item("VITAMIN D3", 695), Item("WINDELN", 1_195), Item("WASCHMITTEL", 649),
  ]
  private static let meals = [
    Item("Menu of the day", 1_250), Item("Espresso", 260), Item("Still water 0,5", 390),
    Item("Pizza Margherita", 1_100),
    Item("Caesar salad", 1_280), Item("House wine 0,2", 620), Item("Tiramisu", 690),
    Item("Steak frites", 2_690),
    Item("Soup", 650), Item("Beer 0,4", 480), Item("Fish of the day", 2_350), Item("Bread and olives", 450),
  ]
  private static let coffee = [
    Item("Cappuccino", 380), Item("Flat White", 410), Item("Croissant", 290), Item("Cheesecake", 480),
    Item("Orange juice", 450), Item("Sandwich", 690),
  ]

  /// The vendors at home. People go to the first four most often.
  static let home: [Vendor] = [
    Vendor(name: "REWE City", category: "groceries", items: groceries, lines: 3...28, card: 820, hours: 7...21),
    Vendor(
      name: "EDEKA Center", category: "groceries", items: groceries, lines: 4...40, card: 760, hours: 8...20),
    Vendor(name: "ALDI Nord", category: "groceries", items: groceries, lines: 5...30, card: 640, hours: 8...20),
    Vendor(name: "Lidl", category: "groceries", items: groceries, lines: 4...30, card: 700, hours: 8...21),
    Vendor(
      name: "dm-drogerie markt", category: "health", items: drugs, lines: 1...12, card: 850, hours: 9...19),
    Vendor(name: "Rossmann", category: "health", items: drugs, lines: 1...10, card: 800, hours: 9...19),
    Vendor(
      name: "Apotheke am Markt", category: "health",
      items: [Item("IBUPROFEN 400", 495), Item("NASENSPRAY", 549), Item("REZEPTGEBUEHR", 500)], lines: 1...3,
      card: 600, hours: 9...18),
    Vendor(
      name: "Bäckerei Müller", category: "food",
      items: coffee + [Item("Schrippe", 45), Item("Mohnkuchen", 260)], lines: 1...6, card: 250, hours: 6...16),
    Vendor(name: "Café Einstein", category: "food", items: coffee, lines: 1...6, card: 500, hours: 9...19),
    Vendor(name: "Trattoria da Enzo", category: "food", items: meals, lines: 2...10, card: 700, hours: 12...22),
    Vendor(name: "Zum Schusterjungen", category: "food", items: meals, lines: 2...9, card: 400, hours: 12...22),
    Vendor(
      name: "BVG", category: "transport",
      items: [Item("EINZELFAHRSCHEIN AB", 350), Item("24-STUNDEN-KARTE", 990), Item("4-FAHRTEN-KARTE", 1_080)],
      lines: 1...2, card: 700, hours: 6...23),
    Vendor(
      name: "Deutsche Bahn", category: "transport",
      items: [
        Item("Flexpreis 2. Klasse", 6_890), Item("Super Sparpreis", 2_790), Item("Sitzplatzreservierung", 490),
      ],
      lines: 1...3, card: 980, hours: 6...22),
    Vendor(
      name: "Taxi Berlin", category: "taxi", items: [Item("Fahrpreis", 1_840), Item("Zuschlag Karte", 150)],
      lines: 1...2, card: 550, hours: 6...23),
    Vendor(
      name: "ARAL Tankstelle", category: "transport",
      items: [Item("SUPER E10", 6_230), Item("AUTOWAESCHE", 1_290)], lines: 1...3, card: 930, hours: 6...22),
    Vendor(
      name: "Thalia", category: "leisure",
      items: [Item("Taschenbuch", 1_300), Item("Roman geb.", 2_400), Item("Kalender", 1_495)], lines: 1...4,
      card: 800, hours: 10...19),
    Vendor(
      name: "OBI Baumarkt", category: "home",
      items: [
        Item("WANDFARBE 10L", 4_999), Item("SCHRAUBEN", 399), Item("LED E27", 599), Item("BLUMENERDE", 799),
      ],
      lines: 1...15, card: 850, hours: 8...19),
    Vendor(
      name: "IKEA Tempelhof", category: "home",
      items: [Item("BILLY Regal", 4_999), Item("Kerzen", 399), Item("Glas 6er", 599), Item("Hot Dog", 100)],
      lines: 2...25, card: 900, hours: 10...20),
    Vendor(
      name: "Zara", category: "clothing",
      items: [Item("Hemd", 3_595), Item("Hose", 4_995), Item("Kleid", 5_995), Item("Tuete", 20)], lines: 1...5,
      card: 900, hours: 10...20),
    Vendor(
      name: "MediaMarkt", category: "home",
      items: [Item("USB-C Kabel", 1_499), Item("Kopfhoerer", 12_900), Item("Maus", 3_499)], lines: 1...3,
      card: 950, hours: 10...20),
    Vendor(
      name: "Eis Henri", category: "food", items: [Item("Kugel", 180), Item("Waffel", 50), Item("Sahne", 80)],
      lines: 1...5, card: 150, hours: 12...20, months: 4...9),
    Vendor(
      name: "Sommerbad Kreuzberg", category: "leisure", items: [Item("Eintritt", 700), Item("Pommes", 450)],
      lines: 1...4, card: 200, hours: 10...18, months: 6...8),
    Vendor(
      name: "Weihnachtsmarkt Gendarmenmarkt", category: "leisure",
      items: [Item("Glühwein", 500), Item("Bratwurst", 550), Item("Mandeln", 600), Item("Tassenpfand", 400)],
      lines: 1...6, card: 100, hours: 12...21, months: 12...12),
    Vendor(
      name: "Zoo Palast", category: "leisure", items: [Item("Kinokarte", 1_390), Item("Popcorn", 690)],
      lines: 1...4, card: 800, hours: 15...22),
  ]

  static let abroad: [Vendor] = [
    Vendor(name: "Bistro Central", category: "food", items: meals, lines: 2...10, card: 750, hours: 12...22),
    Vendor(name: "Osteria Nuova", category: "food", items: meals, lines: 2...10, card: 750, hours: 12...22),
    Vendor(name: "Corner Café", category: "food", items: coffee, lines: 1...5, card: 650, hours: 8...18),
    Vendor(
      name: "City Taxi", category: "taxi", items: [Item("Fare", 2_150), Item("Airport surcharge", 350)],
      lines: 1...2, card: 600, hours: 6...23),
    Vendor(
      name: "Metro", category: "transport", items: [Item("Single", 240), Item("Day pass", 850)], lines: 1...2,
      card: 800, hours: 6...22),
    Vendor(
      name: "National Museum", category: "leisure",
      items: [Item("Admission", 1_600), Item("Audio guide", 500)],
      lines: 1...4, card: 850, hours: 10...17),
    Vendor(
      name: "Mini Market", category: "groceries",
      items: [Item("Water", 120), Item("Fruit", 290), Item("Snack", 210), Item("Yoghurt", 140)], lines: 1...8,
      card: 600, hours: 8...22),
  ]

  static let hotel = Vendor(
    name: "Hotel", category: "hotel",
    items: [Item("Room, night", 11_900), Item("Breakfast", 1_800), Item("City tax", 350)], lines: 2...12,
    card: 980, hours: 9...11)

  static let airline = Vendor(
    name: "Lufthansa", category: "flight",
    items: [Item("Flight", 14_900), Item("Taxes and fees", 7_820), Item("Baggage 23 kg", 3_500)], lines: 2...5,
    card: 1_000, hours: 8...22)

  /// Whether a receipt may be longer than a page.
  var canBeLong: Bool { lines.upperBound >= 25 }
}
