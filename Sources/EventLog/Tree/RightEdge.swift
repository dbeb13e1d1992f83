package import LedgerBytes

/// The right edge of a growing tree: the hashes of its perfect subtrees, largest first.
///
/// It is enough to append a leaf and to compute the root, in 32 bytes per bit of the size. Appending costs one node hash on
/// average, the root one per subtree.
package struct RightEdge: Hashable, Sendable {
  /// How many leaves the tree has.
  package private(set) var size: UInt64 = 0
  /// One hash per bit set in `size`, from the highest.
  package private(set) var peaks: [SHA256Digest] = []

  /// The edge of a tree without leaves.
  package init() {}

  /// An edge as it was stored: 32 bytes per bit set in `size`; nil for another count.
  package init?(size: UInt64, bytes: [UInt8]) {
    guard bytes.count == size.nonzeroBitCount * 32 else { return nil }
    self.size = size
    peaks.reserveCapacity(bytes.count / 32 + 1)
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 32) {
        if let peak = SHA256Digest(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 32])) {
          peaks.append(peak)
        }
      }
    }
  }

  /// The hashes, one after the other.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(peaks.count * 32)
    for peak in peaks { peak.append(to: &bytes) }
    precondition(
      bytes.count == size.nonzeroBitCount * 32, "an edge is stored in 32 bytes for each bit of its size")
    return bytes
  }

  /// Adds a leaf: every subtree it completes joins the one to its left.
  package mutating func append(_ leaf: SHA256Digest) {
    var hash = leaf
    for _ in 0..<(~size).trailingZeroBitCount { hash = MerkleTree.node(peaks.removeLast(), hash) }
    peaks.append(hash)
    size += 1
    precondition(
      peaks.count == size.nonzeroBitCount, "a right edge of another number of peaks than its size has bits")
  }

  /// The tree's root.
  package var root: SHA256Digest {
    guard var hash = peaks.last else { return MerkleTree.emptyRoot }
    for peak in peaks.dropLast().reversed() { hash = MerkleTree.node(peak, hash) }
    return hash
  }
}
