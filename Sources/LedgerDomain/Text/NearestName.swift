/// Returns the name that was probably meant by a misspelt one, or `nil` if no name is similar.
package func nearest(to word: String, among names: [String]) -> String? {
  let allowed = max(1, word.count / 3)
  // The distance is at least the difference of the lengths, so that very long words are skipped.
  let ranked = names.filter { abs($0.count - word.count) <= allowed }
    .map { (name: $0, distance: editDistance(word, $0)) }
  let closest = ranked.filter { $0.distance <= allowed }.min { $0.distance < $1.distance }
  let isLongEnough = word.drop { $0 == "-" }.count >= 2
  return closest?.name ?? (isLongEnough ? names.first { $0.hasPrefix(word) } : nil)
}

/// Returns the Damerau-Levenshtein distance between two words.
///
/// It is the number of letters to be added, removed, changed or swapped with their neighbour.
///
/// - Complexity: O(n × m).
package func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left)
  let right = Array(right)
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let isSame = left[row] == right[column]
      var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
