internal import LedgerBytes

/// Writes the bytes of an event that are hashed, format 1, after the leaf's prefix byte.
///
///     01 ‖ device 16 ‖ deviceSequence 8 ‖ time 8 ‖ lag 8 ‖ offset 2 ‖ stream kind s ‖ stream 16
///     ‖ count 2, then per seen event: device 16 ‖ sequence 8
///     ‖ type s ‖ schema 4 ‖ correlation 16 ‖ cause device 16 ‖ cause sequence 8 (zeros without a cause)
///     ‖ actor s ‖ SHA-256(salt ‖ payload) 32
///
/// Integers are big-endian, and s is a length of 2 bytes and UTF-8. A log once written can never change shape. Nothing
/// here is ever changed. A format 2 can only be added.
///
/// One value serves a whole batch, so that appending allocates nothing for it.
struct HashedBytes {
  /// The leaf's prefix byte and the hashed bytes.
  private(set) var bytes: [UInt8] = []
  /// Whether every length fits into its two bytes.
  private(set) var isRepresentable = true
  /// The ranges of `bytes` that the log stores as they are.
  private(set) var seen = 0..<0
  private(set) var correlation = 0..<0
  private(set) var actor = 0..<0

  mutating func write(
    reference: EventReference, time: HybridTime, lag: Int64, offset: Int16, stream: StreamID,
    seen: [EventReference], type: String, schema: UInt32, correlation: UniqueID, cause: EventReference?,
    actor: String, commitment: SHA256Digest
  ) {
    let kindCount = stream.kind.utf8.count
    let typeCount = type.utf8.count
    let actorCount = actor.utf8.count
    isRepresentable = max(kindCount, typeCount, actorCount, seen.count) <= Int(UInt16.max)
    let fixed = 1 + 1 + 16 + 8 + 8 + 8 + 2 + 2 + 16 + 2 + 2 + 4 + 16 + 24 + 2 + 32
    let count = fixed + kindCount + 24 * seen.count + typeCount + actorCount
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }

    var ranges = (seen: 0..<0, correlation: 0..<0, actor: 0..<0)
    bytes.withUnsafeMutableBytes { buffer in
      var cursor = Cursor(buffer)
      cursor.write(MerkleTree.leafPrefix)
      cursor.write(1 as UInt8)
      cursor.write(reference)
      cursor.write(time.rawValue)
      cursor.write(lag)
      cursor.write(offset)
      cursor.write(UInt16(truncatingIfNeeded: kindCount))
      cursor.write(stream.kind)
      cursor.write(stream.id)
      cursor.write(UInt16(truncatingIfNeeded: seen.count))
      ranges.seen = cursor.offset..<(cursor.offset + 24 * seen.count)
      for reference in seen { cursor.write(reference) }
      cursor.write(UInt16(truncatingIfNeeded: typeCount))
      cursor.write(type)
      cursor.write(schema)
      ranges.correlation = cursor.offset..<(cursor.offset + 16)
      cursor.write(correlation)
      cursor.write(cause ?? EventReference(device: .zero, sequence: 0))
      cursor.write(UInt16(truncatingIfNeeded: actorCount))
      ranges.actor = cursor.offset..<(cursor.offset + actorCount)
      cursor.write(actor)
      cursor.write(commitment.word0)
      cursor.write(commitment.word1)
      cursor.write(commitment.word2)
      cursor.write(commitment.word3)
      precondition(cursor.offset == count, "hashed bytes of another length than computed")
    }
    self.seen = ranges.seen
    self.correlation = ranges.correlation
    self.actor = ranges.actor
  }

  /// Writes into bytes whose number was computed before.
  private struct Cursor {
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var offset = 0

    init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

    mutating func write<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
      buffer.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
      offset += MemoryLayout<Value>.size
    }

    mutating func write(_ id: UniqueID) {
      write(id.high)
      write(id.low)
    }

    mutating func write(_ reference: EventReference) {
      write(reference.device)
      write(reference.sequence)
    }

    mutating func write(_ text: String) {
      var text = text
      text.withUTF8 { utf8 in
        guard !utf8.isEmpty else { return }
        UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(
          from: UnsafeRawBufferPointer(utf8))
        offset += utf8.count
      }
    }
  }
}
