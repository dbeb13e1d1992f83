import Foundation
import LedgerTestSupport
import Testing

@testable import events

@Suite("Lists show the origin, the category's name, and what a group really holds")
struct ListedOriginTests {
  @Test("The origin is in JSON, and in lists where there is neither paper nor group")
  func origins() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5", "--vendor", "Kiosk")
    let paper = try ledger.capture("Corner\nTOTAL EUR 12.50\n2026-06-12\nVISA\n")
    _ = ledger.run("correct", paper, "category", "food")
    #expect(ledger.run("save", paper).code == .ok)
    #expect(
      ledger.run(
        "add", "--amount", "9", "--category", "food", "--payment", "card", "--vendor", "Gym", "--date",
        "2026-06-01", "--every", "week"
      ).code == .ok)
    let origins = try objects(ledger.run("receipts", "--all", "--json").output).map { row in
      "\(row["vendor"] ?? "?") \(row["origin"] ?? "?")"
    }
    #expect(origins.contains("Kiosk manual") && origins.contains("Corner file"), "\(origins)")
    #expect(origins.contains("Gym manual") && origins.contains("Gym recurring"), "\(origins)")
    for list in [["receipts", "--limit", "500"], ["receipts", "--all"]] {
      let shown = ledger.run(list).lines
      func line(_ vendor: String) -> String { shown.last { $0.contains(vendor) } ?? "" }
      #expect(line("Kiosk").contains("manual entry"), "\(list): \(shown)")
      #expect(!line("Corner").contains("entry"))
      #expect(shown.contains { $0.contains("Gym") && $0.contains("recurring") })
    }
  }

  @Test("Every screen shows a category by its name and emoji")
  func categories() throws {
    let ledger = try Ledger()
    #expect(ledger.run("category", "change", "food", "--name", "Groceries", "--emoji", "🥕").code == .ok)
    let id = try ledger.add("5", "--vendor", "Kiosk")
    #expect(ledger.run("item", "add", id, "Bread", "3", "--category", "food").code == .ok)
    for command in [
      ["receipts"], ["group", "show", "Unfiled"], ["receipt", id], ["month", "2026-06"],
      ["analysis", "--kind", "expense", "--month", "2026-06"], ["report", "spending"], ["item", "list", id],
      ["search", "groceries"],
    ] {
      let shown = ledger.run(command)
      let words = command[0] == "search" ? "Groceries" : "🥕 Groceries"
      #expect(shown.code == .ok && shown.output.contains(words), "\(command): \(shown.output)")
    }
  }

  @Test("A transfer between two accounts is no receipt of Unfiled")
  func transfers() throws {
    let ledger = try TransferCommandTests.ledger()
    #expect(ledger.run("transfer", "30", "Checking", "Savings").code == .ok)
    #expect(ledger.run("groups", "--json").output.isEmpty)
    _ = try ledger.add("5")
    for list in [["groups", "--json"], ["group", "show", "Unfiled", "--json"]] {
      let group = try object(ledger.run(list).lines.first)
      #expect(group["count"] as? Int == 1 && group["first"] as? String == "2026-06-12", "\(group)")
    }
  }

  @Test("A cash flow names a currency in which what was received or spent is too large")
  func flow() throws {
    let ledger = try Ledger()
    var forger = try ledger.forger()
    for number in 0..<2_200 {
      forger.add(
        "TransactionRecorded", on: "transaction", ForgedEvent.id(number),
        #"{"amount":{"currency":"EUR","minorUnits":9007199254740991},"category":"other","date":"2026-06-12","kind":""#
          + (number.isMultiple(of: 2) ? "expense" : "income")
          + #"","on":"2026-06-12","origin":"manual","tags":[]}"#)
    }
    #expect(ledger.take(forger.lines).code == .ok)
    let flow = ledger.run("report", "cash-flow", "--json")
    let report = try object(flow.lines.first)
    #expect(
      (report["totals"] as? [[String: Any]])?.first?["minorUnits"] as? Int == 0, "\(flow.output.prefix(300))")
    #expect(report["tooLarge"] as? [String] == ["EUR"], "\(flow.errors)")
  }
}
