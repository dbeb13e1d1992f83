package import EventLog
package import LedgerBytes

/// Collects the events of one device into the bytes of segments.
package struct SegmentWriter {
  private let ledger: UniqueID
  private let device: UniqueID
  private(set) var before: RightEdge
  private(set) var edge: RightEdge
  private var lines: [UInt8] = []
  private var last: UniqueID?

  package init(ledger: UniqueID, device: UniqueID, before: RightEdge) {
    self.ledger = ledger
    self.device = device
    self.before = before
    edge = before
  }

  var isEmpty: Bool { edge.size == before.size }

  /// Whether a segment must end before an event.
  func endsBefore(_ event: ForeignEvent) -> Bool {
    if lines.count >= Segment.bytesCut { return true }
    let isFull = lines.count >= Segment.bytesAimed || edge.size - before.size >= UInt64(Segment.eventsAimed)
    return isFull && event.correlation != last
  }

  /// Adds the next event of the device.
  package mutating func add(_ event: ForeignEvent) {
    precondition(
      event.reference == EventReference(device: device, sequence: edge.size + 1),
      "the events of a segment follow each other on their device")
    var writer = JSONWriter(capacity: 1_024)
    EventLine.write(event, ledger: ledger, to: &writer)
    writer.withBytes { lines.append(contentsOf: $0) }
    lines.append(UInt8(ascii: "\n"))
    edge.append(event.leaf)
    last = event.correlation
  }

  /// Returns the segment of the events added so far, and begins the next one after them.
  package mutating func finish() -> (name: SegmentName, bytes: [UInt8]) {
    precondition(!isEmpty, "a segment has at least one event")
    let header = SegmentHeader(ledger: ledger, device: device, before: before, after: (edge.size, edge.root))
    let bytes = header.bytes + [UInt8(ascii: "\n")] + lines
    let name = SegmentName(device: device, sequences: header.sequences, digest: SHA256.hash(bytes))
    before = edge
    lines.removeAll(keepingCapacity: true)
    return (name, bytes)
  }
}
