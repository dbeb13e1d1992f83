internal import LedgerDomain
internal import ReceiptExtraction

/// The words on a page, with their boxes and confidences, as an engine read them.
package struct PrintedPage {
  private var words: [PrintedWord] = []
  private var confidences: [Double] = []
  /// The number of words with at least three letters or digits that the engine read with confidence.
  private(set) var legibleWords = 0
  /// The number of words with at least three letters or digits.
  private var longWords = 0
  private var legibleHeights: [Int] = []
  /// The lines with a word at the left edge of the page, and at the right one.
  private var linesAtEdge: [PhotoQuality.Side: Set<Int>] = [:]
  /// The width in pixels, or 0 if the engine does not print it.
  var width = 0
  /// The width and the height in pixels, or `nil` if the engine does not print them.
  var size: (width: Int, height: Int)?
  /// The distance in pixels from the top of a page to that of the next one.
  static let pagePixels = 1 << 20

  /// Creates a page without words.
  init() {}

  /// Adds a word. A confidence outside 0 to 100 percent is ignored.
  mutating func add(_ word: PrintedWord, confidence: Double?) {
    let letters = word.text.count { $0.isLetter || $0.isNumber }
    if let confidence, (0...100).contains(confidence) {
      confidences.append(confidence)
      if letters >= 3 { longWords += 1 }
      if letters >= 3, confidence >= Self.legiblePercentMin {
        legibleWords += 1
        legibleHeights.append(word.height)
      }
    }
    if letters >= 2 {
      if word.left <= Self.edgePixels { linesAtEdge[.left, default: []].insert(word.line) }
      if word.left + word.width >= width - Self.edgePixels {
        linesAtEdge[.right, default: []].insert(word.line)
      }
    }
    words.append(word)
  }

  /// The lines of the paper, from the top.
  package var text: String { PrintedWord.lines(of: words).joined(separator: "\n") }

  /// Returns the places of lines, or `nil` if the size of the page is not known.
  private func boxes(of lines: [PrintedLine]) -> String? {
    guard let size, size.width > 0, size.height > 0, !lines.isEmpty else { return nil }
    func part(_ pixels: Int, of whole: Int) -> Int { max(0, 1000 * pixels + whole / 2) / whole }
    return LineBox.written(
      lines.map { line in
        let (page, top) = line.top.quotientAndRemainder(dividingBy: Self.pagePixels)
        let box = LineBox(
          left: part(line.left, of: size.width), top: part(top, of: size.height),
          width: part(line.right - line.left, of: size.width),
          height: part(line.bottom - line.top, of: size.height))
        return box.after(pages: page)
      })
  }

  /// The mean confidence of the words in percent, or `nil` if there are no words with one.
  package var confidence: Int? {
    guard !confidences.isEmpty else { return nil }
    return Int((confidences.reduce(0, +) / Double(confidences.count)).rounded())
  }

  /// Returns the text as an engine's.
  func recognized(_ engine: String) -> TransactionEvent.TextRecognized {
    let lines = PrintedWord.rows(of: words)
    return TransactionEvent.TextRecognized(
      engine: engine, text: lines.map(\.text).joined(separator: "\n"), confidence: confidence,
      boxes: boxes(of: lines))
  }

  private static let legiblePercentMin = 70.0
  /// A word that ends so close to the edge of the page touches it.
  private static let edgePixels = 2
  /// A paper with so many lines at an edge is cut off there: of 32 whole scans each had one at most.
  private static let cutLinesMin = 3

  /// The quality of the photo, or `nil` if no word was read.
  package var quality: PhotoQuality? {
    guard longWords > 0 else { return nil }
    let heights = legibleHeights.sorted()
    return PhotoQuality(
      legiblePercent: 100 * legibleWords / longWords,
      printPixels: heights.isEmpty ? nil : heights[heights.count / 2],
      cutSides: width == 0
        ? [] : [.left, .right].filter { linesAtEdge[$0]?.count ?? 0 >= Self.cutLinesMin })
  }
}
