/// The quality of a photo, by what a first pass makes of it (RY-04, RY-05).
///
/// A photo that is dark, blurred, creased or cut off has few legible words. One from too far away has small print.
package struct PhotoQuality: Hashable, Sendable {
  /// The share of words that the engine is sure of, in percent.
  package let legiblePercent: Int
  /// The height of the print in pixels, or `nil` if no word is legible.
  package let printPixels: Int?

  /// Creates the quality of a photo.
  package init(legiblePercent: Int, printPixels: Int?) {
    self.legiblePercent = legiblePercent
    self.printPixels = printPixels
  }

  /// The quality in percent: the lower one of legibility and size of print.
  package var percent: Int {
    let size = printPixels.map { min(100, 100 * $0 / Self.goodPrintPixels) } ?? 0
    return max(0, min(legiblePercent, size))
  }

  /// One line for a person who could take the photo again, or `nil` if it is good enough.
  package var remark: String? {
    if let printPixels, printPixels < Self.printPixelsMin {
      return "The print is only \(printPixels) pixels high: a photo from closer, or a finer scan, reads better"
    }
    if legiblePercent < Self.legiblePercentMin {
      return
        "Only \(legiblePercent) % of the words are clear: a photo in more light, sharp and flat, reads better"
    }
    return nil
  }

  private static let goodPrintPixels = 20
  private static let printPixelsMin = 14
  private static let legiblePercentMin = 66
}
