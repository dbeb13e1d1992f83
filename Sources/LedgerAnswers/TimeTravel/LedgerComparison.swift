internal import EventLog
internal import LedgerAudit
internal import LedgerBytes

/// The differences between two folders of one ledger.
package struct ComparisonAnswer: PlainAnswer {
  let comparison: LedgerComparison
  let names: DeviceNames
  let folders: (here: String, there: String)
  /// The parts of shared folders that could not be read, each in a sentence.
  let notRead: [String]

  private var isSame: Bool { comparison.isSame && notRead.isEmpty }

  package var verdict: Verdict { isSame ? .yes : .no }

  package var document: Document {
    func folder(_ side: LedgerComparison.Side, _ path: String) -> JSONValue {
      ["events": .integer(comparison.events[side] ?? 0), "folder": .string(path)]
    }
    return .value([
      "differences": .array(comparison.differences.map { $0.json.adding(["words": .string(line($0))]) }),
      "here": folder(.here, folders.here), "notRead": .strings(notRead),
      "notes": .array(comparison.notes.map { $0.json.adding(["words": .string(line($0))]) }),
      "payloadsRead": .boolean(comparison.readsPayloads), "same": .boolean(isSame),
      "there": folder(.there, folders.there),
    ])
  }

  package var blocks: [Block] {
    func events(_ side: LedgerComparison.Side) -> String {
      counted(Int(clamping: comparison.events[side] ?? 0), "event")
    }
    var blocks: [Block] = [
      .line("here   \(folders.here), \(events(.here))"), .line("there  \(folders.there), \(events(.there))"),
      .gap,
    ]
    blocks += (comparison.differences.map(line) + notRead).map { .paragraph(Line($0)) }
    if isSame {
      let how = comparison.readsPayloads ? "every one read" : "by their trees; payloads were not read"
      blocks.append(.paragraph("Both hold the same events, \(how)."))
    }
    return blocks + comparison.notes.map { .paragraph(Line(line($0))) }
  }

  private func line(_ difference: LedgerComparison.Difference) -> String {
    switch difference {
    case .missing(let side, let device, let sequences, let first):
      let count = counted(sequences.count, "event")
      let range =
        sequences.count == 1 ? "\(sequences.lowerBound)" : "\(sequences.lowerBound) to \(sequences.upperBound)"
      return "Missing \(side.rawValue): \(count) of \(names.words(device)), \(range), beginning with "
        + "\(described(first))."
    case .fork(let here, let there, let parts):
      return "Two events of \(names.words(here.reference.device)) have number \(here.reference.sequence): "
        + "\(described(here)) here, \(described(there)) there (they differ in \(parts.joined(separator: ", "))). The "
        + "device's id was used twice, by a copy of its folder; from there on each side tells its own story."
    case .damaged(let side, let event):
      return
        "Damaged \(side.rawValue): event \(event.position), \(described(event)); its bytes are not those that "
        + "were hashed."
    case .redacted(let side, let event):
      return "Taken out \(side.rawValue) only: the payload of \(event.reference.sequence) of "
        + "\(names.words(event.reference.device)), \(described(event))."
    case .deleted(let side, let positions):
      let range =
        positions.count == 1 ? "\(positions.lowerBound)" : "\(positions.lowerBound) to \(positions.upperBound)"
      return "Deleted \(side.rawValue): the rows of \(counted(positions.count, "event")), at \(range). "
        + "Go on with the other folder, or with a backup."
    }
  }

  private func line(_ note: LedgerComparison.Note) -> String {
    switch note {
    case .order(let position, let here, let there):
      return
        "They came in another order, from position \(position) on: \(words(here)) here, \(words(there)) there. "
        + "Totals and lists do not depend on it. Which pairs duplicates forms of three or more equal receipts, and which "
        + "hits search leaves out at its limit, may."
    case .clockAhead(let side, let device, let milliseconds, let event):
      return "The clock of \(names.words(device)) is ahead of the one \(side.rawValue) by "
        + "\(EventText.span(milliseconds)) or more, at \(words(event))."
    case .clockBehind(let device, let milliseconds, let event):
      return "The clock of \(names.words(device)) was \(EventText.span(milliseconds)) slow at \(words(event))."
    case .models(let here, let there):
      return "The read models are of two versions of the program (\(here.joined(separator: ", ")) here, "
        + "\(there.joined(separator: ", ")) there): figures may differ until both are opened with the same."
    }
  }

  private func described(_ event: StoredEvent) -> String {
    "\(event.type) of \(localTime(milliseconds: event.recordedAtMilliseconds)) on \(event.stream.kind) "
      + "\(event.stream.id.description.prefix(8))"
  }

  private func words(_ event: EventReference) -> String { "\(names.words(event.device)):\(event.sequence)" }
}

extension LedgerComparison.Difference {
  fileprivate var json: JSONValue {
    switch self {
    case .missing(let side, let device, let sequences, let first):
      [
        "count": .count(sequences.count), "device": .string(device.description),
        "first": .integer(Int64(clamping: sequences.lowerBound)), "kind": "missing",
        "last": .integer(Int64(clamping: sequences.upperBound)), "side": .string(side.rawValue),
        "type": .string(first.type),
      ]
    case .fork(let here, _, let parts):
      ["event": here.reference.json, "kind": "fork", "parts": .strings(parts)]
    case .damaged(let side, let event):
      [
        "event": event.reference.json, "kind": "damaged", "position": .integer(event.position),
        "side": .string(side.rawValue),
      ]
    case .redacted(let side, let event):
      ["event": event.reference.json, "kind": "redacted", "side": .string(side.rawValue)]
    case .deleted(let side, let positions):
      [
        "first": .integer(positions.lowerBound), "kind": "deleted", "last": .integer(positions.upperBound),
        "side": .string(side.rawValue),
      ]
    }
  }
}

extension LedgerComparison.Note {
  fileprivate var json: JSONValue {
    switch self {
    case .order(let position, let here, let there):
      ["here": here.json, "kind": "order", "position": .integer(position), "there": there.json]
    case .clockAhead(let side, let device, let milliseconds, let event):
      [
        "device": .string(device.description), "event": event.json, "kind": "clockAhead",
        "milliseconds": .integer(milliseconds), "side": .string(side.rawValue),
      ]
    case .clockBehind(let device, let milliseconds, let event):
      [
        "device": .string(device.description), "event": event.json, "kind": "clockBehind",
        "milliseconds": .integer(milliseconds),
      ]
    case .models(let here, let there):
      ["here": .strings(here), "kind": "models", "there": .strings(there)]
    }
  }
}
