import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// What `rebuild --check` and `--preview` find.
@Suite("Comparing read models")
struct ComparisonTests {
  @Test(
    "Models that are sound have no difference; a row that was changed, lost or added is found, table by table")
  func check() throws {
    let ledger = try ScreenLedger()
    for number in 0..<5 { try ledger.record("Kiosk \(number)") { $0.tags = ["a"] } }
    let sound = try ledger.book.checkModels()
    #expect(sound.isSame && sound.rows > 20 && sound.money.isEmpty)
    let path = try #require(try ledger.book.status().modelsPath)
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    try connection.execute(
      """
      UPDATE transaction_row SET minor_units = 1420 WHERE vendor = 'Kiosk 1';
      DELETE FROM transaction_row WHERE vendor = 'Kiosk 2';
      INSERT INTO transaction_tag (tag, key) VALUES ('b', 99);
      """)
    try connection.close()
    let found = try ledger.book.checkModels()
    #expect(!found.isSame && found.transactions == 2)
    #expect(found.tables.map(\.table) == ["transaction_row", "transaction_tag"])
    #expect(found.tables[0].changed == 1 && found.tables[0].added == 1 && found.tables[1].removed == 1)
    // 4.20 too much, and 10.00 missing.
    #expect(found.money.map(\.money.minorUnits) == [580])
    #expect(found.money[0].figure == .month(try #require(CivilMonth(iso: "2026-06")), .expense))
    #expect(found.samples.contains { $0.contains("minor_units 1420 → 1000") })
    // Nothing was changed by looking.
    #expect(try ledger.book.checkModels() == found)
    _ = try ledger.book.rebuild()
    #expect(try ledger.book.checkModels().isSame)
    let names = try FileManager.default.contentsOfDirectory(atPath: ledger.folder + "/models")
    #expect(!names.contains { $0.hasPrefix("aside") })
  }

  /// Makes the models in service those of another version of the program, after a change.
  private func leaveToAnotherVersion(_ ledger: ScreenLedger, changing sql: String) throws -> Book.Settings {
    let path = try #require(try ledger.book.status().modelsPath)
    let settings = ledger.book.settings
    try ledger.book.close()
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    try connection.execute("UPDATE model SET fingerprint = '0123456789abcdef'; \(sql)")
    try connection.close()
    try FileManager.default.moveItem(atPath: path, toPath: ledger.folder + "/models/0123456789abcdef-1.sqlite")
    return settings
  }

  @Test(
    "A preview names balances and budgets that another version had wrong, also after a command of this version")
  func money() throws {
    let ledger = try ScreenLedger()
    let june = try #require(CivilMonth(iso: "2026-06"))
    let opening = Money(minorUnits: 10_000, currency: .eur)
    try ledger.book.openAccount(name: "Giro", opening: opening, on: june.first)
    try ledger.record("Rewe") { $0.account = "giro" }
    try ledger.book.budget("50", for: "food", in: BudgetScope(june, .eur), locale: .default)
    let settings = try leaveToAnotherVersion(
      ledger,
      changing: """
        UPDATE account_total SET total = total + 300;
        UPDATE account_row SET opening = opening - 20;
        UPDATE budget_total SET total = total - 7;
        UPDATE budget_row SET budgeted = budgeted + 1000;
        """)
    let book = try Book.open(settings)
    defer { try? book.close() }
    #expect(try book.accounts().first?.balances.first?.balance.minorUnits == 9_000, "its own models")
    let found = try #require(try book.previewRebuild())
    #expect(found.transactions == 0)
    let places = Dictionary(found.money.map { ($0.figure, $0.money.minorUnits) }) { first, _ in first }
    #expect(places == [.balance("giro"): 320, .budget("food", june): -1_007])
  }

  @Test("A preview does not take the models of another device for its own")
  func sibling() throws {
    let ledger = try ScreenLedger()
    for vendor in ["Rewe", "Aldi"] { try ledger.record(vendor) }
    // The other device received the two in the opposite order, and everything else as this one.
    let settings = try leaveToAnotherVersion(
      ledger,
      changing: """
        UPDATE transaction_row SET key = -key;
        UPDATE transaction_row SET key = (SELECT -min(key) - max(key) FROM transaction_row) + key;
        UPDATE transaction_row SET minor_units = 580;
        """)
    let book = try Book.open(settings)
    defer { try? book.close() }
    #expect(try book.previewRebuild() == nil, "there is no other to compare with")
  }

  @Test("A preview after a change of the program compares with the models that the other version used last")
  func preview() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    let settings = try leaveToAnotherVersion(
      ledger,
      changing: """
        UPDATE transaction_row SET minor_units = 580;
        ALTER TABLE transaction_row ADD COLUMN goats INTEGER;
        """)
    let book = try Book.open(settings)
    defer { try? book.close() }
    let found = try #require(try book.previewRebuild())
    #expect(found.transactions == 1 && found.money.map(\.money.minorUnits) == [420])
    #expect(found.shapes == ["the column goats of transaction_row"])
    // It made nothing.
    #expect(try book.log.lastPosition() == found.position)
    #expect(
      !(try FileManager.default.contentsOfDirectory(atPath: ledger.folder + "/models"))
        .contains { $0.hasPrefix(ReadModels.fingerprint) })
  }
}
