package import LedgerBytes

/// The name of a segment file: `<first>-<last>-<digest>.segment`.
///
/// The digest is the SHA-256 of all bytes of the file, so the name is known to fit or not to fit its content.
package struct SegmentName: Hashable {
  /// The device that recorded the events.
  package let device: UniqueID
  /// The numbers of the events on their device.
  package let sequences: ClosedRange<UInt64>
  /// The digest of the file's bytes.
  package let digest: SHA256Digest

  static let suffix = ".segment"

  /// The file's name, without folders.
  package var text: String { "\(sequences.lowerBound)-\(sequences.upperBound)-\(digest)\(Self.suffix)" }

  init(device: UniqueID, sequences: ClosedRange<UInt64>, digest: SHA256Digest) {
    self.device = device
    self.sequences = sequences
    self.digest = digest
  }

  /// Reads a file's name, or returns `nil` if it is not that of a segment.
  ///
  /// A drive may add to a name where two files would have the same one: `… (1).segment`,
  /// `….sync-conflict-20260614-103105-ABCDEFG.segment`. It may also change the case of letters. All these are names of
  /// the same segment.
  init?(_ name: String, of device: UniqueID) {
    var lower = Array(name.utf8)
    guard lower.count <= Self.bytesMax else { return nil }
    for index in lower.indices where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(lower[index]) {
      lower[index] |= 0x20
    }
    guard lower.count >= Self.suffixBytes.count,
      lower.suffix(Self.suffixBytes.count).elementsEqual(Self.suffixBytes)
    else { return nil }
    var index = 0
    guard let first = Self.number(lower, &index), let last = Self.number(lower, &index), first >= 1,
      first <= last, index + 64 + Self.suffixBytes.count <= lower.count,
      let digest = lower[index..<index + 64].withUnsafeBytes({ SHA256Digest(hexadecimal: $0) })
    else { return nil }
    self.init(device: device, sequences: first...last, digest: digest)
  }

  private static let suffixBytes = Array(suffix.utf8)
  /// No file system has longer names.
  private static let bytesMax = 255

  /// Reads digits and the hyphen after them.
  private static func number(_ bytes: [UInt8], _ index: inout Int) -> UInt64? {
    var number: UInt64 = 0
    let start = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      guard index - start < 19 else { return nil }
      number = number * 10 + UInt64(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: "-"),
      number <= UInt64(Int64.max)
    else { return nil }
    index += 1
    return number
  }
}
