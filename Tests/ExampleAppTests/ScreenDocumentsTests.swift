import Foundation
import Ledger
import LedgerAudit
import LedgerSync
import Testing

/// The JSON of screens, which an app and the tool share.
@Suite("Screens as JSON")
struct ScreenDocumentsTests {
  @Test("An app's screens have the bytes that the tool prints", .enabled(if: SecondProcess.isThere))
  func sameBytes() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/documents-\(UUID().uuidString)"
    defer { for folder in [folder, folder + "-state"] { try? FileManager.default.removeItem(atPath: folder) } }
    let settings = Book.Settings(
      folder: folder, actor: .person("anna"), deviceName: "phone", stateFolder: folder + "-state")
    let book = try await AsyncBook.openOrCreate(
      settings, NewLedger(device: "phone", currency: .eur, locale: .default))
    let day = try #require(CivilDate(iso: "2026-06-15"))
    let trip = try #require(try await book.createGroup(name: "Berlin").group)
    for (units, category) in [(Int64(2390), "taxi"), (1250, "food"), (8450, "food")] {
      var request = RecordRequest(
        money: Money(minorUnits: units, currency: .eur), date: day, category: category, payment: .cash)
      if units != 1250 { request.group = trip }
      try await book.record(request)
    }
    _ = try await book.createGroup(name: "Empty")

    let home = try await book.home()
    let groups = try await SecondProcess.run(folder, ["groups", "--json"])
    #expect(groups.code == 0 && home.jsonLines() == groups.output)
    #expect(home.groups.count == 3 && home.jsonLines().split(separator: "\n").count == 3)

    let june = try await book.analysis(kind: .expense, period: .month(day.civilMonth))
    let analysis = try await SecondProcess.run(folder, ["analysis", "--month", "2026-06", "--json"])
    #expect(analysis.code == 0 && june.jsonLines() == analysis.output)
    try await book.close()
  }

  @Test("Every document of an app is what the tool prints", .enabled(if: SecondProcess.isThere))
  func everyDocument() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/documents-\(UUID().uuidString)"
    defer { for folder in [folder, folder + "-state"] { try? FileManager.default.removeItem(atPath: folder) } }
    let settings = Book.Settings(
      folder: folder, actor: .person("anna"), deviceName: "phone", stateFolder: folder + "-state")
    let new = NewLedger(device: "phone", currency: .eur, locale: .default)
    let book = try Book.create(settings, new)
    let documents = try Self.documents(of: book)
    try book.close()
    for (arguments, lines) in documents {
      let printed = try await SecondProcess.run(folder, arguments + ["--json"])
      // Only the tool knows the programs of its machine that read images.
      let output = printed.output.replacing(#/"engines":\[[^\]]*\],/#, with: "", maxReplacements: 1)
      #expect(printed.code == 0 && lines == output, "\(arguments)")
      #expect(!lines.isEmpty, "\(arguments)")
    }
  }

  /// Fills a ledger, and returns the commands of the tool with the documents of the same screens.
  private static func documents(of book: Book) throws -> [([String], String)] {
    let today = book.today
    for _ in 1...2 {
      var request = RecordRequest(
        money: Money(minorUnits: 8450, currency: .eur), date: today, category: "food", payment: .cash)
      request.vendor = "REWE City"
      try book.record(request)
    }
    let receipt = try #require(try book.transactions().rows.first?.row.id)
    try book.openAccount(name: "Cash", opening: Money(minorUnits: 5_000, currency: .eur))
    let bike = try #require(
      try book.createGoal(name: "Bike", target: Money(minorUnits: 60_000, currency: .eur)).goal)
    try book.contribute(Money(minorUnits: 15_000, currency: .eur), to: bike)

    let first = today.civilMonth.first
    let rent = RecordRequest(
      money: Money(minorUnits: 90_000, currency: .eur), date: first, category: "hotel", payment: .card)
    let rule = try book.rule(try #require(try book.record(rent, every: Cadence(frequency: .monthly)).rule))
    let (label, title) = ("🏨 hotel • €900 • monthly", "Monthly (1st) • Starts \(first.iso)")

    let detail = try book.transaction(receipt)
    let duplicates = try book.duplicates(of: receipt)
    let audit = try Audit.of(receipt, in: book)
    let months = today.civilMonth.adding(months: -5)...today.civilMonth
    let budget = try book.budgetSheet(.eur).month(today.civilMonth)
    let flow = try book.report(.cashFlow, over: months, by: .category)
    let comparison = try #require(try book.previewRebuild())
    let whyBudget = try WhyBudget.of(.toBudget, BudgetScope(today.civilMonth, .eur), in: book)
    return [
      (["receipt", "\(receipt)"], try detail.jsonLines(audit, duplicates: duplicates)),
      (["review", "\(receipt)"], detail.reviewJSONLines(duplicates: duplicates, suggestion: nil)),
      (["audit", "\(receipt)"], try audit.jsonLines(in: book)),
      (["duplicates"], try book.duplicates().jsonLines()),
      (["receipts", "--through", "9999-12-31"], try book.transactions().jsonLines(try book.accountNames())),
      (["receipts", "--counts"], try book.filterCounts().map { $0.jsonLines() }.joined()),
      (["search", "rewe"], try book.search("rewe").map { try $0.jsonLines() }.joined()),
      (["account", "list"], try book.accounts().map { $0.jsonLines() }.joined()),
      (["goal", "show", "Bike"], try book.goals().map { $0.jsonLines() }.joined()),
      (["month"], try MonthReport(today.civilMonth, in: book).jsonLines()),
      (["budget"], try budget.jsonLines(try book.categories())),
      (["report", "cash-flow"], flow.jsonLines(.cashFlow, by: .category)),
      (["report", "net-worth"], try book.netWorth(over: months).jsonLines(nil, by: .account)),
      (["rule", "list"], rule.row.jsonLines(label: label, title: title)),
      (["rule", "show", "\(rule.row.id)"], rule.jsonLines(label: label, title: title)),
      (["why", "to-budget", today.civilMonth.iso, "EUR"], whyBudget.jsonLines()),
      (["rebuild", "--preview"], comparison.jsonLines()),
      (["status"], try book.status().jsonLines(try book.ledgerRow(), sync: book.syncStatus())),
    ]
  }
}
