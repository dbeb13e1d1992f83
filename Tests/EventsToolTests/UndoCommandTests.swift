import Foundation
import Testing

@testable import events

@Suite("Undoing an action from the command line")
struct UndoCommandTests {
  private func types(_ ledger: Ledger) throws -> [String] {
    try ledger.run("tail", "-n", "1000", "--json").lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["type"] as? String)
    }
  }

  private func total(_ ledger: Ledger, _ id: String) throws -> Int? {
    let row = try ledger.json("receipt", id)
    return (row["amount"] as? [String: Any])?["minorUnits"] as? Int
  }

  @Test("A correction goes back, tail, show and audit report it, and an undo is undone")
  func correction() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    ledger.run("correct", id, "total", "40.00")
    let position = try types(ledger).count
    let outcome = ledger.run("undo", "HEAD")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    #expect(outcome.output.contains("total 40.00 EUR → 38.00 EUR"), "\(outcome.output)")
    #expect(outcome.output.contains("Undo the undo: events undo \(position + 1)"), "\(outcome.output)")
    #expect(try total(ledger, id) == 3_800)
    for arguments in [["tail"], ["show", id], ["show", "\(position + 1)"], ["audit", id]] {
      #expect(ledger.run(arguments).output.contains("undo of"), "\(arguments)")
    }
    #expect(ledger.run("show", "\(position)").output.contains("event \(position + 1)"))
    #expect(ledger.run("undo", "\(position + 1)").code == .ok)
    #expect(try total(ledger, id) == 4_000)
    let again = ledger.run("undo", "\(position)")
    #expect(
      again.code == .no
        && again.errors.contains("undone and brought back\n  Undo event \(position + 2) instead"),
      "\(again.errors)")
  }

  @Test("Undoing twice prints by what it was undone; what was changed since stays; both end with 1")
  func refused() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    ledger.run("correct", id, "total", "40.00")
    ledger.run("correct", id, "total", "41.00")
    let count = try types(ledger).count
    let overwritten = ledger.run("undo", "\(count - 1)")
    #expect(overwritten.code == .no, "\(overwritten.output)")
    #expect(
      overwritten.errors.contains("total was changed again since, and stays as it is\n  Look at event \(count)")
    )
    ledger.run("undo", "\(count)")
    let twice = ledger.run("undo", "\(count)")
    #expect(
      twice.code == .no && twice.errors.contains("undone already\n  Look at event \(count + 1)"),
      "\(twice.errors)")
    for position in ["1", "2"] {
      let beginning = ledger.run("undo", position)
      #expect(
        beginning.code == .no && beginning.errors.contains("beginning cannot be undone"), "\(beginning.errors)")
      #expect(beginning.errors.contains("and 3 more like these"), "\(beginning.errors)")
    }
    #expect(try types(ledger).count == count + 1)
  }

  @Test("A bad event is refused: 65 if the value does not parse, 66 if it does not exist")
  func wrong() throws {
    let ledger = try Ledger()
    #expect(ledger.run("undo").code == .no)
    #expect(ledger.run("undo", "abc").code == .dataError)
    #expect(ledger.run("undo", "-1").code != .ok)
    #expect(ledger.run("undo", "999").code == .noInput)
    #expect(ledger.run("undo", "ffffffff:1").code != .ok)
    #expect(ledger.run("undo", "HEAD~999").code == .noInput)
    #expect(ledger.run("--read-only", "undo", "HEAD").code != .ok)
  }

  @Test("--dry-run and --json print the same and record nothing")
  func dryRun() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    ledger.run("tag", id, "berlin")
    ledger.run("clear", id)
    let before = try types(ledger)
    let words = ledger.run("undo", "HEAD~1", "--dry-run")
    #expect(words.code == .ok && words.output.contains("Nothing was done."), "\(words.output)")
    let recorded = try #require(before.firstIndex(of: "TransactionRecorded")) + 1
    let json = try ledger.json("undo", "\(recorded)", "--dry-run")
    #expect(json["dryRun"] as? Bool == true && json["transaction"] as? String == id)
    #expect(json["undoes"] as? [Int] == [recorded])
    let remarks = try #require(json["remarks"] as? [[String: Any]])
    #expect(remarks.allSatisfy { $0["dependent"] as? Bool == true } && !remarks.isEmpty)
    #expect(try types(ledger) == before)
    let done = try ledger.json("undo", "\(recorded)")
    #expect(done["events"] as? [Int] == [before.count + 1])
    #expect(try types(ledger).last == "TransactionDeleted")
  }

  @Test("IE-04: a group's deletion comes back with the receipts that nobody has filed elsewhere since")
  func groupDeletion() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    ledger.run("group", "create", "Rome")
    let first = try ledger.add("10.00", "--group", "Berlin")
    let second = try ledger.add("20.00", "--group", "Berlin")
    ledger.run("group", "delete", "Berlin")
    let deletion = try types(ledger).count - 2
    ledger.run("file", second, "Rome")
    let outcome = ledger.run("undo", "\(deletion + 1)")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    #expect(outcome.output.contains("the group was changed again since"), "\(outcome.output)")
    let groups = ledger.run("groups").output
    #expect(groups.contains("Berlin") && groups.contains("€10.00") && groups.contains("€20.00"), "\(groups)")
    #expect(try ledger.json("receipt", first)["group"] as? String != nil)
    // Undoing the undo deletes the group again, and the receipt reads as Unfiled.
    #expect(ledger.run("undo", "HEAD").code == .ok)
    #expect(!ledger.run("groups").output.contains("Berlin"))
  }

  @Test("Undoing a group leaves its receipts and reports how many")
  func groupCreation() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let created = try types(ledger).count
    _ = try ledger.add("10.00", "--group", "Berlin")
    let outcome = ledger.run("undo", "\(created)")
    #expect(outcome.code == .ok && outcome.output.contains("1 receipt that it holds now stays, unfiled"))
    #expect(ledger.run("groups").output.contains("Unfiled"))
    // `group restore` knows the receipts that went with it.
    #expect(ledger.run("undo", "HEAD").code == .ok)
    #expect(!ledger.run("groups").output.contains("Unfiled") && ledger.run("groups").output.contains("Berlin"))
  }

  @Test("A saved receipt becomes a draft again, a captured one is discarded")
  func savedAndCaptured() throws {
    let ledger = try Ledger()
    let id = try ledger.capture("REWE City\n14.06.2026\nSUMME 84,50 EUR\nGirocard")
    let captured = try types(ledger).count
    for command in ["food"] { ledger.run("correct", id, "category", command) }
    let saved = ledger.run("save", id)
    try #require(saved.code == .ok, "\(saved.errors)")
    #expect(ledger.run("undo", "HEAD").code == .ok)
    #expect(try ledger.json("receipt", id)["state"] as? String == "draft")
    #expect(ledger.run("undo", "\(captured)").code == .ok)
    #expect(try types(ledger).last == "ReceiptDiscarded")
  }

  @Test("On a terminal it asks where something that came later builds on it; --yes answers")
  func asks() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    let recorded = try types(ledger).count
    ledger.run("clear", id)
    let terminal = try #require(PseudoTerminal(columns: 80))
    let shown = terminal.run(["undo", "\(recorded)"], on: ledger, typing: "n\n")
    #expect(shown.contains("Undo it all the same? [y/N]"), "\(shown)")
    #expect(try ledger.json("receipt", id)["state"] as? String == "saved")
    #expect(!terminal.run(["undo", "\(recorded)", "--yes"], on: ledger).contains("[y/N]"))
    #expect(try ledger.json("receipt", id)["state"] as? String == "deleted")
  }

  @Test("Defaults and categories go back; the category of transactions is kept by them")
  func categories() throws {
    let ledger = try Ledger()
    ledger.run("category", "add", "Coffee")
    let added = try types(ledger).count
    ledger.run("add", "--amount", "3", "--category", "coffee", "--payment", "cash")
    let outcome = ledger.run("undo", "\(added)")
    #expect(outcome.output.contains("1 transaction has this category and keeps it"), "\(outcome.output)")
    #expect(ledger.run("add", "--amount", "3", "--category", "coffee", "--payment", "cash").code == .no)
    #expect(ledger.run("undo", "HEAD").code == .ok)
    #expect(ledger.run("add", "--amount", "3", "--category", "coffee", "--payment", "cash").code == .ok)
  }
}
