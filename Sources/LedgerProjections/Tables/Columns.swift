internal import LedgerBytes
internal import LedgerSQLite

// Columns that may be empty, bound and read.

extension Statement {
  /// Binds the sixteen bytes of an identifier.
  func bind(_ index: Int32, _ id: UniqueID) throws(SQLiteError) {
    let words = (id.high.bigEndian, id.low.bigEndian)
    try withUnsafeBytes(of: words) { (bytes) throws(SQLiteError) in try bind(index, blob: bytes) }
  }

  func bind(_ index: Int32, optional value: String?) throws(SQLiteError) {
    if let value { try bind(index, text: value) } else { try bind(null: index) }
  }

  func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

  func optionalNumber<Number: DistinctInteger>(_ column: Int32) -> Number? {
    isNull(column) ? nil : number(column)
  }

  func optionalString(_ column: Int32) -> String? { isNull(column) ? nil : string(column) }

  /// Returns the identifier in a column, or `nil` if the column does not have sixteen bytes.
  func optionalID(_ column: Int32) -> UniqueID? { withBytes(column) { UniqueID($0) } }
}

extension RowBuffer {
  /// The sixteen bytes of an identifier.
  mutating func add(id: UniqueID) {
    let words = (id.high.bigEndian, id.low.bigEndian)
    withUnsafeBytes(of: words) { add(blob: $0) }
  }

  mutating func addEmptyBlob() { add(blob: UnsafeRawBufferPointer(start: nil, count: 0)) }

  mutating func add(optional value: UniqueID?) { if let value { add(id: value) } else { addNull() } }

  mutating func add(optional value: Int64?) { if let value { add(value) } else { addNull() } }

  mutating func add(optional value: (some DistinctInteger)?) {
    if let value { add(value) } else { addNull() }
  }

  mutating func add(optional value: String?) { if let value { add(text: value) } else { addNull() } }
}
