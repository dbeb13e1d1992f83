internal import LedgerAnswers
internal import LedgerBook

/// `import` of files of banks and of other programs.
struct StatementImport {
  let ledger: OpenLedger
  /// The first input, if it is a stream that is open already.
  let first: TextInput?

  static let acceptAbove = Option.value(
    "accept-above", "PERCENT", "Accept suggested categories with at least this confidence")

  static let review = Option.flag("review", "Show uncertain matches next to each other, and change nothing")

  static let newAccount = Option.flag("new-account", "Open the account if it does not exist")

  static let addCategories = Option.flag(
    "add-categories", "Add the categories that files of other programs name")

  private var invocation: Invocation { ledger.invocation }

  func run(_ paths: [String]) throws -> ExitCode {
    let answers = try ImportOptions.given(ledger.arguments)
    var session = try ImportOptions.checking {
      try ledger.book.importSession(answers: answers, opensAccounts: ledger.arguments.has(Self.newAccount))
    }
    // All files are read before anything is recorded, so that a foreign file among them changes nothing.
    for (index, path) in paths.enumerated() {
      let stream = index == 0 ? first : nil
      try add(path, stream ?? ImportOptions.input(path, invocation), to: &session)
    }
    session.addsCategories = ledger.arguments.has(Self.addCategories)
    let confidenceMin = try ledger.arguments.number(Self.acceptAbove, in: 0...100)
    let isReview = ledger.arguments.has(Self.review)
    let isDryRun = ledger.arguments.has(.dryRun) || isReview
    let asks = invocation.asks
    if isDryRun || asks {
      var planned = try ledger.book.plan(session, takingSuggestionsFrom: confidenceMin)
      if try asks && !isDryRun && agreesToAdd(planned) {
        session.addsCategories = true
        planned = try ledger.book.plan(session, takingSuggestionsFrom: confidenceMin)
      }
      try show(planned, isReview ? .doubtful : .rows)
      if isDryRun { _ = try ledger.show(Reply(nil, "Nothing was done.")) }
      guard !isDryRun, planned.contains(where: { $0.newCount + $0.matchedCount > 0 }) else {
        return code(planned)
      }
      guard try invocation.agrees(to: "Import them?", byDefault: true) else { return .no }
    }
    let (done, plans) = try ledger.book.carryOut(session, takingSuggestionsFrom: confidenceMin)
    if !asks { try show(plans, ledger.arguments.has(.verbose) ? .rows : .counts) }
    if !done.positions.isEmpty { _ = try ledger.show(Reply(nil, "Take it back: events undo")) }
    return code(plans)
  }

  /// Asks whether categories that the ledger does not have are added.
  private func agreesToAdd(_ plans: [FilePlan]) throws -> Bool {
    let missing = plans.filter { !$0.addsCategories }.flatMap(\.missingCategories)
    guard !missing.isEmpty else { return false }
    let names = Set(missing.map(\.name)).sorted().map { "“\($0)”" }.joined(separator: ", ")
    return try invocation.agrees(to: "This ledger does not have these categories: \(names). Add them?")
  }

  private func show(_ plans: [FilePlan], _ form: ImportPlanAnswer.Form) throws {
    for plan in plans { _ = try ledger.show(ImportPlanAnswer(plan, form)) }
  }

  private func code(_ plans: [FilePlan]) -> ExitCode {
    plans.contains { !$0.refused.isEmpty } ? .dataError : .ok
  }

  /// Reads a file, and asks on a terminal what the file does not settle.
  private func add(_ path: String, _ input: TextInput, to session: inout ImportSession) throws {
    session.add(try input.readAll(limit: ImportSession.fileBytesMax), named: path)
    let index = session.files.count - 1
    while invocation.canAsk, let question = session.files[index].questions.first, !question.isOptional {
      try ask(question, input.name, &session)
    }
    if let refusal = session.files[index].refusal { throw refusal.about(input.name) }
    if invocation.asks, let question = session.files[index].questions.first {
      try ask(question, input.name, &session)
    }
  }

  private func ask(_ question: ImportQuestion, _ name: String, _ session: inout ImportSession) throws {
    let words = question.line.map { "\(name), line \($0): \(question.text)" } ?? question.text
    let choices = question.choices.map { "\($0.value) (\($0.example))" }
    let text = choices.isEmpty ? words : "\(words): \(choices.joined(separator: " or "))"
    while true {
      let answer = try invocation.ask(text + (question.isOptional ? " Press Enter to leave it open" : "")) ?? ""
      guard !answer.isEmpty else {
        if question.isOptional { return }
        throw Failure(.dataError, words, advice: "Answer it with --\(question.topic.rawValue)")
      }
      do throws(Refusal) {
        return try session.answer(question, answer)
      } catch {
        invocation.remark("events: \(error.line)")
        if question.topic == .account, try invocation.agrees(to: "Open a new account “\(answer)”?") {
          session.opensAccounts = true
          try session.answer(question, answer)
          return
        }
      }
    }
  }
}
