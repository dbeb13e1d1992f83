internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A text that repeats, by its bytes, or the identifier of a group or rule.
enum FacetValue: Hashable, Sendable {
  case text([UInt8])
  case id(UniqueID)
}

extension FacetValue {
  /// As the table of values has it.
  func bind(_ index: Int32, _ statement: Statement) throws {
    switch self {
    case .text(let bytes): try statement.bind(index, text: String(decoding: bytes, as: UTF8.self))
    case .id(let id): try statement.bind(index, id)
    }
  }

  /// Folded, for finding a part of it; identifiers have none.
  func bindFolded(_ index: Int32, _ statement: Statement) throws {
    switch self {
    case .text(let bytes):
      try statement.bind(index, text: NFC.foldedForComparison(String(decoding: bytes, as: UTF8.self)))
    case .id: try statement.bind(index, text: "")
    }
  }
}
