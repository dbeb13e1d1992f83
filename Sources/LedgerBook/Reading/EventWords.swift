public import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// An event in words for a person.
public struct EventWords: Hashable, Sendable {
  /// The event in one line: `total 8.45 → 84.50 EUR, picked, bottom line SUMME`.
  public let summary: String
  /// The reason why it could not be read, or `nil` if it could.
  public let problem: String?
}

extension StoredEvent {
  /// The event with its values, or `nil` if this program cannot read it or it was redacted.
  package var recordEvent: LedgerEvent? {
    let decoded = EventCodec.current.decode(type: type, schema: schema, stream: stream, payload: payload)
    return if case .event(let event) = decoded { event } else { nil }
  }

  /// The event as text. Texts from outside are in it unchanged: the caller escapes them for printing.
  public var words: EventWords {
    if let ignored { return EventWords(summary: ignored.rawValue, problem: nil) }
    return envelope.words
  }
}

extension ForeignEvent {
  /// The event as text. Texts from outside are in it unchanged: the caller escapes them for printing.
  package var words: EventWords {
    switch EventCodec.current.decode(type: type, schema: schema, stream: stream, payload: payload) {
    case .event(let event): return event.words
    case .redacted: return EventWords(summary: "redacted", problem: nil)
    case .unknown:
      return EventWords(
        summary: "", problem: "of a type or shape that this version does not know; kept as it is")
    case .unreadable(let error): return EventWords(summary: "", problem: "unreadable: \(error.reason)")
    }
  }
}

extension LedgerEvent {
  /// The event as text. Texts from outside are in it unchanged: the caller escapes them for printing.
  public var words: EventWords {
    EventWords(summary: summary, problem: nil)
  }
}
