internal import LedgerBytes
internal import LedgerPlatform

/// Sorts values that may need more memory than is acceptable.
///
/// It sorts a limited number at a time, and writes them to a file without a name. When all values are known, those
/// parts are merged. A small number of values stays in memory, without a file. Two million values of 24 bytes take 7 MB
/// instead of 70, and no more time. A part is sorted while the other threads of a rebuild fold, and is still in the
/// system's cache when it is read.
struct SortedRuns<Element: Comparable & BitwiseCopyable> {
  /// The path that the scratch file is created next to, or `nil` if all values stay in memory.
  private let path: String?
  /// The maximal number of values in memory. A full buffer is sorted and written to the file.
  private let memoryValuesMax: Int
  private var waiting: [Element] = []
  private var file: ScratchFile?
  /// For every part in the file, the number of values in it and in the parts before it.
  private var ends: [Int] = []

  /// Creates an empty sorter.
  ///
  /// - Parameters:
  ///   - path: The path of the new generation, whose folder receives scratch files.
  ///   - memoryValuesMax: The maximal number of values in memory.
  init(nextTo path: String?, memoryValuesMax: Int) {
    self.path = path
    self.memoryValuesMax = memoryValuesMax
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
    if waiting.count >= memoryValuesMax, let path { try write(nextTo: path) }
  }

  private mutating func write(nextTo path: String) throws {
    let file = try self.file ?? ScratchFile(nextTo: path, name: "aside-\(UniqueID.random()).part")
    self.file = file
    // Sorted in place: the values of one range of streams are in order already, so many are not copied.
    waiting.sort()
    let end = ends.last ?? 0
    try waiting.withUnsafeBytes { try file.write($0, at: end * MemoryLayout<Element>.stride) }
    ends.append(end + waiting.count)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Passes every value to `body`, in order, and forgets all.
  ///
  /// - Complexity: O(n log n). Memory for one part, and for some thousand values of each other part.
  mutating func drain(_ body: (Element) throws -> Void) throws {
    waiting.sort()
    let last = waiting
    var left = (ends.last ?? 0) + last.count
    waiting = []
    guard let file else {
      precondition(ends.isEmpty, "without a file all values are in memory")
      for value in last { try body(value) }
      return
    }
    var parts = zip([0] + ends, ends).map { SortedPart<Element>(file, from: $0, to: $1) }
    parts.append(SortedPart(last))
    self.file = nil
    ends = []
    var heap: [Int] = []
    for index in parts.indices where try parts[index].fill() { heap.append(index) }
    // In the heap, the children of the part at place `n` are at `2 * n + 1` and `2 * n + 2`. The next value of a child
    // never comes before that of its parent.
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
      left -= 1
      if try !parts[first].step() {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
      }
      sink(from: 0)
    }
    precondition(left == 0, "every value is passed on once")
  }
}

/// Values in order, of which some are in memory.
private struct SortedPart<Element: BitwiseCopyable> {
  private let file: ScratchFile?
  /// The values that are not in memory yet, by their places in the file.
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

  /// The next value. Only valid after `fill` or `step` has returned `true`.
  @inline(__always)
  var next: Element { values[index] }

  /// Steps to the value after it. Returns `false` if it was the last.
  @inline(__always)
  mutating func step() throws -> Bool {
    index += 1
    return try index < values.count || fill()
  }

  /// Makes sure that there is a next value. Returns `false` if all were read.
  mutating func fill() throws -> Bool {
    if index < values.count { return true }
    guard let file, !rest.isEmpty else { return false }
    let count = min(Self.piece, rest.count)
    let start = rest.lowerBound
    values = try [Element](unsafeUninitializedCapacity: count) { buffer, filled in
      try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: start * MemoryLayout<Element>.stride)
      filled = count
    }
    rest = start + count..<rest.upperBound
    index = 0
    return true
  }
}
