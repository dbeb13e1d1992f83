internal import LedgerBytes

/// Writes the bytes of an event that are hashed, format 1, behind the leaf's prefix byte.
///
/// `01 ‖ device 16 ‖ deviceSequence 8 ‖ time 8 ‖ lag 8 ‖ offset 2 ‖ stream kind s ‖ stream 16 ‖ count 2, then per
/// seen device 16 + sequence 8 ‖ type s ‖ schema 4 ‖ correlation 16 ‖ cause device 16 + sequence 8 (zeros: none)
/// ‖ actor s ‖ SHA-256(salt ‖ payload) 32`, big-endian, s = 2-byte length and UTF-8. A log once written can never
/// change shape: nothing here is ever changed, only followed by a format 2.
///
/// One value serves a whole batch, so that appending allocates nothing for it.
struct HashedBytes {
  /// The leaf's prefix byte and the hashed bytes.
  private(set) var bytes: [UInt8] = []
  /// Every length fitted into its two bytes.
  private(set) var isRepresentable = true
  /// Where in `bytes` parts stand that the log stores as they are.
  private(set) var seen = 0..<0
  private(set) var correlation = 0..<0
  private(set) var actor = 0..<0

  mutating func write(
    reference: EventReference, time: HybridTime, lag: Int64, offset: Int16, stream: StreamID,
    seen: [EventReference], type: String, schema: UInt32, correlation: UniqueID, cause: EventReference?,
    actor: String, commitment: SHA256Digest
  ) {
    bytes.removeAll(keepingCapacity: true)
    isRepresentable = true
    bytes.append(MerkleTree.leafPrefix)
    bytes.append(1)
    write(reference)
    write(time.rawValue)
    write(UInt64(bitPattern: lag))
    write(UInt16(bitPattern: offset))
    _ = write(stream.kind)
    write(stream.id)
    write(count: seen.count)
    self.seen = mark { bytes in for reference in seen { bytes.write(reference) } }
    _ = write(type)
    write(schema)
    self.correlation = mark { $0.write(correlation) }
    if let cause {
      write(cause)
    } else {
      write(EventReference(device: .zero, sequence: 0))
    }
    self.actor = write(actor)
    write(commitment.word0)
    write(commitment.word1)
    write(commitment.word2)
    write(commitment.word3)
  }

  private mutating func mark(_ body: (inout HashedBytes) -> Void) -> Range<Int> {
    let start = bytes.count
    body(&self)
    return start..<bytes.count
  }

  private mutating func write(_ reference: EventReference) {
    write(reference.device)
    write(reference.sequence)
  }

  private mutating func write(_ id: UniqueID) {
    write(id.high)
    write(id.low)
  }

  private mutating func write(count: Int) {
    if count > Int(UInt16.max) { isRepresentable = false }
    write(UInt16(truncatingIfNeeded: count))
  }

  /// Length and text; returns where the text stands.
  private mutating func write(_ text: String) -> Range<Int> {
    var text = text
    text.makeContiguousUTF8()
    write(count: text.utf8.count)
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    return start..<bytes.count
  }

  private mutating func write(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
