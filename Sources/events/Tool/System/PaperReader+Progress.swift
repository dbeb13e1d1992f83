internal import PaperReading

extension PaperReader {
  /// Creates a reader with the programs that the environment names.
  init(_ environment: Environment) {
    self.init(path: environment["PATH"], program: environment["EVENTS_OCR"])
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
