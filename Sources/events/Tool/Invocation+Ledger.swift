internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerPlatform
internal import LedgerProjections
internal import LedgerSQLite

/// The ledger a command works on, with the command's own place to print.
struct OpenLedger {
  let book: Book
  let invocation: Invocation
  /// The ledger's way of writing amounts, dates and names.
  let notation: Notation

  /// Creates an open ledger.
  ///
  /// Settings are read at first use, because many commands need no settings. If they cannot be read, that is reported.
  init(book: Book, invocation: Invocation, settings: LedgerRow? = nil) {
    self.book = book
    self.invocation = invocation
    var notation = Notation(book, settings: settings) { error, settings in
      let usual = "\(settings.currency.code), \(settings.locale.id)"
      invocation.remark(
        "events: the ledger's settings cannot be read, so the defaults are used (\(usual)): "
          + explanation(of: error).message)
    }
    let locale = settings?.locale
    notation.wording = { $0.commandLine(in: locale) ?? $0.title }
    notation.isVerbose = invocation.arguments.has(.verbose)
    self.notation = notation
  }

  var settings: LedgerRow { notation.settings }
  var arguments: Arguments { invocation.arguments }
  /// The locale of this ledger's dates and amounts.
  var locale: LedgerLocale { notation.locale }

  /// Shows an answer, and the names of its figures if the person asked for them.
  func show(_ answer: some Answer) throws -> ExitCode {
    let code = try invocation.show(answer, notation)
    if namesFigures, !(invocation.isJSON && answer is any NamesInDocument) {
      try invocation.show(FigureList(answer.figures(notation)), notation)
    }
    return code
  }

  /// Whether the person asked for the names of the figures. `--names` of the list of accounts prints their own names.
  var namesFigures: Bool { arguments.has(.ids) || arguments.has(.names) }

  func draw(_ blocks: [Block]) throws { try invocation.draw(blocks, notation) }
}

extension Invocation {
  /// Returns the folder: `--ledger`, or `EVENTS_LEDGER`, or `events/ledger` in the XDG data folder.
  func ledgerFolder() throws(Failure) -> String {
    if let folder = arguments[.ledger] {
      guard !folder.isEmpty else { throw .usage("--ledger needs a folder") }
      return folder
    }
    if let folder = environment["EVENTS_LEDGER"] { return folder }
    // The specification has relative paths ignored.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/events/ledger" }
    if let home = environment["HOME"] { return home + "/.local/share/events/ledger" }
    throw Failure(
      .noInput, "there is no place for a ledger: HOME is not set", advice: "Name one: events --ledger DIR …")
  }

  func bookSettings(deviceName: String? = nil) throws(Failure) -> Book.Settings {
    Book.Settings(
      folder: try ledgerFolder(), actor: .person(environment["USER"] ?? "me"),
      deviceName: deviceName ?? Machine.shortName, clock: clock, isReadOnly: arguments.has(.readOnly),
      stateFolder: stateFolder)
  }

  /// The folder for notes of how much each device of this machine has recorded, or `nil` without a home.
  ///
  /// It is `events` under the XDG state folder.
  var stateFolder: String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/events" }
    return environment["HOME"].map { $0 + "/.local/state/events" }
  }

  /// Tells a person that the folder was restored from an older copy, and which device id it takes.
  private func tellRestored(_ book: Book) throws {
    let lost = try book.lossesAtOpening()
    if !lost.isEmpty {
      try output.flush()
      return remark(
        "events: events of this ledger are lost: \(lost.map(\.words).joined(separator: "; ")). Nothing is recorded "
          + "before that is settled. \(LedgerStatus.lossAdvice.commands().text)")
    }
    let (missing, device): ([LostEvents], UniqueID?)
    if let continuation = book.continuation {
      (missing, device) = (continuation.missing, continuation.device)
    } else {
      (missing, device) = (try book.missing(), nil)
    }
    guard !missing.isEmpty else { return }
    try output.flush()
    let next =
      device.map { "It goes on as a new device, \($0.description.prefix(8))." }
      ?? "With its next change it goes on as a new device."
    remark(
      "events: this folder was restored from an older copy: "
        + missing.map(\.words).joined(separator: "; ") + ". \(next) What is missing comes back from another "
        + "device's events or a later copy: events recover --from FOLDER")
  }

  /// Opens the ledger as of the requested moment, runs a command on it, and closes it.
  ///
  /// - Parameters:
  ///   - needsSettings: Whether missing settings, whose creation has not arrived here, are an error.
  ///   - body: The command.
  func withLedger(
    needsSettings: Bool = true, _ body: (OpenLedger) throws -> ExitCode
  ) throws -> ExitCode {
    let present = try openedBook()
    defer { try? present.close() }
    try refuseStreamsOfLedger()
    defer {
      aftermath.recorded = present.recordedCount
      // Nothing was written by a command that only reads, and looking at the setting costs a file to open.
      if present.hasWritten, present.automaticBackup?.isDue == true { aftermath.dueBackup = present.folder }
    }
    do {
      return try run(body, on: present, needsSettings: needsSettings)
    } catch  where present.recordedCount > 0 && saysNothingWasRecorded(error) {
      let count = counted(Int(clamping: present.recordedCount), "event")
      throw PartlyDone(reason: error, advice: "Recorded before that, and kept: \(count)")
    } catch let error as SQLiteError where error.kind == .cannotOpen {
      do { try present.requireInPlace() } catch EventLogError.displaced(let path, _) {
        throw EventLogError.displaced(path: path, isWritten: true)
      }
      throw error
    }
  }

  /// Opens the ledger as of now.
  ///
  /// If its folder is moved between two of its files, the second try finds no ledger there, and the error is that.
  func openedBook() throws -> Book {
    let settings = try bookSettings()
    do {
      return try Book.open(settings)
    } catch let error as SQLiteError where error.kind == .cannotOpen {
      return try Book.open(settings)
    }
  }

  private func run(
    _ body: (OpenLedger) throws -> ExitCode, on present: Book, needsSettings: Bool
  ) throws -> ExitCode {
    let book = try atHorizon(present)
    guard book.horizon != .now else {
      let ledger =
        needsSettings
        ? OpenLedger(book: book, invocation: self, settings: try book.ledgerRow())
        : OpenLedger(book: book, invocation: self)
      let code = try inNotation(of: ledger, body)
      try tellRestored(book)
      return code
    }
    // Events of another device may arrive here before the event that began the ledger.
    let settings = try (try? book.ledgerRow()) ?? present.ledgerRow()
    do {
      let code = try body(OpenLedger(book: book, invocation: self, settings: settings))
      try output.flush()
      try tellSource(of: book, in: present)
      return code
    } catch BookError.unknown(let what, let text, _) {
      throw Failure(
        .noInput, "there was no \(what) “\(text)” then", advice: "Leave the time out to see it as it is")
    }
  }

  /// Runs a command, so that the amounts in its refusals are written as the ledger's locale writes them.
  private func inNotation(
    of ledger: OpenLedger, _ body: (OpenLedger) throws -> ExitCode
  ) throws -> ExitCode {
    do {
      return try body(ledger)
    } catch BookError.ambiguous(let what, let text, let candidates, let others) {
      throw SeveralFit(
        text: text, candidates: candidates, locale: ledger.locale,
        error: .ambiguous(what: what, text: text, candidates: candidates, others: others))
    } catch let error as any Explained where !error.isOfStorage {
      throw Failure(error.refusal(in: ledger.locale), in: ledger.locale)
    }
  }

  /// Refuses standard streams that the shell has led to or from a file of the ledger that is open.
  func refuseStreamsOfLedger() throws(Failure) {
    for (descriptor, name) in [(input.descriptor, input.name), (output.descriptor, output.name)] {
      guard let held = HeldFiles.path(of: FileIdentity(descriptor: descriptor)) else { continue }
      throw Failure(.usage, "\(name) is \(held), a file of the ledger itself", advice: "Name another file")
    }
  }

  /// Prints one line of JSON with sorted keys.
  func print(json value: JSONValue) throws { try print(encoded: value.encoded()) }

  /// Asks on standard error. Returns the answer without blanks around it, or `nil` at the end of the input.
  func ask(_ question: String) throws -> String? {
    try prompt(question)
    return try answer()
  }

  /// Asks for a secret, which the terminal does not show. An interrupt ends the process.
  func askSecretly(_ question: String) throws -> String? {
    try prompt(question)
    return try System.hidingTyping(on: input.descriptor) { Result { try answer() } }?.get()
  }

  /// Shows what is asked for, with the mark before the answer.
  func prompt(_ question: String) throws {
    try output.flush()
    try errors.write("\(visible(question))> ")
    try errors.flush()
  }

  private func answer() throws -> String? {
    guard let line = try input.nextLine(limit: Self.answerBytesMax) else { return nil }
    guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
    return NFC.trimmed(String(decoding: bytes, as: UTF8.self))
  }

  /// Asks a yes-or-no question if someone can answer it. With `--yes`, or without a terminal, the answer is yes.
  ///
  /// - Parameters:
  ///   - question: The question with its mark.
  ///   - byDefault: Whether an empty answer is a yes, which is right for what can be undone.
  func agrees(to question: String, byDefault: Bool = false) throws -> Bool {
    if arguments.has(.yes) || !canAsk { return true }
    while true {
      try ask(question, byDefault: byDefault)
      guard let line = try input.nextLine(limit: Self.answerBytesMax) else {
        endPrompt()
        return false
      }
      if case .bytes(let bytes) = line,
        let answer = Agreement(String(decoding: bytes, as: UTF8.self), byDefault: byDefault)
      {
        return answer == .yes
      }
      remark(Agreement.advice)
    }
  }

  static let answerBytesMax = 16 * 1_024

  /// Shows a yes-or-no question with the answer of an empty line.
  func ask(_ question: String, byDefault: Bool) throws {
    try output.flush()
    try errors.write(self.question(question, byDefault ? " [Y/n] " : " [y/N] "))
    try errors.flush()
  }

  /// Ends the line of a question that the end of the input leaves open.
  func endPrompt() {
    // Failures are reported on standard error, so a failure to write there cannot be reported.
    try? errors.line()
    try? errors.flush()
  }

  /// Asks which of several words is meant, until the answer is one of them or the beginning of only one.
  ///
  /// An empty answer is the first word. Returns `nil` at the end of the input.
  func choose<Word: RawRepresentable<String>>(_ question: String, among words: [Word]) throws -> Word? {
    let names = words.map(\.rawValue)
    try output.flush()
    while true {
      try errors.write(self.question(question, " [\(names[0].prefix(1))] "))
      try errors.flush()
      guard let line = try input.nextLine(limit: 100) else { return nil }
      if case .bytes(let bytes) = line {
        let answer = NFC.trimmed(String(decoding: bytes, as: UTF8.self)).lowercased()
        if answer.isEmpty { return words.first }
        let meant = words.filter { $0.rawValue.hasPrefix(answer) }
        if meant.count == 1 { return meant[0] }
        if meant.isEmpty, Agreement(answer) == .no || ["q", "quit"].contains(answer) {
          remark("Nothing was done.")
          return nil
        }
      }
      remark("Please answer \(names.joined(separator: ", ")), or no to do nothing.")
    }
  }
}
