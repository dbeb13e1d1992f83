internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerPlatform
internal import PaperReading

extension PaperReader {
  /// Creates a reader with the programs that the environment and the defaults of this machine name.
  init(_ invocation: Invocation) {
    self.init(
      path: invocation.environment["PATH"], program: invocation.environment["EVENTS_OCR"],
      usual: invocation.usualEngine)
  }

  /// Reads the pages, with the page that is being read on standard error if that is a terminal.
  func read(_ files: [String], showingProgress invocation: Invocation) -> Outcome {
    let line = invocation.progress("Reading")
    defer { line.finish() }
    var reader = self
    reader.progress = { page, count in
      line.begin(
        "Reading page \(page) of \(count), \(pageSecondsMax) seconds at most. Ctrl-C stops and keeps the paper."
      )
    }
    return reader.read(files)
  }
}

extension PaperReader.Outcome {
  /// Records what was read off pages of a receipt, or why nothing was.
  ///
  /// - Parameters:
  ///   - book: The ledger.
  ///   - id: The receipt.
  ///   - seconds: The time that a page had.
  ///   - addingToText: Whether the pages came later, so that the earlier text stays.
  ///   - again: Whether the same pages were read before.
  /// - Returns: The command, or `nil` if the program is missing.
  func record(
    in book: Book, of id: TransactionID, seconds: Int, addingToText: Bool = false, again: Bool = false
  ) throws -> Done? {
    let failure: RecognitionOutcome
    switch self {
    case .read(let read), .readPartly(let read, _):
      return try book.recognize(
        read.texts, photoQuality: read.quality?.percent, of: id, addingToText: addingToText, again: again)
    case .missing: return nil
    case .timedOut(let engine): failure = .failed(engine: engine, reason: Self.lateness(seconds))
    case .failed(let engine, let reason): failure = .failed(engine: engine, reason: reason)
    case .interrupted(let engine): failure = .cancelled(engine: engine)
    }
    return try book.perform(.recognize(failure, again: again), on: id)
  }

  /// The sentences that a person needs about it, without their ends.
  ///
  /// - Parameters:
  ///   - pages: The number of pages that were to be read.
  ///   - seconds: The time that a page had.
  func remarks(pages: Int, seconds: Int) -> [String] {
    switch self {
    case .read(let read): [read.quality?.remark].compactMap(\.self)
    case .readPartly(let read, let count):
      [read.quality?.remark].compactMap(\.self) + [
        "Page \(count + 1) of \(pages) took longer than \(seconds) seconds, so only \(counted(count, "page")) "
          + "\(count == 1 ? "was" : "were") read"
      ]
    case .timedOut(let engine): ["Nothing was read off the paper: \(engine): \(Self.lateness(seconds))"]
    case .missing(let program, let package):
      ["\(program) is not installed (Debian: \(package)), so nothing was read off the paper"]
    case .failed(let engine, let reason): ["Nothing was read off the paper: \(engine): \(reason)"]
    case .interrupted: ["Reading was cancelled; the scan is kept"]
    }
  }

  private static func lateness(_ seconds: Int) -> String { "it took longer than \(seconds) seconds" }
}

extension Invocation {
  /// The file with the program that `defaults set --ocr` named, or `nil` without a home.
  ///
  /// It is not in the ledger: another device could name a program there that this machine would run.
  private var engineFile: String? { stateFolder.map { $0 + "/ocr" } }

  /// The program that reads images on this machine, or `nil` if no program was set.
  var usualEngine: String? {
    guard let engineFile, let bytes = try? DurableFile.read(engineFile, limit: 4096) else { return nil }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Keeps the program that reads images on this machine, or removes it if it is `nil`.
  func setUsualEngine(_ program: String?) throws {
    guard let stateFolder, let engineFile else {
      throw Failure(.noInput, "there is no place for this setting: HOME is not set")
    }
    guard let program else {
      if DurableFile.exists(engineFile) { try DurableFile.remove(engineFile) }
      return
    }
    let path = program.contains("/") ? DurableFile.resolved(program) : program
    guard let path, (path.contains("/") ? Program(file: path) : Program(path, path: environment["PATH"])) != nil
    else {
      throw Failure(
        .noInput, "there is no program “\(program)”", advice: "Give a name on PATH or the path of a program")
    }
    try DurableFile.createFolder(stateFolder)
    try DurableFile.replace(engineFile, bytes: Array(path.utf8))
  }

  /// The programs that read images, in the order in which they are asked.
  var engines: [EngineAnswer.Engine] {
    PaperReader(self).engines().map { ($0.name, $0.path, $0.choice.rawValue) }
  }
}
