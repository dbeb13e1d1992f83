import Foundation
import Testing

@testable import events

@Suite("The computation of an amount is kept, in every field that takes an amount")
struct KeptComputationTests {
  /// The payload members of the last event of a type that explain its amounts.
  private func expressions(_ ledger: Ledger, _ type: String) throws -> [String?] {
    let line = try #require(ledger.run("tail", "--type", type, "-n", "1", "--json").lines.first)
    let payload = try #require(try object(line)["payload"] as? [String: Any])
    return ["expression", "receivedExpression"].map { payload[$0] as? String }
  }

  @Test("The price in another currency and the computation are in `receipt`")
  func receipt() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Card", "--opening", "1000", "--date", "2026-01-01")
    let bought = try ledger.json("add", "Migros 180 CHF =94.20 EUR @Card food card")
    let id = try #require(bought["transaction"] as? String)
    #expect(ledger.run("receipt", id).output.contains("180 CHF"))
    #expect(try ledger.json("receipt", id)["expression"] as? String == "180 CHF")
    #expect(ledger.run("correct", id, "total", "95 +10%").code == .ok)
    #expect(try ledger.json("receipt", id)["expression"] as? String == "95 +10%")
    #expect(ledger.run("correct", id, "total", "96").code == .ok)
    #expect(try ledger.json("receipt", id)["expression"] == nil)
  }

  @Test("Line items")
  func items() throws {
    let ledger = try Ledger()
    let id = try ledger.add("20")
    #expect(ledger.run("item", "add", id, "Bread", "3*1.20").code == .ok)
    #expect(try expressions(ledger, "LineItemAdded") == ["3*1.20", nil])
    #expect(ledger.run("tail").output.contains("item Bread, 3.60 EUR = 3*1.20"))
    #expect(ledger.run("item", "change", id, "1", "--amount", "4 +10%").code == .ok)
    #expect(try expressions(ledger, "LineItemChanged") == ["4 +10%", nil])
    #expect(ledger.run("item", "change", id, "1", "--amount", "5", "--name", "Rye").code == .ok)
    #expect(try expressions(ledger, "LineItemChanged") == [nil, nil])
    #expect(ledger.run("item", "add", id, "Milk", "1.20").code == .ok)
    #expect(try expressions(ledger, "LineItemAdded") == [nil, nil])
    // An undo records the amount alone.
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("Transfers, both halves, when they are recorded and when they are corrected")
  func transfers() throws {
    let ledger = try TransferCommandTests.ledger()
    #expect(ledger.run("transfer", "90/3", "Checking", "Savings").code == .ok)
    #expect(try expressions(ledger, "TransferRecorded") == ["90/3", nil])
    #expect(ledger.run("transfer", "100 + 20", "Checking", "Dollars", "--received", "260/2").code == .ok)
    #expect(try expressions(ledger, "TransferRecorded") == ["100 + 20", "260/2"])
    let id = try #require(try objects(ledger.run("receipts", "--account", "Dollars", "--json").output).first)
    let transfer = try #require(id["transaction"] as? String)
    #expect(ledger.run("correct", transfer, "total", "150 - 20").code == .ok)
    #expect(try expressions(ledger, "FieldCorrected") == ["150 - 20", nil])
    #expect(ledger.run("correct", transfer, "received", "70*2").code == .ok)
    #expect(try expressions(ledger, "TransferChanged") == ["70*2", nil])
    let blame = ledger.run("blame", transfer).output
    #expect(blame.contains("150 - 20") && blame.contains("70*2"), "\(blame)")
    #expect(ledger.run("transfer", "5", "Checking", "Savings").code == .ok)
    #expect(try expressions(ledger, "TransferRecorded") == [nil, nil])
    #expect(ledger.run("rebuild", "--check").code == .ok)
  }

  @Test("budget set subtracts with and without blanks, and keeps what was typed")
  func budget() throws {
    let ledger = try BudgetCommandTests.ledger()
    for typed in ["300-12.50", "300 - 12.50", "300\u{2212}12.50"] {
      #expect(BudgetCommandTests.budget(ledger, "set", "food", "1").code == .ok)
      #expect(BudgetCommandTests.budget(ledger, "set", "food", typed).code == .ok, "\(typed)")
      #expect(try BudgetCommandTests.figures(ledger).contains("food [28750, -5600, 23150]"), "\(typed)")
      #expect(try expressions(ledger, "CategoryBudgeted")[0] == typed)
    }
    #expect(BudgetCommandTests.budget(ledger, "set", "food", "-20").code == .ok)
    #expect(try BudgetCommandTests.figures(ledger).contains("food [26750, -5600, 21150]"))
  }
}
