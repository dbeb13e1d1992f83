internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerProjections

/// The ledger a command works on, with the command's own place to print.
struct OpenLedger {
  let book: Book
  let invocation: Invocation
  private let known: Known

  init(book: Book, invocation: Invocation, settings: LedgerRow) {
    self.init(book: book, invocation: invocation)
    known.settings = settings
  }

  /// With settings that are read where something is written after them: a tail of a thousand confirmations needs none.
  init(book: Book, invocation: Invocation) {
    self.book = book
    self.invocation = invocation
    known = Known()
  }

  /// What is read once.
  private final class Known {
    var settings: LedgerRow?
  }

  /// How this ledger writes dates and amounts, and what it offers first. Those of a ledger whose beginning has not
  /// come here yet are the usual ones; where they can't be read, that is said.
  var settings: LedgerRow {
    if let settings = known.settings { return settings }
    let settings: LedgerRow
    do {
      settings = try book.ledgerRow()
    } catch {
      settings = LedgerRow(currency: .eur, payment: nil, locale: .default, weeks: WeekSetting.iso)
      if case BookError.unknown? = error as? BookError {
      } else {
        let usual = "\(settings.currency.code), \(settings.locale.id)"
        invocation.remark(
          "events: the ledger's settings can't be read, the usual ones stand in (\(usual)): "
            + visible(explanation(of: error).message))
      }
    }
    known.settings = settings
    return settings
  }

  var arguments: Arguments { invocation.arguments }
  /// How this ledger's dates and amounts are written.
  var locale: LedgerLocale { settings.locale }
}

extension Invocation {
  /// The ledger's folder: `--ledger`, else `EVENTS_LEDGER`, else `events/ledger` under the XDG data folder.
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
      folder: try ledgerFolder(), actor: Actor.user(environment["USER"] ?? "me"),
      deviceName: deviceName ?? System.hostName(), clock: clock, isReadOnly: arguments.has(.readOnly),
      stateFolder: stateFolder)
  }

  /// The folder for notes of how much each device of this machine has recorded: `events` under the XDG state folder;
  /// `nil` without a home.
  var stateFolder: String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/events" }
    return environment["HOME"].map { $0 + "/.local/state/events" }
  }

  /// Tells a person that the folder was restored from an older copy: what it goes on as, or will with its next change.
  private func tellRestored(_ book: Book) throws {
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
        + "device's events (import) or a later copy (events recover FOLDER)")
  }

  /// Opens the ledger as of the moment that was asked for, runs a command on it, and closes it.
  ///
  /// - Parameter needsSettings: whether a ledger that has none, as its beginning is not here, is an error.
  func withLedger(
    needsSettings: Bool = true, _ body: (OpenLedger) throws -> ExitCode
  ) throws -> ExitCode {
    let present = try Book.open(bookSettings())
    defer { try? present.close() }
    try refuseStreamsOfLedger()
    let book = try atHorizon(present)
    guard book.horizon != .now else {
      let ledger =
        needsSettings
        ? OpenLedger(book: book, invocation: self, settings: try book.ledgerRow())
        : OpenLedger(book: book, invocation: self)
      let code = try body(ledger)
      try tellRestored(book)
      return code
    }
    // What another device recorded may be known here before the ledger's beginning is.
    let settings = try (try? book.ledgerRow()) ?? present.ledgerRow()
    do {
      let code = try body(OpenLedger(book: book, invocation: self, settings: settings))
      try output.flush()
      try tellSource(of: book, in: present)
      return code
    } catch BookError.unknown(let what, let text) {
      throw Failure(
        .noInput, "there was no \(what) “\(text)” then", advice: "Leave the time out to see it as it is")
    }
  }

  /// Refuses standard streams that the shell has led to or from a file of the ledger that is open.
  func refuseStreamsOfLedger() throws(Failure) {
    for (descriptor, name) in [(input.descriptor, input.name), (output.descriptor, output.name)] {
      guard let held = HeldFiles.path(of: FileIdentity(descriptor: descriptor)) else { continue }
      throw Failure(
        .usage, "\(name) is \(held), a file of the ledger itself", advice: "Name another file")
    }
  }

  /// Prints a transaction as one line of JSON, as the export writes it.
  func print(json listed: ListedTransaction) throws {
    try output.write(bytes: TransactionJSON.bytes(listed))
    try output.line()
  }

  /// Prints one line of JSON with sorted keys.
  func print(json value: JSONValue) throws {
    try output.write(bytes: value.encoded())
    try output.line()
  }

  /// Asks on standard error, and returns the answer without the blanks around it; nil at the end of the input.
  func ask(_ question: String) throws -> String? {
    try output.flush()
    try errors.write("\(question)> ")
    try errors.flush()
    guard let line = try input.nextLine(limit: 16 * 1_024) else { return nil }
    guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
    return NFC.trimmed(String(decoding: bytes, as: UTF8.self))
  }

  /// Asks a yes-or-no question where there is somebody to ask; `--yes`, or nobody there, is a yes.
  func agrees(to question: String) throws -> Bool {
    if arguments.has(.yes) || !canAsk { return true }
    try output.flush()
    try errors.write(self.question(question, " [y/N] "))
    try errors.flush()
    guard case .bytes(let answer)? = try input.nextLine(limit: 100) else { return false }
    return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
  }
}
