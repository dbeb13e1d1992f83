internal import BankFiles
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Files of banks that are to be imported, the answers about them, and the questions that are open.
///
/// The session is a value, and answering changes nothing in the ledger. Once nothing is refused, `Book.plan` shows what
/// the import would do, and `Book.carryOut` does it.
///
///     var session = try book.importSession([(name: "june.csv", bytes: bytes)], answers: [.account: "Giro"])
///     while let question = session.questions.first(where: { !$0.isOptional }) {
///       try session.answer(question, choose(question))
///     }
///     let newCount = try book.plan(session).map(\.newCount)
///     try book.carryOut(session)
public struct ImportSession: Sendable {
  /// The size of a file that is read, in bytes.
  package static let fileBytesMax = BankFileReader.fileBytesMax

  /// The files in the order in which they were added.
  public private(set) var files: [File] = []
  /// Whether categories that files of other programs name are added if the ledger does not have them.
  public var addsCategories = false
  private let answers: ImportAnswers
  private let profiles: [String: ImportProfile]
  private let currencies: ImportCurrencies
  /// The accounts of the ledger when the session began.
  private let accounts: [AccountSummary]
  /// Whether an answer may name an account that does not exist. The first account always may.
  public var opensAccounts = false

  init(
    _ answers: ImportAnswers, profiles: [String: ImportProfile], currencies: ImportCurrencies,
    accounts: [AccountSummary]
  ) {
    (self.answers, self.profiles, self.currencies, self.accounts) = (answers, profiles, currencies, accounts)
  }

  /// The answer about rows that are older than the opening of their account.
  var beforeOpening: BeforeOpening? { answers.values[.beforeOpening].flatMap(BeforeOpening.init) }

  /// The open questions of all files, in their order.
  public var questions: [ImportQuestion] { files.flatMap(\.questions) }

  /// Adds a file, and reads it with the answers of its profile.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name of the file. Folders before it are left out.
  /// - Complexity: O(bytes).
  public mutating func add(_ bytes: [UInt8], named name: String) {
    let shape = FileShape.of(bytes)
    let profile = shape.flatMap { profiles[$0] }
    var answers = answers
    if let profile {
      // Cards and other accounts can have files of one shape with other signs.
      let kept = profile.answers.first { $0.option == ImportQuestion.Topic.account.rawValue }?.value
      let isOther = kept.map { $0.isEmpty || answers.values[.account] ?? $0 != $0 } ?? false
      let signs = [ImportQuestion.Topic.sign, .signs].map(\.rawValue)
      answers.add(profile.answers.filter { !isOther || !signs.contains($0.option) })
    }
    let name = NFC.normalized(name.split(separator: "/").last.map(String.init) ?? name)
    var file = File(
      name: name, digest: SHA256.hash(bytes), shape: shape, profile: profile, bytes: bytes, checked: answers)
    file.takesAccountFromProfile = self.answers.values[.account] == nil && answers.values[.account] != nil
    file.read(currencies)
    files.append(file)
  }

  /// Answers an open question. The last answer that a file needs has it read again, which can open other questions.
  ///
  /// - Throws: The reason why the text is no answer. The question is still open then.
  public mutating func answer(_ question: ImportQuestion, _ text: String) throws(Refusal) {
    guard let index = files.firstIndex(where: { $0.questions.contains(question) }) else { return }
    if question.topic == .account, !opensAccounts, !accounts.isEmpty {
      do throws(Rejection) {
        _ = try Book.known(text, among: accounts)
      } catch {
        throw error.refusal(in: nil)
      }
    }
    try files[index].answer(question, text)
    switch files[index].state {
    case .undecided(let open): if open.isEmpty { files[index].read(currencies) }
    case .read: if !files[index].bytes.isEmpty { files[index].read(currencies) }
    case .refused: break
    }
  }
}

extension ImportSession {
  /// A file of a session.
  public struct File: Sendable {
    /// The name without folders.
    public let name: String
    let digest: SHA256Digest
    /// The shape by which a profile is found, or `nil` if the file is of no known format.
    let shape: String?
    /// The answers that were kept for files of the shape.
    let profile: ImportProfile?
    /// The whole file, or empty once it was read and no answer can change what was read.
    fileprivate var bytes: [UInt8]
    fileprivate(set) var checked: ImportAnswers
    fileprivate(set) var state = State.undecided([])
    /// Whether the account was answered for the statements alone that do not name their account.
    fileprivate(set) var fillsAccount = false
    /// Whether the account is that of earlier files of the shape, and nobody gave it.
    fileprivate(set) var takesAccountFromProfile = false
    /// The currency that was taken for a file which does not name its own, and nobody was asked for.
    fileprivate(set) var assumedCurrency: CurrencyCode?

    enum State: Sendable {
      case undecided([BankFileQuestion])
      case refused(Refusal)
      case read(BankFile)
    }

    /// The answers so far: those for all files, those of the profile, and those about this file.
    public var answers: [ImportQuestion.Topic: String] { checked.values }

    /// The open questions, in the order in which they should be asked.
    public var questions: [ImportQuestion] {
      switch state {
      case .undecided(let questions): questions.map { ImportQuestion($0, in: name) }
      case .refused: []
      case .read(let file):
        answers[.account] == nil && file.statements.contains { $0.printed == nil }
          ? [ImportQuestion(accountOf: name)] : []
      }
    }

    /// The reason why the file is not imported as it is: it is unreadable, or questions are open.
    public var refusal: Refusal? {
      switch state {
      case .undecided(let questions): Refusal(BankFileError.undecided(questions))
      case .refused(let refusal): refusal
      case .read: nil
      }
    }

    fileprivate mutating func read(_ currencies: ImportCurrencies) {
      assumedCurrency = nil
      do throws(BankFileError) {
        accept(try BankFileReader.read(bytes, options: options(currencies)))
        // The account's name can tell that it is a card's.
        if questions.isEmpty { bytes = [] }
      } catch .undecided(let questions) {
        state = .undecided(questions)
        guard answers[.currency] == nil, questions.contains(where: { $0.topic == .currency }) else { return }
        assume(currencies.owner(named: answers[.account]), currencies, questions)
      } catch {
        state = .refused(Refusal(error))
      }
    }

    /// Reads the file in the currency of its account, unless something hints at another one.
    private func options(_ currencies: ImportCurrencies) -> BankFileOptions {
      var options = checked.options
      options.likelyCurrency = currencies.owner(named: answers[.account]).currency
      options.isOfKnownAccount = answers[.account] != nil
      options.names = [answers[.account], name].compactMap { $0 }
      // Files of two accounts can have one shape, and other signs and dates.
      if keptAccount == nil || keptAccount != answers[.account] {
        (options.earlierChargesArePositive, options.earlierDateOrder) = (false, nil)
      }
      return options
    }

    private mutating func assume(
      _ owner: ImportCurrencies.Owner, _ currencies: ImportCurrencies, _ questions: [BankFileQuestion]
    ) {
      var options = options(currencies)
      options.currency = owner.currency
      if let hint = CurrencyHint.against(owner.currency, in: bytes, named: name, options: options) {
        return ask(about: hint, owner, questions)
      }
      let others = questions.filter { $0.topic != .currency }
      guard others.isEmpty else {
        state = .undecided(others)
        return
      }
      do throws(BankFileError) {
        var file = try BankFileReader.read(bytes, options: options)
        let printed = Set(file.statements.compactMap(\.printed))
        let owners = Set(printed.compactMap { currencies.account(numbered: $0) })
        if answers[.account] == nil, let other = owners.first, other.currency != owner.currency {
          if owners.count == 1 { assume(other, currencies, questions) }
          return
        }
        let hints = owner.isAccount ? [] : printed.compactMap { CurrencyHint.ofAccount($0) }
        if let hint = hints.first(where: { !$0.currencies.contains(owner.currency) }) {
          return ask(about: hint, owner, questions)
        }
        file.note("the file does not name its currency; \(owner.currency.code) is that of \(owner.title)")
        assumedCurrency = owner.currency
        accept(file)
      } catch .undecided(let open) {
        state = .undecided(open)
      } catch {
        state = .refused(Refusal(error))
      }
    }

    private mutating func ask(
      about hint: CurrencyHint, _ owner: ImportCurrencies.Owner, _ questions: [BankFileQuestion]
    ) {
      state = .undecided(
        questions.map { question in
          guard question.topic == .currency else { return question }
          let text =
            "the file does not name its currency, and “\(hint.text)” is no sign of \(owner.currency.code), "
            + "which is that of \(owner.title)"
          return BankFileQuestion(
            topic: .currency, line: hint.line ?? question.line, text: text, choices: question.choices)
        })
    }

    private mutating func accept(_ file: BankFile) {
      let printed = Set(file.statements.compactMap(\.printed))
      guard answers[.account] == nil || fillsAccount || printed.count <= 1 else {
        state = .refused(
          Refusal(
            .misuse, "the file holds \(printed.count) accounts, and one name was given for all",
            .enter("Name no account: each one keeps the name that the file gives it")))
        return
      }
      state = .read(file)
    }

    fileprivate mutating func answer(_ question: ImportQuestion, _ text: String) throws(Refusal) {
      switch state {
      case .undecided(let questions):
        try checked.set(question.topic, text)
        state = .undecided(questions.filter { ImportQuestion($0, in: name) != question })
      case .read:
        try checked.set(question.topic, NFC.normalized(text))
        fillsAccount = true
      case .refused: break
      }
    }

    /// The account of the profile, or empty if files of several accounts have its shape.
    private var keptAccount: String? {
      profile?.answers.first { $0.option == ImportQuestion.Topic.account.rawValue }?.value
    }

    /// The readings that this file or an earlier one proved, for files of its shape that prove nothing.
    private var earlierProofs: [ImportProfile.Answer] {
      guard case .read(let file) = state else { return [] }
      return [(BankFileTopic.dateOrder, ImportAnswers.earlierDateOrder), (.sign, ImportAnswers.earlierSigns)]
        .compactMap { topic, option in
          let proved = file.decisions.first { $0.topic == topic }?.lasting
          let earlier = profile?.answers.first { $0.option == option }?.value
          // Signs are as printed unless something proves the opposite.
          if proved == SignReading.printed.rawValue { return nil }
          return (proved ?? earlier).map { ImportProfile.Answer(option: option, value: $0) }
        }
    }

    /// The answers to keep for the next file of the shape, or `nil` if nothing changes.
    var changedProfile: (shape: String, profile: ImportProfile)? {
      guard let shape else { return nil }
      // The person answered for the old rows of this file. The next file asks again.
      var kept = checked.list.filter { $0.option != ImportQuestion.Topic.beforeOpening.rawValue }
      let name = ImportQuestion.Topic.account.rawValue
      kept += earlierProofs
      if let account = keptAccount, account.isEmpty || account != answers[.account] {
        // Files of two accounts have this shape, so the next one cannot tell whose it is. That is remembered.
        kept.removeAll { $0.option == name }
        kept.append(ImportProfile.Answer(option: name, value: ""))
      }
      let changed = ImportProfile(name: profile?.name ?? self.name, answers: kept)
      return kept.isEmpty || changed == profile ? nil : (shape, changed)
    }
  }
}

extension BankStatement {
  /// The account as the file prints it, or `nil` if it does not name one.
  var printed: String? { account ?? name }
}
