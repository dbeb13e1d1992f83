/// What the caller knows of a receipt besides its text. Everything is optional; a hint decides only where the paper
/// does not.
public struct ExtractionHints: Hashable, Sendable {
  /// The country the person is in (ISO 3166-1, `DE`): its currency and its order of day and month, where the paper
  /// shows none.
  public var country: String?
  /// How sure the text recognition was, 0 to 100.
  public var textConfidence: Int?
  /// How good the photo was, 0 to 100.
  public var photoQuality: Int?

  /// Hints; none by default.
  public init(country: String? = nil, textConfidence: Int? = nil, photoQuality: Int? = nil) {
    self.country = country
    self.textConfidence = textConfidence
    self.photoQuality = photoQuality
  }
}
