internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerProjections

/// What it takes by name.
private enum Options {
  static let format = Option.value(
    "format", "FORMAT", "What to write", choices: Exporter.Format.allCases.map(\.rawValue))
  static let output = Option.value(
    "output", "FILE", "Write a file, whole or not at all; else to standard output", short: "o")
}

extension Command {
  static let export = Command(
    path: ["export"], section: .exchange, summary: "Write receipts in a format that other programs read",
    options: [Options.format, Options.output] + Filters.all,
    shared: Option.looking.filter { $0 != .json } + [.yes, .dryRun],
    discussion: [
      "Saved receipts, oldest first; drafts and deleted ones are left out. hledger and beancount: accounts "
        + "expenses:KEY and income:KEY, the other leg assets:PAYMENT or assets:ACCOUNT, each with its id as a tag. "
        + "csv: the table of RFC 4180 in UTF-8 with a byte order mark. ndjson: the lines of receipts --json.",
      "A terminal is shown what could drive it, or hide something, as in \\u{202e}; a file and a pipe get it as it is.",
      "A file that is there is overwritten only with --yes. The new one takes its place once it is on the disk; "
        + "nothing of it stays behind when that fails or is interrupted. --dry-run says what would be written.",
      Filters.explanation,
    ],
    examples: [
      "events export --format hledger | hledger -f - balance",
      "events export --format csv --group Berlin -o berlin.csv",
    ],
    run: { invocation in
      guard let format = invocation.arguments[Options.format].flatMap({ Exporter.Format(rawValue: $0) }) else {
        throw Failure.usage(
          "'export' needs --format: \(alternatives(Exporter.Format.allCases.map(\.rawValue)))",
          command: "export")
      }
      return try invocation.withLedger { try write(format, $0) }
    })

  private static func write(_ format: Exporter.Format, _ ledger: OpenLedger) throws -> ExitCode {
    let filter = try Filters.parse(ledger)
    let invocation = ledger.invocation
    if ledger.arguments.has(.dryRun) { return try sayWhatWouldBe(format, filter, ledger) }
    guard let path = ledger.arguments[Options.output] else {
      let shown = invocation.outputTerminal.isInteractive ? ShownLines(invocation.output) : nil
      let report = try export(format, filter, ledger) { bytes in
        if let shown { try shown.write(bytes) } else { try invocation.output.write(bytes: bytes) }
      }
      try shown?.finish()
      try invocation.output.flush()
      remark(report, ledger)
      return .ok
    }
    try HeldFiles.check("write", path)
    if DurableFile.exists(path), !ledger.arguments.has(.yes) {
      guard invocation.canAsk else {
        throw Failure(
          .cannotCreate, "\(path) is there already", advice: "Overwrite it: --yes. Or name another file")
      }
      if try !invocation.agrees(to: "Overwrite \(visible(path))?") { return .no }
    }
    // Ctrl-C waits until the half-written file is gone, and then ends the process.
    let report = try System.holdingEndings { () -> Result<ExportReport, any Error> in
      Result {
        let file = try NewFile(path)
        let report = try export(format, filter, ledger) { try file.write($0) }
        try file.finish()
        return report
      }
    }.get()
    try invocation.print("\(counted(report.count, "receipt")), \(byteSize(report.bytes)), to \(visible(path))")
    try ledger.printFilters()
    remark(report, ledger)
    return .ok
  }

  private static func export(
    _ format: Exporter.Format, _ filter: TransactionFilter, _ ledger: OpenLedger,
    to write: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    let progress = Progress(
      "Preparing", on: ledger.invocation.errors, terminal: ledger.invocation.errorTerminal)
    defer { progress.finish() }
    let total = Int64(try ledger.book.count(filter))
    return try Exporter.export(
      ledger.book, format: format, filter: filter,
      progress: { done in
        if done % 64 == 0, System.isAskedToEnd { throw Failure(.interrupted, "interrupted") }
        progress.update(Int64(done), of: total)
      }, to: write)
  }

  /// What an export would hold, per currency, and what it would overwrite.
  private static func sayWhatWouldBe(
    _ format: Exporter.Format, _ filter: TransactionFilter, _ ledger: OpenLedger
  ) throws -> ExitCode {
    let count = try ledger.book.count(filter)
    var words = "Would write \(counted(count, "receipt")) as \(format.rawValue)"
    if let path = ledger.arguments[Options.output] {
      words += " to \(visible(path))" + (DurableFile.exists(path) ? ", over what is there" : "")
    }
    try ledger.invocation.print(paragraph: words + ".")
    try ledger.printFilters()
    let sums = try ledger.book.totalsThatFit(filter)
    try ledger.invocation.print(ledger.totals(sums.totals, sums.tooLarge).map { "  \($0)" })
    if count == 0 { remarkNothing(ledger) }
    return .ok
  }

  private static func remarkNothing(_ ledger: OpenLedger) {
    ledger.invocation.remark(
      Filters.areGiven(ledger.arguments)
        ? "No receipt matches these filters: \(Filters.active(ledger.arguments).joined(separator: " · "))"
        : "There are no saved receipts yet")
  }

  /// What is not in the file, or not under its own name.
  private static func remark(_ report: ExportReport, _ ledger: OpenLedger) {
    let invocation = ledger.invocation
    if report.count == 0 { remarkNothing(ledger) }
    if report.leftOut > 0 {
      let ids = report.firstLeftOut.map(\.description).joined(separator: ", ")
      invocation.remark("\(counted(report.leftOut, "receipt")) without date or amount left out: \(ids)")
    }
    for account in report.renamedAccounts {
      invocation.remark("“\(visible(account.text))” is called \(visible(account.name)) in this format")
    }
  }
}

/// An export as a terminal shows it: a person reads it there, so text from outside is made visible line by line.
private final class ShownLines {
  private let output: TextOutput
  private var rest: [UInt8] = []
  private var isBegun = false

  init(_ output: TextOutput) { self.output = output }

  func write(_ bytes: [UInt8]) throws {
    rest += bytes
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    try show(rest[...end])
    rest.removeSubrange(...end)
  }

  func finish() throws {
    if !rest.isEmpty { try show(rest[...]) }
    rest = []
  }

  private func show(_ bytes: ArraySlice<UInt8>) throws {
    // The mark that says to spreadsheets that a table is UTF-8.
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let bytes = !isBegun && bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
    isBegun = true
    var lines = visibleLines(String(decoding: bytes, as: UTF8.self))
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { try output.line(line) }
  }
}

/// A file that takes its name once it is whole and on the disk.
private final class NewFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private let output: TextOutput
  private var isFinished = false

  init(_ path: String) throws(Failure) {
    self.path = path
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let name = path.dropFirst(folder.count)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw Failure(.cannotCreate, "'\(path)' is not the name of a file")
    }
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    temporary = "\(folder).\(name.prefix(60)).\(number).tmp"
    switch System.createFile(temporary) {
    case .success(let descriptor): self.descriptor = descriptor
    case .failure(let error):
      throw Failure(
        .cannotCreate, "cannot make \(path): \(error.reason)", advice: "Name another place: -o FILE")
    }
    output = TextOutput(descriptor: descriptor, name: visible(path))
  }

  deinit {
    if !isFinished {
      System.closeDescriptor(descriptor)
      try? DurableFile.remove(temporary)
    }
  }

  func write(_ bytes: [UInt8]) throws { try output.write(bytes: bytes) }

  /// Puts it under its name, in the place of what was there.
  func finish() throws {
    try output.flush()
    System.closeDescriptor(descriptor)
    isFinished = true
    do {
      try DurableFile.synchronize(temporary)
      try DurableFile.move(temporary, to: path)
    } catch {
      try? DurableFile.remove(temporary)
      throw error
    }
  }
}
