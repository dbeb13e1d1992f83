extension PageReader {
  /// Returns the keys of the index entries whose first integer is in a range, in the order of the index.
  ///
  /// An entry consists of three integers, and the last one is the key of a row. The result is `nil` if the index is not
  /// as expected.
  ///
  /// - Complexity: O(entries in the range) after a look-up.
  package func keys(inIndex root: UInt32, first range: ClosedRange<Int64>) -> [Int64]? {
    guard let depth = depth(of: root, leaf: 10) else { return nil }
    var keys: [Int64] = []
    lastFirst = .min
    return visit(root, depth, range, &keys) == nil ? nil : keys
  }

  /// Adds the keys of a page and of its children.
  ///
  /// Returns `false` if the following entries are after the range, and `nil` if the page is not as expected.
  private func visit(_ number: UInt32, _ depth: Int, _ range: ClosedRange<Int64>, _ keys: inout [Int64])
    -> Bool?
  {
    guard let page = innerPage(number), page.type == (depth == 0 ? 10 : 2) else { return nil }
    var (low, high) = (0, page.count)
    while low < high {
      let middle = (low + high) / 2
      guard let entry = page.entry(middle) else { return nil }
      if entry.first < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    for index in low..<page.count {
      if depth > 0 {
        guard let child = page.child(index), let goesOn = visit(child, depth - 1, range, &keys) else {
          return nil
        }
        if !goesOn { return false }
      }
      guard let entry = page.entry(index) else { return nil }
      if entry.first > range.upperBound { return false }
      guard entry.first >= lastFirst else { return nil }
      lastFirst = entry.first
      keys.append(entry.key)
    }
    return depth == 0 ? true : visit(page.right, depth - 1, range, &keys)
  }
}
