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
  /// The words before the end of something that recurs.
  var until: [String] = []
  /// The words for how something was paid.
  var payments: [String: PaymentMethod] = [:]
  /// The words for flags.
  var flags: [String: FlagSetting] = [:]
  /// The words for money that came back.
  var refunds: [String] = []

  static let english = TypedWords(
    days: [
      "today": 0, "yesterday": -1, "tomorrow": 1, "day before yesterday": -2, "day after tomorrow": 2,
    ],
    prepositions: ["on", "the", "on the", "of"], last: ["last", "past"], next: ["next", "coming"],
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
    ],
    until: ["until", "till"], payments: ["card": .card, "cash": .cash, "credit": .card, "visa": .card],
    flags: [
      "paid": .paid, "unpaid": .unpaid, "reimbursed": .reimbursed, "unreimbursed": .unreimbursed,
    ],
    refunds: ["refund"])

  static let german = TypedWords(
    days: ["heute": 0, "gestern": -1, "vorgestern": -2, "morgen": 1, "übermorgen": 2],
    prepositions: ["am", "den", "vom"],
    last: ["letzten", "letzter", "letztes", "letzte", "vorigen", "vergangenen"],
    next: ["nächsten", "nächster", "nächstes", "nächste", "kommenden"],
    this: ["diesen", "dieser", "dieses", "diese"], ago: (["vor"], []),
    units: [
      "tag": (.daily, 1), "tage": (.daily, 1), "tagen": (.daily, 1), "woche": (.weekly, 1),
      "wochen": (.weekly, 1),
      "monat": (.monthly, 1), "monate": (.monthly, 1), "monaten": (.monthly, 1), "quartal": (.monthly, 3),
      "quartale": (.monthly, 3), "jahr": (.yearly, 1), "jahre": (.yearly, 1), "jahren": (.yearly, 1),
    ],
    every: ["jeden", "jede", "jedes", "alle"], second: ["zweiten", "zweite", "zweites"],
    cadences: [
      "täglich": (.daily, 1), "wöchentlich": (.weekly, 1), "monatlich": (.monthly, 1),
      "vierteljährlich": (.monthly, 3), "halbjährlich": (.monthly, 6), "jährlich": (.yearly, 1),
    ],
    until: ["bis"], payments: ["karte": .card, "bar": .cash],
    flags: [
      "bezahlt": .paid, "unbezahlt": .unpaid, "erstattet": .reimbursed, "nicht erstattet": .unreimbursed,
    ],
    refunds: ["erstattung", "rückerstattung"])

  static let french = TypedWords(
    days: [
      "aujourd'hui": 0, "aujourd’hui": 0, "hier": -1, "avant-hier": -2, "demain": 1, "après-demain": 2,
    ],
    prepositions: ["le", "du"], last: ["dernier"], next: ["prochain"], this: ["ce"], ago: (["il y a"], []),
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
    until: ["jusqu'au", "jusqu’au", "jusqu'en", "jusqu’en", "jusqu'à", "jusqu’à"],
    payments: ["carte": .card, "espèces": .cash],
    flags: ["payé": .paid, "impayé": .unpaid, "remboursé": .reimbursed, "non remboursé": .unreimbursed],
    refunds: ["remboursement"])

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
    until: ["fino al", "fino a"], payments: ["carta": .card, "contanti": .cash],
    flags: [
      "pagato": .paid, "non pagato": .unpaid, "rimborsato": .reimbursed, "non rimborsato": .unreimbursed,
    ],
    refunds: ["rimborso"])

  static let portuguese = TypedWords(
    days: ["hoje": 0, "ontem": -1, "anteontem": -2, "amanhã": 1, "depois de amanhã": 2],
    prepositions: ["em", "no", "na", "dia", "no dia"], last: ["passado", "passada"],
    next: ["próximo", "próxima"], this: ["este", "esta"], ago: (["há"], ["atrás"]),
    units: [
      "dia": (.daily, 1), "dias": (.daily, 1), "semana": (.weekly, 1), "semanas": (.weekly, 1),
      "mês": (.monthly, 1), "mes": (.monthly, 1), "meses": (.monthly, 1), "trimestre": (.monthly, 3),
      "ano": (.yearly, 1), "anos": (.yearly, 1),
    ],
    every: ["todo", "toda", "cada", "a cada", "todos os", "todas as"],
    cadences: [
      "semanal": (.weekly, 1), "mensal": (.monthly, 1), "trimestral": (.monthly, 3), "anual": (.yearly, 1),
    ],
    until: ["até"], payments: ["cartão": .card, "dinheiro": .cash],
    flags: [
      "pago": .paid, "não pago": .unpaid, "reembolsado": .reimbursed, "não reembolsado": .unreimbursed,
    ],
    refunds: ["reembolso"])

  static let japanese = TypedWords(
    days: ["今日": 0, "昨日": -1, "一昨日": -2, "おととい": -2, "明日": 1, "明後日": 2],
    cadences: ["毎日": (.daily, 1), "毎週": (.weekly, 1), "毎月": (.monthly, 1), "毎年": (.yearly, 1)],
    payments: ["カード": .card, "現金": .cash],
    flags: ["支払済": .paid, "未払い": .unpaid, "精算済": .reimbursed, "未精算": .unreimbursed],
    refunds: ["返金"])
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
    case _: nil
    }
  }

  /// Returns the payment that a word means in English or the locale's language, or `nil`.
  public func payment(named word: String) -> PaymentMethod? {
    let word = NFC.foldedKey(ASCIIForms.folded(word))
    return typedWords.compactMap { $0.payments[word] }.first
  }

  /// The words that are understood: English in every locale, and those of its language.
  var typedWords: [TypedWords] { [.english] + (ownWords.map { [$0] } ?? []) }
}
