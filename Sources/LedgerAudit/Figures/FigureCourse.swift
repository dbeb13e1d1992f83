package import EventLog
public import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The course of a figure: each event that changed it, with its value afterwards.
public struct FigureCourse: Sendable {
  /// The value of a figure after an event.
  public struct Step: Hashable, Sendable {
    /// The position of the event, which is when this device learned of it.
    public let position: Position
    /// The value in minor units.
    public let minorUnits: Int64
  }

  /// The steps in the order of positions. Before the first the value is 0.
  public let steps: [Step]
  /// The number of events that were folded, or `nil` if the course was looked up in history.
  public let eventsFolded: Int64?

  /// Returns the value at a position in minor units.
  public func minorUnits(at position: Position) -> Int64 {
    let index = steps.partitioningIndex { $0.position > position }
    return index == 0 ? 0 : steps[index - 1].minorUnits
  }

  /// Calls `body` with the course of a figure up to a position, folded from transactions' events.
  ///
  /// - Complexity: O(events) in time, and memory for one stream and the changes.
  package static func folded(
    _ figure: AskedFigure, in log: LedgerLog, through last: Position,
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> FigureCourse {
    var parts: [Part] = []
    var turns: [Turn] = []
    var folded: Int64 = 0
    try log.forEachStream(through: last) { keyed, events in
      folded += Int64(events.count)
      if keyed.key.isMultiple(of: 200) { progress(folded, last.rawValue) }
      let kind = StreamKind(rawValue: keyed.stream.kind)
      if kind == .transaction { collect(keyed.stream, events, of: figure, into: &parts) }
      if kind == .group, !figure.filter.groups.isEmpty { turns += livings(of: keyed.stream, events) }
      if figure.hasOpening(of: keyed.stream) { parts += openings(of: keyed.stream, events, figure) }
    }
    return FigureCourse(steps: try sum(parts, turns, figure), eventsFolded: folded)
  }

  /// The change by an event to the part of the figure in one group.
  private struct Part {
    let position: Position
    let group: GroupID?
    let delta: Int64
  }

  /// The creation, deletion or restoration of a group.
  private struct Turn {
    let position: Position
    let group: GroupID
    let isLiving: Bool
  }

  private static func collect(
    _ stream: StreamID, _ events: [StoredEvent], of figure: AskedFigure, into parts: inout [Part]
  ) {
    var before: (group: GroupID?, units: Int64)?
    StreamSteps.forEachRow(of: stream, events) { position, row in
      let after: (group: GroupID?, units: Int64)? = figure.contribution(row).map { (row?.group, $0) }
      defer { before = after }
      if before?.group == after?.group, before != nil, after != nil {
        let delta = (after?.units ?? 0) &- (before?.units ?? 0)
        if delta != 0 { parts.append(Part(position: position, group: after?.group, delta: delta)) }
        return
      }
      if let before, before.units != 0 {
        parts.append(Part(position: position, group: before.group, delta: 0 &- before.units))
      }
      if let after, after.units != 0 {
        parts.append(Part(position: position, group: after.group, delta: after.units))
      }
    }
  }

  /// Returns the changes of an account's opening balance.
  private static func openings(of stream: StreamID, _ events: [StoredEvent], _ figure: AskedFigure) -> [Part] {
    var parts: [Part] = []
    var before: Int64 = 0
    StreamSteps.forEachFold(of: stream, events) { event, fold in
      let after = figure.opening(fold.account)
      if after != before { parts.append(Part(position: event.position, group: nil, delta: after - before)) }
      before = after
    }
    return parts
  }

  private static func livings(of stream: StreamID, _ events: [StoredEvent]) -> [Turn] {
    let group = GroupID(stream.id)
    var turns: [Turn] = []
    StreamSteps.forEachFold(of: stream, events) { event, fold in
      guard case .group(let state)? = fold.state else { return }
      let isLiving = GroupRow(group, state).map { !$0.isDeleted } ?? false
      if turns.last?.isLiving ?? false != isLiving {
        turns.append(Turn(position: event.position, group: group, isLiving: isLiving))
      }
    }
    return turns
  }

  /// Sums by group in the order of positions. Transactions in a group that does not exist read as Unfiled.
  private static func sum(_ parts: [Part], _ turns: [Turn], _ figure: AskedFigure) throws -> [Step] {
    let wanted = figure.filter.groups
    let parts = parts.sorted { $0.position < $1.position }
    let turns = turns.sorted { $0.position < $1.position }
    var sums: [GroupID?: Int128] = [:]
    var living: Set<GroupID> = []
    var steps: [Step] = []
    var total: Int128 = 0
    func counts(_ group: GroupID?) -> Bool {
      wanted.isEmpty || wanted.contains(group.flatMap { living.contains($0) ? $0 : nil })
    }
    var (part, turn) = (0, 0)
    while part < parts.count || turn < turns.count {
      let position = min(
        part < parts.count ? parts[part].position : .max, turn < turns.count ? turns[turn].position : .max)
      while turn < turns.count, turns[turn].position == position {
        let group = turns[turn].group
        let held = sums[group] ?? 0
        if counts(group) { total -= held }
        if turns[turn].isLiving { living.insert(group) } else { living.remove(group) }
        if counts(group) { total += held }
        turn += 1
      }
      while part < parts.count, parts[part].position == position {
        sums[parts[part].group, default: 0] += Int128(parts[part].delta)
        if counts(parts[part].group) { total += Int128(parts[part].delta) }
        part += 1
      }
      guard let units = Int64(exactly: total) else { throw ModelError.overflow(figure.currency.code) }
      if units != steps.last?.minorUnits ?? 0 { steps.append(Step(position: position, minorUnits: units)) }
    }
    return steps
  }
}

extension Array {
  /// Returns the first index from which on all elements satisfy the condition.
  func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
