internal import BankFiles
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// `import` of files of banks and of other programs.
struct StatementImport {
  private let ledger: OpenLedger
  private let given: ImportAnswers

  init(_ ledger: OpenLedger) throws {
    self.ledger = ledger
    given = try ImportAnswers(ledger.arguments)
  }

  static let acceptAbove = Option.value(
    "accept-above", "PERCENT", "Accept suggested categories with at least this confidence")

  static let review = Option.flag("review", "Show uncertain matches next to each other, and change nothing")

  private var invocation: Invocation { ledger.invocation }
  private var isDryRun: Bool { ledger.arguments.has(.dryRun) }

  func run(_ paths: [String]) throws -> ExitCode {
    // All files are read before anything is recorded, so that a foreign file among them changes nothing.
    let files = try paths.map { try read($0) }
    let confidenceMin = try ledger.arguments.number(Self.acceptAbove, in: 0...100)
    let isReview = ledger.arguments.has(Self.review)
    let isDryRun = isDryRun || isReview
    let asks = invocation.canAsk && !invocation.isJSON
    let planned =
      try isDryRun || asks
      ? ledger.book.planImport(files, suggesting: true).map { $0.taking(suggestionsFrom: confidenceMin) } : []
    if isDryRun {
      for plan in planned {
        _ = try ledger.show(ImportPlanAnswer(plan, isReview ? .doubtful : .rows))
      }
      if !invocation.isJSON { try invocation.print("Nothing was done.") }
      return code(planned)
    }
    if asks {
      for plan in planned { _ = try ledger.show(ImportPlanAnswer(plan, .rows)) }
      guard planned.contains(where: { $0.newCount + $0.matchedCount > 0 }) else { return code(planned) }
      guard try invocation.agrees(to: "Import them?", byDefault: true) else { return .no }
    }
    let (outcome, plans) = try ledger.book.importStatements(
      files, takingSuggestionsFrom: confidenceMin)
    if !asks {
      let form: ImportPlanAnswer.Form = invocation.arguments.has(.verbose) ? .rows : .counts
      for plan in plans { _ = try ledger.show(ImportPlanAnswer(plan, form)) }
    }
    if !invocation.isJSON, !outcome.positions.isEmpty {
      try invocation.print("Take it back: events undo")
    }
    return code(plans)
  }

  private func code(_ plans: [FilePlan]) -> ExitCode {
    plans.contains { !$0.refused.isEmpty } ? .dataError : .ok
  }

  // MARK: - Reading

  private func read(_ path: String) throws -> StatementFile {
    let input = path == "-" ? invocation.input : try TextInput(path: path)
    let bytes = try input.readAll(limit: BankFileReader.fileBytesMax)
    let name = path == "-" ? "-" : path.split(separator: "/").last.map(String.init) ?? path
    let shape = FileShape.of(bytes)
    let known = try shape.flatMap { try ledger.book.importProfiles()[$0] }
    var answers = given
    if let known { answers.add(known.answers) }
    let file = try file(bytes, input.name, &answers)
    var source = StatementFile(
      name: NFC.normalized(name), digest: SHA256.hash(bytes), file: file,
      accounts: try accounts(of: file, input.name, &answers))
    if let shape { source.profile = profile(shape, known, answers, name: source.name) }
    return source
  }

  /// Returns the answers to keep for the next file of the shape, or `nil` if nothing changes.
  private func profile(
    _ shape: String, _ known: ImportProfile?, _ answers: ImportAnswers, name: String
  ) -> (shape: String, profile: ImportProfile)? {
    var kept = answers.list
    let account = known?.answers.first { $0.option == ImportAnswers.account.name }?.value
    if let account, account.isEmpty || account != answers.account {
      // Files of two accounts have this shape, so the next one cannot tell whose it is. That is remembered.
      kept.removeAll { $0.option == ImportAnswers.account.name }
      kept.append(ImportProfile.Answer(option: ImportAnswers.account.name, value: ""))
    }
    let profile = ImportProfile(name: known?.name ?? name, answers: kept)
    return kept.isEmpty || profile == known ? nil : (shape, profile)
  }

  /// Reads a file, and asks on a terminal what it does not settle.
  private func file(_ bytes: [UInt8], _ name: String, _ answers: inout ImportAnswers) throws -> BankFile {
    while true {
      let options = try answers.options()
      do throws(BankFileError) {
        return try BankFileReader.read(bytes, options: options)
      } catch .undecided(let questions) {
        var isAnswered = false
        for question in questions {
          if question.topic == .currency, let account = answers.account, let currency = currency(of: account) {
            try answers.set(ImportAnswers.currency.name, currency.code)
          } else if invocation.canAsk {
            try ask(question, name, &answers)
          } else {
            continue
          }
          isAnswered = true
        }
        if isAnswered { continue }
        let error = BankFileError.undecided(questions)
        throw Failure(.dataError, "\(name): \(error.message)", advice: "Nothing was imported")
      } catch {
        throw Failure(.dataError, "\(name): \(error.message)", advice: "Nothing was imported")
      }
    }
  }

  private func ask(_ question: BankFileQuestion, _ name: String, _ answers: inout ImportAnswers) throws {
    let choices = question.choices.map { "\($0.value) (\($0.example))" }
    let words = "\(name), line \(question.line): \(question.text)"
    while true {
      let text = choices.isEmpty ? words : "\(words): \(choices.joined(separator: " or "))"
      guard let answer = try invocation.ask(text), !answer.isEmpty else {
        throw Failure(
          .dataError, "\(words)", advice: "Answer it with \(question.topic.option)")
      }
      do throws(Failure) {
        return try answers.set(String(question.topic.option.dropFirst(2)), answer)
      } catch {
        invocation.remark("events: \(error.message)")
      }
    }
  }

  // MARK: - Accounts

  /// Returns the account in the ledger for each statement of a file.
  private func accounts(
    of file: BankFile, _ name: String, _ answers: inout ImportAnswers
  ) throws -> [String?] {
    let printed = file.statements.map { $0.account ?? $0.name }
    if let account = answers.account {
      guard Set(printed.compactMap { $0 }).count <= 1 else {
        throw Failure(
          .usage, "\(name) holds \(counted(Set(printed).count, "account")), so --account cannot name them all",
          advice: "Leave --account out: each account keeps the name that the file gives it")
      }
      let text = try text(of: account)
      return printed.map { _ in text }
    }
    let known = printed.contains { $0 != nil } ? try ledger.book.accountsInUse() : []
    var accounts: [String?] = printed.map { number in
      number.map { number in
        known.first { AccountNumber.areSame($0, number) } ?? NFC.normalized(NFC.trimmed(number))
      }
    }
    if accounts.contains(nil), invocation.canAsk, !invocation.isJSON {
      let answer = try invocation.ask("Which of your accounts is \(name) of? Press Enter to leave it open")
      if let answer, !answer.isEmpty {
        try answers.set(ImportAnswers.account.name, NFC.normalized(answer))
        let text = try text(of: answer)
        accounts = accounts.map { $0 ?? text }
      }
    }
    return accounts
  }

  /// Returns the text by which transactions mention an account, which a rename does not change.
  private func text(of name: String) throws -> String {
    do {
      return try ledger.book.resolveAccount(name).text
    } catch BookError.unknown {
      return NFC.normalized(name)
    }
  }

  /// Returns the currency of an account, or `nil` if nobody opened it.
  private func currency(of name: String) -> CurrencyCode? {
    (try? ledger.book.resolveAccount(name))?.row?.currency
  }
}
