internal import LedgerPlatform

/// Reads the text off scans and PDF files with programs that the machine may have.
///
/// They are tesseract for images, or a program that the person names, and pdftotext and pdftoppm for PDF.
package struct PaperReader {
  let path: String?
  /// The program that reads images first: a name on PATH or a whole path. If `nil`, one that is found does.
  let named: (program: String, by: InstalledEngine.Choice)?
  /// The only program to read with, or `nil` for the one that suits a file.
  package var engine: Engine?
  /// The languages on the paper by tesseract's names. If empty, all of ours that are installed.
  package var languages: [String] = []
  /// The time limit of one program for one page, in seconds.
  package var pageSecondsMax = 60
  /// Called before each page is read, with its number and the number of pages.
  package var progress: (_ page: Int, _ of: Int) -> Void = { _, _ in }

  /// The time limit while a person waits for a capture (IE-20). `events read` waits longer.
  package static let captureSecondsMax = 10

  /// Creates a reader that finds its programs in the folders of `path`, as PATH lists them.
  ///
  /// `program` is the value of `EVENTS_OCR`. It precedes `usual`, the program that `defaults set --ocr` named.
  package init(path: String?, program: String? = nil, usual: String? = nil) {
    self.path = path
    named = program.map { ($0, .environment) } ?? usual.map { ($0, .defaults) }
  }

  /// A program that reads.
  package enum Engine: String, CaseIterable {
    case tesseract, pdftotext
  }

  /// The result of reading.
  package enum Outcome: Equatable {
    /// The texts of all pages.
    case read(PaperTexts)
    /// The texts of the first pages. The others took too long.
    case readPartly(PaperTexts, pages: Int)
    /// The program or language that would be needed is not here, and the package of Debian that has it.
    case missing(program: String, package: String)
    /// An engine could not read it.
    case failed(engine: String, reason: String)
    /// An engine took longer than the limit.
    case timedOut(engine: String)
    /// The person cancelled.
    case interrupted(engine: String)
  }

  /// Reads the pages of one receipt, in order. An interrupt meanwhile ends the reading and not this process, so that
  /// it can be put on record.
  package func read(_ files: [String]) -> Outcome { System.holdingInterrupts { readAll(files) } }

  /// Reads receipts of one file each, and images side by side.
  ///
  /// An interrupt meanwhile ends the reading of all of them.
  package func readEach(_ files: [String]) -> [Outcome] {
    System.holdingInterrupts { readingEach(files) }
  }

  private func readingEach(_ files: [String]) -> [Outcome] {
    var read = readImages(files.filter(isImage))[...]
    return files.map { file -> Outcome in
      if isImage(file), let outcome = read.popFirst() { return outcome }
      return self.read(file)
    }
  }

  private func isImage(_ file: String) -> Bool { !isPDF(file) && !isHEIC(file) }

  func readAll(_ files: [String]) -> Outcome {
    var pages: [PaperTexts] = []
    for (index, file) in files.enumerated() {
      progress(index + 1, files.count)
      switch read(file) {
      case .read(let texts): pages.append(texts)
      case .timedOut where index > 0: return .readPartly(PaperTexts.joining(pages), pages: index)
      case let other: return other
      }
    }
    return .read(PaperTexts.joining(pages))
  }

  private func read(_ file: String) -> Outcome {
    if isHEIC(file) { return readHEIC(file) }
    return switch (engine, isPDF(file)) {
    case (.tesseract, true): readScannedPDF(file)
    case (.pdftotext, false): .failed(engine: "pdftotext", reason: "it reads no images")
    case (nil, true), (.pdftotext, true): readPDF(file)
    case (nil, false), (.tesseract, false): readImage(file)
    }
  }

  private func isPDF(_ file: String) -> Bool { head(of: file).starts(with: "%PDF-".utf8) }

  /// Whether a file is an image of a phone that tesseract cannot open (ISO 23008-12).
  private func isHEIC(_ file: String) -> Bool {
    let head = head(of: file)
    return ["heic", "heix", "mif1", "msf1"].contains { head.dropFirst(4).starts(with: "ftyp\($0)".utf8) }
  }

  func head(of file: String, bytes: Int = 12) -> [UInt8] {
    guard let descriptor = try? System.openForReading(file) else { return [] }
    defer { System.closeDescriptor(descriptor) }
    var head = [UInt8](repeating: 0, count: bytes)
    guard case .success(let count) = head.withUnsafeMutableBytes({ System.read($0, from: descriptor) }) else {
      return []
    }
    return Array(head.prefix(count))
  }

  /// Reads an image without checking its format first.
  func readImage(_ file: String) -> Outcome { readImages([file])[0] }

  /// Returns the outcome of a program that did not end well.
  static func failure(
    _ outcome: Program.Outcome, of engine: String, to purpose: String = "read the image"
  ) -> Outcome {
    switch outcome {
    case .ended(let code, _): .failed(engine: engine, reason: "it could not \(purpose) (it ended with \(code))")
    case .timedOut: .timedOut(engine: engine)
    case .interrupted: .interrupted(engine: engine)
    case .failed(let reason): .failed(engine: engine, reason: reason)
    }
  }

  /// The environment of every program: one thread, because more slow each other down, and text in UTF-8.
  var environment: [String: String] {
    var environment = ["OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"]
    environment["PATH"] = path
    environment["TESSDATA_PREFIX"] = System.environment("TESSDATA_PREFIX")
    return environment
  }

  /// Returns an argument that cannot be taken for an option.
  func safe(_ file: String) -> String { file.hasPrefix("-") ? "./" + file : file }
}
