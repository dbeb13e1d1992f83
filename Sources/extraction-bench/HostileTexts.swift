import ReceiptExtraction

/// Times ten megabytes of each hostile text: reading must stay linear and take less than a second.
func timeHostileTexts() {
  let pieces = [
    "1", " ", "\n", "total ", "total\n", "1.1.1.", "1 2 3 ", "12.34\n", "total\n12.34\n",
    "total total\n1.00 2.00\n",
    "14.06.2026 ", "14/06/", "t o t a l ", "summf ", "rounding\n0.01\nsubtotal\n", "****", "xxxx1", "1,",
    "\u{FF11}",
    "\u{5408}\u{8A08}", "jan ", "1 jan ", "a 1.00\n", "www.a", "gmbh ", "cash 1.00 change 2.00 total 3.00 ",
    "\u{0301}", "R$ ",
    "4 - 5 - ", "o,00 ", "1'",
  ]
  let clock = ContinuousClock()
  for piece in pieces {
    let text = String(repeating: piece, count: 10_000_000 / piece.utf8.count)
    let elapsed = clock.measure { _ = Extractor().read(text) }
    let milliseconds =
      elapsed.components.seconds * 1000 + elapsed.components.attoseconds / 1_000_000_000_000_000
    print("\(milliseconds) ms  \(piece.debugDescription)")
  }
}
