import Foundation
import Ledger
import Testing

/// The JSON of screens, which an app and the tool share.
@Suite("Screens as JSON")
struct ScreenDocumentsTests {
  @Test("An app's screens have the bytes that the tool prints", .enabled(if: SecondProcess.isThere))
  func sameBytes() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/documents-\(UUID().uuidString)"
    defer { for folder in [folder, folder + "-state"] { try? FileManager.default.removeItem(atPath: folder) } }
    let settings = Book.Settings(
      folder: folder, actor: "user/anna", deviceName: "phone", stateFolder: folder + "-state")
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
}
