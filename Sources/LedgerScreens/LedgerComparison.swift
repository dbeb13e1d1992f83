internal import EventLog
package import LedgerAudit
package import LedgerBytes

extension LedgerComparison {
  /// The words of a comparison, which are those of the screen that shows it.
  package struct Words {
    /// The folder of each side.
    package var folders: [Side: String]
    /// The parts that could not be read.
    package var notRead: [String]
    /// Returns a difference in words.
    package var difference: (Difference) -> String
    /// Returns a note in words.
    package var note: (Note) -> String

    /// Creates the words of a comparison.
    package init(
      folders: [Side: String], notRead: [String], difference: @escaping (Difference) -> String,
      note: @escaping (Note) -> String
    ) {
      self.folders = folders
      self.notRead = notRead
      self.difference = difference
      self.note = note
    }
  }

  /// Returns the comparison of two folders.
  package func json(_ words: Words) -> JSONValue {
    func folder(_ side: Side) -> JSONValue {
      ["events": .integer(events[side] ?? 0), "folder": .string(words.folders[side] ?? "")]
    }
    return [
      "differences": .array(differences.map { $0.json.adding(["words": .string(words.difference($0))]) }),
      "here": folder(.here), "notRead": .strings(words.notRead),
      "notes": .array(notes.map { $0.json.adding(["words": .string(words.note($0))]) }),
      "payloadsRead": .boolean(readsPayloads), "same": .boolean(isSame && words.notRead.isEmpty),
      "there": folder(.there),
    ]
  }
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
