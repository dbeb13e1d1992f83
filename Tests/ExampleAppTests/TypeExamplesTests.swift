import Foundation
import Ledger
import Testing

@testable import ExampleApp

/// The Swift that doc comments of public declarations show: it does what it shows.
@Suite("The examples of the main types")
struct TypeExamplesTests {
  private static let taxi = RecordRequest(
    money: Money(minorUnits: 2390, currency: .eur), date: day, vendor: "Taxi Nord", category: "taxi",
    payment: .cash)
  private static let lunch = RecordRequest(
    money: Money(minorUnits: 8450, currency: .eur), date: day.adding(days: -7), vendor: "REWE",
    category: "food", payment: .card)
  /// The day on which a temporary ledger begins.
  private static let day = CivilDate(dayNumber: 20_618)
  private static let paper = "REWE\n14.06.2026\nBrot 84,50\nSUMME EUR 84,50"

  /// Runs an example on a ledger with a taxi ride and a lunch, or on an empty one.
  private func example<Result: Sendable>(
    isEmpty: Bool = false, _ body: @Sendable (Book) throws -> Result
  ) async throws -> Result {
    let ledger = try await TemporaryLedger(seed: 1) { book in
      guard !isEmpty else { return }
      for request in [Self.taxi, Self.lunch] { try book.record(request) }
    }
    let result = try await ledger.book.run(body)
    try await ledger.remove()
    return result
  }

  /// Runs an example on a ledger of an app, with the same content.
  private func asyncExample<Result: Sendable>(
    _ body: @Sendable (AsyncBook) async throws -> Result
  ) async throws -> Result {
    let ledger = try await TemporaryLedger(seed: 1) { book in
      for request in [Self.taxi, Self.lunch] { try book.record(request) }
    }
    let result = try await body(ledger.book)
    try await ledger.remove()
    return result
  }

  /// Captures a receipt that has no payment yet.
  private func draft(_ book: Book) throws -> TransactionID {
    try #require(try book.capture(CaptureInput(text: Self.paper)).transaction)
  }

  @Test("An answer has the same lines with and without a queue of its own")
  func answers() async throws {
    let lines = try await example { try TypeExamples.answer($0, 0, $0.lastPosition()) }
    let rows = try await asyncExample { book in
      try await TypeExamples.answer(book, 0, book.read { try $0.lastPosition() })
    }
    #expect(lines == rows && lines.contains("REWE") && lines.contains("Taxi Nord"))
  }

  @Test("A change is planned, and made if the person agrees")
  func changePlan() async throws {
    let totals = try await example(isEmpty: true) { book in
      let taxi = try #require(try book.record(Self.taxi).transaction)
      let new = Amount(Money(minorUnits: 2500, currency: .eur))
      try TypeExamples.changePlan(book, taxi, new, ask: { $0.first }, confirm: { _ in true })
      return try book.transaction(taxi).row.money?.minorUnits
    }
    #expect(totals == 2500)
  }

  @Test("Ledgers are opened")
  func opening() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/examples-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data([0xff, 0xd8, 0xff, 0xe0]).write(to: URL(fileURLWithPath: folder + "/scan.jpg"))
    let settings = Book.Settings(folder: folder + "/book", actor: .person("anna"), deviceName: "desk")
    let totals = try TypeExamples.book(settings, scan: folder + "/scan.jpg", text: Self.paper)
    #expect(totals == ["[84.50 EUR]"])
    #expect(try await TypeExamples.ledgerPool(folder + "/book") == [1, 1, 0])
    var other = settings
    other.folder = folder + "/async"
    #expect(try await TypeExamples.asyncBook(other, Self.taxi) == [1])
    #expect(try await TypeExamples.temporaryLedger(Self.day, Self.taxi.money) == [1])
  }

  @Test("Commands record what they show")
  func commands() async throws {
    let captured = try await example(isEmpty: true) {
      try TypeExamples.captureInput($0, jpeg: [0xff, 0xd8], recognizedText: Self.paper)
    }
    #expect(captured == ["REWE", "84.50", "true", "1"])
    #expect(try await example(isEmpty: true) { try TypeExamples.recordRequest($0) } == ["23.90 EUR", "berlin"])
    let command = UniqueID.random()
    #expect(
      try await example { try TypeExamples.done($0, Self.taxi, command: command) } == [
        "true", Self.taxi.money.description, "2",
      ])
    #expect(try await example(isEmpty: true) { try TypeExamples.bookBatch($0, Self.lunch) } == [["trip"]])
    let edited = try await example { book in
      let receipt = try #require(try book.record(Self.taxi).transaction)
      return try TypeExamples.fieldEdit(book, receipt)
    }
    #expect(edited == ["card", nil, "client", "2"])
  }

  @Test("Changes arrive, and a rebuild ends")
  func changes() async throws {
    let name = try await asyncExample { book in
      let group = try #require(try await book.createGroup(name: "Berlin").group)
      return try await TypeExamples.ledgerChanges(book, group)
    }
    #expect(name == "Bonn")
    #expect(try await asyncExample { try await TypeExamples.bookObservation($0) } == [0])
    #expect(try await asyncExample { try await TypeExamples.observedScreen($0) } == 0)
    #expect(try await asyncExample { try await TypeExamples.longWork($0) } == [1, 2, 2])
    #expect(try await asyncExample { try await TypeExamples.work($0, [Self.taxi, Self.taxi]) } == 4)
    let snapshot = try await example { try TypeExamples.snapshot($0, TransactionFilter()) }
    #expect(snapshot.count == 3 && snapshot[1] == 2)
  }

  @Test("An automatic backup is set, and has not failed")
  func automaticBackup() async throws {
    let drive = NSTemporaryDirectory() + "ledger-drive-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: drive) }
    #expect(try await example { try TypeExamples.automaticBackup($0, to: drive) })
  }

  @Test("Screens and lists have what was recorded")
  func screens() async throws {
    #expect(try await example { try TypeExamples.homeScreen($0) } == ["Unfiled: 2", "0"])
    let group = try await asyncExample { book in
      let trip = try #require(try await book.createGroup(name: "Berlin").group)
      for var request in [Self.taxi, Self.lunch] {
        request.group = trip
        try await book.record(request)
      }
      var onlyCard = TransactionFilter()
      onlyCard.payments = [.card]
      return try await TypeExamples.groupScreen(book, trip, onlyCard)
    }
    #expect(group == ["Berlin: [108.40 EUR]", "1 of 2"])
    #expect(
      try await example { try TypeExamples.listScreen($0) } == [["Taxi Nord"], ["2026-06: [108.40 EUR]"]])
    let receipt = try await example { try TypeExamples.receiptScreen($0, try draft($0)) }
    #expect(receipt.first == "REWE" && receipt.count > 4)
    #expect(try await example { try TypeExamples.transactionFilter($0) } == [1, 1])
    #expect(try await example { try TypeExamples.amountBound($0) } == 1)
    let pages = try await example { try TypeExamples.pageRequest($0, TransactionFilter()) }
    #expect(pages == ["Taxi Nord", "REWE", nil])
    #expect(try await example { try TypeExamples.listPlace($0) } == ["Taxi Nord", "REWE"])
    #expect(try await asyncExample { try await TypeExamples.searchResults($0) } == ["vendor: REWE", "true"])
    #expect(try await example { try TypeExamples.accountsScreen($0) } == ["Giro: 1000.00 EUR"])
  }

  @Test("Plans and reports have the figures of what was recorded")
  func planning() async throws {
    let analysis = try await example { try TypeExamples.analysis($0) }
    #expect(
      analysis == [
        "2026-06-01: [84.50 EUR]", "2026-06-08: [23.90 EUR]", "2026-06-15: []", "2026-06-22: []",
        "2026-06-29: []", "[108.40 EUR]", "true",
      ])
    #expect(try await example { try TypeExamples.report($0) } == ["REWE", "[108.40 EUR]", "6"])
    #expect(try await example { try TypeExamples.figure($0) } == [8450, 1])
    #expect(try await example { try TypeExamples.forecast($0) }.allSatisfy { !$0.isEmpty })
    let rent = Money(minorUnits: 80_000, currency: .eur)
    let past = RecordRequest(
      money: rent, date: try #require(CivilDate(iso: "1962-06-14")), category: "other", payment: .cash)
    #expect(
      try await example { try TypeExamples.doubts($0, past, in: .default) } == [
        "14 Jun 1962 is more than 10 years back."
      ])
    #expect(try await example { try TypeExamples.ruleRequest($0, rent) } == 7)
    let june = Array("date;amount;payee\n01/02/2026;-12.50;Kiosk\n02/02/2026;-3.00;Bakery\n".utf8)
    let imported = try await example { book in
      var asked: [[String]] = []
      let counts = try TypeExamples.importSession(book, june) { question in
        asked.append(TypeExamples.importQuestion(question))
        return question.choices.first?.value ?? "EUR"
      }
      return counts + asked.map(\.count)
    }
    #expect(imported.first == 2 && imported.dropFirst().contains(3), "\(imported): a title and two choices")
    #expect(TypeExamples.recurrence() == ["2026-02-28", "2026-03-31"])
    let month = Self.day.civilMonth
    #expect(
      try await example { try TypeExamples.budgetScreen($0, month) }
        == Money(minorUnits: 21_550, currency: .eur))
    #expect(try TypeExamples.budgetSheet(month) == 170_000)
    #expect(try await example { try TypeExamples.goalSummary($0) } == [25])
    let goal = try await example { book in
      let bike = try #require(try book.createGoal(name: "Bike", target: rent).goal)
      return try TypeExamples.goalEdit(book, bike, Self.day)
    }
    #expect(goal == ["Red bike", nil])
  }

  @Test("Events tell what happened, and are undone and checked")
  func events() async throws {
    let past = try await example(isEmpty: true) { book in
      let before = book.settings.clock().milliseconds
      _ = try draft(book)
      return try TypeExamples.horizon(book, before)
    }
    #expect(past == [0, 0, 1])
    let ids = try await example { book in
      let before = try book.endBookmark()
      let id = try #require(try book.record(Self.taxi).transaction)
      return try (TypeExamples.decodedEvents(book, before), id)
    }
    #expect(ids.0 == [ids.1])
    let followed = try await asyncExample { book in
      (try await TypeExamples.followedEvents(book), try await book.read { try $0.endBookmark() })
    }
    #expect(followed.0 == followed.1)
    let undone = try await example { book in
      try TypeExamples.undoPlan(book, try #require(try book.record(Self.taxi).action))
    }
    #expect(undone.count == 2 && undone.last == "2")
    #expect(try await example { try TypeExamples.pastAction($0) } == 1)
    let lines = try await example { try TypeExamples.storedEvent($0, try $0.createGroup(name: "Berlin")) }
    #expect(lines.count == 1 && lines[0].hasPrefix("user/preview: ") && lines[0].contains("Berlin"))
    #expect(try await example { try TypeExamples.integrityReport($0) } == ["true", "8"])
    let choices = try await example { book in
      for _ in 0..<2 { try book.createGroup(name: "Trip") }
      return try TypeExamples.bookError(book)
    }
    #expect(choices.count == 2)
    let alert = try await example { TypeExamples.screenWords($0, try draft($0), .default) }
    #expect(alert == "This receipt cannot be saved yet: payment is missing.")
    #expect(try await example { try TypeExamples.rejection($0, try draft($0)) } == ["payment"])
  }

  @Test("Values read and write what they show")
  func values() async throws {
    #expect(TypeExamples.money() == ["84.50 EUR", "85.00"])
    #expect(TypeExamples.currencyCode() == [0])
    #expect(TypeExamples.civilDate() == ["2026-02-28", "2026-03-31"])
    #expect(TypeExamples.civilMonth() == ["2026-07", "2026-06-30"])
    #expect(TypeExamples.weekRule() == [2026, 53])
    #expect(TypeExamples.ledgerLocale() == ["€1,284.50", "Sunday, 14 June 2026"])
    #expect(try TypeExamples.typedDate(Self.day) == "2026-06-13")
    let split = try await example { try TypeExamples.entrySplit($0) }
    #expect(split == ["other", "Food, 60.00 EUR"])
    let entry = try await example { try TypeExamples.quickEntry($0) }
    #expect(entry == ["23.90 EUR", "cash", "2026-06-13", "taxi", "berlin"])
    #expect(try TypeExamples.amountExpression() == ["92.40 EUR", "30.00 USD"])
    #expect(try TypeExamples.amountParser() == ["84.50 EUR"])
    let uuid = try #require(UUID(uuidString: "01234567-89ab-4def-8123-456789abcdef"))
    let text = uuid.uuidString.lowercased()
    #expect(TypeExamples.transactionID(uuid) == [text, text])
  }
}
