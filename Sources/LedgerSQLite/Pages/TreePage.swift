/// A page of a tree while it is filled: offsets of cells grow from the front, cells from the back.
struct TreePage {
  static let leafHeader = 8
  static let interiorHeader = 12

  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: PageFile.pageSize, alignment: 16)
  private var header = TreePage.leafHeader
  /// The offset of the last cell.
  private var top = PageFile.pageSize
  /// The number of cells.
  private(set) var count = 0

  func deallocate() { memory.deallocate() }

  /// Makes the page empty, with a type: 2 and 5 are interior pages, 10 and 13 are leaves.
  mutating func clear(_ type: UInt8) {
    precondition([2, 5, 10, 13].contains(type), "a page is an interior page or a leaf, of an index or a table")
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    memory[0] = type
    header = type < 8 ? Self.interiorHeader : Self.leafHeader
    top = PageFile.pageSize
    count = 0
  }

  /// Whether a cell of `size` bytes fits.
  func hasRoom(for size: Int) -> Bool { header + 2 * (count + 1) + size <= top }

  /// Adds a cell. The caller has checked that there is room.
  mutating func add(_ cell: UnsafeBufferPointer<UInt8>) { add(cell, after: 0) }

  /// Adds a child page with the divider after it. The caller has checked that there is room.
  mutating func add(child: UInt32, _ divider: [UInt8]) {
    precondition(header == Self.interiorHeader, "a leaf has no children")
    divider.withUnsafeBufferPointer { add($0, after: 4) }
    memory.storeBytes(of: child.bigEndian, toByteOffset: top, as: UInt32.self)
  }

  private mutating func add(_ cell: UnsafeBufferPointer<UInt8>, after room: Int) {
    precondition(hasRoom(for: cell.count + room), "no room for a cell")
    top -= cell.count + room
    UnsafeMutableRawBufferPointer(rebasing: memory[(top + room)...]).copyMemory(
      from: UnsafeRawBufferPointer(cell))
    set(UInt16(top), at: header + 2 * count)
    count += 1
    set(UInt16(count), at: 3)
    set(UInt16(top), at: 5)
  }

  /// Removes and returns the last cell. The page must have others.
  mutating func removeLast() -> [UInt8] {
    precondition(count > 1, "a page without a cell")
    let before = Int(
      UInt16(bigEndian: memory.loadUnaligned(fromByteOffset: header + 2 * (count - 2), as: UInt16.self)))
    precondition(top < before && before <= PageFile.pageSize, "the cells of a page lie one before the other")
    let cell = Array(memory[top..<before])
    UnsafeMutableRawBufferPointer(rebasing: memory[top..<before]).initializeMemory(as: UInt8.self, repeating: 0)
    set(0, at: header + 2 * (count - 1))
    top = before
    count -= 1
    set(UInt16(count), at: 3)
    set(UInt16(top), at: 5)
    return cell
  }

  /// Sets the child page after all dividers.
  func setRight(_ page: UInt32) {
    precondition(header == Self.interiorHeader, "a leaf has no children")
    memory.storeBytes(of: page.bigEndian, toByteOffset: 8, as: UInt32.self)
  }

  private func set(_ value: UInt16, at offset: Int) {
    memory.storeBytes(of: value.bigEndian, toByteOffset: offset, as: UInt16.self)
  }

  /// The whole page.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }
}
