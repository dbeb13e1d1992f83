package import LedgerAudit
internal import LedgerBook
internal import LedgerBytes

/// The next step of a search by hand.
package struct BisectStepAnswer: Answer {
  let state: BisectNotes

  package init(_ state: BisectNotes) { self.state = state }

  package var verdict: Verdict {
    guard let bisection = state.bisection, bisection.next == nil else { return .yes }
    return bisection.candidates.count == 1 ? .yes : .no
  }

  package func document(_ notation: Notation) throws -> Document {
    guard let found else { return .value(.object(json)) }
    let effect = try EventEffect(position: found, notation: notation).members()
    return .value(.object(json.merging(effect) { $1 }))
  }

  /// The first bad event, or `nil` while it is being looked for.
  private var found: Position? {
    state.bisection.flatMap { $0.next == nil && $0.candidates.count == 1 ? $0.bad : nil }
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    guard let bisection = state.bisection else {
      let missing =
        state.bad == nil ? (state.good == nil ? "a bad and a good one" : "a bad one") : "a good one"
      return [
        .paragraph(
          "Name \(missing): \(step: .markBad) [P], \(step: .markGood) P. See then: any command with --at P.")
      ]
    }
    if let next = bisection.next {
      let left = counted(Int(bisection.good.distance(to: bisection.bad)), "event")
      return [
        .paragraph(
          "Look at event \(next), for example: \(step: .groups(at: next)). Then: \(step: .markGood), bad or skip. "
            + "\(left) left, some \(counted(bisection.stepsLeft, "step")).")
      ]
    }
    guard let found else {
      let range = bisection.candidates
      return [
        .paragraph(
          Line(
            "It is one of the events \(range.lowerBound) to \(range.upperBound): those before the last were "
              + "skipped."))
      ]
    }
    return [.line("Event \(found) is the first bad one, found in \(counted(state.steps, "step")).")]
      + (try EventEffect(position: found, notation: notation).blocks())
      + [.gap, .step("The search ends with", .endSearch)]
  }

  private var json: [String: JSONValue] {
    [
      "bad": state.bad.map { .integer($0) } ?? .null, "found": .boolean(found != nil),
      "good": state.good.map { .integer($0) } ?? .null, "hunting": .boolean(true),
      "next": state.bisection?.next.map { .integer($0) } ?? .null,
      "position": found.map { .integer($0) } ?? .null,
      "skipped": .array(state.skipped.sorted().map { .integer($0) }), "steps": .count(state.steps),
    ]
  }
}
