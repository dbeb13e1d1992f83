internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// The notation, for the commands that print lines of their own.
extension OpenLedger {
  func words(_ money: Money?) -> String { notation.words(money) }
  func words(_ date: CivilDate?) -> String { notation.words(date) }
  func words(_ value: TypedValue?, of field: RecordField) throws -> String {
    try notation.words(value, of: field)
  }
  func words(_ value: TypedValue?, of field: RecordField, _ event: StoredEvent) throws -> String {
    try notation.words(value, of: field, event)
  }
  func words(_ value: String?, of field: TransactionField, currency: CurrencyCode?, groupName: String?)
    -> String
  {
    notation.words(value, of: field, currency: currency, groupName: groupName)
  }
  func totals(_ totals: [Money], _ tooLarge: [CurrencyCode] = []) -> [String] {
    notation.totals(totals, tooLarge)
  }
  func netTotals(_ totals: [Money], _ tooLarge: [CurrencyCode] = []) -> [String] {
    notation.netTotals(totals, tooLarge)
  }
  func sum(_ totals: [Money], _ tooLarge: [CurrencyCode]) -> String { notation.sum(totals, tooLarge) }
  static func tooLarge(_ currency: CurrencyCode) -> String { Notation.tooLarge(currency) }
  func range(_ first: CivilDate?, _ last: CivilDate?) -> String { notation.range(first, last) }
  func short(_ transaction: TransactionID) throws -> String { try notation.short(transaction) }
  func short(_ rule: RuleID) throws -> String { try notation.short(rule) }
  func short(_ group: GroupID) throws -> String { try notation.short(group) }
  func subject(of stream: StreamID) throws -> String { try notation.subject(of: stream) }
  func vendor(_ row: TransactionRow) -> String { notation.vendor(row) }
  func group(_ listed: ListedTransaction) -> String { listed.groupName ?? "" }
  func summary(_ row: TransactionRow) -> String { notation.summary(row) }
  func peek(_ listed: ListedTransaction) -> String { notation.peek(listed) }
  func listedAmount(_ row: TransactionRow, in categories: Set<String> = []) -> String {
    notation.listedAmount(row, in: categories)
  }
  func rateWords(_ given: Money, _ received: Money) -> String? { notation.rateWords(given, received) }
  func accountName(_ text: String) -> String { notation.accountName(text) }
  func naming(_ listed: ListedTransaction) -> ListedTransaction { notation.naming(listed) }
  func readAccountNames() throws { try notation.readAccountNames() }
  func categoryName(_ key: String) -> String { notation.categoryName(key) }
  func categoryNames() throws -> CategoryNames { try notation.categoryNames() }
  func label(_ terms: RuleTerms) -> String { notation.label(terms) }
  func title(_ rule: RuleRow) -> String { notation.title(rule) }
  func json(_ rule: RuleRow) -> JSONValue { notation.json(rule) }
  func budgetOptions(_ month: MonthBudget) -> String { notation.budgetOptions(month) }

  func events(_ done: Done) -> JSONValue { done.json }
  func reportDryRun(_ words: String, _ facts: [String: JSONValue]) throws -> ExitCode {
    try show(.dryRun(words, facts))
  }
  func report(_ done: Done, on id: TransactionID, sayingNothingNew words: String) throws -> ExitCode {
    try show(.receipt(done, id, unchanged: words))
  }
  func report(_ done: Done, on id: TransactionID, _ words: String) throws -> ExitCode {
    try show(.receipt(done, id, words))
  }
  func printItems(_ detail: TransactionDetail) throws { try draw(notation.items(detail)) }
  func printProposals(_ detail: TransactionDetail) throws { try draw(notation.proposals(detail)) }
  func printWaiting(_ id: String, _ state: TransactionState) throws {
    try draw(notation.waitingProposals(id, state))
  }
  func printDuplicates(of id: TransactionID) throws { try draw(notation.duplicates(of: id)) }
}
