internal import BankFiles
internal import LedgerBytes
internal import LedgerDomain

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
  private let answers: ImportAnswers
  private let profiles: [String: ImportProfile]
  private let accounts: [AccountRow]

  init(_ answers: ImportAnswers, profiles: [String: ImportProfile], accounts: [AccountRow]) {
    (self.answers, self.profiles, self.accounts) = (answers, profiles, accounts)
  }

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
    if let profile { answers.add(profile.answers) }
    let name = NFC.normalized(name.split(separator: "/").last.map(String.init) ?? name)
    var file = File(
      name: name, digest: SHA256.hash(bytes), shape: shape, profile: profile, bytes: bytes, checked: answers)
    file.read(accounts)
    files.append(file)
  }

  /// Answers an open question. The last answer that a file needs has it read again, which can open other questions.
  ///
  /// - Throws: The reason why the text is no answer. The question is still open then.
  public mutating func answer(_ question: ImportQuestion, _ text: String) throws(Refusal) {
    guard let index = files.firstIndex(where: { $0.questions.contains(question) }) else { return }
    try files[index].answer(question, text)
    if case .undecided(let open) = files[index].state, open.isEmpty { files[index].read(accounts) }
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
    /// The whole file, or empty once it was read.
    fileprivate var bytes: [UInt8]
    fileprivate(set) var checked: ImportAnswers
    fileprivate(set) var state = State.undecided([])
    /// Whether the account was answered for the statements alone that do not name their account.
    fileprivate(set) var fillsAccount = false

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

    fileprivate mutating func read(_ accounts: [AccountRow]) {
      do throws(BankFileError) {
        let file = try BankFileReader.read(bytes, options: checked.options)
        bytes = []
        let named = file.statements.map(\.printed)
        guard answers[.account] == nil || Set(named.compactMap { $0 }).count <= 1 else {
          state = .refused(
            Refusal(
              .misuse, "the file holds \(Set(named).count) accounts, and one name was given for all",
              .enter("Name no account: each one keeps the name that the file gives it")))
          return
        }
        state = .read(file)
      } catch .undecided(let questions) {
        let asksCurrency = answers[.currency] == nil && questions.contains { $0.topic == .currency }
        guard asksCurrency, let currency = accounts.currency(of: answers[.account]),
          (try? checked.set(.currency, currency.code)) != nil
        else {
          state = .undecided(questions)
          return
        }
        read(accounts)
      } catch {
        state = .refused(Refusal(error))
      }
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

    /// The answers to keep for the next file of the shape, or `nil` if nothing changes.
    var changedProfile: (shape: String, profile: ImportProfile)? {
      guard let shape else { return nil }
      var kept = checked.list
      let name = ImportQuestion.Topic.account.rawValue
      let account = profile?.answers.first { $0.option == name }?.value
      if let account, account.isEmpty || account != answers[.account] {
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

extension [AccountRow] {
  /// Returns the currency of an account, or `nil` if nobody opened it.
  fileprivate func currency(of name: String?) -> CurrencyCode? {
    guard let key = name.map(AccountState.key) else { return nil }
    let named = filter { $0.key == key || AccountState.key(of: $0.name) == key }
    return named.count == 1 ? named[0].currency : nil
  }
}
