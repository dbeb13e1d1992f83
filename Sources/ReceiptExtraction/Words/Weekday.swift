/// The names of weekdays, as papers print them next to a date.
enum Weekday {
  /// The weekdays from Monday on, each in several languages.
  ///
  /// They are English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and Japanese.
  private static let names = [
    "monday, mon, montag, mo, lundi, lun, lunes, lunedi, segunda, seg, maandag, ma, poniedzialek, pon, 月",
    "tuesday, tue, tues, dienstag, di, mardi, mar, martes, martedi, terca, ter, dinsdag, wtorek, wt, 火",
    "wednesday, wed, mittwoch, mi, mercredi, mer, miercoles, mie, mercoledi, quarta, qua, woensdag, wo, sroda, 水",
    "thursday, thu, thur, thurs, donnerstag, do, jeudi, jeu, jueves, jue, giovedi, gio, quinta, qui, donderdag, "
      + "czwartek, czw, 木",
    "friday, fri, freitag, fr, vendredi, ven, viernes, vie, venerdi, sexta, sex, vrijdag, vr, piatek, pt, 金",
    "saturday, sat, samstag, sonnabend, sa, samedi, sam, sabado, sab, sabato, zaterdag, za, sobota, sob, 土",
    "sunday, sun, sonntag, so, dimanche, dim, domingo, dom, domenica, zondag, zo, niedziela, ndz, 日",
  ]

  private static let numbers: [UInt64: Int] = {
    var numbers: [UInt64: Int] = [:]
    for (index, list) in names.enumerated() {
      for name in list.split(separator: ",") {
        let units = FoldedText(name.trimmingPrefix { $0 == " " }.description).units
        numbers[WordHash.of(units[...])] = index + 1
      }
    }
    return numbers
  }()

  /// Returns a weekday from Monday = 1 by the hash of its name, or `nil` for any other word.
  static func number(_ hash: UInt64) -> Int? { numbers[hash] }
}

/// A weekday that is printed next to a date.
struct PrintedWeekday {
  /// The number from Monday = 1.
  let number: Int
  let token: Int
  /// Whether its name has so many letters that it is no other word.
  let isSure: Bool
}

extension Page {
  /// Returns the weekday next to a date, on the same line.
  func weekday(nextTo date: DateToken) -> PrintedWeekday? {
    for token in [date.token - 1, date.token + 1] where lines[line(ofToken: date.token)].contains(token) {
      guard tokens[token].kind == .word, let number = Weekday.number(tokens[token].payload) else { continue }
      let gap =
        token < date.token
        ? tokens[date.token].start - tokens[token].end : tokens[token].start - tokens[date.token].end
      guard gap <= Self.weekdayGapUnitsMax else { continue }
      return PrintedWeekday(
        number: number, token: token, isSure: tokens[token].range.count >= Self.sureLettersMin)
    }
    return nil
  }

  private static let weekdayGapUnitsMax = 3
  private static let sureLettersMin = 3
}
