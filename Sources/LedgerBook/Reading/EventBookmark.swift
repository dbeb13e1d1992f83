public import LedgerBytes

/// A place in the log of this device: everything up to an event was read.
///
/// A read model keeps it with its rows, in the same transaction. Its text has the position and the hash of the event.
/// So another log in the same folder is noticed, such as one that was restored from a backup.
public struct EventBookmark: Hashable, Sendable, LosslessStringConvertible {
  /// The position of the last event that was read, or 0.
  public let position: Position
  /// The hash of that event, or `nil` at the start.
  let leaf: SHA256Digest?

  /// The place before the first event.
  public static let start = EventBookmark(position: 0, leaf: nil)

  init(position: Position, leaf: SHA256Digest?) {
    self.position = position
    self.leaf = leaf
  }

  /// Creates a bookmark from its text, or returns `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let position = Int64(parts[0]), position >= 0 else { return nil }
    let leaf = parts.count == 2 ? SHA256Digest(hexadecimal: String(parts[1])) : nil
    guard (leaf == nil) == (position == 0), leaf != nil || parts.count == 1 else { return nil }
    self.init(position: Position(rawValue: position), leaf: leaf)
  }

  /// The text to keep: the position, and the hash in hexadecimal digits.
  public var description: String { leaf.map { "\(position) \($0)" } ?? "\(position)" }
}
