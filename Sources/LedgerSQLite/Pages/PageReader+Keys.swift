extension PageReader {
  /// What the entries of an index of three integers, the last of which is the key of a row, say of rows whose first
  /// integer lies in a range: those keys, in the order of the index.
  ///
  /// - Complexity: O(entries in the range), and a look-up.
  public func keys(inIndex root: UInt32, first range: ClosedRange<Int64>) -> [Int64]? {
    guard let depth = depth(of: root, leaf: 10) else { return nil }
    var keys: [Int64] = []
    lastFirst = .min
    return visit(root, depth, range, &keys) == nil ? nil : keys
  }

  /// Adds the keys of a page and of those below it; false where what follows is behind the range, nil where the page is
  /// not as expected.
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
