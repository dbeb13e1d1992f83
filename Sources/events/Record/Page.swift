internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

private enum Options {
  static let text = Option.value("text", "FILE|-", "The text on the pages; - for standard input")
}

extension Command {
  static let page = Command(
    path: ["page"], section: .record, summary: "Add pages to a receipt, or remove one",
    subcommands: [
      Command(
        path: ["page", "add"], section: .record, summary: "Add pages to an existing receipt",
        operands: [.receipt, Operand("FILE", "The pages: images or a PDF", repeats: true)],
        options: [Options.text],
        run: onLedger(addPages)),
      Command(
        path: ["page", "remove"], section: .record,
        summary: "Remove a page; its file is kept, and page restore brings it back",
        operands: [.receipt, .page], shared: Option.destroying,
        run: onLedger { ledger in
          let id = try ledger.transaction()
          let detail = try ledger.book.transaction(id)
          let page = try ledger.page(of: detail)
          return try ledger.perform(try ledger.book.plan(.detach(page.digest), on: id, reach: .this))
        }),
      Command(
        path: ["page", "restore"], section: .record, summary: "Restore a removed page",
        operands: [.receipt, .page],
        run: onLedger { ledger in
          let id = try ledger.transaction()
          let page = try ledger.page(of: try ledger.book.transaction(id), removed: true)
          let done = try ledger.book.perform(.attach(page), on: id)
          return try ledger.show(.receipt(done, id, unchanged: "it is there already"))
        }),
    ])

  private static func addPages(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let paths = Array(ledger.arguments.operands.dropFirst())
    let text = try recognizedText(ledger, paths, given: ledger.arguments[Options.text])
    let pages = try paths.map {
      AttachmentSource.bytes(try TextInput(path: $0).readAll(limit: CaptureFile.pageBytesMax))
    }
    let outcome = try ledger.book.addPages(PagesInput(files: pages, text: text), to: id)
    let reading =
      text == nil && !outcome.isUnchanged ? try read(paths, into: id, addingToText: true, ledger) : Reading()
    let code = try ledger.show(
      .receipt(
        outcome, id, unchanged: "it has these pages already", after: reading.done, withDuplicates: true))
    return reading.wasInterrupted ? .interrupted : code
  }
}

extension Operand {
  static let page = Operand("PAGE", "The page: its number, or the beginning of its SHA-256")
}

extension OpenLedger {
  /// Returns the page that the second operand names.
  ///
  /// - Parameter removed: Among those that were taken away.
  func page(of detail: TransactionDetail, removed: Bool = false) throws(Failure) -> ReceiptPage {
    let text = arguments.operands[1]
    let pages = detail.state.attachments.filter { ($0.isPresent.value == true) != removed }.map(\.attachment)
    var found: [ReceiptPage] = []
    if let number = Int(text), text.utf8.count < 4 { found = pages.filter { $0.page == number } }
    if found.isEmpty, text.utf8.count >= 4 {
      found = pages.filter { $0.digest.description.hasPrefix(text.lowercased()) }
    }
    if found.count == 1 { return found[0] }
    let list = pages.map { "\($0.page)  \($0.digest.description.prefix(12))  \($0.mediaType)" }
    throw Failure(
      .noInput,
      found.isEmpty
        ? "this receipt has no \(removed ? "removed " : "")page “\(text)”"
        : "“\(text)” could be \(counted(found.count, "page")); name one by its SHA-256",
      advice: pages.isEmpty ? [removed ? "No page was removed" : "It has no pages"] : ["There is:"] + list)
  }
}
