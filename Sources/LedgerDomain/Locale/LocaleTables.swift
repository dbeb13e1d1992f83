// Made by tools/make-locale-tables.py from ICU 72.1, CLDR 42. Do not edit.

extension LocaleData {
  static let enGB = LocaleData(
    decimalSeparator: ".",
    groupingSeparator: ",",
    grouping: .thousands,
    money: "¤n",
    negativeMoney: "-¤n",
    mediumDate: "d MMM y",
    fullDate: "EEEE, d MMMM y",
    month: "MMMM y",
    rangeOfOneDay: "d MMM y",
    rangeInMonth: "d–d MMM y",
    rangeInYear: "d MMM\u{2009}–\u{2009}d MMM y",
    rangeOfYears: "d MMM y\u{2009}–\u{2009}d MMM y",
    monthNames: "January February March April May June July August September October November December",
    shortMonthNames: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
    weekdayNames: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    firstWeekday: 1,
    minimalDays: 4,
    currency: .gbp,
    symbols: """
      AUD=A$ BRL=R$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=JP¥ KRW=₩ MXN=MX$ NZD=NZ$ \
      PHP=₱ TWD=NT$ USD=US$ VND=₫ XAF=FCFA XCD=EC$ XOF=F\u{202f}CFA XPF=CFPF
      """)

  static let enUS = LocaleData(
    decimalSeparator: ".",
    groupingSeparator: ",",
    grouping: .thousands,
    money: "¤n",
    negativeMoney: "-¤n",
    mediumDate: "MMM d, y",
    fullDate: "EEEE, MMMM d, y",
    month: "MMMM y",
    rangeOfOneDay: "MMM d, y",
    rangeInMonth: "MMM d\u{2009}–\u{2009}d, y",
    rangeInYear: "MMM d\u{2009}–\u{2009}MMM d, y",
    rangeOfYears: "MMM d, y\u{2009}–\u{2009}MMM d, y",
    monthNames: "January February March April May June July August September October November December",
    shortMonthNames: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    weekdayNames: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    firstWeekday: 7,
    minimalDays: 1,
    currency: .usd,
    symbols: """
      AUD=A$ BRL=R$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=¥ KRW=₩ MXN=MX$ NZD=NZ$ PHP=₱ \
      TWD=NT$ USD=$ VND=₫ XAF=FCFA XCD=EC$ XOF=F\u{202f}CFA XPF=CFPF
      """)

  static let enIN = LocaleData(
    decimalSeparator: ".",
    groupingSeparator: ",",
    grouping: .indian,
    money: "¤n",
    negativeMoney: "-¤n",
    mediumDate: "dd-MMM-y",
    fullDate: "EEEE, d MMMM, y",
    month: "MMMM y",
    rangeOfOneDay: "d MMM y",
    rangeInMonth: "d–d MMM y",
    rangeInYear: "d MMM\u{2009}–\u{2009}d MMM y",
    rangeOfYears: "d MMM y\u{2009}–\u{2009}d MMM y",
    monthNames: "January February March April May June July August September October November December",
    shortMonthNames: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
    weekdayNames: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    firstWeekday: 7,
    minimalDays: 1,
    currency: .inr,
    symbols: """
      AUD=A$ BRL=R$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=JP¥ KRW=₩ MXN=MX$ NZD=NZ$ \
      PHP=₱ TWD=NT$ USD=$ VND=₫ XAF=FCFA XCD=EC$ XOF=F\u{202f}CFA XPF=CFPF
      """)

  static let deDE = LocaleData(
    decimalSeparator: ",",
    groupingSeparator: ".",
    grouping: .thousands,
    money: "n\u{a0}¤",
    negativeMoney: "-n\u{a0}¤",
    mediumDate: "dd.MM.y",
    fullDate: "EEEE, d. MMMM y",
    month: "MMMM y",
    rangeOfOneDay: "d. MMM y",
    rangeInMonth: "d.–d. MMM y",
    rangeInYear: "d. MMM\u{2009}–\u{2009}d. MMM y",
    rangeOfYears: "d. MMM y\u{2009}–\u{2009}d. MMM y",
    monthNames: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    shortMonthNames: "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    weekdayNames: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    firstWeekday: 1,
    minimalDays: 4,
    currency: .eur,
    symbols: """
      ATS=öS AUD=AU$ BRL=R$ CAD=CA$ CNY=CN¥ DEM=DM EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=¥ KRW=₩ MXN=MX$ \
      NZD=NZ$ THB=฿ TWD=NT$ USD=$ VND=₫ XAF=FCFA XCD=EC$ XOF=F\u{202f}CFA XPF=CFPF
      """)

  static let deCH = LocaleData(
    decimalSeparator: ".",
    groupingSeparator: "’",
    grouping: .thousands,
    money: "¤\u{a0}n",
    negativeMoney: "¤-n",
    mediumDate: "dd.MM.y",
    fullDate: "EEEE, d. MMMM y",
    month: "MMMM y",
    rangeOfOneDay: "d. MMM y",
    rangeInMonth: "d.–d. MMM y",
    rangeInYear: "d. MMM\u{2009}–\u{2009}d. MMM y",
    rangeOfYears: "d. MMM y\u{2009}–\u{2009}d. MMM y",
    monthNames: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    shortMonthNames: "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    weekdayNames: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    firstWeekday: 1,
    minimalDays: 4,
    currency: .chf,
    symbols: """
      ATS=öS AUD=AU$ BRL=R$ CAD=CA$ CNY=CN¥ DEM=DM GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=¥ KRW=₩ MXN=MX$ \
      NZD=NZ$ THB=฿ TWD=NT$ USD=$ VND=₫ XAF=FCFA XCD=EC$ XOF=F\u{202f}CFA XPF=CFPF
      """)

  static let frFR = LocaleData(
    decimalSeparator: ",",
    groupingSeparator: "\u{202f}",
    grouping: .thousands,
    money: "n\u{a0}¤",
    negativeMoney: "-n\u{a0}¤",
    mediumDate: "d MMM y",
    fullDate: "EEEE d MMMM y",
    month: "MMMM y",
    rangeOfOneDay: "d MMM y",
    rangeInMonth: "d–d MMM y",
    rangeInYear: "d MMM\u{2009}–\u{2009}d MMM y",
    rangeOfYears: "d MMM y\u{2009}–\u{2009}d MMM y",
    monthNames: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    shortMonthNames: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    weekdayNames: "lundi mardi mercredi jeudi vendredi samedi dimanche",
    firstWeekday: 1,
    minimalDays: 4,
    currency: .eur,
    symbols: """
      ARS=$AR AUD=$AU BEF=FB BMD=$BM BND=$BN BRL=R$ BZD=$BZ CAD=$CA CLP=$CL COP=$CO CYP=£CY EUR=€ \
      FJD=$FJ FKP=£FK FRF=F GBP=£GB GIP=£GI IEP=£IE ILS=₪ INR=₹ ITL=₤IT KRW=₩ LBP=£LB MXN=$MX NAD=$NA \
      NZD=$NZ SBD=$SB SGD=$SG SRD=$SR TTD=$TT USD=$US VND=₫ WST=$WS XAF=FCFA XOF=F\u{202f}CFA XPF=FCFP
      """)

  static let itIT = LocaleData(
    decimalSeparator: ",",
    groupingSeparator: ".",
    grouping: .thousands,
    money: "n\u{a0}¤",
    negativeMoney: "-n\u{a0}¤",
    mediumDate: "d MMM y",
    fullDate: "EEEE d MMMM y",
    month: "MMMM y",
    rangeOfOneDay: "d MMM y",
    rangeInMonth: "dd–dd MMM y",
    rangeInYear: "dd MMM\u{2009}–\u{2009}dd MMM y",
    rangeOfYears: "dd MMM y\u{2009}–\u{2009}dd MMM y",
    monthNames: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    shortMonthNames: "gen feb mar apr mag giu lug ago set ott nov dic",
    weekdayNames: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    firstWeekday: 1,
    minimalDays: 4,
    currency: .eur,
    symbols: """
      AUD=A$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ ILS=₪ NZD=NZ$ PHP=₱ THB=฿ XAF=FCFA XCD=EC$ XOF=F\u{202f}CFA XPF=CFPF
      """)

  static let ptPT = LocaleData(
    decimalSeparator: ",",
    groupingSeparator: "\u{a0}",
    grouping: .thousands,
    money: "n\u{a0}¤",
    negativeMoney: "-n\u{a0}¤",
    mediumDate: "dd/MM/y",
    fullDate: "EEEE, d 'de' MMMM 'de' y",
    month: "MMMM 'de' y",
    rangeOfOneDay: "d/MM/y",
    rangeInMonth: "d–d 'de' MMM 'de' y",
    rangeInYear: "d 'de' MMM\u{2009}–\u{2009}d 'de' MMM 'de' y",
    rangeOfYears: "d 'de' MMM 'de' y\u{2009}–\u{2009}d 'de' MMM 'de' y",
    monthNames: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    shortMonthNames: "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
    weekdayNames: "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    firstWeekday: 7,
    minimalDays: 4,
    currency: .eur,
    symbols: """
      AUD=AU$ BRL=R$ CAD=CA$ CNY=CN¥ EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=JP¥ KRW=₩ MXN=MX$ NZD=NZ$ \
      THB=฿ TWD=NT$ USD=US$ VND=₫ XAF=FCFA XCD=EC$ XOF=F\u{202f}CFA XPF=CFPF
      """)

  static let jaJP = LocaleData(
    decimalSeparator: ".",
    groupingSeparator: ",",
    grouping: .thousands,
    money: "¤n",
    negativeMoney: "-¤n",
    mediumDate: "y/MM/dd",
    fullDate: "y年M月d日EEEE",
    month: "y年M月",
    rangeOfOneDay: "y年M月d日",
    rangeInMonth: "y年M月d日～d日",
    rangeInYear: "y年M月d日～M月d日",
    rangeOfYears: "y年M月d日～y年M月d日",
    monthNames: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    shortMonthNames: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    weekdayNames: "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    firstWeekday: 7,
    minimalDays: 1,
    currency: .jpy,
    symbols: """
      AUD=A$ BRL=R$ CAD=CA$ CNY=元 EUR=€ GBP=£ HKD=HK$ ILS=₪ INR=₹ JPY=￥ KRW=₩ MXN=MX$ NZD=NZ$ TWD=NT$ \
      USD=$ VND=₫ XAF=FCFA XCD=EC$ XOF=F\u{202f}CFA XPF=CFPF
      """)
}
