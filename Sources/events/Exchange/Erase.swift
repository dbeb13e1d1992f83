internal import LedgerBook
internal import LedgerBytes
internal import LedgerScreens
internal import LedgerSync

/// The options of the command.
private enum Options {
  static let local = Option.flag("local", "Erase the ledger from this device; shared folders stay")
  static let shared = Option.flag("shared", "Erase the ledger from a shared folder; this device's copy stays")
  static let phrase = Option.value("phrase", "ERASE", "The phrase that confirms it, for scripts")
  static let lose = Option.value(
    "lose", "N", "The number of events and scans without another copy, which confirms their loss")
}

extension Command {
  static let erase = Command(
    path: ["erase"], section: .exchange, summary: "Erase a ledger from this device, or from a shared folder",
    operands: [
      Operand(
        "FOLDER", "The shared folder, with --shared. Without it the last one", isOptional: true, isFile: true)
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
      return try EraseDialogue(invocation, .init(rest)).run { try rest.perform() }
    }
    let book = try invocation.openedBook()
    defer { try? book.close() }
    try invocation.refuseStreamsOfLedger()
    let erasure = try LocalErasure(book)
    return try EraseDialogue(invocation, .init(erasure)).run { try erasure.perform() }
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
    return try EraseDialogue(invocation, .init(erasure)).run { try erasure.perform() }
  }
}

/// The questions before an erasing, and the report after it.
private struct EraseDialogue {
  /// An erasing in words and figures.
  struct Content {
    let lines: [String]
    let facts: [String: JSONValue]
    let loss: EraseLoss
    let left: [String]
    /// The advice after it was done.
    let next: String?
  }

  private let invocation: Invocation
  private let content: Content

  init(_ invocation: Invocation, _ content: Content) {
    self.invocation = invocation
    self.content = content
  }

  func run(_ perform: () throws -> EraseReport) throws -> ExitCode {
    let isDryRun = invocation.arguments.has(.dryRun)
    if invocation.isJSON, isDryRun { return try print(json: false, ["dryRun": true]) }
    if !invocation.isJSON {
      for line in content.lines { try invocation.print(line) }
      if !content.left.isEmpty {
        try invocation.print("  Not the ledger's, so it stays: \(Self.names(content.left))")
      }
    }
    if isDryRun {
      try invocation.print("Nothing was done.")
      return .ok
    }
    guard try isConfirmed() else {
      invocation.remark("Nothing was erased")
      return .no
    }
    let report = try perform()
    if invocation.isJSON { return try print(json: true, [:]) }
    try invocation.print("Erased \(counted(report.files, "file")), \(byteSize(report.bytes))")
    if let next = content.next { try invocation.print(next) }
    return .ok
  }

  /// Whether the phrase was given, and the number of what would be lost.
  private func isConfirmed() throws -> Bool {
    let phrase = try answer(Options.phrase, to: "Type ERASE to go on")
    guard phrase == "ERASE" else {
      tellHow("the phrase ERASE", "--phrase ERASE", phrase)
      return false
    }
    guard content.loss.count > 0 else { return true }
    let number = String(content.loss.count)
    let question = "\(Self.words(content.loss)) cannot be brought back. Type \(number) to lose them"
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

  private func print(json isErased: Bool, _ more: [String: JSONValue]) throws -> ExitCode {
    var facts = content.facts.merging(more) { $1 }
    facts["erased"] = .boolean(isErased)
    facts["left"] = .array(content.left.map { .string($0) })
    facts["onlyCopy"] = ["events": .count(content.loss.events), "scans": .count(content.loss.pages)]
    try invocation.print(json: .object(facts))
    return .ok
  }

  static func words(_ loss: EraseLoss) -> String {
    var parts: [String] = []
    if loss.events > 0 { parts.append(counted(loss.events, "event")) }
    if loss.pages > 0 { parts.append(counted(loss.pages, "scan")) }
    return listed(parts)
  }

  private static func names(_ names: [String]) -> String {
    let shown = names.prefix(5).map(visible).joined(separator: ", ")
    return names.count > 5 ? "\(shown) and others" : shown
  }
}

extension EraseDialogue.Content {
  init(_ erasure: LocalErasure) {
    var lines = ["Erase the ledger in \(visible(erasure.folder)) from this device"]
    if erasure.events == 0 {
      lines.append("  It was interrupted, and \(counted(erasure.files.count, "file")) of it are left")
    } else {
      let events = counted(Int(clamping: erasure.events), "event")
      lines.append(
        "  \(events) · \(counted(erasure.receipts, "receipt")) · \(counted(erasure.pages.count, "scan")) · "
          + byteSize(erasure.files.bytes))
      for folder in erasure.sharedFolders { lines.append("  \(visible(folder)) keeps what was synced with it") }
      let lost = EraseDialogue.words(erasure.loss)
      lines.append(
        erasure.loss.count > 0
          ? "  In no shared folder that can be read now: \(lost)" : "  Everything is in a shared folder as well"
      )
    }
    self.lines = lines
    facts = [
      "bytes": .integer(erasure.files.bytes), "events": .integer(erasure.events),
      "files": .count(erasure.files.count), "folder": .string(erasure.folder), "from": "local",
      "receipts": .count(erasure.receipts), "scans": .count(erasure.pages.count),
      "sharedFolders": .array(erasure.sharedFolders.map { .string($0) }),
    ]
    (loss, left) = (erasure.loss, erasure.left)
    next = erasure.sharedFolders.first.map { "Get it back: events init --from \(FigureWords.quoted($0))" }
  }

  init(_ erasure: SharedErasure) {
    var lines = ["Erase the ledger from the shared folder \(visible(erasure.folder)), for every device"]
    lines.append(
      "  \(counted(erasure.segments, "file")) of events · \(counted(erasure.pages, "scan")) · "
        + byteSize(erasure.files.bytes))
    lines.append(
      erasure.loss.count > 0
        ? "  Not on this device: \(EraseDialogue.words(erasure.loss)); events sync brings them here"
        : "  Everything is on this device as well")
    self.lines = lines
    facts = [
      "bytes": .integer(erasure.files.bytes), "files": .count(erasure.files.count),
      "folder": .string(erasure.folder), "from": "shared", "scans": .count(erasure.pages),
      "segments": .count(erasure.segments),
    ]
    (loss, left) = (erasure.loss, erasure.left)
    next = "Another device that syncs with this folder writes its own events there again"
  }
}
