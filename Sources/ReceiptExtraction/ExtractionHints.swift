package import LedgerDomain

/// Optional knowledge of the caller about a receipt, used only where the paper itself does not decide.
package struct ExtractionHints: Hashable, Sendable {
  /// The country the person is in (ISO 3166-1, such as `DE`).
  ///
  /// It decides the currency and the order of day and month if the paper shows no country.
  package var country: String?
  /// The day on which the paper is captured. A later date on it is not the date of issue.
  package var today: CivilDate?
  /// The confidence of the text recognition in percent, 0 to 100.
  package var textConfidence: Int?
  /// The quality of the photo in percent, 0 to 100.
  package var photoQuality: Int?

  /// The names of the vendors that the person has used, the most used first.
  ///
  /// They are compared with misread names only, where several texts of a paper are read.
  package var vendors: [String] = []

  /// The engines of several texts in their order, such as `tesseract-5.3.0-psm4`.
  package var engines: [String] = []

  /// Creates hints. Everything is unknown by default.
  package init(
    country: String? = nil, today: CivilDate? = nil, textConfidence: Int? = nil, photoQuality: Int? = nil
  ) {
    self.today = today
    self.country = country
    self.textConfidence = textConfidence
    self.photoQuality = photoQuality
  }

  /// Returns the reason of a reading that another text gave: its engine if the texts are of several.
  func reason(ofPass pass: Int) -> String {
    let names = engines.map(Self.program)
    guard names.indices.contains(pass), names.contains(where: { $0 != names[pass] }) else {
      return "second pass"
    }
    return FieldReading.readBy + names[pass]
  }

  /// Returns the name of an engine without its version and its settings.
  private static func program(_ engine: String) -> String {
    let parts = engine.split(separator: "-")
    let end = parts.firstIndex { $0.first?.isNumber ?? false || $0.hasPrefix("psm") } ?? parts.endIndex
    return parts[..<max(1, end)].joined(separator: "-")
  }
}
