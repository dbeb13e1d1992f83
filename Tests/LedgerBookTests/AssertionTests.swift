import EventLog
import LedgerBytes
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// Code that breaks what must hold in the read models ends the program, and names what it broke.
///
/// Each test ends a process of its own. Before that, the same calls with right values leave it alive.
@Suite("What must hold in the read models") struct AssertionTests {
  @Test("A key is removed from a set that has it")
  func keys() async {
    await #expect(processExitsWith: .success) { try KeySet.remove(7, from: [7]) }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try KeySet.remove(8, from: [7])
    }
    #expect(broken?.standardErrorContent.nameAssertion("a key is removed from a set that has it") == true)
  }

  @Test("A number is given to a free slot")
  func slots() async {
    await #expect(processExitsWith: .success) { NumberSlots.addTwo(atSame: false) }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      NumberSlots.addTwo(atSame: true)
    }
    #expect(broken?.standardErrorContent.nameAssertion("a number is given to a free slot") == true)
  }

  @Test("A block of the models has no columns of history")
  func columns() async {
    await #expect(processExitsWith: .success) { try FacetBlock.decode(.date) }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try FacetBlock.decode(.ends)
    }
    #expect(
      broken?.standardErrorContent.nameAssertion("blocks of this kind are written with the column") == true)
  }

  @Test("The position of a generation is stored inside a transaction")
  func position() async {
    await #expect(processExitsWith: .success) {
      let generation = try Generation.create(nil, ledger: .random())
      try generation.connection.transaction(.immediate) {
        try generation.advance(to: 1, leaf: [UInt8](repeating: 0, count: 32))
      }
    }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Generation.create(nil, ledger: .random()).advance(to: 1, leaf: [UInt8](repeating: 0, count: 32))
    }
    #expect(
      broken?.standardErrorContent.nameAssertion(
        "a position is stored in the transaction that brought the tables there") == true)
  }
}

extension KeySet {
  fileprivate static func remove(_ key: StreamKey, from keys: [StreamKey]) throws {
    var set = KeySet()
    for key in keys { try set.insert(key) }
    set.remove(key)
  }
}

extension NumberSlots {
  fileprivate static func addTwo(atSame: Bool) {
    var slots = NumberSlots()
    let first = slots.first(1)
    _ = slots.add(1, at: first)
    _ = slots.add(2, at: atSame ? first : slots.next(first))
  }
}

extension FacetBlock {
  /// Asks an opened block of one entry for a column.
  fileprivate static func decode(_ column: FacetColumn) throws {
    let block = FacetBlock()
    block.insert(
      FacetEntry(slot: 0, date: 0, created: 0, units: 0, bits: FacetBits(raw: 0), values: FacetEntry.Values()),
      at: 0)
    try block.bytes.withUnsafeBytes { bytes in
      try block.open(bytes)
      _ = block.constant(column)
    }
  }
}
