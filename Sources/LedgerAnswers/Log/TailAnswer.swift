package import EventLog
internal import LedgerBook

/// A piece of the log's events.
package struct TailAnswer: Answer {
  let events: [StoredEvent]
  let style: Style

  package init(_ events: [StoredEvent], _ style: Style) { (self.events, self.style) = (events, style) }

  /// The form of all pieces, and the date that the last one ended with.
  package final class Style {
    let isCloudEvents: Bool
    let groupsArrivals: Bool
    fileprivate var date: String?

    package init(isCloudEvents: Bool, groupsArrivals: Bool) {
      (self.isCloudEvents, self.groupsArrivals) = (isCloudEvents, groupsArrivals)
    }
  }

  package func document(_ notation: Notation) throws -> Document {
    let text = EventText(notation)
    let arrivals = style.groupsArrivals ? EventArrivals(notation.book) : nil
    return .lines(
      try events.map { style.isCloudEvents ? text.cloudEvent($0) : try text.json($0, arrivals) })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    guard !events.isEmpty else { return [] }
    let text = EventText(notation)
    // Names are looked up event by event: in one transaction.
    return try notation.book.onSnapshot {
      guard style.groupsArrivals else { return [.table(try text.table(events, after: &style.date))] }
      let arrivals = EventArrivals(notation.book)
      return try EventArrivals.groups(events).flatMap { group -> [Block] in
        let heading = arrivals.heading(group, try text.names()).map { Block.line(Line($0)) }
        return heading + [try text.block(group)]
      }
    }
  }
}
