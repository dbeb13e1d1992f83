internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

// The words by which the tool shows how it read an entry, and why it refuses one.
extension EntryReader {
  /// Shows the entry that would be recorded. The words for people were shown before.
  func showDryRun(_ entry: Entry) throws -> ExitCode {
    // A dry run refuses what the command would refuse.
    try ledger.book.checkRecord(
      entry.request, items: entry.items, opensAccounts: arguments.has(EntryOptions.newAccount))
    return try ledger.show(
      .dryRun(entry.request, items: entry.items, every: entry.cadence, offers: entry.offers))
  }

  func words(_ entry: Entry) throws -> String {
    let request = entry.request
    let group = try request.group.map { try ledger.book.group($0).name }
    let understood = words([
      request.kind.rawValue, amount(request.money, request.expression),
      ledger.locale.longDate(request.date),
      request.category.map { ledger.notation.categoryName($0) },
      request.payment?.rawValue, request.vendor.map { "vendor \($0)" }, group.map { "in \($0)" },
      request.note.map { "note \($0)" }, request.account.map { "account \($0)" },
      request.tags.isEmpty ? nil : request.tags.map { "#\($0)" }.joined(separator: " "),
      request.flags.isEmpty ? nil : request.flags.map(\.rawValue).joined(separator: " "),
      entry.cadence.map { cadence($0, from: request.date) }, ledger.notation.parts(entry.items),
    ])
    return entry.offers.isEmpty ? understood : "\(understood) (\(EntryOffer.words(entry.offers)))"
  }

  /// Refuses a line with several readings, or with a word that is invalid in its apparent meaning.
  func refuseProblems(of entry: QuickEntry) throws(Failure) {
    guard !entry.problems.isEmpty else { return }
    let refusals = entry.problems.map { Failure($0.refusal(in: ledger.locale)) }
    var advice = ["Nothing was recorded"] + refusals.dropFirst().map(\.message)
    for line in refusals.flatMap(\.advice) where !advice.contains(line) { advice.append(line) }
    throw Failure(.dataError, refusals[0].message, advice: advice)
  }

  /// Refuses a transfer, because an entry has only one account.
  func refuseTransfer(_ kind: TransactionKind) throws(Failure) {
    guard kind == .transfer else { return }
    throw Failure(
      .usage, "a transfer needs two accounts; nothing was recorded",
      advice: "Record it with both: events transfer AMOUNT FROM TO")
  }

  /// Refuses a rule that one word makes, such as `monthly`, if nobody sees what was understood.
  func refuseUnseenRule(of entry: QuickEntry) throws(Failure) {
    guard let cadence = entry.cadence, !dialogue.canAsk, !arguments.has(.yes), !arguments.has(.dryRun),
      let word = entry.parts.first(where: { $0.field == .cadence })?.text, !word.contains(" ")
    else { return }
    throw Failure(
      .dataError,
      "“\(word)” would make a rule that records this \(cadence.word); nothing was recorded",
      advice: "Agree with --yes, or quote the whole name that “\(word)” belongs to")
  }

  /// Refuses an entry that lacks something, with the parts that were understood (IE-14).
  func check(_ entry: QuickEntry) throws(Failure) {
    var missing: [String] = []
    if entry.money == nil { missing.append("the amount") }
    if entry.category == nil, entry.kind != .transfer { missing.append("the category") }
    if entry.payment == nil, entry.kind == .expense { missing.append("the payment") }
    guard !missing.isEmpty else { return }
    let understood = words([
      entry.kind.rawValue, entry.money.map { amount($0, entry.expression) },
      ledger.locale.longDate(entry.date), entry.category.map { ledger.notation.categoryName($0) },
      entry.payment?.rawValue, entry.vendor.map { "vendor \($0)" },
      entry.group.map { "in \($0)" },
      entry.note.map { "note \($0)" }, entry.account.map { "account \($0)" },
      entry.tags.isEmpty ? nil : entry.tags.map { "#\($0)" }.joined(separator: " "),
      entry.flags.isEmpty ? nil : entry.flags.map(\.rawValue).joined(separator: " "),
      entry.cadence.map { cadence($0, from: entry.date) },
    ])
    throw Failure(
      .no, "\(listed(missing)) \(missing.count == 1 ? "is" : "are") missing; nothing was recorded",
      advice: [
        "Understood: \(understood)", "For example: events add taxi 23.90 cash yesterday",
      ])
  }

  /// Returns how often it recurs, and the first three dates after the entry's own.
  private func cadence(_ cadence: Cadence, from date: CivilDate) -> String {
    let recurrence = Recurrence(
      frequency: cadence.frequency, interval: cadence.interval, anchor: cadence.start ?? date, end: cadence.end,
      monthEnd: cadence.monthEnd)
    let next = (1...3).compactMap { recurrence?.occurrence($0) }.filter { $0 <= cadence.end ?? .last }
    let dates = next.map { ledger.locale.date($0) }.joined(separator: ", ")
    let end = cadence.end.map { " until \(ledger.locale.date($0))" } ?? ""
    return "\(cadence.word)\(end)" + (dates.isEmpty ? "" : ", next on \(dates)")
  }

  /// Returns the amount, and the computation that gave it.
  private func amount(_ money: Money, _ expression: String?) -> String {
    expression.map { "\(ledger.notation.words(money)) = \($0)" } ?? ledger.notation.words(money)
  }

  private func words(_ parts: [String?]) -> String { parts.compactMap { $0 }.joined(separator: ", ") }
}
