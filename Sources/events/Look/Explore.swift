internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerExplorer
internal import LedgerPlatform
internal import LedgerProjections

private enum Options {
  static let output = Option.value(
    "output", "FILE", "The file to write (default: ledger.html in the current folder)", short: "o")
  static let open = Option.flag("open", "Open the page in the browser")
  static let serve = Option.flag(
    "serve", "Show the ledger in a browser on this machine, and record what you enter there, until interrupted")
  static let group = Option.value("group", "G", "Only this group")
  static let noPaper = Option.flag("no-paper", "Leave out scans, photos and their texts")
  static let standIns = Option.flag(
    "stand-ins", "Replace your texts and amounts by others of the same shape")
}

extension Command {
  static let explore = Command(
    path: ["explore"], section: .look,
    summary: "Write a web page of the ledger and its history",
    options: [
      Options.output, Options.open, Options.serve, Filters.from, Options.group, Options.noPaper,
      Options.standIns,
    ],
    shared: Option.looking + [.yes],
    run: { invocation in try invocation.withLedger(writePage) })

  private static func writePage(_ ledger: OpenLedger) throws -> ExitCode {
    let (arguments, invocation) = (ledger.arguments, ledger.invocation)
    if case .recordedBy = ledger.book.horizon {
      throw Failure.usage("“explore” takes --at, not --recorded-by", command: "explore")
    }
    var options = PageOptions()
    options.from = try arguments[Filters.from].map { try Values.date($0, ledger) }
    options.group = try arguments[Options.group].map { try ledger.book.resolveGroup($0) }
    options.hasPaper = !arguments.has(Options.noPaper)
    if arguments.has(Options.standIns) {
      var generator = SystemRandomNumberGenerator()
      options.standIns = StandIns(secret: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    if arguments.has(Options.serve) { return try serve(ledger, options) }
    let given = arguments[Options.output] ?? "ledger.html"
    let path = DurableFile.isFolder(given) ? given + (given.hasSuffix("/") ? "" : "/") + "ledger.html" : given
    let progress = Progress("Reading", on: invocation.errors, terminal: invocation.errorTerminal)
    defer { progress.finish() }
    let written = try ledger.replaceFile(path) { write in
      try ExplorerPage.write(
        ledger.book, options,
        progress: { done in
          if System.isAskedToEnd { throw Failure(.interrupted, "interrupted") }
          progress.update(done.done, of: done.all)
        }, to: write)
    }
    guard let (report, _) = written else { return .no }
    if arguments.has(Options.open) { try ledger.openPage(path, at: "at=\(report.events)") }
    let reply = Reply(
      [
        "bytes": .integer(report.bytes), "events": .integer(report.events), "file": .string(path),
        "leftOut": .array(report.leftOut.map { .string($0) }), "transactions": .count(report.transactions),
      ],
      "\(counted(report.transactions, "transaction")), \(grouped(report.events)) events, "
        + "\(byteSize(report.bytes)), to \(path)",
      remarks: report.leftOut.map { Line($0) })
    return try ledger.show(reply)
  }

  /// Serves the page until the command is interrupted.
  private static func serve(_ ledger: OpenLedger, _ options: PageOptions) throws -> ExitCode {
    guard ledger.book.horizon == .now, !ledger.arguments.has(Options.output) else {
      throw Failure.usage(
        "--serve shows the ledger as it is, and takes neither --at nor -o", command: "explore")
    }
    guard let token = LivePage.makeToken() else {
      throw Failure(.ioError, "the operating system returned no random bytes")
    }
    let listener: LoopbackListener
    do { listener = try LoopbackListener() } catch {
      throw Failure(.ioError, "cannot listen on a port of this machine: \(error.reason)")
    }
    let desk = ReadingDesk(ledger.invocation)
    let page = LivePage(
      ledger.book, options, records: !ledger.arguments.has(.readOnly), desk: desk, port: listener.port,
      token: token)
    try ledger.invocation.print(page.link)
    try ledger.invocation.output.flush()
    ledger.invocation.remark(
      page.records
        ? "Open it in a browser on this machine. Ctrl-C ends it"
        : "Open it in a browser on this machine. It only shows the ledger. Ctrl-C ends it")
    if ledger.arguments.has(Options.open), let opener = ledger.desktopOpener {
      try ledger.open(page.link, with: opener, otherwise: "Open it in a browser: \(page.link)")
    }
    while true {
      // This command records what a program has read off paper, even if the browser was closed meanwhile.
      listener.answerNext(waitingAtMost: desk.isBusy ? 50 : nil, bodyBytes: page.bodyBytes(of:)) {
        page.answer($0, $1)
      }
      desk.recordOutcomes(in: ledger.book)
    }
  }
}
