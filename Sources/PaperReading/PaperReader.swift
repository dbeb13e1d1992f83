internal import LedgerPlatform

/// Reads the text off scans and PDF files with programs that the machine may have.
///
/// They are tesseract for images, and pdftotext and pdftoppm for PDF.
package struct PaperReader {
  private let path: String?
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
  package init(path: String?) { self.path = path }

  /// A program that reads.
  package enum Engine: String, CaseIterable {
    case tesseract, pdftotext
  }

  /// The result of reading.
  package enum Outcome: Equatable {
    /// The text of all pages, and how sure the engine was, in percent.
    case read(text: String, engine: String, confidence: Int?)
    /// The text of the first pages. The others took too long.
    case readPartly(text: String, engine: String, confidence: Int?, pages: Int)
    /// The program that would be needed is not here.
    case missing(program: String)
    /// An engine could not read it.
    case failed(engine: String, reason: String)
    /// An engine took longer than the limit.
    case timedOut(engine: String)
    /// The person did not wait.
    case interrupted(engine: String)
  }

  /// Reads the pages of one receipt, in order. An interrupt meanwhile ends the reading and not this process, so that
  /// it can be put on record.
  package func read(_ files: [String]) -> Outcome { System.holdingInterrupts { readAll(files) } }

  private func readAll(_ files: [String]) -> Outcome {
    var texts: [String] = []
    var engines: [String] = []
    var confidences: [Int] = []
    func mean() -> Int? { confidences.isEmpty ? nil : confidences.reduce(0, +) / confidences.count }
    for (index, file) in files.enumerated() {
      progress(index + 1, files.count)
      switch read(file) {
      case .read(let text, let engine, let confidence):
        texts.append(text)
        if !engines.contains(engine) { engines.append(engine) }
        if let confidence { confidences.append(confidence) }
      case .timedOut where index > 0:
        return .readPartly(
          text: texts.joined(separator: "\n"), engine: engines.joined(separator: "+"), confidence: mean(),
          pages: index)
      case let other: return other
      }
    }
    return .read(
      text: texts.joined(separator: "\n"), engine: engines.joined(separator: "+"), confidence: mean())
  }

  private func read(_ file: String) -> Outcome {
    switch (engine, isPDF(file)) {
    case (.tesseract, true): readScannedPDF(file)
    case (.pdftotext, false): .failed(engine: "pdftotext", reason: "it reads no images")
    case (nil, true), (.pdftotext, true): readPDF(file)
    case (nil, false), (.tesseract, false): readImage(file)
    }
  }

  private func isPDF(_ file: String) -> Bool {
    guard let descriptor = try? System.openForReading(file) else { return false }
    defer { System.closeDescriptor(descriptor) }
    var head = [UInt8](repeating: 0, count: 5)
    guard case .success(5) = head.withUnsafeMutableBytes({ System.read($0, from: descriptor) }) else {
      return false
    }
    return head.elementsEqual("%PDF-".utf8)
  }

  /// The environment of every program: one thread, because more slow each other down, and text in UTF-8.
  private var environment: [String: String] {
    var environment = ["OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"]
    environment["PATH"] = path
    environment["TESSDATA_PREFIX"] = System.environment("TESSDATA_PREFIX")
    return environment
  }

  /// An argument that cannot be taken for an option.
  private func safe(_ file: String) -> String { file.hasPrefix("-") ? "./" + file : file }
}

// MARK: - Images

extension PaperReader {
  private static let languages = ["eng", "deu", "fra", "ita", "spa", "por", "jpn"]

  private func readImage(_ file: String) -> Outcome {
    guard let tesseract = Program("tesseract", path: path) else { return .missing(program: "tesseract") }
    var engine = "tesseract"
    var arguments = [safe(file), "stdout"]
    let languages: [String]
    do throws(Interrupted) {
      engine += try version(of: tesseract).map { "-\($0)" } ?? ""
      languages = try self.languages(of: tesseract)
    } catch {
      return .interrupted(engine: engine)
    }
    if let missing = self.languages.first(where: { !languages.contains($0) }) {
      return .missing(program: "the language \(missing) of tesseract")
    }
    if !languages.isEmpty { arguments += ["-l", languages.joined(separator: "+")] }
    // 4: one column of text of different sizes, which a receipt is.
    arguments += ["--psm", "4", "tsv"]
    let outcome = tesseract.run(
      arguments, environment: environment, seconds: pageSecondsMax, limit: 16 << 20)
    switch outcome {
    case .ended(0, let output): return Self.page(output, engine)
    case .ended(let code, _):
      return .failed(engine: engine, reason: "it could not read the image (it ended with \(code))")
    case .timedOut: return .timedOut(engine: engine)
    case .interrupted: return .interrupted(engine: engine)
    case .failed(let reason): return .failed(engine: engine, reason: reason)
    }
  }

  /// The person did not wait.
  private struct Interrupted: Error {}

  /// The program's output about itself, or an empty text.
  private func answer(of tesseract: Program, to question: String) throws(Interrupted) -> String {
    switch tesseract.run([question], environment: environment, seconds: 10, limit: 1 << 16) {
    case .ended(0, let output): return String(decoding: output, as: UTF8.self)
    case .interrupted: throw Interrupted()
    case .ended, .timedOut, .failed: return ""
    }
  }

  /// Those of our languages that are installed. If there are none of them, the first other one except the script
  /// detector.
  private func languages(of tesseract: Program) throws(Interrupted) -> [String] {
    let output = try answer(of: tesseract, to: "--list-langs")
    let there = output.split(separator: "\n").dropFirst().map(String.init)
    if !languages.isEmpty { return languages.filter(there.contains) }
    let ours = Self.languages.filter(there.contains)
    return ours.isEmpty ? Array(there.filter { $0 != "osd" && !$0.contains("/") }.prefix(1)) : ours
  }

  private func version(of tesseract: Program) throws(Interrupted) -> String? {
    let lines = try answer(of: tesseract, to: "--version").split(separator: "\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 2, words[1].allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0.isLetter) })
    else {
      return nil
    }
    return String(words[1])
  }

  /// The lines and the confidence from tesseract's table of words.
  ///
  /// Its columns are level, page, block, paragraph, line, word, place, confidence and text.
  package static func page(_ table: [UInt8], _ engine: String) -> Outcome {
    var lines: [String] = []
    var current: [Substring] = []
    var sum = 0.0
    var words = 0
    for row in String(decoding: table, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true) {
      let columns = row.split(separator: "\t", maxSplits: 11, omittingEmptySubsequences: false)
      guard columns.count >= 11,
        columns[0] == "1" || columns[0] == "2" || columns[0] == "4" || columns[0] == "5"
      else { continue }
      let place = columns[1...4]
      if place.elementsEqual(current) == false, !lines.isEmpty || columns[0] == "5" {
        if columns[0] == "4" || columns[0] == "5" {
          lines.append("")
          current = Array(place)
        }
      }
      guard columns[0] == "5", columns.count == 12, !columns[11].allSatisfy(\.isWhitespace) else { continue }
      if let confidence = Double(columns[10]), (0...100).contains(confidence) {
        sum += confidence
        words += 1
      }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + columns[11]
    }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    return .read(
      text: text, engine: engine, confidence: words == 0 ? nil : Int((sum / Double(words)).rounded()))
  }
}

// MARK: - PDF

extension PaperReader {
  private func readPDF(_ file: String) -> Outcome {
    guard let pdftotext = Program("pdftotext", path: path) else { return .missing(program: "pdftotext") }
    let outcome = pdftotext.run(
      ["-layout", "-enc", "UTF-8", safe(file), "-"], environment: environment, seconds: pageSecondsMax,
      limit: 16 << 20)
    switch outcome {
    case .ended(0, let output):
      let text = String(decoding: output.map { $0 == 12 ? 10 : $0 }, as: UTF8.self)
      if text.contains(where: { !$0.isWhitespace }) {
        return .read(text: text, engine: "pdftotext", confidence: nil)
      }
      return engine == .pdftotext
        ? .failed(engine: "pdftotext", reason: "there is no text in the file") : readScannedPDF(file)
    case .ended(let code, _):
      return .failed(engine: "pdftotext", reason: "it could not read the file (it ended with \(code))")
    case .timedOut: return .timedOut(engine: "pdftotext")
    case .interrupted: return .interrupted(engine: "pdftotext")
    case .failed(let reason): return .failed(engine: "pdftotext", reason: reason)
    }
  }

  /// A PDF without text in it is a scan: its pages are drawn, then read as images.
  private func readScannedPDF(_ file: String) -> Outcome {
    guard let pdftoppm = Program("pdftoppm", path: path) else { return .missing(program: "pdftoppm") }
    guard let folder = System.makeTemporaryFolder() else {
      return .failed(engine: "pdftoppm", reason: "there is no place for temporary files")
    }
    defer { System.removeTemporaryFolder(folder) }
    let outcome = pdftoppm.run(
      ["-r", "200", "-l", "20", "-png", safe(file), folder + "/page"], environment: environment,
      seconds: pageSecondsMax, limit: 1 << 16)
    switch outcome {
    case .ended(0, _):
      let pages = System.files(in: folder).sorted()
      guard !pages.isEmpty else { return .failed(engine: "pdftoppm", reason: "the file has no pages") }
      return readAll(pages.map { "\(folder)/\($0)" })
    case .ended(let code, _):
      return .failed(engine: "pdftoppm", reason: "it could not draw the pages (it ended with \(code))")
    case .timedOut: return .timedOut(engine: "pdftoppm")
    case .interrupted: return .interrupted(engine: "pdftoppm")
    case .failed(let reason): return .failed(engine: "pdftoppm", reason: reason)
    }
  }
}
