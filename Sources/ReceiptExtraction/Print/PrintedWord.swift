/// A word on paper with its box, in pixels from the upper left corner.
package struct PrintedWord: Sendable {
  package var text: String
  /// The number of the engine's line that it belongs to.
  package var line: Int
  package var left: Int
  package var top: Int
  package var width: Int
  package var height: Int
  /// The place in the list of a page's words, from which the box before turning is known.
  private var index = 0

  /// Creates a word.
  package init(text: String, line: Int, left: Int, top: Int, width: Int, height: Int) {
    self.text = text
    self.line = line
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }

  var right: Int { left + width }
  var bottom: Int { top + height }
}

/// A line of the paper with the box around its words.
package struct PrintedLine: Equatable {
  package let text: String
  package let left: Int
  package let top: Int
  package let right: Int
  package let bottom: Int
}

extension PrintedWord {
  /// Returns the texts of the lines of the paper, from the top.
  package static func lines(of words: [PrintedWord]) -> [String] { rows(of: words).map(\.text) }

  /// Puts the lines of the paper together, from the top.
  ///
  /// Engines cut a line where its columns are far apart, and put labels and amounts into blocks of their own. Pieces at one
  /// height that do not overlap are one line. The tilt of the paper is that of its longer pieces.
  ///
  /// A page that was photographed sideways or upside down is turned by the direction of its lines.
  ///
  /// - Complexity: O(n log n) in words.
  package static func rows(of words: [PrintedWord]) -> [PrintedLine] {
    var words = words
    for index in words.indices { words[index].index = index }
    var pieces: [Piece] = []
    for word in upright(words) {
      if pieces.last?.line == word.line {
        pieces[pieces.count - 1].words.append(word)
      } else {
        pieces.append(Piece(line: word.line, words: [word]))
      }
    }
    let tilt = median(pieces.compactMap(\.tilt)) ?? 0
    for index in pieces.indices { pieces[index].measure(tilt) }
    pieces.sort { $0.height < $1.height }
    var rows: [[Piece]] = []
    for piece in pieces {
      // Only the last rows can be at this height.
      let near = rows.indices.suffix(nearRowsMax).filter { piece.joins(rows[$0]) }
      let best = near.min { abs(rows[$0][0].height - piece.height) < abs(rows[$1][0].height - piece.height) }
      if let best { rows[best].append(piece) } else { rows.append([piece]) }
    }
    return rows.map { row in
      let row = row.flatMap(\.words).sorted { $0.left < $1.left }
      let boxes = row.map { words[$0.index] }
      return PrintedLine(
        text: text(of: row), left: boxes.map(\.left).min() ?? 0, top: boxes.map(\.top).min() ?? 0,
        right: boxes.map(\.right).max() ?? 0, bottom: boxes.map(\.bottom).max() ?? 0)
    }
  }

  /// Returns the words of a row, with a wide gap where a column ends.
  private static func text(of row: [PrintedWord]) -> String {
    zip(row, row.dropFirst()).reduce(row.first?.text ?? "") { text, pair in
      let letters = max(1, pair.0.text.count + pair.1.text.count)
      let isColumn = (pair.1.left - pair.0.right) * letters > columnLettersMin * (pair.0.width + pair.1.width)
      return text + (isColumn ? "    " : " ") + pair.1.text
    }
  }

  /// The gap between two columns, in letters of the words next to it.
  private static let columnLettersMin = 4
  private static let nearRowsMax = 6

  /// Returns the words with their boxes turned, so that most lines run to the right.
  private static func upright(_ words: [PrintedWord]) -> [PrintedWord] {
    var (across, down) = (0, 0)
    for (word, next) in zip(words, words.dropFirst()) where word.line == next.line {
      across += next.left + next.right - word.left - word.right
      down += next.top + next.bottom - word.top - word.bottom
    }
    if across >= abs(down) { return words }
    return words.map { word in
      var turned = word
      if abs(down) > abs(across) {
        (turned.width, turned.height) = (word.height, word.width)
        (turned.left, turned.top) = down < 0 ? (-word.bottom, word.left) : (word.top, -word.right)
      } else {
        (turned.left, turned.top) = (-word.right, -word.bottom)
      }
      return turned
    }
  }

  /// Words that the engine put into one line.
  private struct Piece {
    let line: Int
    var words: [PrintedWord]
    /// The height of its middle on the page without the tilt, in pixels.
    var height = 0.0
    var size = 0.0
    var left = 0
    var right = 0

    /// The tilt of a piece that is long enough to measure it, in pixels down per pixel to the right.
    var tilt: Double? {
      guard let first = words.first, let last = words.last, last.left - first.left > 6 * first.height else {
        return nil
      }
      let across = Double(last.left + last.right - first.left - first.right) / 2
      return Double(last.bottom - first.bottom) / across
    }

    mutating func measure(_ tilt: Double) {
      words.sort { $0.left < $1.left }
      size = PrintedWord.median(words.map { Double($0.height) }) ?? 0
      let middles = words.map { Double($0.bottom) - tilt * Double($0.left + $0.right) / 2 }
      height = (PrintedWord.median(middles) ?? 0) - size / 2
      left = words.map(\.left).min() ?? 0
      right = words.map(\.right).max() ?? 0
    }

    /// Whether it belongs to a row: at its height, and left or right of its pieces.
    func joins(_ row: [Piece]) -> Bool {
      guard let first = row.first, abs(first.height - height) < min(first.size, size) / 2 else { return false }
      return row.allSatisfy { piece in
        let overlap = min(right, piece.right) - max(left, piece.left)
        return overlap * 10 <= min(right - left, piece.right - piece.left)
      }
    }
  }

  fileprivate static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
