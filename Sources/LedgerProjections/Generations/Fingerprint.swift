internal import LedgerBytes
internal import LedgerDomain
internal import LedgerMigrations

/// What the models of a program version are made of, part by part: models of another fingerprint are not read.
struct Fingerprint: Hashable, Sendable {
  /// Raised when a fold or a row changes its meaning in a way that the probe does not show.
  static let projectorVersion = 5

  /// Of the tables' SQL.
  let schema: String
  /// The projector's declared version.
  let projector: Int
  /// Every event type with its shape, and the steps that lead to it, a line each.
  let types: String
  /// Of the rows that a small history gives.
  let probe: String

  /// This program's.
  ///
  /// - Complexity: some 0.05 ms, once in a process; once for a build of the program two milliseconds more.
  static let current = Fingerprint(
    schema: schema(Migrations.models), projector: projectorVersion, types: typeLines,
    probe: ProbeCache.digest())

  /// This program's, of the file of history: other tables, and all else the same.
  static let ofHistory = Fingerprint(
    schema: schema(Migrations.history), projector: current.projector, types: current.types,
    probe: current.probe)

  /// Sixteen hexadecimal digits over all parts: what a generation's file is called by.
  static let digits = current.digits

  /// Those of history.
  static let digitsOfHistory = ofHistory.digits

  private static func schema(_ files: [SQLFile]) -> String {
    digest(files.map { $0.name + "\n" + $0.sql }.joined(separator: "\n"))
  }

  private var digits: String { Self.digest("\(schema)\n\(projector)\n\(types)\n\(probe)") }

  private static var typeLines: String {
    let types = EventType.allCases.map { "\($0.rawValue) \($0.schema)" }
    let steps = EventCodec.released.map { "from \($0.type.rawValue) \($0.from)" }
    return (types + steps).joined(separator: "\n")
  }

  static func digest(_ text: String) -> String { String(SHA256.hash(Array(text.utf8)).description.prefix(16)) }

  /// Why models with this fingerprint are not those of another, in words.
  func differences(from other: Fingerprint) -> [String] {
    var words: [String] = []
    if schema != other.schema { words.append("their tables have another shape") }
    if projector != other.projector {
      words.append("the projector is version \(other.projector), not \(projector)")
    }
    if types != other.types {
      let (mine, others) = (Set(types.split(separator: "\n")), Set(other.types.split(separator: "\n")))
      let changed = Set(
        mine.symmetricDifference(others).map { $0.split(separator: " ").dropLast().joined(separator: " ") })
      words.append("the events that are known differ: \(changed.sorted().prefix(5).joined(separator: ", "))")
    }
    if probe != other.probe { words.append("the same events give other rows") }
    return words
  }
}
