public import LedgerBytes

// Integers with types of their own, such as positions, in parameters, columns and cells.

extension Statement {
  /// Binds the integer.
  @inlinable
  package func bind(_ index: Int32, _ value: some DistinctInteger) throws(SQLiteError) {
    try bind(index, value.rawValue)
  }

  /// The column as an integer of a type. NULL reads as 0.
  @inlinable
  package func number<Number: DistinctInteger>(_ column: Int32) -> Number { Number(rawValue: int64(column)) }

  /// The integer in the first column of the first row, or `nil` if there is no row. Resets the statement.
  @inlinable
  package func firstNumber<Number: DistinctInteger>() throws(SQLiteError) -> Number? {
    try firstInt64().map { Number(rawValue: $0) }
  }
}

extension RowCells {
  /// The column as an integer of a type. It is unspecified if the column holds something else.
  @inlinable
  package func number<Number: DistinctInteger>(_ column: Int) -> Number { Number(rawValue: int64(column)) }
}

extension RowBuffer {
  /// Adds the integer.
  @inlinable
  package mutating func add(_ value: some DistinctInteger) { add(value.rawValue) }

  /// The integer in a cell. It is unspecified if the cell holds something else.
  @inlinable
  package func number<Number: DistinctInteger>(_ row: Int, _ column: Int) -> Number {
    Number(rawValue: int64(row, column))
  }
}

extension ClosedRange where Bound: DistinctInteger {
  /// The same range of row numbers, by which pages are read.
  package var rowNumbers: ClosedRange<Int64> { lowerBound.rawValue...upperBound.rawValue }
}
