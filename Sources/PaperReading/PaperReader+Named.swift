internal import LedgerDomain
internal import LedgerPlatform
internal import ReceiptExtraction

extension PaperReader {
  /// Reads images with the program that the person named, or that was found.
  ///
  /// If the program leaves the total, the date or the vendor empty or unsure, tesseract reads the page too. If a program
  /// fails that no person named, tesseract reads the page alone.
  func read(_ files: [String], with first: InstalledEngine, until deadline: UInt64) -> [Outcome] {
    let name = first.name
    guard let program = first.path.flatMap({ Program(file: $0) }) else {
      let reason = "\(first.choice.source) names it, but no such program is installed"
      return files.map { _ in .failed(engine: name, reason: reason) }
    }
    var outcomes = Program.sideBySide(
      files.map { Program.Run(program: program, arguments: [safe($0)]) }, atOnce: Machine.cores,
      environment: environment, until: deadline, limit: 16 << 20
    ).map { outcome -> Outcome in
      guard case .ended(0, let output) = outcome else { return Self.failure(outcome, of: name) }
      do throws(PrintedPage.BadLine) {
        let page = try PrintedPage(lines: output)
        return .read(PaperTexts(texts: [page.recognized(name)], quality: page.quality))
      } catch {
        return .failed(engine: name, reason: "line \(error.number) of its output is not JSON with text and box")
      }
    }
    let doubtful = outcomes.indices.filter { index in
      if case .failed = outcomes[index] { first.choice == .found } else { outcomes[index].isInDoubt }
    }
    let second = readByTesseract(doubtful.map { files[$0] }, until: deadline)
    for (index, other) in zip(doubtful, second) { outcomes[index].add(other) }
    return outcomes
  }
}

extension PaperReader.Outcome {
  /// Whether a field of the receipt is missing, or has another possible value.
  fileprivate var isInDoubt: Bool {
    guard case .read(let read) = self, let text = read.texts.last?.text else { return false }
    let readings = Extractor().read(text)
    return (readings.total.first?.confidence ?? 0) < 88 || (readings.date.first?.confidence ?? 0) < 85
      || (readings.vendor.first?.confidence ?? 0) < 80
  }

  /// Adds the best text of a second engine, which may have failed, before that of the first one.
  fileprivate mutating func add(_ other: Self) {
    switch (self, other) {
    case (.read(var read), .read(let more)):
      read.texts = more.texts.suffix(1) + read.texts
      self = .read(read)
    case (_, .interrupted), (.failed, .read): self = other
    case (.read, _), (.readPartly, _), (.missing, _), (.failed, _), (.timedOut, _), (.interrupted, _): break
    }
  }
}
