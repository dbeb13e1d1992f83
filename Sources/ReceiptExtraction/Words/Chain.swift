/// A well-known chain with its category. Its name is stronger evidence than the rest of its line.
struct Chain {
  var name: String
  var spellings: [String]
  var category: Category

  init(_ name: String, _ category: Category, _ more: String...) {
    self.name = name
    self.spellings = [name] + more
    self.category = category
  }

  static let all: [Chain] = [
    // Groceries and shops.
    Chain("REWE", .food), Chain("EDEKA", .food), Chain("ALDI", .food), Chain("Lidl", .food),
    Chain("Kaufland", .food), Chain("Marktkauf", .food), Chain("Netto Marken-Discount", .food, "netto marken"),
    Chain("Penny Markt", .food, "penny"), Chain("Rossmann", .other),
    Chain("dm-drogerie markt", .other, "dm drogerie"),
    Chain("toom Baumarkt", .other, "toom"), Chain("real", .food, "real gmbh", "real hypermarkt"),
    Chain("OBI", .other, "obi bau"), Chain("Bauhaus", .other), Chain("Hornbach", .other), Chain("IKEA", .other),
    Chain("ROLLER", .other, "roller gmbh"),
    Chain("MediaMarkt", .other, "media markt"), Chain("Saturn", .other, "saturn electro"),
    Chain("Müller", .other, "muller handels", "mueller handels"), Chain("NORMA", .food, "norma lebensmittel"),
    Chain("tegut", .food), Chain("famila", .food), Chain("Globus", .food, "globus handelshof"),
    Chain("Alnatura", .food), Chain("denns BioMarkt", .food, "denns", "denn s biomarkt"),
    Chain("combi", .food, "combi verbrauchermarkt"), Chain("Trinkgut", .food),
    Chain("Getränke Hoffmann", .food),
    Chain("Budnikowsky", .other, "budni"), Chain("Douglas", .other, "parfumerie douglas"),
    Chain("Deichmann", .other),
    Chain("KiK", .other, "kik textilien", "kik textil"), Chain("TEDi", .other), Chain("Woolworth", .other),
    Chain("Takko", .other), Chain("TK Maxx", .other), Chain("Primark", .other), Chain("Thalia", .other),
    Chain("hagebaumarkt", .other, "hagebau"), Chain("HELLWEG", .other), Chain("Fressnapf", .other),
    Chain("Dänisches Bettenlager", .other), Chain("Thomas Philipps", .other), Chain("EURONICS", .other),
    Chain("ARAL", .other), Chain("Shell", .other), Chain("Esso", .other),
    Chain("JET", .other, "jet tankstelle"),
    Chain("Galeria", .other, "galeria karstadt", "galeria kaufhof"), Chain("Karstadt", .other),
    Chain("Kaufhof", .other), Chain("Nordsee", .food), Chain("BackWerk", .food), Chain("Kamps", .food),
    Chain("Coop", .food), Chain("Jumbo", .food), Chain("BIPA", .other), Chain("Mr. D.I.Y.", .other, "mr diy"),
    Chain("AEON", .food), Chain("Watsons", .other, "watson s"), Chain("99 Speedmart", .food, "99 speed mart"),
    Chain("Migros", .food), Chain("Denner", .food), Chain("Spar", .food, "interspar", "eurospar"),
    Chain("Billa", .food), Chain("Hofer", .food, "hofer kg"), Chain("Carrefour", .food), Chain("Auchan", .food),
    Chain("E.Leclerc", .food, "leclerc"), Chain("Intermarché", .food), Chain("Monoprix", .food),
    Chain("Franprix", .food), Chain("Esselunga", .food), Chain("Conad", .food), Chain("Mercadona", .food),
    Chain("El Corte Inglés", .other), Chain("Pingo Doce", .food), Chain("Continente", .food),
    Chain("Minipreço", .food), Chain("Leroy Merlin", .other), Chain("Decathlon", .other), Chain("Fnac", .other),
    Chain("Worten", .other), Chain("Tesco", .food), Chain("Sainsbury's", .food, "sainsburys"),
    Chain("Waitrose", .food), Chain("Marks & Spencer", .food, "marks spencer"), Chain("Walmart", .food),
    Chain("Costco", .food), Chain("Safeway", .food), Chain("Trader Joe's", .food), Chain("Walgreens", .other),
    Chain("Whole Foods", .food), Chain("Albert Heijn", .food), Chain("Żabka", .food), Chain("Biedronka", .food),
    Chain("7-Eleven", .food, "セブンイレブン"), Chain("FamilyMart", .food, "ファミリーマート"), Chain("Lawson", .food, "ローソン"),
    // Restaurants and coffee.
    Chain("McDonald's", .food, "mcdonalds", "mcdonald s"), Chain("Burger King", .food), Chain("KFC", .food),
    Chain("Starbucks", .food), Chain("Subway", .food), Chain("Domino's", .food, "dominos", "domino s"),
    Chain("Pizza Hut", .food), Chain("Taco Bell", .food), Chain("Chipotle", .food),
    Chain("Panda Express", .food),
    Chain("Dunkin'", .food, "dunkin"), Chain("Nando's", .food, "nandos"), Chain("Pret A Manger", .food),
    Chain("Costa Coffee", .food), Chain("Telepizza", .food),
    // Hotels.
    Chain("Hilton", .hotel), Chain("Marriott", .hotel), Chain("Holiday Inn", .hotel), Chain("Novotel", .hotel),
    Chain("Mercure", .hotel, "mercure hotel"), Chain("Hyatt", .hotel), Chain("Sheraton", .hotel),
    Chain("Motel One", .hotel), Chain("Premier Inn", .hotel), Chain("Airbnb", .hotel),
    Chain("Booking.com", .hotel),
    // Flights.
    Chain("Lufthansa", .flight), Chain("Ryanair", .flight), Chain("easyJet", .flight),
    Chain("Air France", .flight),
    Chain("British Airways", .flight), Chain("KLM", .flight), Chain("Iberia", .flight, "iberia lineas"),
    Chain("TAP Air Portugal", .flight, "tap portugal"), Chain("Delta Air Lines", .flight),
    Chain("United Airlines", .flight), Chain("American Airlines", .flight), Chain("AirAsia", .flight),
    Chain("Emirates", .flight), Chain("Eurowings", .flight),
    // Rides.
    Chain("Uber", .taxi), Chain("Lyft", .taxi), Chain("FREE NOW", .taxi, "freenow"),
    Chain("Grab", .taxi, "grab car"),
  ]
}
