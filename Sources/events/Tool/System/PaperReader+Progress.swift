internal import LedgerAnswers
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
  /// The outcome to record if an engine read nothing, or `nil` if it read something or is not installed.
  func failure(seconds: Int) -> RecognitionOutcome? {
    switch self {
    case .timedOut(let engine): .failed(engine: engine, reason: "it took longer than \(seconds) seconds")
    case .failed(let engine, let reason): .failed(engine: engine, reason: reason)
    case .interrupted(let engine): .cancelled(engine: engine)
    case .read, .readPartly, .missing: nil
    }
  }
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
