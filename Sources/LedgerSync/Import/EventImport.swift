package import EventLog
package import LedgerBook
package import LedgerBytes

/// Imports events that were printed as lines of JSON into a ledger, or makes a ledger of them.
///
///     let log = try LedgerLog.open(settings.folder, mode: .readWrite)
///     var events = EventImport(into: log, settings, from: "events.ndjson")
///     let report = try events.run { lines.popFirst() }
package struct EventImport {
  /// The result of an import.
  package struct Report {
    /// The ledger of the events.
    package let ledger: UniqueID
    /// Whether everything was tried and nothing was kept.
    package let isDryRun: Bool
    /// The events that came.
    package let result: TakeInResult
    /// The events that wait for earlier ones, by device.
    package let waiting: [EventIntake.Waiting]
    /// Whether the events show that the folder was restored from an older copy.
    package let isRestored: Bool
    /// The events in the ledger's terms, or `nil` if nothing came, or into a new ledger.
    package let news: ArrivalSummary?
  }

  /// The folder's ledger, or `nil` if one is to be made.
  private let existing: LedgerLog?
  private let settings: Book.Settings
  private let name: String
  private let isDryRun: Bool
  /// The lines that were refused. Reading ends with the first one.
  package private(set) var refused: [EventIntake.Refused] = []
  private var number = 0

  /// The number of lines that are read ahead to learn their ledger from, if they name no ledger.
  private static let lookAheadLinesMax = 1_000

  /// Creates an import.
  ///
  /// - Parameters:
  ///   - existing: The folder's ledger, or `nil` if the folder has no ledger.
  ///   - settings: The folder and the clock.
  ///   - name: The name of the input, for refusals.
  ///   - isDryRun: Whether everything is tried and nothing is kept.
  package init(
    into existing: LedgerLog?, _ settings: Book.Settings, from name: String, isDryRun: Bool = false
  ) {
    (self.existing, self.settings, self.name, self.isDryRun) = (existing, settings, name, isDryRun)
  }

  /// Thrown to leave the folder without a ledger.
  private struct Abandoned: Error {}

  /// Imports all lines, or those before a refused one. A new ledger is only made if no line is refused.
  ///
  /// - Parameter next: Returns the next line without its end, or `nil` at the end.
  /// - Returns: What came, or `nil` if nothing was imported because of the lines in `refused`.
  package mutating func run(_ next: () throws -> [UInt8]?) throws -> Report? {
    // Lines are held here until one of them names the ledger.
    var ahead: [EventIntake.Line] = []
    while ahead.last?.origin == nil, ahead.count < Self.lookAheadLinesMax, let line = try event(next) {
      ahead.append(line)
    }
    guard let last = ahead.last else {
      guard refused.isEmpty else { return nil }
      throw Refusal(.invalidValue, "\(name) holds no event")
    }
    guard let ledger = last.origin else {
      throw Refusal(
        .invalidValue, "\(name) does not tell which ledger its events are of",
        .enter("Print them again with this version, which names the ledger in each line"), .next(.exportEvents))
    }
    if let existing, ledger != existing.ledgerID {
      throw Refusal(
        .invalidValue, "these events are of another ledger than the one in \(settings.folder)",
        .next(.importIntoNew))
    }
    let identity = existing?.identity
    var intake = EventIntake(
      of: ledger, isNamed: last.ledger != nil, at: settings.clock().milliseconds, isDry: isDryRun)
    if let existing {
      try fill(existing, ahead, &intake, next)
    } else {
      do {
        // Others find the folder as it was until all is in.
        try LedgerLog.create(
          at: settings.folder, ledger: ledger, device: .random(), stateFolder: settings.stateFolder
        ) { log in
          try fill(log, ahead, &intake, next)
          for (device, line) in intake.earliest {
            refuse(line.number, Refusal(intake.gap(before: line, of: device)).line)
          }
          if !refused.isEmpty || isDryRun { throw Abandoned() }
        }
      } catch is Abandoned {
        if !refused.isEmpty { return nil }
      }
    }
    return Report(
      ledger: ledger, isDryRun: isDryRun, result: intake.result, waiting: intake.waiting,
      isRestored: existing.map { $0.identity != identity } ?? false,
      // A new ledger is closed by now, and nothing in it is news to anybody here.
      news: try existing.flatMap { log in
        try intake.result.positions.map { try ArrivalSummary(log, positions: $0) }
      })
  }

  /// Imports the lines that were read ahead, and all others.
  private mutating func fill(
    _ log: LedgerLog, _ ahead: [EventIntake.Line], _ intake: inout EventIntake, _ next: () throws -> [UInt8]?
  ) throws {
    var waiting = ahead[...]
    try intake.run(log) { try waiting.popFirst() ?? event(next) }
    if let line = intake.refusal { refused.append(line) }
  }

  /// Reads the next line that is an event, or `nil` at the end and after a line that is no event.
  private mutating func event(_ next: () throws -> [UInt8]?) throws -> EventIntake.Line? {
    guard refused.isEmpty else { return nil }
    do {
      while true {
        number += 1
        guard let line = try next() else { return nil }
        if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        let (event, ledger) = try PrintedEvent.read(line)
        return EventIntake.Line(number: number, event: event, ledger: ledger)
      }
    } catch let fault as EventLine.Fault {
      refuse(number, fault.reason)
      return nil
    }
  }

  private mutating func refuse(_ number: Int, _ words: String) {
    refused.append(EventIntake.Refused(number: number, words: words))
  }
}
