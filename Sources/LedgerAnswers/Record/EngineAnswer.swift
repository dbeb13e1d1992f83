internal import LedgerBytes

/// The programs that read images on this machine.
package struct EngineAnswer: Answer {
  /// A program by its name, its path if it is installed, and the reason for using it.
  ///
  /// The reason is `environment`, `defaults` or `found`.
  package typealias Engine = (name: String, path: String?, chosenBy: String)

  let engines: [Engine]

  /// Creates the answer from the programs in the order in which they are asked.
  package init(_ engines: [Engine]) { self.engines = engines }

  package func document(_ notation: Notation) -> Document { .value(["engines": json]) }

  package func blocks(_ notation: Notation) -> [Block] { [.line(Line("Images are read by \(words)."))] }

  /// The programs, for other programs.
  var json: JSONValue {
    .array(
      engines.map {
        ["chosenBy": .string($0.chosenBy), "name": .string($0.name), "path": .optional($0.path)]
      })
  }

  /// The programs in a clause, such as `eyes (EVENTS_OCR: /opt/eyes), where unsure tesseract (…)`.
  package var words: String {
    engines.enumerated().map { place, engine in
      let reasons = ["environment": "EVENTS_OCR: ", "defaults": "defaults set --ocr: "]
      return (place > 0 ? "where unsure " : "") + engine.name
        + " (\(reasons[engine.chosenBy] ?? "")\(engine.path ?? "not installed"))"
    }.joined(separator: ", ")
  }
}
