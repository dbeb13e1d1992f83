internal import LedgerDomain

/// Whether something held, over the positions of the log: true or false from the beginning, and then the positions at
/// which it turned.
public struct TruthCourse: Hashable, Sendable {
  /// Before the first event.
  public let isTrueAtBeginning: Bool
  /// The positions at which it turned, ascending: true before, false after, or the other way round.
  public let turns: [Int64]

  /// A course.
  public init(isTrueAtBeginning: Bool, turns: [Int64]) {
    self.isTrueAtBeginning = isTrueAtBeginning
    self.turns = turns
  }

  /// Whether it held once the event at a position was known.
  public func isTrue(at position: Int64) -> Bool {
    let passed = turns.partitioningIndex { $0 > position }
    return passed.isMultiple(of: 2) == isTrueAtBeginning
  }

  /// The course of a comparison of a figure.
  public init(_ course: FigureCourse, _ comparison: FigureComparison) {
    isTrueAtBeginning = comparison.holds(of: 0)
    var turns: [Int64] = []
    var isTrue = isTrueAtBeginning
    for step in course.steps where comparison.holds(of: step.minorUnits) != isTrue {
      isTrue.toggle()
      turns.append(step.position)
    }
    self.turns = turns
  }

  /// Of what was true but within stretches of positions, each from an event up to before another.
  init(falseIn stretches: [Range<Int64>]) {
    isTrueAtBeginning = true
    var steps: [(position: Int64, delta: Int)] = []
    for stretch in stretches where !stretch.isEmpty {
      steps.append((stretch.lowerBound, 1))
      if stretch.upperBound < .max { steps.append((stretch.upperBound, -1)) }
    }
    steps.sort { $0.position < $1.position }
    var turns: [Int64] = []
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

/// A figure held against an amount.
public struct FigureComparison: Hashable, Sendable {
  /// How.
  public enum Operator: String, CaseIterable, Hashable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// How.
  public let `operator`: Operator
  /// Against what, in minor units of the figure's currency.
  public let minorUnits: Int64

  /// A comparison.
  public init(_ operator: Operator, _ minorUnits: Int64) {
    self.operator = `operator`
    self.minorUnits = minorUnits
  }

  /// Whether a figure of that many minor units satisfies it.
  public func holds(of units: Int64) -> Bool {
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
