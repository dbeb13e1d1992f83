internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The course of one field through the events of its record, in the order of the fold.
///
/// It follows every write until an event overwrites it, and knows which of them gave the field its present value.
struct FieldCourse {
  private let field: RecordField
  private var entries: [Entry] = []
  private var value: TypedValue?
  /// The entry that gave the present value.
  private var giver: Int?
  /// The entry of the event that changed the value last.
  private var lastChange = 0
  /// The writes that count after the last event.
  private var writes: [EventReference: RecordWrite] = [:]
  private var byPerson = false

  /// A value that an event wrote.
  private struct Entry {
    let event: StoredEvent
    let value: TypedValue?
    /// The write that carries the value on: its own, or a later one that repeated it. `nil` if no write does.
    var carrier: EventReference?
    /// The event that overwrote it.
    var end: StoredEvent?
    /// Whether that event wrote the same value.
    var endsSame = false
    /// Whether it repeated the value of the field.
    var isRepetition = false
    /// Whether it is carried on by the write of an event that changed nothing.
    var isCarrierOnly = false
    /// Whether it was written and did not become the value of the field.
    var isOutweighed = false
  }

  init(_ field: RecordField) { self.field = field }

  /// Notes an event.
  ///
  /// - Parameters:
  ///   - event: The event, the latest so far.
  ///   - new: The value of the field after it.
  ///   - counting: The writes that count after it, in the order of the fold.
  mutating func note(_ event: StoredEvent, _ new: TypedValue?, _ counting: [RecordWrite]) {
    let isChange = !TypedValue.areSame(value, new)
    writes = Dictionary(counting.map { ($0.reference, $0) }, uniquingKeysWith: { $1 })
    let winner = counting.last(where: \.byPerson) ?? counting.last
    byPerson = winner?.byPerson ?? false
    let own = writes[event.reference].map { ownValue($0, new) }
    end(by: event, own, new, isChange)
    value = new
    guard isChange else {
      if let own { add(event, own) }
      return giveAgain()
    }
    // An event may also uncover a value by taking its own back.
    let isOwn = own.map { TypedValue.areSame($0, new) } ?? false
    if !isOwn, let winner, let index = entry(carriedBy: winner.reference, new) {
      if let own { add(event, own) }
      entries[index].carrier = winner.reference
      entries[index].end = nil
      giver = index
    } else {
      entries.append(Entry(event: event, value: new, carrier: own == nil ? nil : event.reference))
      giver = entries.count - 1
    }
    lastChange = entries.count - 1
  }

  /// Returns the entry whose value a write carries on, or gave before another event had covered it.
  private func entry(carriedBy write: EventReference, _ value: TypedValue?) -> Int? {
    func has(_ entry: Entry) -> Bool { TypedValue.areSame(entry.value, value) }
    return entries.firstIndex { $0.carrier == write && has($0) }
      ?? entries.firstIndex { $0.event.reference == write && has($0) }
  }

  /// Returns the value that a write gave. The state of a record is computed, and every write that counts supports it.
  private func ownValue(_ write: RecordWrite, _ new: TypedValue?) -> TypedValue? {
    field == .state ? new : write.value
  }

  /// Whether a write that counts still carries on the value of an entry.
  ///
  /// The write of a restored record counts in every state that follows. It carries on only the present one.
  private func isCarried(_ entry: Entry, by carrier: EventReference, _ new: TypedValue?) -> Bool {
    writes[carrier] != nil && (field != .state || TypedValue.areSame(entry.value, new))
  }

  /// Ends the entries whose writes count no longer.
  private mutating func end(
    by event: StoredEvent, _ own: TypedValue??, _ new: TypedValue?, _ isChange: Bool
  ) {
    for index in entries.indices where entries[index].end == nil {
      if let carrier = entries[index].carrier {
        guard !isCarried(entries[index], by: carrier, new) else { continue }
        let isSame = own.map { TypedValue.areSame($0, entries[index].value) } ?? false
        if isSame, !isChange {
          entries[index].carrier = event.reference
          continue
        }
        entries[index].endsSame = isSame
      } else if !isChange {
        continue
      }
      entries[index].carrier = nil
      entries[index].end = event
    }
  }

  /// Adds the write of an event that did not change the value.
  private mutating func add(_ event: StoredEvent, _ own: TypedValue?) {
    guard own != nil || !entries.isEmpty else { return }
    let isSame = TypedValue.areSame(own, value)
    let carries = entries.contains { $0.carrier == event.reference }
    entries.append(
      Entry(
        event: event, value: own, carrier: event.reference, isRepetition: isSame,
        isCarrierOnly: carries, isOutweighed: !isSame))
  }

  /// Finds another giver if the present one was undone and another event had given the same value.
  private mutating func giveAgain() {
    guard let giver, entries[giver].end != nil else { return }
    let others = entries.indices.filter {
      entries[$0].carrier != nil && TypedValue.areSame(entries[$0].value, value)
    }
    self.giver = others.first { $0 > lastChange } ?? others.first ?? giver
  }

  /// The lines with their status after all events.
  var lines: [Blame.Line] {
    entries.indices.map { index in
      let entry = entries[index]
      return Blame.Line(field: field, value: entry.value, event: entry.event, status: status(index))
    }
  }

  private func status(_ index: Int) -> Blame.Status {
    let entry = entries[index]
    if index == giver { return .current }
    if let carrier = entry.carrier {
      if entry.isCarrierOnly || TypedValue.areSame(entry.value, value) { return .repeated }
      return writes[carrier]?.byPerson == byPerson ? .conflicts : .outweighed
    }
    if entry.isOutweighed { return .outweighed }
    guard !entry.isRepetition, let end = entry.end else { return .repeated }
    if entry.endsSame { return .chosen(by: end.reference) }
    return end.context.saw(entry.event.reference)
      ? .replaced(by: end.reference) : .overtaken(by: end.reference)
  }
}
