extension Lexicon {
  /// Words of dates, vendors and what is neither.
  static let otherRoles: [(Role, [String])] = [
    (
      .date,
      [
        "date", "datum", "data", "fecha", "dato", "dt", "invoice date", "bill date", "rechnungsdatum",
        "date de facture", "data fattura",
        "fecha factura", "data de emissao", "data emissao", "data da fatura", "data fatura", "factuurdatum",
        "data wystawienia",
        "issued date", "date of issue", "issue date", "receipt date", "order date", "transaction date",
        "trans date", "belegdatum",
        "kaufdatum", "verkaufsdatum", "date time", "data hora", "data e hora", "inv date", "date issued",
        "data emiss", "date d achat",
        "ausstellungsdatum", "leistungsdatum", "日 付", "発 行 日", "data documento", "emitido em", "emitida em",
        "datum uhrzeit",
        "facture du", "factuur datum", "date facture", "fecha de emision", "fecha emision", "fecha y hora",
        "data doc",
      ]
    ),
    (
      .otherDate,
      [
        "due date", "due", "fallig", "faellig", "falligkeit", "zahlbar bis", "valid until", "valid till",
        "valid thru", "valid to", "gultig bis",
        "expiry", "expires", "expiry date", "exp date", "exp", "vencimento", "data vencimento",
        "data de vencimento", "vencimiento", "scadenza",
        "echeance", "date limite", "vervaldatum", "validade", "valido ate", "check in", "check out", "arrival",
        "departure", "birth",
        "dob", "delivery date", "lieferdatum", "data de entrega", "data entrega", "period", "until",
        "umtausch bis", "before", "best before",
        "troca ate", "ate", "as of", "since", "from", "seit", "entrada", "entree", "entry", "delivery",
        "prelevement", "op", "du", "de",
        "next", "closing", "start", "end", "begin", "available", "valida", "valido", "hasta", "fino al", "bis",
        "bis zum", "prazo",
        "data carga", "data hora carga", "data de descarga", "with effect", "effective", "ab", "dated", "act",
        "law", "loi", "dl", "decreto",
        "portaria", "despacho",
      ]
    ),
    (
      .time,
      [
        "time", "zeit", "uhrzeit", "heure", "hora", "ora", "tijd", "uhr", "時 刻", "hour", "ore", "am", "pm",
        "heures", "horas",
      ]
    ),
    (
      .companyForm,
      [
        "gmbh", "mbh", "ag", "kg", "ohg", "ug", "gbr", "ek", "ev", "sarl", "sas", "sa", "sasu", "eurl", "srl",
        "spa", "snc", "sas di",
        "sl", "slu", "lda", "ltda", "limitada", "unipessoal", "ltd", "limited", "llc", "inc", "corp",
        "corporation", "company", "plc", "llp", "lp", "bv", "nv",
        "pty", "pte", "pvt", "ab", "as", "aps", "oy", "sp zoo", "sp z o o", "s r o", "sro", "spol", "kft",
        "co kg",
        "holdings", "group", "sca", "eireli", "me", "epe", "ep", "filhos", "irmaos", "sucrs", "cia",
      ]
    ),
    // Forms that head the paper where they are used.
    (
      .strongForm,
      [
        "sdn bhd", "sdn", "bhd", "s b", "sb", "plt", "enterprise", "enterprises", "trading", "株 式 会 社",
        "有 限 会 社",
      ]
    ),
    (
      .vendorWord,
      [
        "restaurant", "restaurante", "ristorante", "cafe", "caffe", "coffee", "bistro", "bar", "grill",
        "pizzeria", "trattoria", "osteria", "hotel", "shop", "store",
        "market", "markt", "supermarket", "supermarkt", "supermercado", "supermercato", "supermarche", "mart",
        "minimarket", "bakery", "backerei", "backstube",
        "boulangerie", "panaderia", "padaria", "pastelaria", "pastry", "pharmacy", "pharmacie", "apotheke",
        "farmacia", "pharma", "tankstelle", "station",
        "boutique", "bazar", "loja", "tienda", "negozio", "ferragens", "ferragem", "drogaria", "papelaria",
        "livraria", "hardware", "stationery", "bookstore",
        "books", "books & more", "kitchen", "eatery", "tavern", "pub", "brewery", "steakhouse", "sushi",
        "ramen", "noodle", "house", "center", "centre", "garage", "parking", "parque",
        "taxi", "cab", "airlines", "hostel", "inn", "resort", "salon", "deli", "diner", "burger", "pizza",
        "tacos", "taqueria", "cantina", "churrasqueira",
        "cervejaria", "tasca", "gelataria", "gelateria", "eisdiele", "metzgerei", "fleischerei", "talho",
        "peixaria", "mercearia", "hypermarket", "baumarkt",
        "drogerie", "buchhandlung", "florist", "blumen", "kiosk", "tabacaria", "tabacchi", "tabac", "electro",
        "electric", "lighting", "motor", "auto", "oil",
        "gas", "petrol", "petroleum", "fuel", "service station", "clinic", "dental", "optics", "optica", "spa",
        "gym", "cinema", "theatre", "casa", "materiais", "comercio",
        "industries", "services", "solutions", "bricolage", "moveis", "shopping", "outlet", "food", "foods",
        "seafood", "chicken", "bbq", "tea", "juice", "bakehouse",
        "店", "屋", "supplies", "supply", "marketing", "distribution", "associates", "restoran", "kedai",
        "perniagaan", "pasar", "syarikat",
      ]
    ),
    (
      .address,
      [
        "street", "st", "road", "rd", "ave", "avenue", "blvd", "boulevard", "lane", "drive", "dr", "hwy",
        "highway", "pkwy", "parkway", "suite", "ste", "strasse",
        "str", "weg", "platz", "allee", "gasse", "ring", "rue", "place", "quai", "via", "viale", "piazza",
        "corso", "calle", "avenida", "av", "plaza", "rua", "praca", "largo",
        "travessa", "estrada", "alameda", "beco", "urb", "urbanizacao", "edificio", "ed", "andar", "lote", "lt",
        "morada", "sede", "jalan", "jln", "lorong", "taman", "lot", "persiaran",
        "lebuh", "bandar", "seksyen", "kampung", "floor", "flr", "level", "straat", "laan", "plein", "ul",
        "ulica", "km", "sitio", "zona industrial", "zona", "selangor", "kuala lumpur",
        "johor", "penang", "po box", "address", "adresse", "direccion", "indirizzo", "endereco", "adres",
        "quinta", "bairro", "rotunda", "piso", "bldg", "building",
        "unit no", "block", "jaya", "industrial park", "warehouse", "cedex", "postfach", "localidade", "local",
        "cod postal", "cod post", "codigo postal", "postal", "trav", "no lot",
      ]
    ),
    (
      .phone,
      [
        "tel", "telefon", "telephone", "phone", "telefone", "tlf", "tlm", "telm", "telf", "telef", "telemovel",
        "movel", "mobile", "fax", "hotline", "ph", "call", "contact no", "hp", "whatsapp",
        "電 話", "tel fax", "telefono", "cell", "careline", "handy", "tf", "contact", "t el", "telp",
      ]
    ),
    (
      .identity,
      [
        "no", "nr", "num", "numero", "number", "id", "ref", "invoice no", "inv no", "bill no", "receipt no",
        "nif", "nipc", "niss", "contribuinte", "siret", "siren", "rcs", "ust id",
        "ust idnr", "uid", "steuernummer", "steuernr", "stnr", "p iva", "partita iva", "cif", "tin", "abn",
        "acn", "gst no", "gst id", "gst id no", "gst reg no", "gst reg",
        "vat no", "vat reg", "vat reg no", "vat number", "co reg", "co reg no", "reg no", "co no", "company no",
        "roc", "roc no", "terminal", "terminal id", "trace", "aut", "auth", "auth code", "authcode", "approval",
        "beleg nr", "bon nr", "kasse", "caisse", "caixa", "register", "till", "table", "tisch", "mesa", "order",
        "check", "chk", "server", "cashier", "kassierer", "bediener", "vendedor", "operador",
        "atendido", "trans", "slip", "batch", "acct", "account", "konto", "iban", "bic", "swift", "matricula",
        "mat", "conservatoria", "crc", "registo", "registado", "registro", "alvara", "certificado",
        "tse", "signatur", "seriennummer", "serial", "ident", "id estab", "estab", "per", "msg", "tr", "markt",
        "filiale", "store no", "station no", "pos", "bed", "pump", "bomba", "document no", "doc no", "doc",
        "gst", "tax id", "tax reg", "tax reg id", "ein", "ssm", "license", "serie", "sst id", "sst no", "brn",
        "customer no", "kundennr", "rechnungsnr", "rechnungsnummer", "factuurnummer", "nip", "ico", "dic",
        "mcrc", "contrib", "cont",
      ]
    ),
    (
      .title,
      [
        "invoice", "tax invoice", "receipt", "cash receipt", "official receipt", "cash bill",
        "simplified invoice", "simplified tax invoice", "sales receipt", "bill",
        "cash sales", "taxinvoice", "rechnung", "quittung", "beleg", "kassenbon", "kassenbeleg", "kundenbeleg",
        "handlerbeleg", "bon", "facture", "ticket", "ticket de caisse", "recu", "fattura", "ricevuta",
        "scontrino", "documento commerciale", "factura", "factura simplificada", "fatura", "fatura recibo",
        "fatura simplificada", "factura recibo", "venda a dinheiro", "recibo", "original", "duplicado", "copia",
        "copy", "customer copy", "merchant copy",
        "copia cliente", "2a via", "via", "guest copy", "factuur", "kassabon", "faktura", "paragon fiskalny",
        "paragon", "kvitto", "purchase", "sale", "領 収 書", "領 収 証", "レシート", "レ シ ー ト", "statement",
        "order number", "your order number is", "your order number", "dine in", "take away", "takeaway",
        "to go", "take out", "carry out", "delivery", "drive thru", "credit note", "proforma", "guest check",
        "talao", "nota fiscal", "nota", "duplicate", "reprint", "reprinted", "sales invoice", "payment receipt",
        "retail invoice", "retail invoices", "tax", "kopie", "dup", "duplicate copy", "receipt copy", "cash",
        "kartenzahlung",
        "description", "descricao", "artigo", "artigos", "artikel", "price", "item", "survey",
        "terminal pagamento automatico", "pagamento automatico", "segunda via", "pos titel",
      ]
    ),
    (
      .customer,
      [
        "customer", "bill to", "ship to", "sold to", "kunde", "client", "cliente", "kundin", "nome", "name",
        "dados do cliente", "buyer", "nabywca", "klant", "rechnung an", "billing address",
        "shipping address", "exmo", "exmos", "exmo s", "exmo sr", "v morada", "consumidor final", "consumidor",
        "attn", "factuuradres", "afleveradres", "contribuinte do cliente", "nif cliente", "destinatario",
        "morada do cliente", "sr",
      ]
    ),
    (
      .web,
      [
        "www", "http", "https", "email", "e mail", "mail", "com", "web", "website", "url", "facebook",
        "instagram",
      ]
    ),
    (
      .greeting,
      [
        "welcome", "willkommen", "bienvenue", "benvenuto", "bienvenido", "bem vindo", "thank", "thanks",
        "danke", "vielen dank", "merci", "grazie", "gracias", "obrigado", "obrigada", "bedankt", "dziekujemy",
        "tack",
        "arigato", "ありがとうございます", "please", "bitte", "come again", "volte sempre", "have a nice day",
        "tq for shopping", "enjoy", "see you", "boa viagem", "terima kasih", "いらっしゃいませ",
        "for a chance", "see back", "survey code", "tell us", "visit", "save", "follow us", "sponsored", "open",
        "aberto", "ouvert", "geoffnet", "hours", "horario", "offnungszeiten", "closed", "processado por",
        "processado", "impresso",
        "programa certificado", "software", "powered", "copyright", "chance to win", "love", "your", "our",
        "we", "us", "you",
      ]
    ),
    (
      .notVendor,
      [
        "millennium bcp", "bcp", "sibs", "reduniq", "banco", "bank", "millennium", "caixa geral", "novo banco",
        "santander", "montepio", "bpi", "cgd", "comprovativo", "multibanco", "visa", "mastercard", "girocard",
        "eur", "rm", "qty", "amount",
        "nao", "keep", "goods", "sold", "exchange", "refund", "customer service", "owned by", "formerly",
        "member", "cashier", "table", "page", "seite", "pagina",
      ]
    ),
  ]

  static let roles: [(Role, [String])] = amountRoles + otherRoles

  /// The names of the months, January first, with their short forms: English, German, French, Italian, Spanish,
  /// Portuguese, Dutch, Polish.
  static let months: [[String]] = [
    [
      "january", "jan", "januar", "janner", "jaenner", "janvier", "janv", "gennaio", "gen", "enero", "ene",
      "janeiro", "januari", "stycznia",
    ],
    [
      "february", "feb", "februar", "febr", "fevrier", "fevr", "fev", "febbraio", "febrero", "fevereiro",
      "februari", "lutego",
    ],
    ["march", "mar", "marz", "maerz", "mrz", "mars", "marzo", "marco", "maart", "mrt", "marca"],
    ["april", "apr", "avril", "avr", "aprile", "abril", "abr", "kwietnia"],
    ["may", "mai", "maggio", "mag", "mayo", "maio", "mei", "maja"],
    ["june", "jun", "juni", "juin", "giugno", "giu", "junio", "junho", "czerwca"],
    ["july", "jul", "juli", "juillet", "juil", "luglio", "lug", "julio", "julho", "lipca"],
    ["august", "aug", "aout", "agosto", "ago", "augustus", "sierpnia"],
    ["september", "sep", "sept", "septembre", "settembre", "set", "septiembre", "setembro", "wrzesnia"],
    [
      "october", "oct", "oktober", "okt", "octobre", "ottobre", "ott", "octubre", "outubro", "out",
      "pazdziernika",
    ],
    ["november", "nov", "novembre", "noviembre", "novembro", "listopada"],
    ["december", "dec", "dezember", "dez", "decembre", "dicembre", "dic", "diciembre", "dezembro", "grudnia"],
  ]

  /// Names of currencies.
  static let currencies: [(String, [String])] = [
    ("EUR", ["eur", "euro", "euros"]), ("USD", ["usd", "us dollar", "us dollars"]),
    ("GBP", ["gbp", "pound", "pounds"]),
    ("CHF", ["chf", "sfr", "franken", "fr"]), ("MYR", ["myr", "rm", "ringgit"]), ("SGD", ["sgd"]),
    ("JPY", ["jpy", "yen", "円"]), ("INR", ["inr", "rs", "rupees", "rupee"]),
    ("PLN", ["pln", "zl", "zloty", "zlotych"]), ("CZK", ["czk", "kc"]), ("HUF", ["huf", "ft"]),
    ("SEK", ["sek"]), ("NOK", ["nok"]), ("DKK", ["dkk"]),
    ("AUD", ["aud"]), ("NZD", ["nzd"]), ("CAD", ["cad"]), ("HKD", ["hkd"]), ("BRL", ["brl", "reais"]),
    ("MXN", ["mxn", "pesos"]), ("TRY", ["try lira", "tl"]), ("ZAR", ["zar"]),
    ("THB", ["thb", "baht"]), ("IDR", ["idr", "rp"]), ("CNY", ["cny", "rmb"]), ("KRW", ["krw"]),
    ("TWD", ["twd", "ntd"]), ("AED", ["aed"]), ("ILS", ["ils"]), ("PHP", ["php"]), ("VND", ["vnd"]),
  ]

  /// Words that only one country's receipts have: tax words, company forms, ways of paying, places.
  static let countries: [(Country, [String])] = [
    (
      .germany,
      [
        "mwst", "ust id", "ust idnr", "steuernummer", "summe", "gesamtbetrag", "rechnung", "kassenbon", "gmbh",
        "ohg", "girocard", "deutschland", "germany", "ruckgeld", "gegeben", "steuer nr", "uid nr", "pfand",
        "leergut", "strasse", "ug",
      ]
    ),
    (.austria, ["osterreich", "austria", "atu", "wien", "gesmbh", "gutenbergstrasse"]),
    (
      .switzerland,
      [
        "schweiz", "suisse", "svizzera", "switzerland", "zurich", "geneve", "bern", "che", "twint",
        "mwst nr che",
      ]
    ),
    (
      .france,
      [
        "tva", "siret", "siren", "france", "paris", "especes", "montant", "sarl", "sas", "ttc", "facture",
        "cedex", "rcs", "merci", "carte bancaire", "eurl", "naf",
      ]
    ),
    (.belgium, ["belgique", "belgie", "bruxelles", "brussel", "bancontact"]),
    (
      .netherlands,
      [
        "btw", "nederland", "totaal", "bedankt", "pinnen", "kassabon", "kvk", "amsterdam", "rotterdam",
        "factuur", "utrecht", "bv",
      ]
    ),
    (
      .italy,
      [
        "partita iva", "p iva", "scontrino", "contanti", "totale", "documento commerciale", "italia", "srl",
        "spa", "resto", "grazie", "roma", "milano",
      ]
    ),
    (
      .spain,
      [
        "cif", "espana", "factura simplificada", "efectivo", "madrid", "barcelona", "tarjeta", "gracias",
        "importe", "slu",
      ]
    ),
    (
      .portugal,
      [
        "nif", "nipc", "contribuinte", "lda", "fatura", "factura recibo", "fatura simplificada", "troco",
        "numerario", "multibanco", "obrigado", "lisboa", "porto", "portugal",
        "processado por programa certificado", "programa certificado", "volte sempre", "unipessoal", "artigo",
        "mb way", "sibs", "redunicre",
      ]
    ),
    (.ireland, ["ireland", "dublin"]),
    (
      .unitedKingdom,
      ["vat reg", "vat no", "london", "united kingdom", "uk", "plc", "england", "scotland", "great britain"]
    ),
    (
      .unitedStates,
      ["sales tax", "gratuity", "usa", "united states", "llc", "drive thru", "guest copy", "state tax"]
    ),
    (
      .canada,
      [
        "hst", "gst hst", "qst", "tvq", "canada", "ontario", "toronto", "montreal", "vancouver", "quebec",
        "pst",
      ]
    ),
    (.australia, ["abn", "australia", "eftpos", "nsw", "sydney", "melbourne", "brisbane", "pty"]),
    (.newZealand, ["new zealand", "auckland", "wellington"]),
    (.singapore, ["singapore", "pte", "uen", "nets"]),
    (
      .malaysia,
      [
        "sdn", "bhd", "sdn bhd", "malaysia", "selangor", "kuala lumpur", "jalan", "johor", "penang", "rm",
        "tunai", "terima kasih", "jaya", "taman", "petaling jaya", "shah alam", "ssm", "kedai", "restoran",
        "jln", "perak", "melaka", "sabah", "sarawak",
      ]
    ),
    (.hongKong, ["hong kong", "kowloon", "hkd"]),
    (.japan, ["合 計", "円", "消 費 税", "領 収 書", "領 収 証", "株 式 会 社", "お 預 り", "東 京", "japan", "小 計"]),
    (.brazil, ["cnpj", "brasil", "cpf", "nota fiscal", "sao paulo", "rio de janeiro", "reais", "ltda"]),
    (.mexico, ["mexico", "rfc", "cdmx", "sa de cv", "pesos"]),
    (
      .poland,
      [
        "ptu", "paragon", "polska", "warszawa", "krakow", "gotowka", "suma", "zloty", "faktura", "sprzedawca",
        "nip", "sp zoo",
      ]
    ),
    (.czechia, ["dph", "praha", "celkem", "czech"]),
    (.hungary, ["osszesen", "magyarorszag", "budapest", "afa"]),
    (.sweden, ["moms", "sverige", "kvitto", "stockholm", "org nr"]), (.norway, ["mva", "norge", "oslo"]),
    (.denmark, ["danmark", "kobenhavn", "cvr"]),
    (
      .india,
      [
        "gstin", "cgst", "sgst", "igst", "india", "rupees", "pvt", "mumbai", "delhi", "new delhi", "bangalore",
        "chennai",
      ]
    ),
    (.turkey, ["kdv", "toplam", "istanbul", "turkiye", "ankara"]),
    (.southAfrica, ["south africa", "johannesburg", "cape town"]),
    (.thailand, ["thailand", "bangkok", "baht"]), (.indonesia, ["indonesia", "jakarta", "npwp", "bali"]),
  ]

  /// Words that tell what was paid for. Shops of every other kind count as `other`.
  static let categories: [(Category, [String])] = [
    (
      .food,
      [
        "restaurant", "restaurante", "ristorante", "restoran", "cafe", "caffe", "coffee", "espresso", "bistro",
        "grill", "pizzeria", "pizza", "trattoria", "osteria", "sushi", "ramen", "bakery", "backerei",
        "boulangerie", "panaderia", "padaria", "pastelaria", "supermarket", "supermarkt", "supermercado",
        "supermercato", "supermarche", "grocery", "groceries", "lebensmittel", "alimentation", "burger",
        "chicken", "seafood", "kitchen", "food", "foods", "beverage", "dine in", "server", "guests", "table",
        "take away", "takeaway", "menu", "salad", "soup", "steak", "beer", "bier", "wine", "wein", "cerveja",
        "vinho", "agua", "pao", "brot", "milk", "milch", "cheese", "kase", "fries", "coke", "cola", "coca cola",
        "rice", "nasi", "mee", "teh", "kopi", "tea", "fish", "cake", "salat", "bakehouse", "tavern", "brewery",
        "taqueria", "cantina", "gelato", "diner", "hypermarket", "minimarket", "mart", "bananen", "butter",
        "eier", "fleisch", "metzgerei", "restauracao", "snack bar", "churrasqueira", "cervejaria", "tasca",
        "talho", "mercearia", "frutas", "lunch", "dinner", "breakfast", "bebidas", "menus", "caffetteria",
        "gasthaus", "wirtshaus", "imbiss", "kebab", "doner", "carry out", "居 酒 屋", "食 堂", "弁 当", "ラ ー メ ン",
        "寿 司", "entree", "sandwich", "noodle", "latte", "cappuccino", "natas",
      ]
    ),
    (
      .hotel,
      [
        "hotel", "hostel", "motel", "albergo", "pension", "zimmer", "ubernachtung", "ubernachtungen", "room",
        "room charge", "rooms", "nights", "night", "nuitee", "nuitees", "chambre", "habitacion", "camera",
        "pernottamento", "alojamento", "quarto", "dormida", "lodging", "accommodation", "check in", "check out",
        "city tax", "taxe de sejour", "tourism tax", "taxa turistica", "citytax", "beherbergung", "folio",
        "gastehaus", "guesthouse", "guest house", "inn", "resort", "ホテル", "ホ テ ル", "宿 泊", "hospedagem",
        "imposta di soggiorno", "minibar",
      ]
    ),
    (
      .flight,
      [
        "flight", "flug", "vol", "volo", "vuelo", "voo", "airline", "airlines", "airways", "boarding",
        "boarding pass", "passenger", "e ticket", "eticket", "airport tax", "baggage", "gepack", "pnr",
        "itinerary", "fluggast", "flugschein", "航 空", "搭 乗", "iata", "seat", "passager", "passagero",
        "passageiro",
      ]
    ),
    (
      .taxi,
      [
        "taxi", "taksi", "teksi", "cab", "fahrpreis", "fahrt", "ride", "trip fare", "taximeter", "taxifahrt",
        "course taxi", "corsa", "fare", "fahrer", "driver", "chauffeur", "タクシ ー", "タ ク シ ー", "乗 車", "medallion",
        "wagennummer", "trip", "pickup", "dropoff", "droschke", "mietwagen",
      ]
    ),
    (
      .other,
      [
        "hardware", "stationery", "pharmacy", "apotheke", "farmacia", "pharmacie", "drogerie", "baumarkt",
        "bricolage", "tankstelle", "diesel", "gasolina", "gasoleo", "petrol", "fuel", "super bleifrei",
        "unleaded", "parking", "parque", "estacionamento", "parkhaus", "portagem", "books", "book", "office",
        "electric", "electrical", "ferragens", "ferragem", "loja", "bazar", "papelaria", "materiais",
        "clothing", "shoes", "furniture", "electronics", "computer", "software", "subscription", "internet",
        "telefon", "hosting", "metro", "metropolitano", "comboios", "bahn", "train", "ticket", "autoestrada",
        "auto", "motor", "pump", "litros", "liter", "lampada", "screws", "tinta", "chaves", "correios", "post",
        "porto", "stamps", "school", "clinic", "dental", "doctor", "gift", "toys", "hair", "salon", "trading",
        "machinery", "tools", "plumbing", "paint", "pen", "paper", "print", "printing",
      ]
    ),
  ]

  /// Words whose spelling is repaired where one or two letters were misread: what the total and the date hang on.
  static let repairable: [String] = [
    "total", "subtotal", "summe", "gesamtbetrag", "zwischensumme", "betrag", "totale", "totaal", "rounding",
    "rounded", "change", "tendered", "amount",
    "ruckgeld", "gegeben", "netto", "brutto", "datum", "uhrzeit", "troco", "numerario", "multibanco",
    "contribuinte", "fatura", "cartao", "compra",
    "discount", "balance", "rabatt", "kartenzahlung", "mastercard", "girocard", "inclusive", "invoice",
    "receipt", "telefon", "steuernummer",
    "kundenbeleg", "tankstelle", "rossmann", "marktkauf", "kaufland", "summary", "payment", "savings",
    "taxable", "montant", "efectivo",
    "especes", "contanti", "importe", "importo", "gratuity", "rechnung", "rechnungsbetrag", "umsatzsteuer",
    "mehrwertsteuer",
  ]
}
