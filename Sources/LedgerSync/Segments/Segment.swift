internal import EventLog
internal import LedgerBytes

/// A segment that was read and checked completely.
struct Segment {
  let header: SegmentHeader
  let events: [ForeignEvent]

  /// The size from which a writer begins the next segment at the end of a batch.
  static let bytesAimed = 4 << 20
  /// The size that no writer exceeds by more than one event, so that a batch larger than it is cut.
  static let bytesCut = 16 << 20
  /// The size up to which a reader reads.
  static let bytesMax = bytesCut + EventLine.bytesMax + SegmentHeader.bytesMax
  /// The number of events from which a writer begins the next segment at the end of a batch.
  static let eventsAimed = 8_192

  /// Checks the bytes of a file against its name and against themselves.
  ///
  /// First come the digest and the header. Then each line is an event of that device and ledger, with the next number and
  /// the right hash. The root after the last event comes last.
  init(_ bytes: [UInt8], name: SegmentName, ledger: UniqueID) throws(SegmentFault) {
    guard SHA256.hash(bytes) == name.digest else { throw .notItsName(bytes: bytes.count) }
    guard bytes.last == UInt8(ascii: "\n") else { throw .malformed("its last line does not end") }
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw .malformed("it has no header") }
    let header = try SegmentHeader(Array(bytes[..<end]))
    guard header.ledger == ledger else { throw .otherLedger(header.ledger) }
    guard header.device == name.device else { throw .otherDevice(header.device) }
    guard header.sequences == name.sequences else { throw .malformed("its header and its name differ") }
    // A line of an event has more than 300 bytes: what the header claims is bounded by what is there.
    guard header.sequences.count <= bytes.count / 256 else { throw .malformed("it has too few lines") }
    self.header = header
    events = try Self.events(bytes, from: end + 1, header)
  }

  /// A thread reads so many lines at a time.
  private static let linesAtOnce = 512

  /// Returns the places of the lines from `start` on, without their ends.
  private static func lines(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = start
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(start..<end)
      start = end + 1
    }
    return lines
  }

  private static func events(
    _ bytes: [UInt8], from start: Int, _ header: SegmentHeader
  ) throws(SegmentFault) -> [ForeignEvent] {
    let lines = lines(bytes, from: start)
    let read = InPieces.map(lines.count, each: linesAtOnce) { range in
      bytes.withUnsafeBytes { all in
        range.map { number in
          let sequence = header.before.size + UInt64(number) + 1
          return Result { () throws(SegmentFault) in
            try event(
              UnsafeRawBufferPointer(rebasing: all[lines[number]]), number + 2, header, sequence: sequence)
          }
        }
      }
    }
    var events: [ForeignEvent] = []
    events.reserveCapacity(read.count)
    var edge = header.before
    for result in read {
      var event = try result.get()
      event.previousLeaf = events.last?.leaf
      edge.append(event.leaf)
      events.append(event)
    }
    guard edge.size == header.after.size else {
      throw .malformed("it has \(events.count) events, and its header tells of \(header.sequences.count)")
    }
    guard edge.root == header.after.root else {
      throw .malformed("its events do not give the root in its header")
    }
    return events
  }

  private static func event(
    _ line: UnsafeRawBufferPointer, _ number: Int, _ header: SegmentHeader, sequence: UInt64
  ) throws(SegmentFault) -> ForeignEvent {
    guard line.count <= EventLine.bytesMax else { throw .line(number, "it is too long") }
    let event: ForeignEvent
    let ledger: UniqueID?
    do throws(EventLine.Fault) { (event, ledger) = try EventLine.read(line) } catch {
      throw .line(number, error.reason)
    }
    guard ledger == header.ledger else { throw .line(number, "the event is of another ledger") }
    guard event.reference == EventReference(device: header.device, sequence: sequence) else {
      throw .line(number, "event \(event.reference) is not the next of its device")
    }
    guard event.computedLeaf == event.leaf else {
      throw .line(number, "the parts of event \(event.reference) do not give its hash")
    }
    return event
  }
}
