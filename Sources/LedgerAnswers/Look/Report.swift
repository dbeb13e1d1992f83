package import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

extension LedgerReport {
  /// Returns the report as one document.
  ///
  /// - Parameters:
  ///   - subject: The subject, or `nil` for net worth.
  ///   - division: The property by which the report is divided.
  package func json(_ subject: LedgerReport.Subject?, by division: ReportDivision) -> JSONValue {
    let document: JSONValue = [
      "by": .string(division.rawValue), "from": .string(months[0].month.first.iso),
      "months": .array(
        months.map { .object($0.line.members(subject)).adding(["month": .string($0.month.iso)]) }),
      "report": .string(subject?.rawValue ?? "net-worth"),
      "rows": .array(
        rows.map { row in
          .object(row.line.members(subject)).adding(["key": .optional(row.key), "name": .optional(row.name)])
        }),
      "through": .string(months[months.count - 1].month.last.iso),
    ]
    guard !upcoming.isEmpty else { return document.adding(all.members(subject)) }
    let members: [String: JSONValue] = ["upcoming": .array(upcoming.total.totals.map(\.json))]
    return document.adding(all.members(subject)).adding(members).adding(
      subject == nil ? [:] : ["upcomingCount": .count(upcoming.count)])
  }

  /// Returns what `events report --json` prints.
  ///
  /// - Parameters:
  ///   - subject: The subject of the report, or `nil` for net worth.
  ///   - division: The property by which the report is divided. Net worth is divided by account.
  public func jsonLines(_ subject: LedgerReport.Subject?, by division: ReportDivision) -> String {
    json(subject, by: division).line
  }
}

extension ReportLine {
  /// Returns the sums of a line. Cash flow has what was received and spent, too.
  fileprivate func members(_ subject: LedgerReport.Subject?) -> [String: JSONValue] {
    func money(_ sums: LedgerReport.Sums) -> JSONValue { .array(sums.totals.map(\.json)) }
    var members: [String: JSONValue] = ["totals": money(total)]
    var tooLarge = total.tooLarge
    if subject == .cashFlow {
      members["received"] = money(received)
      members["spent"] = money(spent)
      for currency in received.tooLarge + spent.tooLarge where !tooLarge.contains(currency) {
        tooLarge.append(currency)
      }
    }
    if subject != nil { members["count"] = .count(count) }
    return members.merging(tooLarge.tooLargeMember) { first, _ in first }
  }
}
