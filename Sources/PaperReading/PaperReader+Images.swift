internal import LedgerDomain
internal import LedgerPlatform
internal import ReceiptExtraction

extension PaperReader {
  /// Reads an image in two passes side by side, and in more if these do not agree.
  func readImage(_ file: String) -> Outcome {
    let deadline = SystemClock.monotonicNanoseconds() + UInt64(pageSecondsMax) * 1_000_000_000
    guard let program = Program("tesseract", path: path) else {
      return .missing(program: "tesseract", package: "tesseract-ocr")
    }
    let tesseract: Tesseract
    switch prepare(program, until: deadline) {
    case .success(let prepared): tesseract = prepared
    case .failure(let stop): return stop.outcome
    }
    var page = ImagePasses(tesseract: tesseract, image: safe(file))
    if let stop = run([.block, .localColumn], of: &page, until: deadline) { return stop }
    if page.findsLittle {
      if let stop = run([.turned, .scattered], of: &page, until: deadline) { return stop }
    } else if !page.isSettled {
      if let stop = run([.localBlock, .column], of: &page, until: deadline) { return stop }
    }
    return .read(page.texts)
  }

  /// The reason that nothing can be read.
  private struct Stop: Error {
    let outcome: Outcome
  }

  /// Asks tesseract for its version and its languages.
  private func prepare(_ program: Program, until deadline: UInt64) -> Result<Tesseract, Stop> {
    let answers = Program.sideBySide(
      ["--version", "--list-langs"].map { Program.Run(program: program, arguments: [$0]) },
      atOnce: Machine.cores, environment: environment, until: deadline, limit: 1 << 16)
    guard !answers.contains(.interrupted) else {
      return .failure(Stop(outcome: .interrupted(engine: "tesseract")))
    }
    let texts = answers.map { answer -> String in
      guard case .ended(0, let output) = answer else { return "" }
      return String(decoding: output, as: UTF8.self)
    }
    var tesseract = Tesseract(program: program)
    if let version = Tesseract.version(texts[0]) { tesseract.name += "-\(version)" }
    let installed = texts[1].split(separator: "\n").dropFirst().map(String.init)
    if let missing = languages.first(where: { !installed.contains($0) }) {
      let package = "tesseract-ocr-" + missing.map { $0 == "_" ? "-" : String($0) }.joined()
      return .failure(
        Stop(outcome: .missing(program: "the language \(missing) of tesseract", package: package)))
    }
    tesseract.languages = languages.isEmpty ? Tesseract.defaultLanguages(installed: installed) : languages
    return .success(tesseract)
  }

  /// Runs passes side by side, and returns an outcome if the reading ends with it.
  ///
  /// If some pass was read, the failure of another one does not matter.
  private func run(_ passes: [Tesseract.Pass], of page: inout ImagePasses, until deadline: UInt64) -> Outcome? {
    let outcomes = Program.sideBySide(
      passes.map { page.run($0) }, atOnce: Machine.cores, environment: environment, until: deadline,
      limit: 16 << 20)
    let engine = page.tesseract.name
    guard !outcomes.contains(.interrupted) else { return .interrupted(engine: engine) }
    page.add(passes, outcomes)
    guard page.isEmpty, let outcome = outcomes.first else { return nil }
    switch outcome {
    case .ended(let code, _):
      return .failed(engine: engine, reason: "it could not read the image (it ended with \(code))")
    case .timedOut: return .timedOut(engine: engine)
    case .interrupted: return .interrupted(engine: engine)
    case .failed(let reason): return .failed(engine: engine, reason: reason)
    }
  }
}

/// The passes over one image so far.
private struct ImagePasses {
  let tesseract: Tesseract
  let image: String
  /// The texts in the order of the passes, with the number of words that are legible.
  private var read: [(text: TextRecognized, legibleWords: Int)] = []
  private var merged: MergedReadings?
  private var languages: [String]

  init(tesseract: Tesseract, image: String) {
    self.tesseract = tesseract
    self.image = image
    languages = tesseract.languages
  }

  var isEmpty: Bool { read.isEmpty }

  /// Whether so few words are legible that the text may be scattered, sideways or upside down.
  var findsLittle: Bool { legibleWordsMax < Self.legibleWordsMin && !isSettled }

  private var legibleWordsMax: Int { read.map(\.legibleWords).max() ?? 0 }

  private static let legibleWordsMin = 24

  /// Whether the passes agree, and the paper's arithmetic confirms the total.
  var isSettled: Bool { merged?.isSettled ?? false }

  /// The texts, the best one last.
  var texts: PaperTexts {
    var texts = read.map(\.text)
    if let best = merged?.best { texts.append(texts.remove(at: best)) }
    return PaperTexts(texts: texts)
  }

  func run(_ pass: Tesseract.Pass) -> Program.Run {
    tesseract.run(pass, image: image, languages: languages)
  }

  /// Adds the texts of passes that ended well.
  mutating func add(_ passes: [Tesseract.Pass], _ outcomes: [Program.Outcome]) {
    for (pass, outcome) in zip(passes, outcomes) {
      guard case .ended(0, let output) = outcome else { continue }
      let table = TesseractTable(output)
      let text = TextRecognized(
        engine: tesseract.engine(pass, languages: languages), text: table.text, confidence: table.confidence)
      read.append((text, table.legibleWords))
    }
    // A pass over a page that is not upright reads strokes as letters.
    if let most = read.map(\.legibleWords).max() { read.removeAll { $0.legibleWords * 2 < most } }
    let extractor = Extractor()
    let texts = read.map(\.text.text)
    merged = extractor.read(passes: texts)
    // Later passes are in the language of the paper alone: they differ more, and take less time.
    if let language = extractor.language(of: texts), tesseract.languages.contains(language) {
      languages = [language]
    }
  }
}
