public import LedgerBytes

/// The facts that answer a question, for every surface that shows them.
///
/// The tool prints `document` with `--json` and draws `blocks` otherwise. An app draws `blocks` as views. Only the part
/// that a surface asks for is computed, so a program that reads JSON does not pay for short ids and names.
///
/// Texts are as the ledger has them: a surface makes them safe to show.
public protocol Answer {
  /// Returns the facts for programs. Members are sorted, and amounts are in minor units.
  func document(_ notation: Notation) throws -> Document
  /// Returns the facts for people, from top to bottom.
  func blocks(_ notation: Notation) throws -> [Block]
  /// Returns the figures that the answer shows, with the names by which they are explained.
  func figures(_ notation: Notation) throws -> [ShownFigure]
  /// The remarks about the answer, which are no part of it. The tool prints them to standard error, also with `--json`.
  var remarks: [Remark] { get }
  /// The verdict, which is the tool's exit status.
  var verdict: Verdict { get }
}

extension Answer {
  /// No figures.
  public func figures(_ notation: Notation) throws -> [ShownFigure] { [] }
  /// No remarks.
  public var remarks: [Remark] { [] }
  /// The answer is yes.
  public var verdict: Verdict { .yes }
}

/// The facts of an answer for programs.
public enum Document: Sendable {
  /// Nothing is printed.
  case none
  /// One line of JSON.
  case value(JSONValue)
  /// A line of JSON for each value.
  case lines([JSONValue])
  /// A line of JSON for each encoded value, which needs no tree in memory.
  case encoded([[UInt8]])
}

/// The answer to a question that can be answered with yes or no.
public enum Verdict: Hashable, Sendable {
  /// The command did what was asked, or the answer is yes.
  case yes
  /// The answer is no.
  case no
  /// The bytes are healthy, and their meaning is not.
  case unhealthy
}

/// A remark about an answer.
public enum Remark: Hashable, Sendable {
  /// A sentence.
  case text(String)
  /// A sentence with a step in it.
  case line(Line)
}

/// An answer that needs no notation of a ledger.
public protocol PlainAnswer: Answer {
  /// The facts for programs.
  var document: Document { get }
  /// The facts for people, from top to bottom.
  var blocks: [Block] { get }
}

extension PlainAnswer {
  /// Returns the facts for programs.
  public func document(_ notation: Notation) -> Document { document }
  /// Returns the facts for people.
  public func blocks(_ notation: Notation) -> [Block] { blocks }
}

/// A short answer, such as that something was done.
package struct Reply: PlainAnswer {
  package let document: Document
  package let blocks: [Block]
  package var remarks: [Remark] = []
  package var verdict = Verdict.yes

  /// Creates an answer of at most one document, blocks for people, and remarks.
  package init(_ facts: JSONValue?, _ blocks: [Block], remarks: [Line] = [], verdict: Verdict = .yes) {
    document = facts.map { .value($0) } ?? .none
    (self.blocks, self.remarks, self.verdict) = (blocks, remarks.map { .line($0) }, verdict)
  }

  /// Creates an answer of at most one document, a line for people, and remarks.
  package init(_ facts: JSONValue?, _ line: Line, remarks: [Line] = []) {
    self.init(facts, [.line(line)], remarks: remarks)
  }
}
