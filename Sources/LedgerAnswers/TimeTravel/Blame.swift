internal import EventLog
package import LedgerAudit
package import LedgerBytes
internal import LedgerDomain

extension Blame.Line {
  /// Returns the line: who wrote the value, when, on which device, and what became of it.
  package func json(_ names: DeviceNames) -> JSONValue {
    let status = status.wordAndEvent
    let document: JSONValue = [
      "actor": .string(event.actor), "cause": event.cause?.json ?? .null,
      "device": .string(event.reference.device.description),
      "deviceName": .optional(names[event.reference.device]),
      "deviceSequence": .integer(Int64(clamping: event.reference.sequence)), "field": .string(field.rawValue),
      "position": .integer(event.position),
      "recorded": .string(isoTime(milliseconds: event.recordedAtMilliseconds)),
      "replacedBy": status.by?.json ?? .null, "standing": .string(status.word), "type": .string(event.type),
      "value": value?.json ?? .null,
    ]
    return document.adding(expression.map { ["expression": .string($0)] } ?? [:])
  }
}

extension Blame.Status {
  /// The status in a word, and the event that ended it.
  fileprivate var wordAndEvent: (word: String, by: EventReference?) {
    switch self {
    case .current: ("stands", nil)
    case .repeated: ("repeated", nil)
    case .replaced(let event): ("replaced", event)
    case .overtaken(let event): ("overtaken", event)
    case .chosen(let event): ("chosen", event)
    case .conflicts: ("conflicts", nil)
    case .outweighed: ("outweighed", nil)
    }
  }
}
