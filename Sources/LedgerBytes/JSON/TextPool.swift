/// Texts that come again and again, such as an extractor's reasons: one copy serves all, and reading one makes none.
///
/// Owned by who reads many events, one per thread. Holds what it was last asked for, a thousand texts at most.
public final class TextPool {
  /// A thousand, or none yet: in memory of its own, since a class's array would be checked for exclusive access at every
  /// text.
  private var texts: UnsafeMutablePointer<String>?
  /// Texts asked for so far, up to as many as there must be before they are kept: a command reads a few.
  private var asked = 0

  /// A pool with nothing in it.
  public init() {}

  deinit {
    texts?.deinitialize(count: Self.size)
    texts?.deallocate()
  }

  private static let size = 1 << 10

  /// The text of bytes that are UTF-8.
  @usableFromInline
  func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.count > 15, bytes.count <= 64, let texts = warmTexts() else {
      return String(decoding: bytes, as: UTF8.self)
    }
    // Both ends and the length: enough to tell one reason from another.
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

  /// Of more than fifteen bytes.
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
