import Testing

@testable import events

@Suite("Undo and redo one action after the other")
struct UndoStackTests {
  private func notes(_ ledger: Ledger, _ id: String) throws -> String {
    let rows = ledger.run("receipts", "--all", "--json").lines
    return rows.first { $0.contains(id) } ?? ""
  }

  @Test("Undo twice undoes two actions, and redo brings them back in order")
  func twice() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5")
    #expect(ledger.run("correct", id, "note", "one").code == .ok)
    #expect(ledger.run("correct", id, "vendor", "Kiosk").code == .ok)
    func state() throws -> [Bool] {
      let row = try notes(ledger, id)
      return [
        row.contains(#""note":"one""#), row.contains(#""vendor":"Kiosk""#), row.contains(#""state":"saved""#),
      ]
    }
    #expect(try state() == [true, true, true])
    for expected in [[true, false, true], [false, false, true], [false, false, false]] {
      #expect(ledger.run("undo").code == .ok)
      #expect(try state() == expected)
    }
    for expected in [[false, false, true], [true, false, true], [true, true, true]] {
      let outcome = ledger.run("redo")
      #expect(outcome.code == .ok, "\(outcome.errors)")
      #expect(try state() == expected)
    }
    let nothing = ledger.run("redo")
    #expect(nothing.code == .no && nothing.errors.contains("nothing to redo"))
    // What came back by redo can be undone and come back again.
    #expect(ledger.run("undo").code == .ok && ledger.run("undo").code == .ok)
    #expect(try state() == [false, false, true])
    #expect(ledger.run("redo").code == .ok)
    #expect(try state() == [true, false, true])
  }

  @Test("A new action ends what can be redone, and the list shows both")
  func list() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5")
    ledger.run("correct", id, "note", "one")
    ledger.run("undo")
    try Golden.expect(ledger.run("undo", "--list").output, "undo-list")
    #expect(ledger.run("undo", "--list", "--json").lines.count == 2)
    try Golden.expect(ledger.run("redo").output, "redo")
    ledger.run("undo")
    ledger.run("correct", id, "note", "two")
    #expect(ledger.run("redo").code == .no)
    #expect(ledger.run("undo", "--dry-run").output.contains("Nothing was done."))
    #expect(try notes(ledger, id).contains(#""note":"two""#))
    #expect(ledger.run("undo", "HEAD", "--list").code == .usage)
  }

  @Test("A new ledger has nothing to undo or redo")
  func nothing() throws {
    let ledger = try Ledger()
    #expect(ledger.run("undo").code == .no && ledger.run("redo").code == .no)
    #expect(ledger.run("undo", "--list").output.contains("Nothing can be undone"))
  }
}
