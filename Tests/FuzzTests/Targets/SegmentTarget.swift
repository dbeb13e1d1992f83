import EventLog
import LedgerBytes

@testable import LedgerSync

extension FuzzTarget {
  /// A segment of a shared folder under the name that fits it, and the names of files.
  ///
  /// The first byte chooses: the content itself, or events of any content whose hashes are right. What is read is the
  /// same when it is written and read again.
  static let segment = FuzzTarget(name: "segment") { input in
    var bytes = FuzzBytes(input)
    if bytes.byte() % 2 == 0 {
      checkName(bytes.remainingText)
      checkContent(bytes.remaining)
    } else {
      checkForged(ForeignFile(bytes.remaining).lines)
    }
  }

  private static func checkName(_ text: String) {
    guard let name = SegmentName(text, of: .zero) else { return }
    guard SegmentName(name.text, of: .zero) == name else {
      fuzzFinding("\(text) is another name when read again")
    }
  }

  private static func checkContent(_ content: [UInt8]) {
    guard let header = try? SegmentHeader(Array(content.prefix { $0 != UInt8(ascii: "\n") })) else { return }
    let name = SegmentName(device: header.device, sequences: header.sequences, digest: SHA256.hash(content))
    guard let segment = try? Segment(content, name: name, ledger: header.ledger) else { return }
    check(segment)
  }

  /// A segment is made of forged events, so that it must be read.
  private static func checkForged(_ lines: [String]) {
    var writer: SegmentWriter?
    var owner: (ledger: UniqueID, device: UniqueID)?
    for line in lines {
      let read = Array(line.utf8.dropLast()).withUnsafeBytes { try? EventLine.read($0) }
      guard let (event, claimed) = read, let ledger = claimed, event.computedLeaf == event.leaf else {
        continue
      }
      let (device, sequence) = (event.reference.device, event.reference.sequence)
      let whose = owner ?? (ledger, device)
      var next = writer ?? SegmentWriter(ledger: ledger, device: device, before: RightEdge())
      guard whose == (ledger, device), sequence == next.edge.size + 1 else { continue }
      next.add(event)
      (writer, owner) = (next, whose)
    }
    guard var writer, let owner else { return }
    let (name, content) = writer.finish()
    do throws(SegmentFault) { check(try Segment(content, name: name, ledger: owner.ledger)) } catch {
      fuzzFinding("a segment of forged events is refused: \(error)")
    }
  }

  private static func check(_ segment: Segment) {
    let header = segment.header
    var writer = SegmentWriter(ledger: header.ledger, device: header.device, before: header.before)
    for event in segment.events { writer.add(event) }
    let (name, content) = writer.finish()
    guard let again = try? Segment(content, name: name, ledger: header.ledger), again.header == header,
      again.events == segment.events
    else { fuzzFinding("a segment is another when it is written and read") }
  }
}
