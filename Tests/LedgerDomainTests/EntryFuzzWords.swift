import LedgerDomain
import LedgerTestSupport

/// The words of one language for the lines that a test makes up. They are the test's own, not those of the parser.
struct EntryFuzzWords: Sendable {
  let locales: [String]
  let days: KeyValuePairs<String, Int>
  /// `N` becomes a number of days before today.
  let ago: [String]
  let weekdays: [String]
  /// `W` becomes a weekday, which is the last before today.
  let lastWeekday: [String]
  let months: [String]
  /// `D` becomes a day, and `M` the name of its month.
  let dates: [String]
  /// `D` becomes the last such day of a month.
  let dayOnly: [String]
  let payments: KeyValuePairs<String, PaymentMethod>
  let cadences: KeyValuePairs<String, Cadence>
  /// Words after which the payment is another one.
  let negation: String
  /// Words that a parser may not read, and how many days from today they are.
  let otherDays: KeyValuePairs<String, Int>
  /// Words that a parser may not read as the payment, a flag or the cadence that they have in them.
  let traps: [String]
  /// The name of another currency, which is not the ledger's.
  let currencies: [String]

  private static func cadence(_ frequency: RecurrenceFrequency, _ count: Int = 1) -> Cadence {
    Cadence(frequency: frequency, interval: count)
  }

  static let all = [
    EntryFuzzWords(
      locales: ["en_GB", "en_US", "en_IN"],
      days: ["today": 0, "yesterday": -1, "the day before yesterday": -2, "tomorrow": 1],
      ago: ["N days ago"],
      weekdays: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
      lastWeekday: ["last W", "on W"],
      months: [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
      ], dates: ["D M", "on D M", "M D"], dayOnly: ["on the Dth", "on the D"],
      payments: ["card": .card, "cash": .cash],
      cadences: [
        "every month": cadence(.monthly), "monthly": cadence(.monthly), "every 2 weeks": cadence(.weekly, 2),
        "every three months": cadence(.monthly, 3), "bi-weekly": cadence(.weekly, 2),
        "yearly": cadence(.yearly),
        "every other week": cadence(.weekly, 2), "bimonthly": cadence(.monthly, 2),
        "per month": cadence(.monthly),
        "twice a month": cadence(.weekly, 2), "every 4 weeks": cadence(.weekly, 4),
      ], negation: "not", otherDays: ["in 3 days": 3, "3d ago": -3, "a week ago": -7, "in a week": 7],
      traps: ["(unpaid)", "un-paid", "never paid", "refund pending", "no refund"],
      currencies: ["kroner", "quid", "pesos", "thousand"]),
    EntryFuzzWords(
      locales: ["de_DE", "de_CH"], days: ["heute": 0, "gestern": -1, "vorgestern": -2, "morgen": 1],
      ago: ["vor N Tagen"],
      weekdays: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
      lastWeekday: ["letzten W", "am W"],
      months: [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
        "November", "Dezember",
      ], dates: ["D. M", "am D. M"], dayOnly: ["am D.", "am D", "den D."],
      payments: ["karte": .card, "bar": .cash, "Karte": .card],
      cadences: [
        "jeden Monat": cadence(.monthly), "monatlich": cadence(.monthly), "alle 2 Wochen": cadence(.weekly, 2),
        "vierteljährlich": cadence(.monthly, 3), "jährlich": cadence(.yearly), "pro Monat": cadence(.monthly),
        "zweiwöchentlich": cadence(.weekly, 2), "jeden 2. Monat": cadence(.monthly, 2),
      ], negation: "nicht", otherDays: ["in 3 Tagen": 3, "vor einer Woche": -7],
      traps: ["noch nicht bezahlt", "(bezahlt)", "keine Erstattung"],
      currencies: ["Kronen", "US-Dollar", "tausend"]),
    EntryFuzzWords(
      locales: ["fr_FR"], days: ["aujourd'hui": 0, "hier": -1, "avant-hier": -2, "demain": 1],
      ago: ["il y a N jours"],
      weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
      lastWeekday: ["W dernier"],
      months: [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
        "novembre", "décembre",
      ], dates: ["D M", "le D M"], dayOnly: ["le D"], payments: ["carte": .card, "espèces": .cash],
      cadences: [
        "chaque mois": cadence(.monthly), "tous les mois": cadence(.monthly), "par mois": cadence(.monthly),
        "mensuel": cadence(.monthly), "mensuellement": cadence(.monthly),
      ], negation: "sans", otherDays: ["dans 3 jours": 3], traps: ["pas de remboursement", "(payé)"],
      currencies: ["livres", "couronnes"]),
    EntryFuzzWords(
      locales: ["it_IT"], days: ["oggi": 0, "ieri": -1, "l'altro ieri": -2, "domani": 1], ago: ["N giorni fa"],
      weekdays: ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
      lastWeekday: ["W scorso"],
      months: [
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
        "ottobre",
        "novembre", "dicembre",
      ], dates: ["D M", "il D M"], dayOnly: ["il D"], payments: ["carta": .card, "contanti": .cash],
      cadences: [
        "ogni mese": cadence(.monthly), "al mese": cadence(.monthly), "mensile": cadence(.monthly),
        "ogni 2 settimane": cadence(.weekly, 2),
      ], negation: "senza", otherDays: ["tra 3 giorni": 3], traps: ["nessun rimborso", "(pagato)"],
      currencies: ["sterline", "mila"]),
    EntryFuzzWords(
      locales: ["pt_PT"], days: ["hoje": 0, "ontem": -1, "anteontem": -2, "amanhã": 1], ago: ["há N dias"],
      weekdays: [
        "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo",
      ], lastWeekday: ["W passada"],
      months: [
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
        "novembro", "dezembro",
      ], dates: ["D de M"], dayOnly: ["no dia D"], payments: ["cartão": .card, "dinheiro": .cash],
      cadences: [
        "todos os meses": cadence(.monthly), "por mês": cadence(.monthly), "mensal": cadence(.monthly),
      ],
      negation: "sem", otherDays: [:], traps: ["nenhum reembolso", "(pago)"], currencies: ["libras", "coroas"]),
    EntryFuzzWords(
      locales: ["ja_JP"], days: ["今日": 0, "昨日": -1, "一昨日": -2, "明日": 1], ago: ["N日前"],
      weekdays: ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"], lastWeekday: ["W"],
      months: (1...12).map { "\($0)月" }, dates: ["MD日"], dayOnly: ["D日"],
      payments: ["カード": .card, "現金": .cash],
      cadences: ["毎月": cadence(.monthly), "毎週": cadence(.weekly), "毎月家賃": cadence(.monthly)], negation: "not",
      otherDays: ["3日後": 3, "昨日ランチ": -1], traps: ["(未払い)"], currencies: ["ポンド", "万"]),
  ]
}
