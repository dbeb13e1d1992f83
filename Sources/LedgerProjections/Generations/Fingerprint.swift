internal import LedgerBytes
internal import LedgerDomain

/// The parts that the models of a program version depend on. Models of another fingerprint are not read.
struct Fingerprint: Hashable, Sendable {
  /// Raised when a fold or a row changes its meaning in a way that the probe does not show.
  static let projectorVersion = 9

  /// The digest of the tables' SQL.
  let schema: String
  /// The projector's declared version.
  let projector: Int
  /// Every event type with its shape, and the steps that lead to it, a line each.
  let types: String
  /// The digest of the rows of a small history.
  let probe: String

  /// The fingerprint of this program.
  ///
  /// - Complexity: Three milliseconds once per process. Commands use the digits, which are stored.
  static let current = Fingerprint(
    schema: schema(of: .models), projector: projectorVersion, types: typeLines { _ in true },
    probe: Probe.digest)

  /// This program's fingerprint for the file of history: other tables, and the rest the same.
  static let ofHistory = Fingerprint(
    schema: schema(of: .history), projector: current.projector, types: current.types, probe: current.probe)

  /// This program's fingerprint for the search index.
  ///
  /// The index depends on the texts of transactions alone.
  static let ofSearch = Fingerprint(
    schema: schema(of: .search), projector: searchVersion,
    types: typeLines { $0.streamKind == .transaction }, probe: Probe.digestOfTexts)

  /// Raised when texts change in a way that the probe does not show.
  private static let searchVersion = 1

  /// Sixteen hexadecimal digits over all parts, which are in the names of generations' files.
  static let digits = FingerprintCache.digits("models") { current.digits }

  /// The digits for files of history.
  static let digitsOfHistory = FingerprintCache.digits("history") { ofHistory.digits }

  /// The digits for files with the words of a search.
  static let digitsOfSearch = FingerprintCache.digits("search") { ofSearch.digits }

  private static func schema(of kind: GenerationKind) -> String { digest(kind.schemaDescription) }

  private var digits: String { Self.digest("\(schema)\n\(projector)\n\(types)\n\(probe)") }

  private static func typeLines(_ isIncluded: (EventType) -> Bool) -> String {
    let types = EventType.allCases.filter(isIncluded).map { "\($0.rawValue) \($0.schema)" }
    let steps = EventCodec.released.filter { isIncluded($0.type) }.map { "from \($0.type.rawValue) \($0.from)" }
    return (types + steps).joined(separator: "\n")
  }

  static func digest(_ text: String) -> String { String(SHA256.hash(Array(text.utf8)).description.prefix(16)) }

  /// Returns the reasons why models with this fingerprint differ from those of another, in words.
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
