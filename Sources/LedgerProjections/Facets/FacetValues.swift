internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Reads the numbered texts of the blocks.
///
/// A number sizes tables and is an index into them, and the file has no checksums. Impossible numbers are therefore
/// refused. An event gives at most one transaction another value of a facet, and with it one number. So no number is
/// greater than the position that the tables have reached.
struct FacetValues {
  let connection: Connection

  /// One more than the greatest number of a facet. Numbers begin with 1, and 0 means no value.
  ///
  /// - Throws: `ModelError.damaged` if the number is impossible.
  func count(_ facet: Facet) throws -> Int {
    let statement = try connection.statement(Self.greatest)
    defer { statement.reset() }
    try statement.bind(1, Int64(facet.rawValue))
    guard try statement.step() else { return 1 }
    return try Self.count(statement.int64(0), at: statement.number(1))
  }

  static let greatest = """
    SELECT (SELECT ifnull(max(id), 0) FROM facet_value WHERE facet = ?1), ifnull((SELECT position FROM model), 0)
    """

  /// Returns the counts of all facets, and the position of the tables.
  ///
  /// - Throws: As `count(_:)`.
  /// - Complexity: A look-up each.
  func counts() throws -> (ofFacets: [(facet: Facet, count: Int)], position: Position) {
    let statement = try connection.statement(Self.allCounts)
    defer { statement.reset() }
    guard try statement.step() else { return ([], 0) }
    let position: Position = statement.number(Int32(Facet.allCases.count))
    let counts = try FacetColumn.facets.map { facet in
      (facet, try Self.count(statement.int64(Int32(facet.rawValue)), at: position))
    }
    return (counts, position)
  }

  static let allCounts =
    "SELECT "
    + Facet.allCases.map { "(SELECT ifnull(max(id), 0) FROM facet_value WHERE facet = \($0.rawValue))" }
    .joined(separator: ", ") + ", ifnull((SELECT position FROM model), 0)"

  private static func count(_ greatest: Int64, at position: Position) throws -> Int {
    guard greatest >= 0, greatest <= position.rawValue, let count = Int(exactly: greatest) else { throw damage }
    return count + 1
  }

  /// Returns the position of the tables, which no number and no key exceeds.
  func position() throws -> Position {
    try connection.statement("SELECT position FROM model").firstNumber() ?? 0
  }

  private static let damage = ModelError.damaged("the values of transactions")

  /// Returns the index of a number in a table of `count` entries.
  private static func place(_ number: Int64, of count: Int) throws -> Int {
    guard number > 0, number < count else { throw damage }
    return Int(number)
  }

  /// Returns the texts by number, with `nil` for 0 and for numbers that are not in use.
  ///
  /// - Complexity: O(texts).
  func texts(_ facet: Facet) throws -> [String?] {
    var texts = [String?](repeating: nil, count: try count(facet))
    let statement = try connection.statement("SELECT id, value FROM facet_value WHERE facet = ?1")
    try statement.bind(1, Int64(facet.rawValue))
    try statement.forEachRow { texts[try Self.place($0.int64(0), of: texts.count)] = $0.string(1) }
    return texts
  }

  /// Returns the currencies by number.
  func currencies() throws -> [CurrencyCode?] { try texts(.currency).map { $0.flatMap { CurrencyCode($0) } } }

  /// Whether each number is one of these texts. 0, no value, is not.
  func allowed(_ facet: Facet, _ wanted: Set<String>) throws -> [Bool] {
    var allowed = [Bool](repeating: false, count: try count(facet))
    let statement = try connection.statement(Self.number)
    for text in wanted {
      try statement.bind(1, Int64(facet.rawValue))
      try statement.bind(2, text: text)
      if let id = try statement.firstInt64() { allowed[try Self.place(id, of: allowed.count)] = true }
    }
    return allowed
  }

  /// Whether the text of each number passes. 0, no value, does not.
  func allowed(_ facet: Facet, _ passes: (String) throws -> Bool) throws -> [Bool] {
    try texts(facet).map { try $0.map(passes) ?? false }
  }

  /// Whether the text of each number contains a folded text. 0, no value, does not.
  func containing(_ folded: String, _ facet: Facet) throws -> [Bool] {
    var allowed = [Bool](repeating: false, count: try count(facet))
    let statement = try connection.statement(
      "SELECT id FROM facet_value WHERE facet = ?1 AND instr(folded, ?2) > 0")
    try statement.bind(1, Int64(facet.rawValue))
    try statement.bind(2, text: folded)
    try statement.forEachRow { allowed[try Self.place($0.int64(0), of: allowed.count)] = true }
    return allowed
  }

  /// Returns the keys of transactions whose note holds a folded text.
  ///
  /// - Complexity: O(notes).
  func notes(containing folded: String) throws -> KeySet {
    var keys = KeySet(through: StreamKey(try position().rawValue))
    let statement = try connection.statement("SELECT key FROM transaction_note WHERE instr(folded, ?1) > 0")
    try statement.bind(1, text: folded)
    try statement.forEachRow { try keys.insert($0.number(0)) }
    return keys
  }

  /// Returns the identifiers of groups or rules by number, with `nil` for 0 and unused numbers.
  func identifiers(_ facet: Facet) throws -> [UniqueID?] {
    var identifiers = [UniqueID?](repeating: nil, count: try count(facet))
    let statement = try connection.statement("SELECT id, value FROM facet_value WHERE facet = ?1")
    try statement.bind(1, Int64(facet.rawValue))
    try statement.forEachRow {
      identifiers[try Self.place($0.int64(0), of: identifiers.count)] = $0.optionalID(1)
    }
    return identifiers
  }

  /// Returns the identifiers of groups by number, with `nil` for 0 and for numbers that are not in use.
  func groups() throws -> [GroupID?] { try identifiers(.group).map { $0.map(GroupID.init) } }

  /// Whether each number is one of these rules. 0, no rule, is not.
  func allowed(_ rules: Set<RuleID>) throws -> [Bool] {
    var allowed = [Bool](repeating: false, count: try count(.rule))
    let statement = try connection.statement(Self.number)
    for rule in rules {
      try statement.bind(1, Int64(Facet.rule.rawValue))
      try statement.bind(2, rule.id)
      if let number = try statement.firstInt64() { allowed[try Self.place(number, of: allowed.count)] = true }
    }
    return allowed
  }

  /// Whether each number's group is wanted. An unknown or deleted group reads as Unfiled (Design, section 2).
  func allowed(_ wanted: Set<GroupID?>) throws -> [Bool] {
    var allowed = [Bool](repeating: wanted.contains(nil), count: try count(.group))
    if wanted.contains(nil) {
      let living = try connection.statement(Self.livingNumbers)
      try living.bind(1, Int64(Facet.group.rawValue))
      try living.forEachRow { allowed[try Self.place($0.int64(0), of: allowed.count)] = false }
    }
    let one = try connection.statement(Self.livingNumber)
    for group in wanted {
      guard let group else { continue }
      try one.bind(1, Int64(Facet.group.rawValue))
      try one.bind(2, group.id)
      if let number = try one.firstInt64() { allowed[try Self.place(number, of: allowed.count)] = true }
    }
    return allowed
  }

  static let number = "SELECT id FROM facet_value WHERE facet = ?1 AND value = ?2"
  static let livingNumber =
    number + " AND EXISTS (SELECT 1 FROM group_row WHERE group_row.id = facet_value.value AND deleted = 0)"
  static let livingNumbers = "SELECT id FROM facet_value WHERE facet = ?1 AND value IN \(FilterSQL.livingGroup)"
}
