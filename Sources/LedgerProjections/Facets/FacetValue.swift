internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A text that repeats, by its bytes, or the identifier of a group or rule.
enum FacetValue: Hashable, Sendable {
  case text([UInt8])
  case id(UniqueID)

  /// Binds the value in the form of the table of values.
  func bind(_ index: Int32, _ statement: Statement) throws {
    switch self {
    case .text(let bytes): try statement.bind(index, text: String(decoding: bytes, as: UTF8.self))
    case .id(let id): try statement.bind(index, id)
    }
  }

  /// Binds the folded form, in which parts of a text are found. It is empty for identifiers.
  func bindFolded(_ index: Int32, _ statement: Statement) throws {
    switch self {
    case .text(let bytes):
      try statement.bind(index, text: NFC.foldedForComparison(String(decoding: bytes, as: UTF8.self)))
    case .id: try statement.bind(index, text: "")
    }
  }

  /// Adds the cells of the table of values: the facet, the number, the value, and the value folded.
  ///
  /// A new history has the same table.
  func add(to rows: inout RowBuffer, _ facet: Facet, number: Int64) {
    rows.add(Int64(facet.rawValue))
    rows.add(number)
    switch self {
    case .text(let bytes):
      bytes.withUnsafeBytes { rows.add(textBytes: $0) }
      rows.add(text: NFC.foldedForComparison(String(decoding: bytes, as: UTF8.self)))
    case .id(let id):
      rows.add(id: id)
      rows.add(text: "")
    }
  }
}
