internal import LedgerBytes
internal import ReceiptExtraction

extension PrintedPage {
  /// A line of output that is not a line of text with its box.
  package struct BadLine: Error {
    /// The number of the line, from 1.
    let number: Int
  }

  /// Reads JSON lines: one object for each line of text.
  ///
  /// Such as `{"text": "TOTAL 9.50", "box": [40, 80, 300, 24], "confidence": 97.5, "page": 1}`.
  ///
  /// A box is left, top, width and height in pixels. It may also be the x and y of four corners, clockwise from the
  /// one where the text begins. Confidence and page may be missing. Pages follow each other. A `size`, which is the
  /// width and the height of the image, has the boxes of the lines kept with the text.
  package init(lines output: [UInt8]) throws(BadLine) {
    self.init()
    for (index, bytes) in output.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    where !bytes.allSatisfy({ $0 == 32 || $0 == 13 }) {
      guard let line = try? JSONValue(parsing: Array(bytes), as: .exchange),
        case .string(let text)? = line["text"], let place = Place(line["box"])
      else { throw BadLine(number: index + 1) }
      let page = max(1, min(1000, Self.number(line["page"]) ?? 1))
      if case .array(let size)? = line["size"], case .integer(let width)? = size.first,
        case .integer(let height)? = size.last, max(width, height) <= Int64(Place.pixelsMax)
      {
        self.size = (Int(width), Int(height))
      }
      let letters = Double(max(1, text.count))
      var start = 0
      for word in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
        let part = Double(start) / letters...Double(start + word.count) / letters
        start += word.count + 1
        guard !word.isEmpty else { continue }
        add(
          place.word(String(word), part, line: index, below: Int(page - 1) * Place.pixelsMax),
          confidence: Self.number(line["confidence"]))
      }
    }
  }

  private static func number(_ value: JSONValue?) -> Double? {
    switch value {
    case .integer(let number)?: Double(number)
    case .fraction(let text)?: Double(text)
    case .string?, .object?, .array?, .boolean?, .null?, nil: nil
    }
  }

  /// The place of a line on the page: a bar from where its text begins to where it ends.
  private struct Place {
    let start: (x: Double, y: Double)
    let across: Double
    let down: Double
    let height: Double

    /// The largest coordinate.
    static let pixelsMax = PrintedPage.pagePixels

    init?(_ box: JSONValue?) {
      guard case .array(let values)? = box else { return nil }
      var corners = values.compactMap(PrintedPage.number)
      guard corners.count == values.count, corners.allSatisfy({ abs($0) <= Double(Self.pixelsMax) }) else {
        return nil
      }
      if corners.count == 4 {
        let (left, top, right, bottom) = (
          corners[0], corners[1], corners[0] + corners[2], corners[1] + corners[3]
        )
        corners = [left, top, right, top, right, bottom, left, bottom]
      }
      guard corners.count == 8 else { return nil }
      start = ((corners[0] + corners[6]) / 2, (corners[1] + corners[7]) / 2)
      across = (corners[2] + corners[4]) / 2 - start.x
      down = (corners[3] + corners[5]) / 2 - start.y
      height = Self.length(corners[6] - corners[0], corners[7] - corners[1])
    }

    private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

    /// Returns a word that takes up a part of the line.
    func word(_ text: String, _ part: ClosedRange<Double>, line: Int, below top: Int) -> PrintedWord {
      let middle = (part.lowerBound + part.upperBound) / 2
      let long = Self.length(across, down) * (part.upperBound - part.lowerBound)
      let (width, height) = abs(across) >= abs(down) ? (long, height) : (height, long)
      return PrintedWord(
        text: text, line: line, left: Int(start.x + across * middle - width / 2),
        top: top + Int(start.y + down * middle - height / 2), width: Int(width), height: Int(height))
    }
  }
}
