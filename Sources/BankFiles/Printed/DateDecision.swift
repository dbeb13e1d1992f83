import LedgerDomain

/// Counts, over all dates of a file, which orders of day and month they fit.
struct DateDecision {
  private var failures: [DateOrder: Int] = [:]
  private var undecided = 0
  private var differing: (line: Int, cell: ArraySlice<UInt8>)?
  private var dotted = 0
  /// Years, if the first number is the year and if the last one is.
  private var years: (first: Set<Int>, last: Set<Int>) = ([], [])

  /// Adds a date of the file.
  mutating func add(_ date: PrintedDate, line: Int, cell: ArraySlice<UInt8>) {
    guard case .parts(let one, let two, let three, _, let separator) = date else { return }
    undecided += 1
    if years.first.count < 10 { years.first.insert(one) }
    if years.last.count < 10 { years.last.insert(three) }
    if separator == UInt8(ascii: ".") { dotted += 1 }
    if differing == nil, one != two { differing = (line, cell) }
    for order in DateOrder.allCases where date.day(order) == nil { failures[order, default: 0] += 1 }
  }

  /// Returns the order that the whole file has, with the reason, or the question.
  func order(_ option: DateOrder?, earlier: DateOrder? = nil) -> Decided<DateOrder> {
    func decided(_ order: DateOrder, _ reason: String, isProof: Bool = false) -> Decided<DateOrder> {
      let lasting = isProof ? order.rawValue : nil
      return .success(
        (order, BankFileDecision(topic: .dateOrder, value: order.rawValue, reason: reason, lasting: lasting)))
    }
    if let option { return decided(option, "given") }
    guard undecided > 0 else { return decided(.yearFirst, "every date can be read in one way") }
    let day = failures[.dayFirst, default: 0]
    let month = failures[.monthFirst, default: 0]
    let year = failures[.yearFirst, default: 0]
    if year < min(day, month) { return decided(.yearFirst, "\(min(day, month)) dates do not exist otherwise") }
    if year == 0, undecided >= 4, years.first.count <= 2, years.last.count >= 4 {
      return decided(.yearFirst, "the last numbers of the dates are spread, the first ones are not")
    }
    if day < month {
      return decided(.dayFirst, "\(month) dates do not exist with the month first", isProof: true)
    }
    if month < day {
      return decided(.monthFirst, "\(day) dates do not exist with the day first", isProof: true)
    }
    guard let differing else { return decided(.dayFirst, "day and month are the same number in every date") }
    if dotted == undecided { return decided(.dayFirst, "dates with points have the day first") }
    if let earlier, failures[earlier] == nil { return decided(earlier, "an earlier file proved it") }
    let text = CellText.excerpt(differing.cell)
    let choices = [DateOrder.dayFirst, .monthFirst].map { order in
      let date = PrintedDate(differing.cell)?.day(order)
      return BankFileQuestion.Choice(value: order.rawValue, example: "\(text) is \(date?.iso ?? "no date")")
    }
    return .failure(
      BankFileQuestion(
        topic: .dateOrder, line: differing.line,
        text: "no date shows whether the day or the month comes first", choices: choices))
  }
}
