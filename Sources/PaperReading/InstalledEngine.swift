internal import LedgerPlatform

/// A program that reads paper, as it is installed on this machine.
package struct InstalledEngine: Equatable, Sendable {
  /// Its name, such as `tesseract`.
  package let name: String
  /// The whole path, or `nil` if it is not installed.
  package let path: String?
  package let choice: Choice

  /// Creates an engine.
  package init(name: String, path: String?, choice: Choice) {
    (self.name, self.path, self.choice) = (name, path, choice)
  }

  /// The reason for using it.
  package enum Choice: String, Sendable {
    /// The variable `EVENTS_OCR` names it.
    case environment
    /// `defaults set --ocr` named it.
    case defaults
    /// It is in a folder of PATH.
    case found

    /// The place where a person named it.
    var source: String { self == .environment ? "EVENTS_OCR" : "defaults set --ocr" }
  }
}

extension PaperReader {
  /// The programs that read images, in the order in which they are asked.
  ///
  /// The last one is tesseract, which reads an image alone or where the first one leaves doubt.
  package func engines() -> [InstalledEngine] {
    let tesseract = InstalledEngine(
      name: "tesseract", path: Program("tesseract", path: path)?.path, choice: .found)
    guard let first = firstEngine() else { return [tesseract] }
    return [first, tesseract]
  }

  /// Returns the program that is asked before tesseract, or `nil` if there is no such program.
  func firstEngine() -> InstalledEngine? {
    if let named {
      let program =
        named.program.contains("/") ? Program(file: named.program) : Program(named.program, path: path)
      let name = named.program.split(separator: "/").last.map(String.init) ?? named.program
      return InstalledEngine(name: name, path: program?.path, choice: named.by)
    }
    // The package of that name brings a program with other arguments. The one that prints lines names the variable.
    let folders = (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    let file = folders.lazy.map { "\($0)/rapidocr" }.first { file in
      Program(file: file) != nil
        && String(decoding: head(of: file, bytes: 1024), as: UTF8.self).contains("EVENTS_OCR")
    }
    return file.map { InstalledEngine(name: "rapidocr", path: $0, choice: .found) }
  }
}
