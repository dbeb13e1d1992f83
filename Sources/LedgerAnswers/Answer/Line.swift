public import LedgerBook

/// A line of text, made of parts with an emphasis each. A part can be a step, such as `"Repair it: \(remedy: .recover)"`.
public struct Line: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A text with its emphasis, or a step.
  public struct Part: Hashable, Sendable {
    /// The text, as the ledger has it. That of a step is the title of its button.
    public let text: String
    /// The emphasis of the whole text.
    public let emphasis: Emphasis
    /// The step that a button or a command line carries out, or `nil` for a text.
    public let remedy: Remedy?
  }

  /// The parts from left to right.
  public var parts: [Part]

  /// Creates a line of one plain part.
  public init(stringLiteral text: String) { self.init(text) }

  package init(_ text: String, _ emphasis: Emphasis = .plain) {
    parts = [Part(text: text, emphasis: emphasis, remedy: nil)]
  }

  /// Creates a line of texts and steps.
  public init(stringInterpolation text: StringInterpolation) {
    parts = text.parts.isEmpty ? Line("").parts : text.parts
  }

  /// The text without its emphasis. A step is the title of its button.
  public var text: String { parts.map(\.text).joined() }

  /// Returns the lines one after the other in one. Parts of the same emphasis are joined.
  package static func + (left: Line, right: Line) -> Line {
    var line = left
    for part in right.parts { line.parts.append(joining: part) }
    return line
  }

  package func emphasized(_ emphasis: Emphasis) -> Line {
    var line = self
    line.parts = parts.map { Part(text: $0.text, emphasis: emphasis, remedy: $0.remedy) }
    return line
  }

  package var firstStep: Remedy? { parts.lazy.compactMap(\.remedy).first }

  package func replacingSteps(_ text: (Remedy) -> String) -> Line {
    guard parts.contains(where: { $0.remedy != nil }) else { return self }
    var line = self
    line.parts = []
    for part in parts {
      line.parts.append(
        joining: Part(text: part.remedy.map(text) ?? part.text, emphasis: part.emphasis, remedy: nil))
    }
    return line
  }

  /// The parts of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Creates a literal without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a text.
    public mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { parts.append(joining: Part(text: text, emphasis: .plain, remedy: nil)) }
    }

    /// Appends the description of a value.
    public mutating func appendInterpolation<Value>(_ value: Value) { appendLiteral("\(value)") }

    /// Appends the parts of a line.
    public mutating func appendInterpolation(_ line: Line) {
      for part in line.parts { parts.append(joining: part) }
    }

    /// Appends a remedy.
    public mutating func appendInterpolation(remedy: Remedy) {
      parts.append(Part(text: remedy.title, emphasis: .plain, remedy: remedy))
    }

    /// Appends a step.
    public mutating func appendInterpolation(step: Step) { appendInterpolation(remedy: .next(step)) }
  }
}

extension [Line.Part] {
  /// Appends a part. A text of the same emphasis is joined to the one before it.
  fileprivate mutating func append(joining part: Line.Part) {
    guard let last, last.remedy == nil, part.remedy == nil, last.emphasis == part.emphasis else {
      return append(part)
    }
    self[count - 1] = Line.Part(text: last.text + part.text, emphasis: part.emphasis, remedy: nil)
  }
}

extension [Line] {
  package var blocks: [Block] { map { .line($0) } }
}
