import LedgerTestSupport
import Testing

@testable import LedgerSQLite

/// Code that breaks what must hold in buffers and pages ends the program, and names what it broke.
///
/// Each test ends a process of its own. Before that, the same calls with right values leave it alive.
@Suite("What must hold in buffers and pages") struct AssertionTests {
  @Test("A page is of one of four kinds")
  func kinds() async {
    await #expect(processExitsWith: .success) {
      var page = TreePage()
      for kind: UInt8 in [2, 5, 10, 13] { page.clear(kind) }
    }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var page = TreePage()
      page.clear(3)
    }
    #expect(
      broken?.standardErrorContent.nameAssertion("a page is an interior page or a leaf, of an index or a table")
        == true)
  }

  @Test("A leaf has no children")
  func children() async {
    await #expect(processExitsWith: .success) { TreePage.setChild(ofKind: 5) }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      TreePage.setChild(ofKind: 13)
    }
    #expect(broken?.standardErrorContent.nameAssertion("a leaf has no children") == true)
  }

  @Test("Only whole rows are put together")
  func rows() async {
    await #expect(processExitsWith: .success) { RowBuffer.joinRows(of: 2) }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      RowBuffer.joinRows(of: 1)
    }
    #expect(broken?.standardErrorContent.nameAssertion("only whole rows are put together") == true)
  }

  @Test("A statement that is run for rows has a parameter for each of their columns")
  func parameters() async {
    await #expect(processExitsWith: .success) { try RowWriter.run("SELECT ?1, ?2") }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try RowWriter.run("SELECT ?1, ?2, ?3")
    }
    #expect(broken?.standardErrorContent.nameAssertion("a statement has a parameter for each column") == true)
  }
}

extension TreePage {
  fileprivate static func setChild(ofKind kind: UInt8) {
    var page = TreePage()
    page.clear(kind)
    page.setRight(7)
  }
}

extension RowBuffer {
  /// Appends a buffer with that many cells to one with rows of two.
  fileprivate static func joinRows(of cells: Int) {
    var (rows, others) = (RowBuffer(columns: 2), RowBuffer(columns: 2))
    for cell in 0..<cells { others.add(Int64(cell)) }
    rows.append(others)
  }
}

extension RowWriter {
  fileprivate static func run(_ sql: String) throws {
    let connection = try Connection(path: "", mode: .memory)
    var rows = RowBuffer(columns: 2)
    for cell in 0..<4 { rows.add(Int64(cell)) }
    try RowWriter(connection).run(sql, forEach: rows)
  }
}
