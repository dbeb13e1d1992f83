internal import BankFiles
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import PaperReading

private enum Options {
  static let text = Option.value("text", "FILE|-", "The text on the paper; - for standard input")
  static let group = Option.value("group", "G", "The group to file it into")
  static let source = Option.value(
    "source", "HOW", "The source of the files (default: scan for images, otherwise file)",
    choices: CaptureSource.allCases.map(\.rawValue))
  static let batch = Option.value(
    "batch", "FILE|DIR|-",
    "Add many: a folder of photos, or a file of JSON lines; - for standard input")
  static let explain = Option.flag("explain", "Name the programs that read images; without FILE add nothing")
}

extension Command {
  static let capture = Command(
    path: ["capture"], section: .record, summary: "Add a receipt from a scan, photo or text",
    operands: [Operand("FILE", "The pages of one receipt: images or a PDF", isOptional: true, repeats: true)],
    options: [Options.text, Options.group, Options.source, Options.batch, Options.explain],
    run: { invocation in
      if let path = invocation.arguments[Options.batch] {
        let others = [Options.text, Options.group, Options.source].filter { invocation.arguments.has($0) }.map {
          "--\($0.name)"
        }
        if CapturePhotos.areMeant(by: path), others.isEmpty {
          let paths = [path] + invocation.arguments.operands
          return try invocation.withLedger { try CapturePhotos(paths, ledger: $0).run() }
        }
        if let other = others.first ?? invocation.arguments.operands.first {
          throw Failure.usage("--batch cannot be combined with “\(other)”", command: "capture")
        }
        return try invocation.withLedger { try CaptureBatch(path: path, ledger: $0).run() }
      }
      return try invocation.withLedger(captureOne)
    })

  private static func captureOne(_ ledger: OpenLedger) throws -> ExitCode {
    let paths = ledger.arguments.operands
    if ledger.arguments.has(Options.explain) {
      let engines = EngineAnswer(ledger.invocation.engines)
      if paths.isEmpty, !ledger.arguments.has(Options.text) { return try ledger.show(engines) }
      ledger.invocation.remark("Images are read by \(engines.words).")
    }
    var recognized: String?
    var unreadable: UnreadableText?
    do {
      recognized = try recognizedText(ledger, paths)
    } catch let error as UnreadableText where !paths.isEmpty {
      // The paper is kept, whatever its text is like.
      unreadable = error
    }
    guard !paths.isEmpty || recognized != nil else {
      throw Failure.usage("“capture” needs FILE: the scan, or --text FILE", command: "capture")
    }
    let pages = try paths.map {
      AttachmentSource.bytes(try TextInput(path: $0).readAll(limit: CaptureFile.pageBytesMax))
    }
    let input = CaptureInput(
      files: pages, text: recognized,
      source: CaptureSource(rawValue: ledger.arguments[Options.source] ?? "") ?? CaptureFile.source(of: paths),
      name: paths.first.map { CaptureFile.name(of: $0) },
      group: try ledger.arguments[Options.group].flatMap { try ledger.livingGroup(orUnfiled: $0) })
    let captured = try ledger.book.capture(input)
    guard let id = captured.transaction else { return .ok }
    if let unreadable { return try keep(captured, id, without: unreadable, ledger) }
    let reading = recognized == nil && !captured.repeated ? try read(paths, into: id, ledger) : Reading()
    let code = try ledger.show(.captured(captured, id, after: reading.done))
    return reading.wasInterrupted ? .interrupted : code
  }

  /// Reports a capture of pages whose text cannot be decoded, which is recorded.
  private static func keep(
    _ captured: Done, _ id: TransactionID, without unreadable: UnreadableText, _ ledger: OpenLedger
  ) throws -> ExitCode {
    var last: Done?
    if !captured.repeated {
      last = try ledger.book.perform(.recognize(.failed(engine: "text", reason: unreadable.reason)), on: id)
    }
    _ = try ledger.show(.receipt(captured, id, unchanged: "", after: last))
    ledger.invocation.remark(
      "events: \(unreadable.name) \(unreadable.reason); the pages are kept without their text")
    ledger.invocation.remark(
      "  Save the text as UTF-8 and give it: events read \(ledger.notation.shown(id)) --text FILE")
    return .dataError
  }

  /// Reads the text off pages that are stored already, if the machine has the programs for it.
  ///
  /// - Parameters:
  ///   - paths: The pages.
  ///   - id: The transaction of the pages.
  ///   - addingToText: Whether the pages were added later, so that the earlier text stays.
  ///   - ledger: The ledger.
  /// - Returns: What was recorded of it.
  static func read(
    _ paths: [String], into id: TransactionID, addingToText: Bool = false, _ ledger: OpenLedger
  ) throws -> Reading {
    var reader = PaperReader(ledger.invocation)
    reader.pageSecondsMax = PaperReader.captureSecondsMax
    let outcome = reader.read(paths, showingProgress: ledger.invocation)
    let done = try outcome.record(
      in: ledger.book, of: id, seconds: reader.pageSecondsMax, addingToText: addingToText)
    var remarks = outcome.remarks(pages: paths.count, seconds: reader.pageSecondsMax)
    let read = "events read \(ledger.notation.shown(id))"
    var wasInterrupted = false
    var advice: String?
    switch outcome {
    case .readPartly, .timedOut: advice = ". Give it more time: \(read)"
    case .missing: advice = "; install it, or give the text with --text FILE"
    case .interrupted: (advice, wasInterrupted) = (". Read it again: \(read)", true)
    case .read, .failed: break
    }
    if let advice, let last = remarks.popLast() { remarks.append(last + advice) }
    for remark in remarks { ledger.invocation.remark(remark) }
    return Reading(done: done, wasInterrupted: wasInterrupted)
  }

  private static func recognizedText(_ ledger: OpenLedger, _ paths: [String]) throws -> String? {
    try recognizedText(ledger, paths, given: ledger.arguments[Options.text])
  }

  /// Returns the text of a `--text` option, or of a text file that is its own text.
  ///
  /// The result is `nil` if there is no text.
  static func recognizedText(_ ledger: OpenLedger, _ paths: [String], given: String?) throws -> String? {
    let input: TextInput
    switch given {
    case "-": input = ledger.invocation.input
    case .some(let path): input = try TextInput(path: path)
    case nil:
      guard let only = paths.first, paths.count == 1, only.lowercased().hasSuffix(".txt") else { return nil }
      input = try TextInput(path: only)
    }
    let text = try CaptureFile.text(of: input)
    if text.encoding != "utf-8" {
      ledger.invocation.remark("\(input.name) was read as \(text.encoding)")
    }
    return text.text
  }
}

/// The result of reading the paper of a receipt.
struct Reading {
  /// The last command that recorded something of it, or `nil` if nothing was recorded.
  var done: Done?
  /// Whether the person interrupted it.
  var wasInterrupted = false
}

/// A text whose encoding cannot be known.
struct UnreadableText: Error {
  let name: String
  let reason = "is neither UTF-8 nor in another encoding that can be told from its bytes"
}

enum CaptureFile {
  /// Returns the last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns a scan, unless it is no image.
  static func source(of paths: [String]) -> CaptureSource {
    let images = ["jpg", "jpeg", "png", "heic", "heif", "tif", "tiff", "gif", "webp", "bmp"]
    let areImages = paths.allSatisfy { path in
      images.contains { path.lowercased().hasSuffix(".\($0)") }
    }
    return areImages && !paths.isEmpty ? .scan : .file
  }

  /// Returns the whole text of a receipt, with its encoding.
  ///
  /// - Throws: `UnreadableText`, or `Failure` if the file cannot be read.
  static func text(of input: TextInput) throws -> PlainText {
    guard let text = PlainText(try input.readAll(limit: textBytesMax)) else {
      throw UnreadableText(name: input.name)
    }
    return text
  }

  /// The longest text that an event may contain.
  static let textBytesMax = 256 * 1024
  /// The largest page that is taken.
  static let pageBytesMax = 512 * 1024 * 1024
}
