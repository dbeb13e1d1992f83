/// Searching in bytes, which takes no tables and no time to load.
enum ByteSearch {
  /// Returns the place where a text begins for the first time, or `nil` if the bytes do not contain it.
  static func firstIndex(of text: some Collection<UInt8>, in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first else { return bytes.startIndex }
    var index = bytes.startIndex
    let end = bytes.endIndex - text.count
    while index <= end {
      if bytes[index] == first, bytes[index...].starts(with: text) { return index }
      index += 1
    }
    return nil
  }

  static func contains(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
    firstIndex(of: text.utf8, in: bytes) != nil
  }

  static func contains(_ text: String, in other: String) -> Bool {
    contains(text, in: Array(other.utf8)[...])
  }
}
