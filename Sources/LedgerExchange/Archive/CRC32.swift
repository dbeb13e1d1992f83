/// The checksum of ZIP archives: CRC-32 with the polynomial of ISO 3309.
///
/// Sixteen bytes are looked up per step, each in a table of its own (M. E. Kounavis and F. L. Berry, 2008).
struct CRC32 {
  private var state: UInt32 = 0xffff_ffff

  /// The checksum of the bytes so far.
  var value: UInt32 { ~state }

  /// Returns the checksum of some bytes.
  static func of(_ bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32()
    bytes.withUnsafeBytes { checksum.update($0) }
    return checksum.value
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state = Self.tables.withUnsafeBufferPointer { tables in
      var state = state
      var index = 0
      func look(_ table: Int, _ value: UInt32) -> UInt32 { tables[table &* 256 &+ Int(value & 0xff)] }
      while index &+ 16 <= bytes.count {
        let first = state ^ bytes.littleEndianWord(at: index)
        let second = bytes.littleEndianWord(at: index &+ 4)
        let third = bytes.littleEndianWord(at: index &+ 8)
        let fourth = bytes.littleEndianWord(at: index &+ 12)
        let early =
          look(15, first) ^ look(14, first >> 8) ^ look(13, first >> 16) ^ look(12, first >> 24)
          ^ look(11, second) ^ look(10, second >> 8) ^ look(9, second >> 16) ^ look(8, second >> 24)
        let late =
          look(7, third) ^ look(6, third >> 8) ^ look(5, third >> 16) ^ look(4, third >> 24)
          ^ look(3, fourth) ^ look(2, fourth >> 8) ^ look(1, fourth >> 16) ^ look(0, fourth >> 24)
        state = early ^ late
        index &+= 16
      }
      while index < bytes.count {
        state = (state >> 8) ^ look(0, state ^ UInt32(bytes[index]))
        index &+= 1
      }
      return state
    }
  }

  /// Sixteen tables of 256 words. Table `n` has the effect of a byte that `n` others follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var word = UInt32(byte)
      for _ in 0..<8 { word = word & 1 == 1 ? (word >> 1) ^ 0xedb8_8320 : word >> 1 }
      tables[byte] = word
    }
    for table in 1..<16 {
      for byte in 0..<256 {
        let before = tables[(table - 1) * 256 + byte]
        tables[table * 256 + byte] = (before >> 8) ^ tables[Int(before & 0xff)]
      }
    }
    return tables
  }()
}

extension UnsafeRawBufferPointer {
  fileprivate func littleEndianWord(at index: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }
}
