package import LedgerBytes

/// The truth of a condition over the positions of the log.
///
/// It consists of the value before the first event and the positions at which it changed.
package struct TruthCourse: Hashable, Sendable {
  /// Whether the condition is true before the first event.
  package let isTrueAtBeginning: Bool
  /// The positions at which the condition changed, ascending.
  package let turns: [Position]

  package init(isTrueAtBeginning: Bool, turns: [Position]) {
    self.isTrueAtBeginning = isTrueAtBeginning
    self.turns = turns
  }

  /// Whether the condition was true after the event at a position.
  package func isTrue(at position: Position) -> Bool {
    let passed = turns.partitioningIndex { $0 > position }
    return passed.isMultiple(of: 2) == isTrueAtBeginning
  }

  package init(_ course: FigureCourse, _ comparison: FigureComparison) {
    isTrueAtBeginning = comparison.holds(of: 0)
    var turns: [Position] = []
    var isTrue = isTrueAtBeginning
    for step in course.steps where comparison.holds(of: step.minorUnits) != isTrue {
      isTrue.toggle()
      turns.append(step.position)
    }
    self.turns = turns
  }

  /// Creates the course of a condition that is true except within some ranges of positions.
  init(falseIn stretches: [Range<Position>]) {
    isTrueAtBeginning = true
    var steps: [(position: Position, delta: Int)] = []
    for stretch in stretches where !stretch.isEmpty {
      steps.append((stretch.lowerBound, 1))
      if stretch.upperBound < .max { steps.append((stretch.upperBound, -1)) }
    }
    steps.sort { $0.position < $1.position }
    var turns: [Position] = []
    var open = 0
    for (index, step) in steps.enumerated() {
      let before = turns.count.isMultiple(of: 2)
      open += step.delta
      let isLast = index + 1 == steps.count || steps[index + 1].position != step.position
      if isLast, before != (open == 0) { turns.append(step.position) }
    }
    self.turns = turns
  }
}

/// A comparison of a figure with an amount.
package struct FigureComparison: Hashable, Sendable {
  /// The operator of a comparison.
  package enum Operator: String, CaseIterable, Hashable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  package let `operator`: Operator
  /// The amount in minor units of the figure's currency.
  package let minorUnits: Int64

  package init(_ operator: Operator, _ minorUnits: Int64) {
    self.operator = `operator`
    self.minorUnits = minorUnits
  }

  /// Whether a figure of `units` minor units satisfies the comparison.
  package func holds(of units: Int64) -> Bool {
    switch self.operator {
    case .equal: units == minorUnits
    case .notEqual: units != minorUnits
    case .less: units < minorUnits
    case .lessOrEqual: units <= minorUnits
    case .greater: units > minorUnits
    case .greaterOrEqual: units >= minorUnits
    }
  }
}
