internal import EventLog
internal import LedgerBytes

/// The first line of a segment: whose events follow, and the device's tree before and after them.
///
///     {"after":{"root":"…","size":812},"before":{"edge":["…"],"root":"…","size":800},"device":"…","events":12,
///      "format":"ledger-segment-1","ledger":"…"}
///
/// `edge` has the roots of the perfect subtrees before the first event. With them a reader can compute the root after the
/// last event, without any other file.
struct SegmentHeader: Equatable {
  let ledger: UniqueID
  let device: UniqueID
  /// The device's tree before the first event.
  let before: RightEdge
  /// The number of its events after the last event of the segment, and its root then.
  let after: (size: UInt64, root: SHA256Digest)

  static let format = "ledger-segment-1"
  static let bytesMax = 8 << 10

  var sequences: ClosedRange<UInt64> { before.size + 1...after.size }

  static func == (left: SegmentHeader, right: SegmentHeader) -> Bool {
    left.ledger == right.ledger && left.device == right.device && left.before == right.before
      && left.after == right.after
  }

  init(ledger: UniqueID, device: UniqueID, before: RightEdge, after: (size: UInt64, root: SHA256Digest)) {
    precondition(before.size < after.size, "a segment has at least one event")
    self.ledger = ledger
    self.device = device
    self.before = before
    self.after = after
  }

  var bytes: [UInt8] {
    let header: JSONValue = [
      "after": ["root": .string(after.root.description), "size": .integer(Int64(clamping: after.size))],
      "before": [
        "edge": .array(before.peaks.map { .string($0.description) }),
        "root": .string(before.root.description), "size": .integer(Int64(clamping: before.size)),
      ],
      "device": .string(device.description),
      "events": .integer(Int64(clamping: after.size - before.size)), "format": .string(Self.format),
      "ledger": .string(ledger.description),
    ]
    return header.encoded()
  }

  /// Reads a header.
  ///
  /// - Throws: `SegmentFault` if the line is no header, or contradicts itself.
  init(_ line: [UInt8]) throws(SegmentFault) {
    guard line.count <= Self.bytesMax, let value = try? JSONValue(parsing: line, as: .exchange) else {
      throw .malformed("its first line is not a header")
    }
    guard case .string(let format)? = value["format"], format == Self.format else {
      throw .newer
    }
    guard let ledger = Self.id(value["ledger"]), let device = Self.id(value["device"]),
      let events = Self.number(value["events"]), let size = Self.number(value["before"]?["size"]),
      let root = Self.digest(value["before"]?["root"]), case .array(let peaks)? = value["before"]?["edge"],
      let sizeAfter = Self.number(value["after"]?["size"]), let rootAfter = Self.digest(value["after"]?["root"])
    else { throw .malformed("its header lacks a part") }
    var edge: [UInt8] = []
    for peak in peaks {
      guard let digest = Self.digest(peak) else { throw .malformed("its header lacks a part") }
      digest.append(to: &edge)
    }
    guard let before = RightEdge(size: size, bytes: edge), before.root == root, device != .zero, events > 0,
      size <= UInt64(Int64.max) - events, sizeAfter == size + events
    else { throw .malformed("its header contradicts itself") }
    self.init(ledger: ledger, device: device, before: before, after: (sizeAfter, rootAfter))
  }

  private static func id(_ value: JSONValue?) -> UniqueID? {
    guard case .string(let text)? = value else { return nil }
    return UniqueID(text)
  }

  private static func digest(_ value: JSONValue?) -> SHA256Digest? {
    guard case .string(let text)? = value else { return nil }
    return SHA256Digest(hexadecimal: text)
  }

  private static func number(_ value: JSONValue?) -> UInt64? {
    guard case .integer(let number)? = value else { return nil }
    return UInt64(exactly: number)
  }
}
