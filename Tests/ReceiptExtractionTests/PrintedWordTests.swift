import Testing

@testable import ReceiptExtraction

@Suite("Words with boxes")
struct PrintedWordTests {
  /// Words of 20 × 10 pixels, with the line that the engine put them into.
  private func words(_ places: (String, line: Int, left: Int, top: Int)...) -> [PrintedWord] {
    places.map { PrintedWord(text: $0.0, line: $0.line, left: $0.left, top: $0.top, width: 20, height: 10) }
  }

  @Test("Labels and amounts in blocks of their own are put together by their height")
  func columns() {
    let lines = PrintedWord.lines(
      of: words(
        ("Total", 1, 0, 0), ("Cash", 2, 0, 20), ("Change", 3, 0, 40), ("8.50", 4, 200, 2),
        ("10.00", 5, 200, 21),
        ("1.50", 6, 200, 38)))
    #expect(lines == ["Total    8.50", "Cash    10.00", "Change    1.50"])
  }

  @Test("Pieces that overlap, or are half a line apart, are lines of their own")
  func apart() {
    #expect(PrintedWord.lines(of: words(("A", 1, 0, 0), ("B", 2, 10, 2))) == ["A", "B"])
    #expect(PrintedWord.lines(of: words(("A", 1, 0, 0), ("B", 2, 100, 6))) == ["A", "B"])
  }

  @Test("Lines that fall to the right are put together along the tilt of the longer ones")
  func tilt() {
    let lines = PrintedWord.lines(
      of: words(
        ("one", 1, 0, 0), ("two", 1, 100, 10), ("three", 1, 200, 20), ("A", 2, 0, 15), ("1.00", 3, 200, 35)))
    #expect(lines == ["one    two    three", "A    1.00"])
  }

  @Test("A page on its side or upside down is turned", arguments: [0, 1, 2, 3])
  func turned(_ quarters: Int) {
    let upright = words(
      ("Corner", 1, 0, 0), ("Café", 1, 30, 0), ("Total", 2, 0, 20), ("8.50", 3, 200, 20), ("EUR", 3, 230, 20))
    let turned = upright.map { word in
      var turned = word
      for _ in 0..<quarters {
        (turned.left, turned.top) = (-(turned.top + turned.height), turned.left)
        (turned.width, turned.height) = (turned.height, turned.width)
      }
      return turned
    }
    #expect(PrintedWord.lines(of: turned) == ["Corner Café", "Total    8.50 EUR"])
  }

  @Test("No words are no lines")
  func none() { #expect(PrintedWord.lines(of: []) == []) }
}
