internal import LedgerBook
internal import LedgerBytes
package import LedgerSync

/// The subject of an erasing, and the loss that it would be.
package struct ErasureDescription {
  let lines: [Line]
  let facts: [String: JSONValue]
  package let loss: EraseLoss
  /// The files in the folder that are not the ledger's.
  let left: [String]
  /// The advice after it was done.
  let next: Line?

  package init(_ erasure: LocalErasure) {
    var lines: [Line] = ["Erase the ledger in \(erasure.folder) from this device"]
    if erasure.events == 0 {
      lines.append("  It was interrupted, and \(counted(erasure.files.count, "file")) of it are left")
    } else {
      let events = counted(Int(clamping: erasure.events), "event")
      lines.append(
        "  \(events) · \(counted(erasure.receipts, "receipt")) · \(counted(erasure.pages.count, "scan")) · "
          + "\(byteSize(erasure.files.bytes))")
      for folder in erasure.sharedFolders { lines.append("  \(folder) keeps what was synced with it") }
      let lost = erasure.loss.words
      lines.append(
        erasure.loss.count > 0
          ? "  In no shared folder that can be read now: \(lost)" : "  Everything is in a shared folder as well"
      )
    }
    self.lines = lines
    facts = [
      "bytes": .integer(erasure.files.bytes), "events": .integer(erasure.events),
      "files": .count(erasure.files.count), "folder": .string(erasure.folder), "from": "local",
      "receipts": .count(erasure.receipts), "scans": .count(erasure.pages.count),
      "sharedFolders": .array(erasure.sharedFolders.map { .string($0) }),
    ]
    (loss, left) = (erasure.loss, erasure.left)
    next = erasure.sharedFolders.first.map { "Get it back: \(step: .joinAgain(folder: $0))" }
  }

  package init(_ erasure: SharedErasure) {
    var lines: [Line] = ["Erase the ledger from the shared folder \(erasure.folder), for every device"]
    lines.append(
      "  \(counted(erasure.segments, "file")) of events · \(counted(erasure.pages, "scan")) · "
        + "\(byteSize(erasure.files.bytes))")
    lines.append(
      erasure.loss.count > 0
        ? "  Not on this device: \(erasure.loss.words); \(step: .sync()) brings them here"
        : "  Everything is on this device as well")
    self.lines = lines
    facts = [
      "bytes": .integer(erasure.files.bytes), "files": .count(erasure.files.count),
      "folder": .string(erasure.folder), "from": "shared", "scans": .count(erasure.pages),
      "segments": .count(erasure.segments),
    ]
    (loss, left) = (erasure.loss, erasure.left)
    next = "Another device that syncs with this folder writes its own events there again"
  }

  fileprivate func document(isErased: Bool, _ more: [String: JSONValue] = [:]) -> Document {
    .value(
      JSONValue.object(facts).adding(more).adding([
        "erased": .boolean(isErased), "left": .strings(left),
        "onlyCopy": ["events": .count(loss.events), "scans": .count(loss.pages)],
      ]))
  }
}

/// The parts that would be erased. Programs get it only for a dry run.
package struct ErasurePlanAnswer: PlainAnswer {
  let erasure: ErasureDescription
  let isDryRun: Bool

  package init(_ erasure: ErasureDescription, isDryRun: Bool) {
    (self.erasure, self.isDryRun) = (erasure, isDryRun)
  }

  package var document: Document {
    isDryRun ? erasure.document(isErased: false, ["dryRun": true]) : .none
  }

  package var blocks: [Block] {
    let names = erasure.left.prefix(5).joined(separator: ", ") + (erasure.left.count > 5 ? " and others" : "")
    let stays: [Line] = erasure.left.isEmpty ? [] : ["  Not the ledger's, so it stays: \(names)"]
    let end: [Line] = isDryRun ? ["Nothing was done."] : []
    return (erasure.lines + stays + end).blocks
  }
}

/// The parts that were erased.
package struct ErasedAnswer: PlainAnswer {
  let erasure: ErasureDescription
  let report: EraseReport

  package init(_ erasure: ErasureDescription, _ report: EraseReport) {
    (self.erasure, self.report) = (erasure, report)
  }

  package var document: Document { erasure.document(isErased: true) }

  package var blocks: [Block] {
    [.line("Erased \(counted(report.files, "file")), \(byteSize(report.bytes))")]
      + (erasure.next.map { [.line($0)] } ?? [])
  }
}

extension EraseLoss {
  /// The parts that have no other copy, such as `12 events and 3 scans`.
  package var words: String {
    listed((events > 0 ? [counted(events, "event")] : []) + (pages > 0 ? [counted(pages, "scan")] : []))
  }
}
