package import LedgerDomain

/// The texts that were read off the pages of a receipt.
package struct PaperTexts: Equatable {
  /// The texts of the same pages by different passes, the best one last. At least one.
  package var texts: [TransactionEvent.TextRecognized]
  /// The quality of the worst page, or `nil` if it is not known.
  package var quality: PhotoQuality?

  /// Returns the texts of pages, one after another.
  ///
  /// A page with fewer passes than another counts with its best text again.
  static func joining(_ pages: [PaperTexts]) -> PaperTexts {
    guard pages.count != 1 else { return pages[0] }
    let passes = pages.map(\.texts.count).max() ?? 0
    return PaperTexts(
      texts: (0..<passes).map { pass in
        let parts = pages.map { page in
          page.texts.count >= passes - pass
            ? page.texts[page.texts.count - passes + pass] : page.texts[page.texts.count - 1]
        }
        var engines: [String] = []
        for part in parts where !engines.contains(part.engine) { engines.append(part.engine) }
        let confidences = parts.compactMap(\.confidence)
        return TransactionEvent.TextRecognized(
          engine: engines.joined(separator: "+"), text: parts.map(\.text).joined(separator: "\n"),
          confidence: confidences.isEmpty ? nil : confidences.reduce(0, +) / confidences.count,
          boxes: boxes(of: parts))
      },
      quality: pages.compactMap(\.quality).min { $0.percent < $1.percent })
  }

  /// Returns the boxes of the lines of pages that follow each other, or `nil` if no page has any.
  private static func boxes(of pages: [TransactionEvent.TextRecognized]) -> String? {
    guard pages.contains(where: { $0.boxes != nil }) else { return nil }
    return LineBox.written(
      pages.enumerated().flatMap { number, page -> [LineBox?] in
        guard let boxes = page.boxes else { return LineBox.none(for: page.text) }
        return LineBox.read(boxes).map { $0?.after(pages: number) }
      })
  }
}
