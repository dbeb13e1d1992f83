/// The place of a line of text on the paper.
///
/// The unit is a thousandth of the page's width and height, from the upper left corner. Pages follow each other: the
/// second one begins at the top 1,000.
package struct LineBox: Hashable, Sendable {
  package var left: Int
  package var top: Int
  package var width: Int
  package var height: Int

  /// The number of the page, from 0.
  package var page: Int { top / 1000 }

  /// Creates a box.
  package init(left: Int, top: Int, width: Int, height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }

  /// Returns the boxes of a text's lines in an event, such as `112 30 800 21;;110 55 790 20`.
  ///
  /// The four numbers are left, top, width and height. A line without a box is empty.
  package static func written(_ boxes: [LineBox?]) -> String {
    boxes.map { box in
      box.map { "\($0.left) \($0.top) \($0.width) \($0.height)" } ?? ""
    }.joined(separator: ";")
  }

  /// Returns the boxes of the lines, in their order. A part that is no box is `nil`.
  package static func read(_ text: String) -> [LineBox?] {
    text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      let numbers = part.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 4 else { return nil }
      return LineBox(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
    }
  }

  /// Returns a missing box for each line of a text.
  package static func none(for text: String) -> [LineBox?] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { _ in nil }
  }

  /// Returns the box on a page that follows so many others.
  package func after(pages: Int) -> LineBox {
    LineBox(left: left, top: top + 1000 * pages, width: width, height: height)
  }
}
