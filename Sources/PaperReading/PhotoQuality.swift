/// The quality of a photo, measured on the OCR pass that read it best (RY-04, RY-05).
///
/// A photo that is dark, blurred or creased has few legible words. One from too far away has small print, and one
/// that is cut off has words at its edge.
package struct PhotoQuality: Hashable, Sendable {
  /// The share of longer words that tesseract read with confidence, in percent.
  package let legiblePercent: Int
  /// The height of the print in pixels, or `nil` if no word is legible.
  package let printPixels: Int?

  /// The sides of the photo at which lines of the paper are cut off.
  package let cutSides: [Side]

  /// A side of a photo.
  package enum Side: String, Hashable, Sendable {
    case left
    case right
  }

  /// Creates the quality of a photo.
  package init(legiblePercent: Int, printPixels: Int?, cutSides: [Side] = []) {
    self.legiblePercent = legiblePercent
    self.printPixels = printPixels
    self.cutSides = cutSides
  }

  /// The quality in percent: the lowest one of legibility, size of print, and what a cut leaves.
  package var percent: Int {
    let size = printPixels.map { min(100, 100 * $0 / Self.goodPrintPixels) } ?? 0
    return max(0, min(legiblePercent, size, cutSides.isEmpty ? 100 : Self.cutPercentMax))
  }

  /// One line for a person who could take the photo again, or `nil` if it is good enough.
  package var remark: String? {
    if !cutSides.isEmpty {
      let sides = cutSides.map { "on the \($0.rawValue)" }.joined(separator: " and ")
      return "The paper is cut off \(sides): a photo that shows all of it reads better"
    }
    if let printPixels, printPixels < Self.printPixelsMin {
      return "The print is only \(printPixels) pixels high: a photo from closer, or a finer scan, reads better"
    }
    if legiblePercent < Self.legiblePercentMin {
      return
        "Only \(legiblePercent) % of the words are clear: a photo in more light, sharp and flat, reads better"
    }
    return nil
  }

  private static let cutPercentMax = 60
  private static let goodPrintPixels = 20
  private static let printPixelsMin = 14
  private static let legiblePercentMin = 66
}
