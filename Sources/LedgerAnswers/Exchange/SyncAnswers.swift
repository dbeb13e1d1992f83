internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
package import LedgerSync

/// The result of a sync.
package struct SyncAnswer: Answer {
  let report: SyncReport
  /// Whether people are told nothing, because nothing has changed since the last sync.
  let isQuiet: Bool

  package init(_ report: SyncReport, isQuiet: Bool) { (self.report, self.isQuiet) = (report, isQuiet) }

  package var verdict: Verdict {
    report.isComplete && report.missingInFolder.isEmpty && report.readable?.problem == nil ? .yes : .no
  }

  private func text(_ notation: Notation) throws -> SyncText {
    SyncText(book: notation.book, names: try DeviceNames(notation.book))
  }

  package func document(_ notation: Notation) throws -> Document { .value(try text(notation).json(report)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    isQuiet ? [] : try text(notation).lines(report).blocks
  }
}

/// The results of earlier syncs, and the events that wait.
package struct SyncStatusAnswer: Answer {
  let status: SyncStatus

  package init(_ status: SyncStatus) { self.status = status }

  package var verdict: Verdict { status.isComplete ? .yes : .no }

  private func text(_ notation: Notation) throws -> SyncText {
    SyncText(book: notation.book, names: try DeviceNames(notation.book))
  }

  package func document(_ notation: Notation) throws -> Document {
    .value(try text(notation).json(status, notation.wording))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    guard !status.folders.isEmpty || !status.branches.isEmpty else {
      return [.remedy("This ledger was never synced. Begin with", .sync)]
    }
    return try text(notation).lines(status).blocks
  }
}

/// The files that events came in.
package struct SyncLogAnswer: Answer {
  let arrivals: [SyncArrival]

  package init(_ arrivals: [SyncArrival]) { self.arrivals = arrivals }

  package func document(_ notation: Notation) -> Document {
    .lines(
      arrivals.map { arrival in
        [
          "at": .string(isoTime(milliseconds: arrival.atMilliseconds)),
          "device": .string(arrival.device.description), "file": .string(arrival.file),
          "first": .integer(Int64(clamping: arrival.sequences.lowerBound)),
          "last": .integer(Int64(clamping: arrival.sequences.upperBound)),
        ]
      })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let names = try DeviceNames(notation.book.log)
    return arrivals.map { arrival in
      let range = "\(arrival.sequences.lowerBound) to \(arrival.sequences.upperBound)"
      let device = names.words(arrival.device)
      return .line("\(localTime(milliseconds: arrival.atMilliseconds))  \(device) \(range)  \(arrival.file)")
    }
  }
}
