import ExampleApp
import Foundation
import LedgerBook
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

/// An app as others write it, next to another process.
@MainActor
@Suite("An app over the ledger", .enabled(if: SecondProcess.isThere, "the tool is not built"))
struct ExampleAppTests {
  private let folder: String
  private let app: ExpenseApp
  private static let paper = "REWE\n14.06.2026\nBrot 84,50\nSUMME EUR 84,50"

  init() throws {
    let made = NSTemporaryDirectory() + "example-app-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    folder = URL(fileURLWithPath: made).resolvingSymlinksInPath().path + "/ledger"
    app = ExpenseApp(sharedFolder: folder, stateFolder: folder + "-state", person: "anna", device: "phone")
  }

  private func over() async {
    await app.resignsActive()
    try? FileManager.default.removeItem(atPath: (folder as NSString).deletingLastPathComponent)
  }

  /// Waits until the app shows it.
  private func until(_ isShown: () -> Bool) async throws {
    try #require(await Wait.suspended { isShown() }, "the app does not show it")
  }

  private func extensionCaptures(_ name: String) async throws {
    let paper = (folder as NSString).deletingLastPathComponent + "/\(name).txt"
    try Data("\(Self.paper)\n\(name)".utf8).write(to: URL(fileURLWithPath: paper))
    let outcome = try await SecondProcess.run(folder, ["capture", "--text", paper])
    #expect(outcome.code == 0, "\(outcome.output)")
  }

  @Test(
    "It opens, shows, and sees what it and another process do, while both are open")
  func live() async throws {
    await app.becomesActive()
    #expect(app.alert == nil && app.progress == nil)
    #expect(app.home?.groups.isEmpty == true && app.home?.categories.count == 5)

    let group = try #require(await app.createGroup("Berlin — June 2026"))
    try await until { app.home?.groups.first?.id == group }
    await app.open(group)
    let receipt = try #require(await app.scanned([0xff, 0xd8, 0xff], text: Self.paper, into: group))
    try await until { app.openGroup?.summary.drafts == 1 }

    // The missing fields are reported for a screen, and then filled in.
    await app.save(receipt, category: nil, payment: nil)
    #expect(
      app.alert?.description
        == "This receipt cannot be saved yet: payment is missing. Set the payment.")
    let review = try #require(await app.review(receipt))
    #expect(review.detail.row.vendor == "REWE" && review.groups.map(\.id) == [group])
    #expect(review.detail.provenance.first?.field == .vendor)
    await app.save(receipt, category: "food", payment: .card)
    try await until { app.openGroup?.summary.totals.first?.description == "84.50 EUR" }
    #expect(app.openGroup?.list.page.rows.map(\.row.id) == [receipt])

    // Two things of the extension's, one on another screen.
    try await extensionCaptures("one")
    try await until { app.home?.drafts == 1 }
    let filed = try await SecondProcess.run(folder, ["file", receipt.description, "--unfiled"])
    #expect(filed.code == 0, "\(filed.output)")
    try await until { app.openGroup?.summary.count == 0 }
    #expect(app.home?.groups.map(\.id) == [group, nil])
    await over()
  }

  @Test(
    "Before it is suspended it holds nothing, another process writes, and coming back it shows what was written"
  )
  func suspended() async throws {
    await app.becomesActive()
    await app.scanned([1], text: Self.paper, into: nil)
    #if os(Linux)
      #expect(!Held.files(of: folder).isEmpty && !Held.locks(on: folder).isEmpty)
    #endif
    await app.resignsActive()
    #expect(Held.files(of: folder).isEmpty)
    #expect(Held.locks(on: folder).isEmpty)
    // The last to close has put everything into the one file.
    #expect(!FileManager.default.fileExists(atPath: folder + "/log.sqlite-wal"))

    try await extensionCaptures("while suspended")
    // A button that was pressed too late reports it.
    await app.open(nil)
    #expect(app.alert?.description == "The ledger is closed. Open it again.")
    await app.becomesActive()
    #expect(app.home?.drafts == 2)
    await over()
  }

  @Test("Figures are computed again with progress to show, and are the same")
  func rebuild() async throws {
    await app.becomesActive()
    for number in 0..<3 { await app.scanned([UInt8(number)], text: Self.paper, into: nil) }
    let before = try await homeAgain()
    let report = try #require(await app.rebuild())
    #expect(report.transactions == 3 && app.progress == nil)
    #expect(try await homeAgain() == before)

    // The models are gone, as after an update: the app shows that they come back.
    await app.resignsActive()
    try FileManager.default.removeItem(atPath: folder + "/models")
    await app.becomesActive()
    #expect(app.home == before && app.alert == nil)
    await over()
  }

  private func homeAgain() async throws -> HomeScreen? {
    await app.resignsActive()
    await app.becomesActive()
    return app.home
  }
}
