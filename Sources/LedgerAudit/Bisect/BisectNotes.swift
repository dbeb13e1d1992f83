package import LedgerBytes

/// The state of a manual search, as it is kept between two runs.
package struct BisectNotes: Equatable {
  package var good: Position?
  package var bad: Position?
  package var skipped: Set<Position> = []
  package var steps = 0

  package init() {}

  /// The search, once both ends are known.
  package var bisection: Bisection? {
    guard let good, let bad else { return nil }
    return Bisection(good: good, bad: bad, skipped: skipped, steps: steps)
  }

  // MARK: The file

  /// The file holds no notes.
  package struct Unreadable: Error {}

  /// The notes are of another log.
  package struct OtherLog: Error {}

  /// The log's end when the notes were written, with the leaf of its last event.
  ///
  /// The leaf shows whether the log is still the same.
  package struct End: Equatable {
    package let last: Position
    package let leaf: String
  }

  /// Notes that were written, and at which end of the log.
  ///
  /// - Throws: `Unreadable`, also if the ends are not in order, or a position is after the log's end.
  package static func read(_ bytes: [UInt8]) throws(Unreadable) -> (notes: BisectNotes, end: End) {
    guard let value = try? JSONValue(parsing: bytes, as: .exchange), case .object = value,
      case .string(let leaf)? = value["leaf"], let last = try position(value["last"], through: .max)
    else { throw Unreadable() }
    var notes = BisectNotes()
    notes.good = try position(value["good"], through: last)
    notes.bad = try position(value["bad"], through: last)
    notes.steps = Int(try number(value["steps"], through: 1 << 32) ?? 0)
    if case .array(let skipped)? = value["skipped"] {
      for position in skipped {
        if let position = try Self.position(position, through: last) { notes.skipped.insert(position) }
      }
    }
    if let good = notes.good, let bad = notes.bad, good >= bad { throw Unreadable() }
    return (notes, End(last: last, leaf: leaf))
  }

  private static func position(
    _ value: JSONValue?, through last: Position
  ) throws(Unreadable) -> Position? {
    try number(value, through: last.rawValue).map(Position.init(rawValue:))
  }

  private static func number(_ value: JSONValue?, through last: Int64) throws(Unreadable) -> Int64? {
    switch value {
    case .integer(let number) where (0...last).contains(number): return number
    case .null, nil: return nil
    case .integer, .string, .array, .object, .fraction, .boolean: throw Unreadable()
    }
  }

  /// Returns the file's content.
  package func bytes(_ end: End) -> [UInt8] {
    let notes: JSONValue = [
      "bad": bad.map { .integer($0) } ?? .null, "good": good.map { .integer($0) } ?? .null,
      "last": .integer(end.last), "leaf": .string(end.leaf),
      "skipped": .array(skipped.sorted().map { .integer($0) }), "steps": .integer(Int64(steps)),
    ]
    return notes.encoded()
  }
}
