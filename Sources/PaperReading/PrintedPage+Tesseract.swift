internal import ReceiptExtraction

extension PrintedPage {
  /// Reads the table of tesseract. Lines that are no words of it are ignored.
  ///
  /// The columns are level, page, block, paragraph, line, word, left, top, width, height, confidence and text.
  package init(tesseract table: [UInt8]) {
    self.init()
    var line = 0
    var current: [Substring] = []
    for row in String(decoding: table, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true) {
      let columns = row.split(separator: "\t", maxSplits: 11, omittingEmptySubsequences: false)
      if columns.count == 12, columns[0] == "1" {
        width = Int(columns[8]) ?? 0
        size = (width, Int(columns[9]) ?? 0)
      }
      guard columns.count == 12, columns[0] == "5", !columns[11].allSatisfy(\.isWhitespace) else { continue }
      if !columns[1...4].elementsEqual(current) {
        current = Array(columns[1...4])
        line += 1
      }
      let box = columns[6...9].map { max(0, min(1 << 20, Int($0) ?? 0)) }
      let word = PrintedWord(
        text: String(columns[11]), line: line, left: box[0], top: box[1], width: box[2], height: box[3])
      add(word, confidence: Double(columns[10]))
    }
  }
}
