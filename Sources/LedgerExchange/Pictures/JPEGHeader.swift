/// The size of a picture, as the frame header of a JPEG file has it (ITU-T T.81, annex B).
struct JPEGHeader {
  let width: Int
  let height: Int

  /// Reads the header, or returns `nil` if the bytes are not a whole JPEG file.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xff, 0xd8]), bytes.suffix(2).elementsEqual([0xff, 0xd9]) else { return nil }
    var index = 2
    while index + 9 < bytes.count {
      guard bytes[index] == 0xff else { return nil }
      let marker = bytes[index + 1]
      if marker == 0xff {
        index += 1
        continue
      }
      // 0xc4, 0xc8 and 0xcc are tables between the frame headers.
      if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
        height = Int(bytes[index + 5]) << 8 | Int(bytes[index + 6])
        width = Int(bytes[index + 7]) << 8 | Int(bytes[index + 8])
        guard width > 0, height > 0 else { return nil }
        return
      }
      index += 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
    }
    return nil
  }
}
