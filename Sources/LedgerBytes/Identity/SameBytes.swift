internal import CLedgerHash

extension String {
  /// Whether the other text has the same bytes. Unlike this, `==` ignores how characters are composed.
  @usableFromInline package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer($0)) }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both have the same bytes. Faster than `elementsEqual`, which compares one by one.
  @usableFromInline package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return start == otherStart || ledger_same_bytes(start, otherStart, count)
  }
}
