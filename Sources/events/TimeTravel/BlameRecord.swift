internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

extension Command {
  private static let history = Option.flag("history", "All earlier values too, conflicts included")

  static let blame = Command(
    path: ["blame"], section: .travel,
    summary: "Say which event gave each field its value: who, when, on which device",
    operands: [
      Operand(
        "R", "A receipt, a group, a rule, an account, a goal, a category, “budget 2026-06 EUR”, or kind/id"),
      Operand("FIELD", "Only this field, for example total, tags or state", isOptional: true),
    ],
    options: [history], shared: Option.looking,
    run: { try $0.withLedger(blameRecord) })

  private static func blameRecord(_ ledger: OpenLedger) throws -> ExitCode {
    let field = try ledger.arguments.operand(1).map { text throws(Failure) in try recordField(text) }
    let text = ledger.arguments.operands[0]
    let stream = try ledger.stream(text)
    let events = ledger.book.horizon.admitted(try ledger.book.log.events(of: stream))
    guard !events.isEmpty else { throw Failure(.noInput, "there are no events of “\(text)”") }
    let blame = Blame.of(stream, events: events, field: field)
    let isWhole = ledger.arguments.has(history)
    let lines = isWhole ? blame.lines : blame.currentLines
    let names = try DeviceNames(ledger.book.log)
    let redactions = try RedactionNotes(ledger, of: stream)
    if ledger.invocation.isJSON {
      for line in lines { try ledger.invocation.print(json: redactions.adding(to: line.json(names))) }
      return .ok
    }
    defer { try? redactions.print("the values that they had set are not in the list") }
    if lines.isEmpty {
      try ledger.invocation.print("No event has set \(field?.rawValue ?? "anything").")
      return .ok
    }
    try ledger.invocation.print(try table(lines, names, ledger, isWhole: isWhole))
    return .ok
  }

  private static func recordField(_ text: String) throws(Failure) -> RecordField {
    if let field = RecordField(text) { return field }
    let names = RecordField.allCases.map(\.rawValue)
    throw Failure(
      .usage, "there is no field “\(text)”",
      advice: (nearest(to: text, among: names).map { ["Did you mean “\($0)”?"] } ?? [])
        + ["Fields: \(names.joined(separator: " "))"])
  }

  private static func table(
    _ lines: [Blame.Line], _ names: DeviceNames, _ ledger: OpenLedger, isWhole: Bool
  ) throws -> TextTable {
    var table = TextTable([
      .left("field"), .name("value", shrinksTo: 12), .right("event"), .left("when"),
      .name("who", shrinksTo: 8), .name(names.isShared ? "device" : "", shrinksTo: 6),
      .left(isWhole ? "status" : ""),
    ])
    var previous: RecordField?
    for line in lines {
      let event = line.event
      table.row([
        .init(line.field == previous ? "" : line.field.rawValue, .strong),
        .init(
          try ledger.words(line.value, of: line.field, event)
            + (line.expression.map { " = \(visible($0))" } ?? "")),
        .init("\(event.position)", .quiet),
        .init(String(localTime(milliseconds: event.recordedAtMilliseconds).dropLast(3)), .quiet),
        .init(visible(event.actor)),
        .init(names.isShared ? visible(names.words(event.reference.device)) : ""),
        .init(try words(line.status, isWhole, ledger)),
      ])
      previous = line.field
    }
    return table
  }

  private static func words(_ status: Blame.Status, _ isWhole: Bool, _ ledger: OpenLedger) throws -> String {
    func by(_ event: EventReference) throws -> String {
      try ledger.book.log.position(of: event).map { " by \($0)" } ?? ""
    }
    return switch status {
    case .current: isWhole ? "stands" : ""
    case .repeated: "said again"
    case .replaced(let event): "replaced" + (try by(event))
    case .overtaken(let event): "overtaken" + (try by(event))
    case .chosen(let event): "chosen" + (try by(event))
    case .conflicts: "in conflict"
    case .outweighed: "outweighed"
    }
  }
}
