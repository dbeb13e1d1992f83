internal import LedgerBytes

/// How far a device has come: the number of its events, and the leaf of the last.
///
///     ledger-mark 1
///     LEDGER DEVICE
///     SIZE LEAF
///     SHA256 of all lines above
///
/// The mark lies outside the ledger's folder. A folder that is restored from an older copy brings its log, `log.head` and
/// often its inodes back, but not the mark. All marks have the same length, so that one write in place replaces one.
struct DeviceMark: Equatable {
  let ledger: UniqueID
  let device: UniqueID
  let size: UInt64
  let leaf: SHA256Digest

  init(ledger: UniqueID, device: UniqueID, size: UInt64, leaf: SHA256Digest) {
    self.ledger = ledger
    self.device = device
    self.size = size
    self.leaf = leaf
  }

  /// Reads a mark, or returns `nil` if the file is empty, torn or damaged.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == 4, lines[0] == "ledger-mark 1", let checksum = SHA256Digest(hexadecimal: lines[3])
    else {
      return nil
    }
    let ids = lines[1].split(separator: " ").compactMap { UniqueID(String($0)) }
    let state = lines[2].split(separator: " ")
    guard ids.count == 2, state.count == 2, let size = UInt64(state[0]),
      let leaf = SHA256Digest(hexadecimal: String(state[1])),
      SHA256.hash(Array((lines[..<3].joined(separator: "\n") + "\n").utf8)) == checksum
    else { return nil }
    self.init(ledger: ids[0], device: ids[1], size: size, leaf: leaf)
  }

  /// The file's content.
  var bytes: [UInt8] {
    let digits = String(size)
    let padding = String(repeating: "0", count: 20 - digits.utf8.count)
    let text = "ledger-mark 1\n\(ledger) \(device)\n\(padding)\(digits) \(leaf)\n"
    return Array((text + "\(SHA256.hash(Array(text.utf8)))\n").utf8)
  }

  static let byteCount = 14 + 2 * 37 + 21 + 65 + 65
}
