internal import LedgerBytes

/// Puts values in order that may be more than memory should hold: so many at a time are put in order and then wait in a
/// file without a name, and when all are known those parts are merged.
///
/// Few values stay in memory, and there is no file. 24 bytes for each of two million take 7 MB, not 70, and no longer: a
/// part is put in order while the others of a rebuild's threads fold, and is in the system's cache when it is read.
struct SortedRuns<Element: Comparable & BitwiseCopyable> {
  /// Beside which file the one without a name is made; nil: all stay in memory.
  private let path: String?
  /// Values that are put in order at a time.
  private let most: Int
  private var waiting: [Element] = []
  private var file: ScratchFile?
  /// Of every part in the file how many values are in it and in those before it.
  private var ends: [Int] = []

  /// - Parameters:
  ///   - path: of the generation that is made; its folder is where scratch files stand.
  ///   - most: how many stay in memory.
  init(beside path: String?, most: Int) {
    self.path = path
    self.most = most
  }

  var isEmpty: Bool { waiting.isEmpty && ends.isEmpty }

  /// Takes values, in any order.
  mutating func append(_ values: [Element]) throws {
    waiting += values
    try writeIfMany()
  }

  /// Takes a value.
  mutating func append(_ value: Element) throws {
    waiting.append(value)
    try writeIfMany()
  }

  @inline(__always)
  private mutating func writeIfMany() throws {
    if waiting.count >= most, let path { try write(beside: path) }
  }

  private mutating func write(beside path: String) throws {
    let file = try self.file ?? ScratchFile(beside: path, name: "aside-\(UniqueID.random()).part")
    self.file = file
    // In place: what comes of one range of streams is in order already, and so many are not copied.
    waiting.sort()
    let end = ends.last ?? 0
    try waiting.withUnsafeBytes { try file.write($0, at: end * MemoryLayout<Element>.stride) }
    ends.append(end + waiting.count)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Hands every value to `body`, in order, and forgets all.
  ///
  /// - Complexity: O(n log n); memory for a part, and for some thousand values of each of the others.
  mutating func drain(_ body: (Element) throws -> Void) throws {
    waiting.sort()
    let last = waiting
    waiting = []
    guard let file else {
      for value in last { try body(value) }
      return
    }
    var parts = zip([0] + ends, ends).map { SortedPart<Element>(file, from: $0, to: $1) }
    parts.append(SortedPart(last))
    self.file = nil
    ends = []
    var heap: [Int] = []
    for index in parts.indices where try parts[index].fill() { heap.append(index) }
    // A heap: no part's next value comes before that of the one above it, which is the one of half its place.
    func sink(from place: Int) {
      var place = place
      while case let child = place * 2 + 1, child < heap.count {
        var least = child
        if child + 1 < heap.count, parts[heap[child + 1]].next < parts[heap[child]].next { least += 1 }
        guard parts[heap[least]].next < parts[heap[place]].next else { return }
        heap.swapAt(place, least)
        place = least
      }
    }
    for place in heap.indices.reversed() { sink(from: place) }
    while let first = heap.first {
      try body(parts[first].next)
      if try !parts[first].step() {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
      }
      sink(from: 0)
    }
  }
}

/// Values in order, of which some are in memory.
private struct SortedPart<Element: BitwiseCopyable> {
  private let file: ScratchFile?
  /// Those that are not in memory yet, by their places in the file.
  private var rest: Range<Int>
  private var values: [Element] = []
  private var index = 0

  /// Values that are read at a time.
  private static var piece: Int { 4_096 }

  init(_ file: ScratchFile, from start: Int, to end: Int) {
    self.file = file
    rest = start..<end
  }

  init(_ values: [Element]) {
    file = nil
    rest = 0..<0
    self.values = values
  }

  /// The next value, where there is one.
  @inline(__always)
  var next: Element { values[index] }

  /// Steps to the value after it; false where there is none.
  @inline(__always)
  mutating func step() throws -> Bool {
    index += 1
    return try index < values.count || fill()
  }

  /// Makes sure that there is a next value; false where there is none.
  mutating func fill() throws -> Bool {
    if index < values.count { return true }
    guard let file, !rest.isEmpty else { return false }
    let count = min(Self.piece, rest.count)
    let start = rest.lowerBound
    values = try [Element](unsafeUninitializedCapacity: count) { buffer, filled in
      try file.read(
        into: UnsafeMutableRawBufferPointer(buffer), at: start * MemoryLayout<Element>.stride)
      filled = count
    }
    rest = start + count..<rest.upperBound
    index = 0
    return true
  }
}
