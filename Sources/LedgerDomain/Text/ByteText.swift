/// A text that is compared by its bytes: `evolve` and `row` use no Unicode tables (DESIGN 4), while Swift's own
/// comparison takes texts that are equal to the eye for equal.
public struct ByteText: Hashable, Sendable {
  /// The text.
  public let text: String

  /// A text, to be compared by its bytes.
  public init(_ text: String) { self.text = text }

  /// Whether the bytes are the same.
  public static func == (left: ByteText, right: ByteText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xff))
  }
}
