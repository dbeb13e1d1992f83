internal import LedgerAnswers
internal import LedgerBook
internal import LedgerSync

private enum Options {
  static let local = Option.flag("local", "Erase the ledger from this device; shared folders are kept")
  static let shared = Option.flag("shared", "Erase the ledger from a shared folder; this device's copy is kept")
  static let phrase = Option.value("phrase", "ERASE", "The confirmation phrase, for scripts")
  static let lose = Option.value(
    "lose", "N", "Number of events and scans without another copy, to confirm the loss")
}

extension Command {
  static let erase = Command(
    path: ["erase"], section: .exchange, summary: "Erase a ledger from this device, or from a shared folder",
    operands: [
      Operand(
        "FOLDER", "The shared folder, with --shared (default: the last one)", isOptional: true, isFile: true)
    ],
    options: [Options.local, Options.shared, Options.phrase, Options.lose],
    shared: [.ledger, .json, .verbose, .dryRun],
    run: { invocation in
      let arguments = invocation.arguments
      guard arguments.has(Options.local) != arguments.has(Options.shared) else {
        throw Failure.usage("“erase” needs either --local or --shared", command: "erase")
      }
      if arguments.has(Options.shared) { return try eraseShared(invocation) }
      guard arguments.operands.isEmpty else {
        throw Failure.usage("--local erases the ledger's own folder and takes no FOLDER", command: "erase")
      }
      return try eraseLocal(invocation)
    })

  private static func eraseLocal(_ invocation: Invocation) throws -> ExitCode {
    if let rest = try LocalErasure(continuingIn: try invocation.ledgerFolder()) {
      return try EraseDialogue(invocation: invocation, erasure: .init(rest)).run { try rest.perform() }
    }
    let book = try invocation.openedBook()
    defer { try? book.close() }
    try invocation.refuseStreamsOfLedger()
    let erasure = try LocalErasure(book)
    return try EraseDialogue(invocation: invocation, erasure: .init(erasure)).run { try erasure.perform() }
  }

  private static func eraseShared(_ invocation: Invocation) throws -> ExitCode {
    let book = try invocation.openedBook()
    defer { try? book.close() }
    let known = book.syncStatus().folders.max {
      ($0.syncedAtMilliseconds ?? 0) < ($1.syncedAtMilliseconds ?? 0)
    }
    guard let folder = invocation.arguments.operands.first ?? known?.folder else {
      throw Failure.usage("name the shared folder to erase", command: "erase")
    }
    let erasure = try SharedErasure(book, folder: folder)
    return try EraseDialogue(invocation: invocation, erasure: .init(erasure)).run { try erasure.perform() }
  }
}

/// The questions before an erasing, and the report after it.
private struct EraseDialogue {
  let invocation: Invocation
  let erasure: ErasureDescription

  func run(_ perform: () throws -> EraseReport) throws -> ExitCode {
    let isDryRun = invocation.arguments.has(.dryRun)
    try invocation.show(ErasurePlanAnswer(erasure, isDryRun: isDryRun))
    if isDryRun { return .ok }
    guard try isConfirmed() else {
      invocation.remark("Nothing was erased")
      return .no
    }
    return try invocation.show(ErasedAnswer(erasure, try perform()))
  }

  /// Whether the phrase was given, and the number of what would be lost.
  private func isConfirmed() throws -> Bool {
    let phrase = try answer(Options.phrase, to: "Type ERASE to go on")
    guard phrase == "ERASE" else {
      tellHow("the phrase ERASE", "--phrase ERASE", phrase)
      return false
    }
    guard erasure.loss.count > 0 else { return true }
    let number = String(erasure.loss.count)
    let question = "\(erasure.loss.words) cannot be brought back. Type \(number) to lose them"
    let answer = try answer(Options.lose, to: question)
    guard answer == number else {
      tellHow("the number \(number), of what has no other copy", "--lose \(number)", answer)
      return false
    }
    return true
  }

  /// Returns the value of an option, or a line of the input. Only a person is asked.
  private func answer(_ option: Option, to question: String) throws -> String? {
    if let given = invocation.arguments[option] { return given }
    if invocation.canAsk { return try invocation.ask(question) }
    guard case .bytes(let bytes)? = try invocation.input.nextLine(limit: 100) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func tellHow(_ needed: String, _ option: String, _ answer: String?) {
    guard !invocation.canAsk else { return }
    invocation.remark("events: erase needs \(needed), on standard input or as \(option)")
  }
}
