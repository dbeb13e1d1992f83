internal import LedgerDomain
internal import LedgerPlatform

extension PaperReader {
  func readPDF(_ file: String) -> Outcome {
    guard let pdftotext = Program("pdftotext", path: path) else {
      return .missing(program: "pdftotext", package: "poppler-utils")
    }
    let outcome = pdftotext.run(
      ["-layout", "-enc", "UTF-8", safe(file), "-"], environment: environment, seconds: pageSecondsMax,
      limit: 16 << 20)
    guard case .ended(0, let output) = outcome else {
      return Self.failure(outcome, of: "pdftotext", to: "read the file")
    }
    let text = String(decoding: output.map { $0 == 12 ? 10 : $0 }, as: UTF8.self)
    if text.contains(where: { !$0.isWhitespace }) {
      return .read(
        PaperTexts(texts: [TransactionEvent.TextRecognized(engine: "pdftotext", text: text, confidence: nil)]))
    }
    return engine == .pdftotext
      ? .failed(engine: "pdftotext", reason: "there is no text in the file") : readScannedPDF(file)
  }

  /// A PDF without text in it is a scan: its pages are drawn, then read as images.
  func readScannedPDF(_ file: String) -> Outcome {
    guard let pdftoppm = Program("pdftoppm", path: path) else {
      return .missing(program: "pdftoppm", package: "poppler-utils")
    }
    guard let folder = System.makeTemporaryFolder() else {
      return .failed(engine: "pdftoppm", reason: "there is no place for temporary files")
    }
    defer { System.removeTemporaryFolder(folder) }
    let outcome = pdftoppm.run(
      ["-r", "200", "-l", "20", "-png", safe(file), folder + "/page"], environment: environment,
      seconds: pageSecondsMax, limit: 1 << 16)
    guard case .ended(0, _) = outcome else {
      return Self.failure(outcome, of: "pdftoppm", to: "draw the pages")
    }
    let pages = System.files(in: folder).sorted()
    guard !pages.isEmpty else { return .failed(engine: "pdftoppm", reason: "the file has no pages") }
    return readAll(pages.map { "\(folder)/\($0)" })
  }
}
