/// A cache of short texts that are read again and again, such as an extractor's reasons.
///
/// A cached text is not allocated again. A reader of many events owns one pool per thread. It keeps the texts it was
/// asked for last, at most a thousand.
@usableFromInline package final class TextPool {
  /// A thousand texts, or `nil` before the pool is used.
  ///
  /// This is memory of its own, because the array of a class would be checked for exclusive access at every text.
  private var texts: UnsafeMutablePointer<String>?
  /// The number of texts asked for. Texts are cached only after many of them, because a command reads a few.
  private var asked = 0

  /// Creates an empty pool.
  package init() {}

  deinit {
    texts?.deinitialize(count: Self.size)
    texts?.deallocate()
  }

  private static let size = 1 << 10

  /// Returns the text of UTF-8 bytes.
  @usableFromInline
  func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.count > 15, bytes.count <= 64, let texts = warmTexts() else {
      return String(decoding: bytes, as: UTF8.self)
    }
    // The ends, the middle and the length distinguish nearly all reasons.
    let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    let middle = bytes.loadUnaligned(fromByteOffset: bytes.count / 2 - 4, as: UInt64.self)
    var mixed = (first ^ UInt64(bytes.count)) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ mixed >> 29 ^ last) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 32 ^ middle) &* 0x94d0_49bb_1331_11eb
    let slot = Int(mixed >> 54)
    let isSame = texts[slot].utf8.withContiguousStorageIfAvailable { known in
      Self.isSame(UnsafeRawBufferPointer(known), bytes)
    }
    if isSame == true { return texts[slot] }
    let text = String(decoding: bytes, as: UTF8.self)
    texts[slot] = text
    return text
  }

  private func warmTexts() -> UnsafeMutablePointer<String>? {
    if let texts { return texts }
    asked += 1
    guard asked > 100 else { return nil }
    let made = UnsafeMutablePointer<String>.allocate(capacity: Self.size)
    made.initialize(repeating: "", count: Self.size)
    texts = made
    return made
  }

  /// Whether two texts of more than fifteen bytes are equal.
  private static func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    func differ(at offset: Int) -> Bool {
      left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    var offset = 0
    while offset + 8 < left.count {
      if differ(at: offset) { return false }
      offset += 8
    }
    return !differ(at: left.count - 8)
  }
}

@available(*, unavailable)
extension TextPool: Sendable {}
