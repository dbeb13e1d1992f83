public import LedgerBytes

/// The events that several folders have together, in an order in which a log can import them.
///
/// A device's events have no gap in a log. An event after one that nobody has cannot be imported yet: it waits.
package struct SalvagePlan {
  /// An event to import, and the folder that has it.
  package struct Step {
    /// The index of the folder.
    package let source: Int
    /// The event.
    package let entry: SalvagedLog.Entry
  }

  /// The events, in the order of arrival in the first folder as far as possible.
  package private(set) var steps: [Step] = []
  /// The numbers of events of each device that can be imported.
  package private(set) var kept: [UniqueID: UInt64] = [:]
  /// The events that can be read and follow a lost one.
  package private(set) var waiting: [EventRange] = []
  /// The events that the first folder had and that cannot be read in any folder.
  package private(set) var lost: [EventRange] = []
  /// The number of further events that the first folder had, of devices that are not known.
  package private(set) var unassigned: Int64 = 0
  /// The device that records in the first folder, if it can go on: nothing of its own is lost.
  package private(set) var device: UniqueID?

  /// Plans the import of what the folders have and a log lacks.
  ///
  /// - Parameters:
  ///   - sources: The folders.
  ///   - log: The log, which has the same events of a device as far as it has them.
  /// - Complexity: O(events of the folders).
  package init(_ sources: [SalvagedLog], lackedBy log: LedgerLog) throws {
    for head in try log.devices() { kept[head.device] = head.size }
    let before = keptCount
    var known: [EventReference: Step] = [:]
    for (number, source) in sources.enumerated() {
      var forked: Set<UniqueID> = []
      for entry in source.entries where entry.reference.sequence <= kept[entry.reference.device] ?? 0 {
        if try log.leaf(of: entry.reference) != entry.leaf { forked.insert(entry.reference.device) }
      }
      for entry in source.entries
      where known[entry.reference] == nil && entry.reference.sequence > kept[entry.reference.device] ?? 0
        && !forked.contains(entry.reference.device)
      {
        known[entry.reference] = Step(source: number, entry: entry)
      }
    }
    for source in sources {
      for entry in source.entries { bring(entry.reference, known) }
    }
    precondition(
      UInt64(steps.count) == keptCount &- before, "a plan has a step for every event that the log will gain")
    wait(known)
  }

  /// Plans the import of everything that the folders have.
  ///
  /// - Parameter sources: The folders. The first one is the folder that is recovered.
  /// - Complexity: O(events).
  package init(_ sources: [SalvagedLog]) {
    precondition(!sources.isEmpty, "a plan begins with the folder that is recovered")
    var known: [EventReference: Step] = [:]
    for (number, source) in sources.enumerated() {
      // A device that was recorded with twice has other events elsewhere. Branches are never mixed.
      var forked: Set<UniqueID> = []
      for entry in source.entries where known[entry.reference].map({ $0.entry.leaf != entry.leaf }) ?? false {
        forked.insert(entry.reference.device)
      }
      for entry in source.entries
      where known[entry.reference] == nil && !forked.contains(entry.reference.device) {
        known[entry.reference] = Step(source: number, entry: entry)
      }
    }
    for source in sources {
      for entry in source.entries { bring(entry.reference, known) }
    }
    precondition(UInt64(steps.count) == keptCount, "a plan has a step for every event that is kept")
    sum(known, sources[0])
  }

  /// The number of events that the log has after the import. It wraps around if a damaged log tells a size.
  private var keptCount: UInt64 { kept.values.reduce(0, &+) }

  /// Adds the events of a device up to this one, unless one of them is missing.
  private mutating func bring(_ reference: EventReference, _ known: [EventReference: Step]) {
    var size = kept[reference.device] ?? 0
    while size < reference.sequence {
      guard let step = known[EventReference(device: reference.device, sequence: size + 1)] else { break }
      steps.append(step)
      size += 1
    }
    kept[reference.device] = size
  }

  /// Notes the events that can be read and follow a lost one. Returns their numbers, which ascend.
  @discardableResult
  private mutating func wait(_ known: [EventReference: Step]) -> [UniqueID: [UInt64]] {
    var later: [UniqueID: [UInt64]] = [:]
    for reference in known.keys where reference.sequence > kept[reference.device] ?? 0 {
      later[reference.device, default: []].append(reference.sequence)
    }
    later = later.mapValues { $0.sorted() }
    for device in later.keys.sorted() { waiting += EventRange.all(of: device, later[device] ?? []) }
    return later
  }

  private mutating func sum(_ known: [EventReference: Step], _ here: SalvagedLog) {
    let later = wait(known)
    for device in Set(kept.keys).union(here.sizes.keys).sorted() {
      let numbers = later[device] ?? []
      var next = (kept[device] ?? 0) + 1
      for number in numbers {
        if next < number { lost.append(EventRange(device: device, first: next, last: number - 1)) }
        next = number + 1
      }
      if let size = here.sizes[device], next <= size {
        lost.append(EventRange(device: device, first: next, last: size))
      }
    }
    let counted = here.sizes.values.reduce(0) { $0 + Int64(clamping: $1) }
    unassigned = max(0, here.lastPosition.rawValue - counted)
    if case .own(let own) = here.identity, unassigned == 0, here.measured.contains(own),
      kept[own] ?? 0 > 0, kept[own] ?? 0 >= here.sizes[own] ?? 0
    {
      device = own
    }
  }
}

/// Events of one device that follow each other.
public struct EventRange: Hashable, Sendable {
  /// The device.
  public let device: UniqueID
  /// The number of the first event.
  public let first: UInt64
  /// The number of the last event.
  public let last: UInt64

  /// The number of events.
  public var count: Int { Int(clamping: last - first + 1) }

  /// Returns the ranges of some numbers, which ascend.
  package static func all(of device: UniqueID, _ numbers: [UInt64]) -> [EventRange] {
    precondition(
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "the numbers of a device's events ascend")
    var ranges: [EventRange] = []
    for number in numbers {
      if let last = ranges.last, last.last + 1 == number {
        ranges[ranges.count - 1] = EventRange(device: device, first: last.first, last: number)
      } else {
        ranges.append(EventRange(device: device, first: number, last: number))
      }
    }
    return ranges
  }
}

extension LedgerLog {
  /// Imports the events of a plan into a log that has none of them yet.
  ///
  /// Events of the first folder keep the times at which they arrived there. Its own events count as such only if this log
  /// has everything that they rest on. Otherwise they count as events that came back.
  ///
  /// - Parameters:
  ///   - plan: The events.
  ///   - sources: The folders of the plan.
  ///   - receivedAtMilliseconds: This device's wall clock.
  /// - Throws: `.damaged` if an event can no longer be read, and the errors of `takeIn`.
  /// - Complexity: O(bytes of the events).
  package func fill(
    from plan: SalvagePlan, _ sources: [SalvagedLog], receivedAtMilliseconds: Int64
  ) throws {
    let lacking = Set((plan.lost + plan.waiting).map(\.device))
    let own = Set(sources[0].entries.filter { $0.receivedAtMilliseconds == 0 }.map(\.reference.device))
    var done = 0
    while done < plan.steps.count {
      let batch = plan.steps[done..<min(done + Self.stepsPerWrite, plan.steps.count)]
      try write(losses: .takeBack) { writer in
        for device in own { writer.areOwn[device] = true }
        for step in batch {
          guard let event = sources[step.source].event(step.entry) else {
            throw EventLogError.damaged("event \(step.entry.reference) could be read before, and cannot be now")
          }
          var received = step.source == 0 ? step.entry.receivedAtMilliseconds : max(1, receivedAtMilliseconds)
          let isWhole = event.seen.allSatisfy { $0.sequence <= plan.kept[$0.device] ?? 0 }
          if received == 0, !isWhole || lacking.contains(event.reference.device) {
            received = max(1, event.recordedAtMilliseconds)
          }
          try writer.takeBack(event, receivedAtMilliseconds: received)
        }
      }
      done += batch.count
    }
    let branches = sources[0].branches
    guard !branches.isEmpty else { return }
    try write(losses: .takeBack) {
      _ = try $0.keepBranch(branches, receivedAtMilliseconds: max(1, receivedAtMilliseconds))
    }
  }

  /// Imports the events of a plan that this log lacks, this device's own included.
  ///
  /// - Throws: The errors of `takeIn`.
  package func takeBack(
    _ plan: SalvagePlan, _ sources: [SalvagedLog], receivedAtMilliseconds: Int64
  ) throws {
    var done = 0
    while done < plan.steps.count {
      let batch = plan.steps[done..<min(done + Self.stepsPerWrite, plan.steps.count)]
      _ = try takeIn(
        batch.compactMap { sources[$0.source].event($0.entry) },
        receivedAtMilliseconds: receivedAtMilliseconds, losses: .takeBack, stripped: .accept)
      done += batch.count
    }
  }

  private static let stepsPerWrite = 1_000
}
