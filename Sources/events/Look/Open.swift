internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerPlatform

private enum Options {
  static let page = Option.value("page", "N", "The number of the page (default 1)")
  static let printPath = Option.flag("print-path", "Print the path of the file, and open nothing")
  static let picture = Option.value(
    "picture", "SIZE", "Open a smaller picture of 400 or 2,048 pixels",
    choices: PictureSize.allCases.map(\.rawValue))
}

extension Command {
  static let open = Command(
    path: ["open"], section: .look, summary: "Show the scan or photo of a receipt",
    operands: [.receipt], options: [Options.page, Options.printPath, Options.picture], shared: Option.looking,
    run: onLedger(openPaper))

  private static func openPaper(_ ledger: OpenLedger) throws -> ExitCode {
    let detail = try ledger.book.transaction(try ledger.transaction())
    let pages = detail.row.attachments
    let short = try ledger.notation.short(detail.row.id)
    guard !pages.isEmpty else { throw Failure(.no, "\(short) was recorded without paper") }
    let number = try ledger.arguments[Options.page].map { text in
      guard let number = Int(text), (1...pages.count).contains(number) else {
        throw Failure(.dataError, "\(short) has \(counted(pages.count, "page")), and no page “\(text)”")
      }
      return number
    }
    let page = pages[(number ?? 1) - 1]
    let path = try path(of: page, ledger)
    let opener = ledger.arguments.has(Options.printPath) ? nil : ledger.desktopOpener
    if let opener { try show(page, path, with: opener, ledger) }
    let hasOthers = number == nil && pages.count > 1
    let reply = Reply(
      [
        "mediaType": .string(page.mediaType), "opened": .boolean(opener != nil), "page": .count(number ?? 1),
        "pages": .count(pages.count), "path": .string(path), "sha256": .string(page.digest.description),
        "transaction": .string("\(detail.row.id)"),
      ],
      // A script reads one line: the path, whatever is in it.
      Line(opener == nil ? path : "Opened page \(number ?? 1) of \(pages.count) of \(short)"),
      remarks: hasOthers ? ["It has \(pages.count) pages; another one: --page 2"] : [])
    return try ledger.show(reply)
  }

  /// Returns the absolute path of the page's file, or of the picture that was asked for.
  private static func path(of page: ReceiptPage, _ ledger: OpenLedger) throws -> String {
    var path = ledger.book.path(ofPage: page.digest)
    if let size = ledger.arguments[Options.picture].flatMap({ PictureSize(rawValue: $0) }) {
      guard ledger.book.isWritable else {
        throw Failure(.cannotCreate, "a picture cannot be kept in a ledger that is open for reading only")
      }
      let maker = PictureMaker(path: ledger.invocation.environment["PATH"])
      switch ledger.book.picture(size, of: page, by: maker) {
      case .made: path = ledger.book.picturePath(size, of: page) ?? path
      case .missing(let program):
        throw Failure(
          .no, "no program here makes pictures of \(page.mediaType)", advice: "Install one that has \(program)")
      case .failed(let reason): throw Failure(.no, "no picture can be made of this page: \(reason)")
      case .interrupted: throw Failure(.interrupted, "interrupted")
      }
    }
    guard let resolved = DurableFile.resolved(path) else {
      throw Failure(
        .noInput, "the page \(page.digest) is not here",
        advice: "See what is missing: events verify, events sync")
    }
    return resolved
  }

  private static func show(_ page: ReceiptPage, _ path: String, with opener: Program, _ ledger: OpenLedger)
    throws
  {
    let isOriginal = ledger.arguments[Options.picture] == nil
    guard !isOriginal || ledger.book.isWritable else {
      throw Failure(
        .cannotCreate, "a copy to open cannot be made in a ledger that is open for reading only",
        advice: "See where the page is: --print-path")
    }
    let copy = isOriginal ? try ledger.book.copyForViewing(page) : path
    try ledger.open(
      DurableFile.resolved(copy) ?? copy, with: opener, otherwise: "See where the page is: --print-path")
  }
}
