package import EventLog
internal import LedgerBook
package import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Imports lines of events in writes of a few thousand.
///
/// What was good before a refused line stays. An event may come before an earlier one of its device. It is held until that one has come.
package struct EventIntake {
  /// A line that is an event.
  package struct Line {
    let number: Int
    let event: ForeignEvent
    let ledger: UniqueID?

    /// The ledger that the line is of, as far as it tells: a ledger's own events bear its id.
    package var origin: UniqueID? {
      ledger ?? (event.stream.kind == StreamKind.ledger.rawValue ? event.stream.id : nil)
    }
  }

  /// Events of a device that cannot be imported before others.
  package struct Waiting {
    package let device: UniqueID
    package let missing: ClosedRange<UInt64>
    /// The number of events that wait.
    package let held: Int
  }

  /// The number of a line that was refused, and the reason.
  package struct Refused {
    package let number: Int
    package let words: String
  }

  /// Whether everything is tried and nothing is kept.
  let isDry: Bool
  package private(set) var result = TakeInResult()
  package private(set) var refusal: Refused?
  private let ledger: UniqueID
  private let isNamed: Bool
  private let milliseconds: Int64
  /// The events that came too early.
  private var early: [EventReference: Line] = [:]
  /// The number of events that are here, of each device that has events in `early`.
  private var sizes: [UniqueID: UInt64] = [:]
  /// The number of the last event of each device that was kept aside as one of another branch.
  private var aside: [UniqueID: UInt64] = [:]
  /// The numbers of the lines of this write whose events came without their content.
  private var numbers: [EventReference: Int] = [:]

  private let linesMax: Int
  private static let earlyLinesMax = 100_000

  /// Creates an import of lines.
  ///
  /// - Parameters:
  ///   - ledger: The ledger of all lines.
  ///   - isNamed: Whether every line must name its ledger.
  ///   - milliseconds: The wall clock, as the time of arrival.
  ///   - isDry: Whether everything is tried and nothing is kept.
  ///   - linesMax: The number of lines of a write.
  package init(of ledger: UniqueID, isNamed: Bool, at milliseconds: Int64, isDry: Bool, linesMax: Int = 4_000) {
    self.linesMax = linesMax
    self.ledger = ledger
    self.isNamed = isNamed
    self.milliseconds = milliseconds
    self.isDry = isDry
  }

  /// Thrown to roll back a write with a line that is refused.
  private struct Stopped: Error {
    let line: Refused

    init(_ number: Int, _ words: String) { line = Refused(number: number, words: words) }
  }

  /// Thrown to roll back a write of a dry run.
  private struct DryRun: Error {}

  /// Imports lines until the last one, or until one is refused.
  ///
  /// A write continues as long as an event without its content waits for the one that redacts it.
  package mutating func run(_ log: LedgerLog, next: () throws -> Line?) throws {
    var isAtEnd = false
    while !isAtEnd, refusal == nil {
      let before = self
      var lines: [Line] = []
      do {
        try write(log) { intake, writer in
          while intake.isOpen(writer, lines.count), let line = try next() {
            if !intake.isDry { lines.append(line) }
            try intake.admit(line, writer)
          }
          isAtEnd = intake.isOpen(writer, lines.count)
        }
      } catch is DryRun {
        return
      } catch let stopped as Stopped {
        let refused = stopped.line
        if !isDry { try redo(lines.prefix { $0.number != refused.number }, after: before, log) }
        refusal = refused
      }
    }
  }

  /// Imports the lines before a refused one again, because their write was rolled back.
  private mutating func redo(_ good: ArraySlice<Line>, after before: EventIntake, _ log: LedgerLog) throws {
    self = before
    do {
      try write(log) { intake, writer in
        for line in good { try intake.admit(line, writer) }
      }
    } catch is Stopped {
      // An event without its content is among them, and the one that redacts it did not come.
      self = before
    }
  }

  /// Whether a write with so many lines continues.
  private func isOpen(_ writer: LogWriter, _ count: Int) -> Bool {
    isDry || count < linesMax || writer.awaitsRedaction
  }

  private mutating func write(
    _ log: LedgerLog, _ body: (inout EventIntake, LogWriter) throws -> Void
  ) throws {
    try log.write { writer in
      try body(&self, writer)
      do { try writer.checkStripped() } catch EventLogError.invalidEvent(let reference, let reason) {
        throw Stopped(
          numbers[reference] ?? 0, Refusal(EventLogError.invalidEvent(reference, reason: reason)).line)
      }
      if isDry { throw DryRun() }
      _ = try writer.obeyRedactions { $0.namedPages }
      // Before the commit: models that are built meanwhile fold the log as it is now, or as it will be.
      if !result.healed.isEmpty { try ReadModels.discard(in: log.folder) }
    }
    numbers = [:]
  }

  private mutating func admit(_ line: Line, _ writer: LogWriter) throws {
    if let origin = line.origin, origin != ledger {
      throw Stopped(line.number, "this event is of ledger \(origin), not of \(ledger)")
    }
    if isNamed, line.ledger == nil {
      throw Stopped(line.number, "this event does not name its ledger")
    }
    let reference = line.event.reference
    let size = writer.edge(of: reference.device).size
    let isAside = reference.sequence > 1 && aside[reference.device] == reference.sequence - 1
    if !isAside, reference.sequence > size, reference.sequence - size > 1 {
      guard early.count < Self.earlyLinesMax else {
        throw Stopped(line.number, Refusal(EventLogError.gap(reference, expected: size + 1)).line)
      }
      early[reference] = line
      sizes[reference.device] = size
      return
    }
    try take(line, isAside: isAside, writer)
    guard sizes[reference.device] != nil else { return }
    while true {
      let size = writer.edge(of: reference.device).size
      sizes[reference.device] = size
      let next = EventReference(device: reference.device, sequence: size + 1)
      guard let held = early.removeValue(forKey: next) else { return }
      try take(held, isAside: false, writer)
    }
  }

  private mutating func take(_ line: Line, isAside: Bool, _ writer: LogWriter) throws {
    let reference = line.event.reference
    if line.event.payload == nil { numbers[reference] = line.number }
    let part: TakeInResult
    do {
      part =
        isAside
        ? try writer.keepBranch([line.event], receivedAtMilliseconds: milliseconds)
        : try writer.takeIn([line.event], receivedAtMilliseconds: milliseconds)
    } catch let error as EventLogError {
      throw Stopped(line.number, Refusal(error).line)
    }
    if part.leftOut > 0 { aside[reference.device] = reference.sequence } else { aside[reference.device] = nil }
    result.taken += part.taken
    result.known += part.known
    result.leftOut += part.leftOut
    result.forks += part.forks.filter { fork in !result.forks.contains { $0.device == fork.device } }
    result.healed += part.healed
    if let positions = part.positions {
      result.positions = (result.positions?.lowerBound ?? positions.lowerBound)...positions.upperBound
    }
  }

  // MARK: What waits

  /// The first event of each device that came too early, by device.
  var earliest: [(device: UniqueID, line: Line)] {
    let first = Dictionary(early.values.map { ($0.event.reference.device, $0) }) { one, other in
      one.event.reference.sequence < other.event.reference.sequence ? one : other
    }
    return first.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The events that wait for earlier ones, by device.
  var waiting: [Waiting] {
    earliest.map { device, line in
      Waiting(
        device: device, missing: (sizes[device] ?? 0) + 1...line.event.reference.sequence - 1,
        held: early.keys.count { $0.device == device })
    }
  }

  /// Returns the error of a line that came too early, where nothing may wait.
  func gap(before line: Line, of device: UniqueID) -> EventLogError {
    .gap(line.event.reference, expected: (sizes[device] ?? 0) + 1)
  }
}
