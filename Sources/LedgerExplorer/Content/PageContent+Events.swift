internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// The marks that a slider shows for an event. Several may be set.
struct EventMarks: OptionSet {
  let rawValue: Int64

  static let correction = EventMarks(rawValue: 1)
  static let deletion = EventMarks(rawValue: 2)
  static let export = EventMarks(rawValue: 4)
  /// It is earlier in time than an event that this device had before.
  static let late = EventMarks(rawValue: 8)
  static let conflict = EventMarks(rawValue: 16)

  /// The marks that follow from an event's type.
  init(type: String) {
    switch type {
    case "FieldCorrected", "AlternatePicked": self = .correction
    case "TransactionDeleted", "ReceiptDiscarded", "GroupDeleted", "RuleDeleted", "GoalDeleted":
      self = .deletion
    case "GroupExported", "RangeExported": self = .export
    default: self = []
    }
  }

  init(rawValue: Int64) { self.rawValue = rawValue }
}

extension PageContent {
  /// Reads every event in words. An event about a record that is left out has its place and no words.
  mutating func readEvents() throws {
    var table = ColumnTable("events", Self.eventColumns)
    let names = try DeviceNames(book.log)
    var latest = HybridTime(rawValue: 0)
    let hasWords = places.count <= options.wordedTransactionsMax
    if !hasWords {
      report.leftOut.append(
        "The words of events are left out: of more than \(options.wordedTransactionsMax) transactions. All figures "
          + "are here. Limit them with --from or --group.")
    }
    try book.log.forEachEvent(through: last) { event in
      var marks = EventMarks(type: event.type)
      if event.time < latest { marks.insert(.late) }
      latest = max(latest, event.time)
      if conflicts.contains(event.position) { marks.insert(.conflict) }
      let record = event.stream.kind == StreamKind.transaction.rawValue ? places[event.stream.id] : nil
      let isShown = record != nil || isRecordShown(event.stream)
      let shown = isShown && hasWords ? replaced(event) : nil
      table.add(texts.number(of: replaced(names.words(event.reference.device), key: "device")))
      table.add(Int64(clamping: event.reference.sequence))
      table.add(event.recordedAtMilliseconds)
      table.add(Int64(event.offsetMinutes))
      table.add(event.receivedAtMilliseconds)
      table.add(texts.number(of: event.type))
      table.add(optional: record)
      table.add(isShown && record == nil ? texts.number(of: event.stream.id.description) : 0)
      table.add(texts.number(of: replaced(actor: event.actor)))
      table.add(texts.number(of: shown.map { $0.words.summary }))
      table.add(marks.rawValue)
      table.add(order.rank(of: event))
    }
    report.events = Int64(table.rows)
    add(table)
  }

  private static let eventColumns = [
    "device", "sequence", "recorded", "offset", "received", "type", "record", "stream", "actor", "words",
    "marks", "rank",
  ]

  /// Whether a record that is no transaction is in the page.
  private func isRecordShown(_ stream: StreamID) -> Bool {
    switch StreamKind(rawValue: stream.kind) {
    case .group: options.group.map { $0.id == stream.id } ?? true
    case .transaction, .rule: false
    // Records of the other kinds are in no group.
    default: options.group == nil
    }
  }

  /// Returns an actor, with another name in place of a person's if the options want that.
  func replaced(actor: String) -> String { options.standIns?.replace(actor: actor) ?? actor }

  /// Returns the event as the page shows it.
  ///
  /// With `--stand-ins`, the explorer replaces the texts and amounts in it by invented ones.
  func replaced(_ event: StoredEvent) -> StoredEvent {
    guard let standIns = options.standIns, let payload = event.payload,
      let value = try? JSONValue(parsing: payload, as: .payload)
    else { return event }
    var other = event
    other.actor = replaced(actor: event.actor)
    other.payload = standIns.replace(value).encoded()
    return other
  }
}
