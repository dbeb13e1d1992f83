internal import ReceiptExtraction

/// The words that tesseract read, with their boxes, from its table.
///
/// The columns of the table are level, page, block, paragraph, line, word, left, top, width, height, confidence and text.
package struct TesseractTable {
  private var words: [PrintedWord] = []
  private var confidences: [Double] = []
  /// The number of words with at least three letters or digits that tesseract read with confidence.
  private(set) var legibleWords = 0
  /// The number of words with at least three letters or digits.
  private var longWords = 0
  private var legibleHeights: [Int] = []
  /// The lines with a word at the left edge of the page, and at the right one.
  private var linesAtEdge: [PhotoQuality.Side: Set<Int>] = [:]
  private var pageWidth = 0

  /// Reads a table. Lines that are no words of it are ignored.
  package init(_ table: [UInt8]) {
    var line = 0
    var current: [Substring] = []
    for row in String(decoding: table, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true) {
      let columns = row.split(separator: "\t", maxSplits: 11, omittingEmptySubsequences: false)
      if columns.count == 12, columns[0] == "1" { pageWidth = Int(columns[8]) ?? 0 }
      guard columns.count == 12, columns[0] == "5", !columns[11].allSatisfy(\.isWhitespace) else { continue }
      if !columns[1...4].elementsEqual(current) {
        current = Array(columns[1...4])
        line += 1
      }
      let letters = columns[11].count { $0.isLetter || $0.isNumber }
      if let confidence = Double(columns[10]), (0...100).contains(confidence) {
        confidences.append(confidence)
        if letters >= 3 { longWords += 1 }
        if letters >= 3, confidence >= Self.legiblePercentMin {
          legibleWords += 1
          legibleHeights.append(Int(columns[9]) ?? 0)
        }
      }
      let box = columns[6...9].map { max(0, min(1 << 20, Int($0) ?? 0)) }
      if letters >= 2 {
        if box[0] <= Self.edgePixels { linesAtEdge[.left, default: []].insert(line) }
        if box[0] + box[2] >= pageWidth - Self.edgePixels { linesAtEdge[.right, default: []].insert(line) }
      }
      words.append(
        PrintedWord(
          text: String(columns[11]), line: line, left: box[0], top: box[1], width: box[2], height: box[3]))
    }
  }

  /// The lines of the paper, from the top.
  package var text: String { PrintedWord.lines(of: words).joined(separator: "\n") }

  /// The mean confidence of the words in percent, or `nil` if there are no words with one.
  package var confidence: Int? {
    guard !confidences.isEmpty else { return nil }
    return Int((confidences.reduce(0, +) / Double(confidences.count)).rounded())
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
      cutSides: pageWidth == 0
        ? [] : [.left, .right].filter { linesAtEdge[$0]?.count ?? 0 >= Self.cutLinesMin })
  }
}
