internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import PaperReading

private enum Options {
  static let text = Option.value("text", "FILE|-", "The text on the paper; - for standard input")
  static let engine = Option.value(
    "engine", "NAME", "Read even a PDF with text by this program (default for these: pdftotext)",
    choices: PaperReader.Engine.allCases.map(\.rawValue))
  static let languages = Option.value(
    "language", "L,M",
    "Languages on the paper by tesseract's names: deu,eng (default: all installed)",
    repeats: true)
  static let pages = Option.value("pages", "2,1", "Only these pages, in this order", repeats: true)
  static let all = [engine, languages, pages, text]
}

extension Command {
  static let read = Command(
    path: ["read"], section: .record, summary: "Read a receipt's paper again, and propose new values",
    operands: [.receipt], options: Options.all,
    run: onLedger(readAgain))

  private static func readAgain(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let detail = try ledger.book.transaction(id)
    guard detail.row.stage != .deleted else { throw Rejection.isDeleted(what: "transaction") }
    if let given = ledger.arguments[Options.text] {
      if let other = [Options.engine, Options.languages, Options.pages].first(where: {
        ledger.arguments.has($0)
      }) {
        throw Failure.usage(
          "--text is the result of a reading; --\(other.name) has no effect on it", command: "read")
      }
      guard let text = try recognizedText(ledger, [], given: given) else { return .ok }
      return try report(try ledger.book.recognize(text, engine: "text", of: id, again: true), on: id, ledger)
    }
    let paths = try pages(of: detail, ledger).map { ledger.book.path(ofPage: $0.digest) }
    var reader = PaperReader(ledger.invocation)
    reader.engine = ledger.arguments[Options.engine].flatMap { PaperReader.Engine(rawValue: $0) }
    reader.languages = try languages(ledger)
    let outcome = reader.read(paths, showingProgress: ledger.invocation)
    let seconds = reader.pageSecondsMax
    guard let done = try outcome.record(in: ledger.book, of: id, seconds: seconds, again: true) else {
      throw Failure(
        .no, outcome.remarks(pages: paths.count, seconds: seconds).joined(),
        advice: "Install it, or give its text: events read \(try ledger.notation.short(id)) --text FILE")
    }
    let code = try report(done, on: id, ledger)
    switch outcome {
    case .read: return code
    case .readPartly:
      for remark in outcome.remarks(pages: paths.count, seconds: seconds) { ledger.invocation.remark(remark) }
      return code
    case .interrupted: return .interrupted
    case .timedOut, .failed, .missing: return .no
    }
  }

  private static func report(_ outcome: Done, on id: TransactionID, _ ledger: OpenLedger) throws -> ExitCode {
    try ledger.show(.receipt(outcome, id, unchanged: "it reads as before"))
  }

  /// Returns the pages to read, in the order to read them.
  private static func pages(of detail: TransactionDetail, _ ledger: OpenLedger) throws(Failure) -> [ReceiptPage]
  {
    let present = detail.row.attachments.sorted { $0.page < $1.page }
    guard !present.isEmpty else {
      throw Failure(
        .no, "this receipt has no pages to read",
        advice: "Give its text with --text FILE, or add pages: events page add")
    }
    let wanted = words(ledger.arguments.all(Options.pages))
    if wanted.isEmpty { return present }
    var pages: [ReceiptPage] = []
    for text in wanted {
      guard let number = Int(text), let page = present.first(where: { $0.page == number }) else {
        let there = present.map { String($0.page) }.joined(separator: ", ")
        throw Failure(.noInput, "this receipt has no page “\(text)”", advice: "There is: \(there)")
      }
      guard !pages.contains(page) else {
        throw Failure.usage("page \(number) is given twice", command: "read")
      }
      pages.append(page)
    }
    return pages
  }

  private static func languages(_ ledger: OpenLedger) throws(Failure) -> [String] {
    let names = words(ledger.arguments.all(Options.languages))
    for name in names where !name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) {
      throw Failure(
        .dataError, "“\(name)” is not a language of tesseract", advice: "Such as deu, eng or chi_sim")
    }
    return names
  }

  /// `a,b` and repetitions of it.
  private static func words(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map(String.init) }
  }
}
