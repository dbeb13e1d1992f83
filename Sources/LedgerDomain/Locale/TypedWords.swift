/// The words of one language that people type in dates, cadences, payments and flags.
///
/// A phrase has blanks between its words. All are in lower case and in form C.
struct TypedWords: Sendable {
  /// The phrases for days near today, and how many days from today each is.
  var days: [String: Int] = [:]
  /// The words before a date that do not change it: `on`, `am`.
  var prepositions: [String] = []
  /// The words for the last weekday before today, next to its name.
  var last: [String] = []
  /// The words for the next weekday after today, next to its name.
  var next: [String] = []
  /// The words for the nearest weekday, which can be before or after today.
  var this: [String] = []
  /// The words before and after `3 days` if that means 3 days before today.
  var ago: (before: [String], after: [String]) = ([], [])
  /// The units of time in all their forms.
  var units: [String: (frequency: RecurrenceFrequency, count: Int)] = [:]
  /// The words before a unit that recurs: `every`, `jeden`.
  var every: [String] = []
  /// The words for each second one, between `every` and the unit.
  var second: [String] = []
  /// The words for a whole cadence: `monthly`.
  var cadences: [String: (frequency: RecurrenceFrequency, count: Int)] = [:]
  /// The cadences that describe a noun as well: `weekly shop`, `passe mensal`.
  var adjectives: Set<String> = []
  /// The words before the first day of something that recurs.
  var from: [String] = []
  /// The words between a day and its month: `the 1st of every month`.
  var of: [String] = []
  /// The words for the last day of the month that follows.
  var endOf: [String] = []
  /// The numbers that are written as words.
  var numbers: [String: Int] = [:]
  /// The words next to a date that change it: `before monday`, `monday and thursday`.
  var hinges: Set<String> = []
  /// The words in a line with a flag that leave it open: `partly paid`, `refund pending`.
  var doubts: Set<String> = []
  /// The words before the end of something that recurs.
  var until: [String] = []
  /// The words for how something was paid.
  var payments: [String: PaymentMethod] = [:]
  /// The words for flags, and for their opposites.
  var flags: [String: FlagSetting] = [:]
  /// The words for money that came back.
  var refunds: [String] = []
  /// The words for the direction of an amount.
  var kinds: [String: TransactionKind] = [:]

  private static func list(_ words: String...) -> Set<String> {
    Set(words.flatMap { $0.split(separator: " ").map(String.init) })
  }

  static let english = TypedWords(
    days: [
      "today": 0, "yesterday": -1, "tomorrow": 1, "last night": -1, "the day before yesterday": -2,
      "day before yesterday": -2, "the day after tomorrow": 2, "day after tomorrow": 2, "yday": -1, "tmrw": 1,
    ],
    prepositions: ["on the", "on", "the"], last: ["last", "past"], next: ["next", "coming"],
    this: ["this"],
    ago: ([], ["ago"]),
    units: [
      "day": (.daily, 1), "days": (.daily, 1), "week": (.weekly, 1), "weeks": (.weekly, 1),
      "fortnight": (.weekly, 2), "month": (.monthly, 1), "months": (.monthly, 1), "quarter": (.monthly, 3),
      "quarters": (.monthly, 3), "year": (.yearly, 1), "years": (.yearly, 1),
    ],
    every: ["every", "each"], second: ["other", "second"],
    cadences: [
      "daily": (.daily, 1), "weekly": (.weekly, 1), "fortnightly": (.weekly, 2), "biweekly": (.weekly, 2),
      "monthly": (.monthly, 1), "quarterly": (.monthly, 3), "yearly": (.yearly, 1), "annually": (.yearly, 1),
      "bi-weekly": (.weekly, 2),
    ],
    adjectives: ["daily", "weekly", "fortnightly", "biweekly", "monthly", "quarterly", "yearly"],
    from: ["from the", "from", "starting on", "starting"],
    of: ["of"],
    endOf: ["end of", "the end of"],
    numbers: [
      "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
      "nine": 9, "ten": 10,
    ],
    hinges: list(
      "and or to until till except but through of & from by before",
      "after since not no between about around early late on in last next",
      "every each ago for the a bi semi half twice due second"),
    doubts: list(
      "not no never yet be being pending partly partially half almost later soon",
      "will due request requested expected claim fee policy insurance waiting awaiting without isn't",
      "isn’t"),
    until: ["until the", "till the", "until", "till"],
    payments: ["card": .card, "cash": .cash, "credit": .card, "visa": .card],
    flags: [
      "paid": .paid, "not paid": .unpaid, "unpaid": .unpaid,
      "reimbursed": .reimbursed, "unreimbursed": .unreimbursed,
    ],
    refunds: ["refund", "refunded", "refunds", "returned", "money back"],
    kinds: ["expense": .expense, "income": .income, "transfer": .transfer])

  static let german = TypedWords(
    days: ["heute": 0, "gestern": -1, "vorgestern": -2, "vorvorgestern": -3, "morgen": 1, "übermorgen": 2],
    prepositions: ["am", "den", "vom"],
    last: ["letzten", "letzter", "letztes", "letzte", "vorigen", "vergangenen"],
    next: ["nächsten", "nächster", "nächstes", "nächste", "kommenden"],
    this: ["diesen", "dieser", "dieses", "diese"], ago: (["vor"], []),
    units: [
      "tag": (.daily, 1), "tage": (.daily, 1), "tagen": (.daily, 1), "woche": (.weekly, 1),
      "wochen": (.weekly, 1),
      "monat": (.monthly, 1), "monate": (.monthly, 1), "monaten": (.monthly, 1), "monats": (.monthly, 1),
      "quartal": (.monthly, 3),
      "quartale": (.monthly, 3), "jahr": (.yearly, 1), "jahre": (.yearly, 1), "jahren": (.yearly, 1),
    ],
    every: ["jeden", "jede", "jedes", "alle"], second: ["zweiten", "zweite", "zweites"],
    cadences: [
      "täglich": (.daily, 1), "wöchentlich": (.weekly, 1), "monatlich": (.monthly, 1),
      "vierteljährlich": (.monthly, 3), "halbjährlich": (.monthly, 6), "jährlich": (.yearly, 1),
    ],
    from: ["ab dem", "ab"],
    endOf: ["ende"],
    numbers: [
      "ein": 1, "eine": 1, "einem": 1, "einer": 1, "einen": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5,
      "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
    ],
    hinges: list(
      "und oder bis außer ab seit vor nach nicht zwischen gegen anfang mitte",
      "ende jeden jede jedes alle letzten nächsten im am für vorletzten vorletzte übernächsten übernächste fällig"
    ),
    doubts: list(
      "nicht kein keine keinen noch nie ohne teilweise halb fast ausstehend offen bald",
      "später wird angefragt beantragt erwartet"),
    until: ["bis zum", "bis"], payments: ["karte": .card, "bar": .cash],
    flags: [
      "bezahlt": .paid, "nicht bezahlt": .unpaid, "unbezahlt": .unpaid, "erstattet": .reimbursed,
      "nicht erstattet": .unreimbursed,
    ],
    refunds: [
      "erstattung", "erstattungen", "rückerstattung", "gutschrift", "gutschriften", "retoure", "retouren",
      "geld zurück",
    ],
    kinds: [
      "einnahme": .income, "einnahmen": .income, "einkommen": .income, "umbuchung": .transfer,
    ])

  static let french = TypedWords(
    days: [
      "aujourd'hui": 0, "aujourd’hui": 0, "hier": -1, "avant-hier": -2, "demain": 1, "après-demain": 2,
    ],
    prepositions: ["le", "du"], last: ["dernier", "dernière"], next: ["prochain", "prochaine"],
    this: ["ce", "cette"], ago: (["il y a"], []),
    units: [
      "jour": (.daily, 1), "jours": (.daily, 1), "semaine": (.weekly, 1), "semaines": (.weekly, 1),
      "mois": (.monthly, 1), "trimestre": (.monthly, 3), "an": (.yearly, 1), "ans": (.yearly, 1),
      "année": (.yearly, 1), "années": (.yearly, 1),
    ],
    every: ["chaque", "tous les", "toutes les"],
    cadences: [
      "quotidien": (.daily, 1), "hebdomadaire": (.weekly, 1), "mensuel": (.monthly, 1),
      "mensuelle": (.monthly, 1), "trimestriel": (.monthly, 3), "annuel": (.yearly, 1),
      "annuelle": (.yearly, 1),
    ],
    adjectives: ["quotidien", "hebdomadaire", "mensuel", "mensuelle", "trimestriel", "annuel", "annuelle"],
    from: ["à partir du", "dès le"],
    of: ["de"],
    endOf: ["fin", "la fin de"],
    numbers: [
      "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8,
      "neuf": 9, "dix": 10,
    ],
    hinges: list(
      "et ou sauf jusqu'au jusqu’au avant après depuis dès vers pas entre début",
      "mi fin du chaque de en pour au"),
    doubts: list("non pas encore jamais sans être attente partiellement moitié presque bientôt aucun demandé"),
    until: ["jusqu'à la", "jusqu’à la", "jusqu'au", "jusqu’au", "jusqu'en", "jusqu’en", "jusqu'à", "jusqu’à"],
    payments: ["carte": .card, "espèces": .cash],
    flags: [
      "payé": .paid, "pas payé": .unpaid, "impayé": .unpaid, "remboursé": .reimbursed,
      "non remboursé": .unreimbursed,
    ],
    refunds: ["remboursement", "remboursements", "avoir", "avoirs"],
    kinds: ["revenu": .income, "revenus": .income])

  static let italian = TypedWords(
    days: ["oggi": 0, "ieri": -1, "l'altro ieri": -2, "l’altro ieri": -2, "domani": 1, "dopodomani": 2],
    prepositions: ["il", "del"], last: ["scorso", "scorsa"], next: ["prossimo", "prossima"],
    this: ["questo", "questa"], ago: ([], ["fa"]),
    units: [
      "giorno": (.daily, 1), "giorni": (.daily, 1), "settimana": (.weekly, 1), "settimane": (.weekly, 1),
      "mese": (.monthly, 1), "mesi": (.monthly, 1), "trimestre": (.monthly, 3), "anno": (.yearly, 1),
      "anni": (.yearly, 1),
    ],
    every: ["ogni", "tutti i", "tutte le"],
    cadences: [
      "quotidiano": (.daily, 1), "settimanale": (.weekly, 1), "mensile": (.monthly, 1),
      "trimestrale": (.monthly, 3), "annuale": (.yearly, 1),
    ],
    adjectives: ["quotidiano", "settimanale", "mensile", "trimestrale", "annuale"],
    from: ["a partire dal", "dal"],
    of: ["di"],
    endOf: ["fine"],
    numbers: [
      "un": 1, "uno": 1, "una": 1, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7,
      "otto": 8, "nove": 9, "dieci": 10,
    ],
    hinges: list(
      "e o ma fino al tranne prima dopo dal da entro circa non",
      "tra fra inizio metà fine ogni di in per"),
    doubts: list("non ancora mai senza nessun parzialmente quasi attesa presto essere richiesto"),
    until: ["fino al", "fino a"], payments: ["carta": .card, "contanti": .cash],
    flags: [
      "pagato": .paid, "non pagato": .unpaid, "rimborsato": .reimbursed, "non rimborsato": .unreimbursed,
    ],
    refunds: ["rimborso", "rimborsi", "reso", "resi", "nota di credito"],
    kinds: ["entrata": .income, "entrate": .income, "giroconto": .transfer])

  static let portuguese = TypedWords(
    days: ["hoje": 0, "ontem": -1, "anteontem": -2, "amanhã": 1, "depois de amanhã": 2],
    prepositions: ["em", "no", "na", "dia", "no dia"], last: ["passado", "passada"],
    next: ["próximo", "próxima"], this: ["este", "esta"], ago: (["há"], ["atrás"]),
    units: [
      "dia": (.daily, 1), "dias": (.daily, 1), "semana": (.weekly, 1), "semanas": (.weekly, 1),
      "mês": (.monthly, 1), "mes": (.monthly, 1), "meses": (.monthly, 1), "trimestre": (.monthly, 3),
      "ano": (.yearly, 1), "anos": (.yearly, 1),
    ],
    every: ["cada", "a cada", "todos os", "todas as"],
    cadences: [
      "semanal": (.weekly, 1), "mensal": (.monthly, 1), "trimestral": (.monthly, 3), "anual": (.yearly, 1),
    ],
    adjectives: ["semanal", "mensal", "trimestral", "anual"],
    from: ["a partir de", "desde"],
    of: ["de"],
    endOf: ["fim de", "o fim de"],
    numbers: [
      "um": 1, "uma": 1, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7,
      "oito": 8, "nove": 9, "dez": 10,
    ],
    hinges: list(
      "e ou até exceto a antes depois desde não entre início meados fim",
      "cada de em todo toda para"),
    doubts: list("não ainda nunca nenhum sem parcialmente quase ser pendente breve pedido"),
    until: ["até ao", "até"], payments: ["cartão": .card, "dinheiro": .cash],
    flags: [
      "pago": .paid, "não pago": .unpaid, "reembolsado": .reimbursed, "não reembolsado": .unreimbursed,
    ],
    refunds: ["reembolso", "reembolsos", "devolução", "estorno"],
    kinds: [
      "receita": .income, "receitas": .income, "rendimento": .income,
    ])

  static let japanese = TypedWords(
    days: ["今日": 0, "昨日": -1, "一昨日": -2, "おととい": -2, "明日": 1, "明後日": 2],
    ago: ([], ["前"]),
    units: [
      "日": (.daily, 1), "週間": (.weekly, 1), "か月": (.monthly, 1), "ヶ月": (.monthly, 1), "年": (.yearly, 1),
    ],
    cadences: ["毎日": (.daily, 1), "毎週": (.weekly, 1), "毎月": (.monthly, 1), "毎年": (.yearly, 1)],
    payments: ["カード": .card, "現金": .cash],
    flags: ["支払済": .paid, "未払い": .unpaid, "精算済": .reimbursed, "未精算": .unreimbursed],
    refunds: ["返金", "返品", "払い戻し"], kinds: ["収入": .income, "振替": .transfer])
}

extension LedgerLocale {
  /// The words of the locale's own language, or `nil` if that is English.
  var ownWords: TypedWords? {
    switch id.prefix(2) {
    case "de": .german
    case "fr": .french
    case "it": .italian
    case "pt": .portuguese
    case "ja": .japanese
    case _: nil  // English, over texts of languages.
    }
  }

  /// Returns the payment that a word means in English or the locale's language, or `nil`.
  package func payment(named word: String) -> PaymentMethod? {
    let word = NFC.foldedKey(ASCIIForms.folded(word))
    return typedWords.compactMap { $0.payments[word] }.first
  }

  /// The words that are understood: English in every locale, and those of its language.
  var typedWords: [TypedWords] { [.english] + (ownWords.map { [$0] } ?? []) }
}
