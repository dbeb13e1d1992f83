internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A table of rows that folds give: one description, which makes the SQL of the models and of history.
///
/// History has the same columns and two more: a version was shown from the event at `begins` until the one at `ends`.
/// The versions with `begins <= P AND (ends IS NULL OR ends > P)` are those that were known at a position P.
struct Table: Sendable {
  /// The name in the models.
  let name: String
  /// The name in history, or `nil` if no screen of the past reads it.
  let versions: String?
  /// The columns in the order of a row's cells. The first `keyCount` make the key.
  let columns: [String]
  let keyCount: Int
  /// The kind of record whose state gives the rows, or `nil` for tables of transactions or problems.
  let kind: StreamKind?
  /// The way to find the rows of a stream.
  let owner: Owner
  /// Adds the rows of a record of that kind. A state of another kind adds no row.
  let addRows: AddRows
  /// The columns as they were described, a line each.
  private let text: String

  /// Adds the rows of a record with an identifier.
  typealias AddRows = @Sendable (RecordState, UniqueID, inout RowBuffer) -> Void

  /// The way to find the rows of a stream.
  enum Owner: Hashable {
    /// The stream's key is in a column.
    case stream(String)
    /// The stream's identifier is the row's.
    case record
    /// The category's key gives the stream's identifier.
    case category
    /// There is one such stream, and all rows are of it.
    case ledger
    /// The earlier row of a transaction names them.
    case row
  }

  /// Describes a table.
  ///
  /// - Parameters:
  ///   - name: The name in the models.
  ///   - versions: The name in history, or `nil` if history has no such table.
  ///   - kind: The kind of record whose state gives the rows.
  ///   - owner: The way to find the rows of a stream: by its identifier unless given, and in a table of transactions by
  ///     its key.
  ///   - keyCount: The number of first columns that make the key.
  ///   - text: The columns as in SQL, each on a line of its own and without a comma.
  ///   - addRows: Adds the rows of a record of that kind.
  init(
    _ name: String, versions: String? = nil, of kind: StreamKind? = nil, owner: Owner? = nil,
    keyCount: Int = 1, _ text: String, addRows: @escaping AddRows = { _, _, _ in }
  ) {
    self.name = name
    self.versions = versions
    self.kind = kind
    self.owner = owner ?? (kind == nil ? .stream("key") : .record)
    self.keyCount = keyCount
    self.addRows = addRows
    self.text = text
    // This runs at every start of the program: splitting bytes takes a tenth of the time of characters.
    columns = text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
  }

  /// All that the SQL depends on. A changed description is a changed shape.
  var description: String { "\(name) \(versions ?? "-") \(keyCount)\n\(text)" }

  /// A column's declaration and its comment.
  private struct Line {
    let name: String
    let declaration: String
    let comment: String
  }

  private var lines: [Line] {
    let (space, dash) = (UInt8(ascii: " "), UInt8(ascii: "-"))
    return text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      // No declaration contains a dash.
      let comment = line.firstIndex(of: dash) ?? line.endIndex
      let words = line[..<comment].split(separator: space).map { String(decoding: $0, as: UTF8.self) }
      return Line(
        name: words.first ?? "", declaration: words.joined(separator: " "),
        comment: String(decoding: line[comment...], as: UTF8.self))
    }
  }

  /// The columns that make the key.
  var key: ArraySlice<String> { columns[..<keyCount] }

  /// Whether the only column of the key is an integer, which is then the row's id.
  var hasIntegerKey: Bool { keyCount == 1 && text.hasPrefix("\(columns[0]) INTEGER") }

  /// Makes the table in the models.
  var sql: String {
    """
    CREATE TABLE \(name) (
    \(lines.map { "  \($0.declaration), \($0.comment)\n" }.joined())
      PRIMARY KEY (\(key.joined(separator: ", ")))
    ) STRICT\(hasIntegerKey ? "" : ", WITHOUT ROWID");
    """
  }

  // MARK: History

  /// Returns a column's name in history, where `begins` and `ends` are positions.
  static func versionName(_ column: String) -> String {
    column == "begins" || column == "ends" ? column + "_on" : column
  }

  /// The columns in history, in the order of the file: the key, `begins`, the others, `ends`.
  var versionColumns: [String] {
    let names = columns.map(Self.versionName)
    return names[..<keyCount] + ["begins"] + names[keyCount...] + ["ends"]
  }

  /// The columns in history, under the names of the models.
  var shownColumns: String {
    columns.map { Self.versionName($0) == $0 ? $0 : "\(Self.versionName($0)) AS \($0)" }.joined(separator: ", ")
  }

  /// The SQL that creates the table in history. Empty if history has no such table.
  var versionSQL: String {
    guard let versions else { return "" }
    let declared = lines.map { line in
      "  \(Self.versionName(line.name))\(line.declaration.dropFirst(line.name.count)), \(line.comment)\n"
    }
    return """
      CREATE TABLE \(versions) (
      \(declared[..<keyCount].joined())  begins INTEGER NOT NULL,
      \(declared[keyCount...].joined())  ends INTEGER,
        PRIMARY KEY (\(versionColumns[...keyCount].joined(separator: ", ")))
      ) STRICT, WITHOUT ROWID;
      """
  }

  /// Ends the version of a key. The parameters are the key's columns and the position.
  var closeSQL: String {
    let conditions = versionColumns[..<keyCount].enumerated().map { "\($1) = ?\($0 + 1)" }
    return """
      UPDATE \(versions ?? name) SET ends = ?\(keyCount + 1)
      WHERE \(conditions.joined(separator: " AND ")) AND ends IS NULL
      """
  }
}
