internal import LedgerPlatform

/// The program tesseract, with its version and the languages to read in.
struct Tesseract {
  let program: Program
  /// Its name in an event, such as `tesseract-5.3.0`.
  var name = "tesseract"
  var languages: [String] = []

  /// A way to cut a page into lines and to tell ink from paper.
  ///
  /// Each finds what others miss, so that their texts are rivals.
  struct Pass: Equatable {
    /// The page segmentation mode.
    var mode: Int
    /// Whether ink is told from paper near each pixel (Sauvola), not for the page as a whole (Otsu).
    var isLocal: Bool

    /// One block of even text: the best mode for a receipt alone.
    static let block = Pass(mode: 6, isLocal: false)
    /// One column of text of different sizes.
    static let localColumn = Pass(mode: 4, isLocal: true)
    static let column = Pass(mode: 4, isLocal: false)
    static let localBlock = Pass(mode: 6, isLocal: true)
    /// Whatever the layout is, after turning the page upright.
    static let turned = Pass(mode: 1, isLocal: false)
    /// Any text in any place, after turning the page upright.
    static let scattered = Pass(mode: 12, isLocal: false)
  }

  /// The languages that receipts are read in, if they are installed.
  static let ownLanguages = ["eng", "deu", "fra", "ita", "spa", "por", "jpn"]

  /// Those of our languages that are installed. If there are none of them, the first other one except the script
  /// detector.
  static func defaultLanguages(installed: [String]) -> [String] {
    let own = ownLanguages.filter(installed.contains)
    return own.isEmpty ? Array(installed.filter { $0 != "osd" && !$0.contains("/") }.prefix(1)) : own
  }

  /// Returns the version in the output of `--version`, or `nil` if there is no version.
  static func version(_ output: String) -> String? {
    let words = output.split(separator: "\n").first?.split(separator: " ") ?? []
    guard words.count == 2, words[1].allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0.isLetter) })
    else {
      return nil
    }
    return String(words[1])
  }

  /// Returns the run of one pass over an image, for its table of words.
  func run(_ pass: Pass, image: String, languages: [String]) -> Program.Run {
    var arguments = [image, "stdout"]
    if !languages.isEmpty { arguments += ["-l", languages.joined(separator: "+")] }
    arguments += ["--psm", String(pass.mode)]
    if pass.isLocal { arguments += ["-c", "thresholding_method=2"] }
    return Program.Run(program: program, arguments: arguments + ["tsv"])
  }

  /// Returns the engine's name in the event of a pass: `tesseract-5.3.0-psm4-sauvola-deu`.
  func engine(_ pass: Pass, languages: [String]) -> String {
    "\(name)-psm\(pass.mode)" + (pass.isLocal ? "-sauvola" : "")
      + (languages == self.languages ? "" : "-" + languages.joined(separator: "-"))
  }
}
