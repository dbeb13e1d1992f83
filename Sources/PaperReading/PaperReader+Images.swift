internal import LedgerDomain
internal import LedgerPlatform
internal import ReceiptExtraction

extension PaperReader {
  /// Reads images of one page each with the person's program, or with tesseract.
  ///
  /// Programs run side by side on the cores there are. The time limit is that of one page for each.
  func readImages(_ files: [String]) -> [Outcome] {
    guard !files.isEmpty else { return [] }
    let seconds = UInt64(pageSecondsMax * max(1, files.count))
    let deadline = SystemClock.monotonicNanoseconds() + seconds * 1_000_000_000
    guard engine != .tesseract, let first = firstEngine() else {
      return readByTesseract(files, until: deadline)
    }
    return read(files, with: first, until: deadline)
  }

  /// Reads images in two passes, and in more where these do not agree.
  func readByTesseract(_ files: [String], until deadline: UInt64) -> [Outcome] {
    func all(_ outcome: Outcome) -> [Outcome] { files.map { _ in outcome } }
    guard let program = Program("tesseract", path: path) else {
      return all(.missing(program: "tesseract", package: "tesseract-ocr"))
    }
    let tesseract: Tesseract
    switch prepare(program, until: deadline) {
    case .success(let prepared): tesseract = prepared
    case .failure(let stop): return all(stop.outcome)
    }
    var pages = files.map { ImagePasses(tesseract: tesseract, image: safe($0)) }
    run(&pages, until: deadline) { _ in [.block, .localColumn] }
    run(&pages, until: deadline) { page in
      if page.stop != nil || page.isSettled { return [] }
      return page.findsLittle ? [.turned, .scattered] : [.localBlock, .column]
    }
    return pages.map { $0.stop ?? .read($0.texts) }
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

  /// Runs the next passes over pages side by side.
  private func run(
    _ pages: inout [ImagePasses], until deadline: UInt64, _ passes: (ImagePasses) -> [Tesseract.Pass]
  ) {
    let planned = pages.map(passes)
    let runs = zip(pages, planned).flatMap { page, passes in passes.map { page.run($0) } }
    guard !runs.isEmpty else { return }
    var outcomes = Program.sideBySide(
      runs, atOnce: Machine.cores, environment: environment, until: deadline, limit: 16 << 20)[...]
    for index in pages.indices {
      pages[index].add(planned[index], Array(outcomes.prefix(planned[index].count)))
      outcomes = outcomes.dropFirst(planned[index].count)
    }
  }
}

/// The passes over one image so far.
private struct ImagePasses {
  let tesseract: Tesseract
  let image: String
  /// The texts in the order of the passes, with the number of words that are legible.
  private var read: [(text: TransactionEvent.TextRecognized, legibleWords: Int)] = []
  private var quality: PhotoQuality?
  private var merged: MergedReadings?
  private var languages: [String]

  init(tesseract: Tesseract, image: String) {
    self.tesseract = tesseract
    self.image = image
    languages = tesseract.languages
  }

  /// The outcome that ends the reading, or `nil` if it continues. If some pass was read, the failure of another one
  /// does not matter.
  private(set) var stop: PaperReader.Outcome?

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
    return PaperTexts(texts: texts, quality: quality)
  }

  func run(_ pass: Tesseract.Pass) -> Program.Run {
    tesseract.run(pass, image: image, languages: languages)
  }

  /// Adds the texts of passes that ended well.
  mutating func add(_ passes: [Tesseract.Pass], _ outcomes: [Program.Outcome]) {
    for (pass, outcome) in zip(passes, outcomes) {
      guard case .ended(0, let output) = outcome else { continue }
      let page = PrintedPage(tesseract: output)
      read.append((page.recognized(tesseract.engine(pass, languages: languages)), page.legibleWords))
      if let better = page.quality, better.percent >= quality?.percent ?? 0 { quality = better }
    }
    if outcomes.contains(.interrupted) { stop = .interrupted(engine: tesseract.name) }
    guard !read.isEmpty else {
      stop = stop ?? outcomes.first.map { PaperReader.failure($0, of: tesseract.name) }
      return
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
