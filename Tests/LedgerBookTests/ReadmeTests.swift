import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerProjections
import Testing

@Suite("The README's first lines for an app")
struct ReadmeTests {
  private actor Screen {
    var homes: [HomeScreen] = []
    var words: [ScreenWords] = []
    func show(_ home: HomeScreen) { homes.append(home) }
    func warn(_ words: ScreenWords) { self.words.append(words) }
  }

  @Test("They compile against the public interface, and do what they say")
  func lines() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/readme-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]
    let recognizedText = "REWE\n14.06.2026\nBrot 84,50\nSUMME EUR 84,50"
    let screen = Screen()
    @Sendable func show(_ home: HomeScreen, _ change: LedgerChange) async { await screen.show(home) }
    func warn(_ words: ScreenWords) async { await screen.warn(words) }

    // From here on as in the README.
    let settings = Book.Settings(folder: folder, actor: "user/anna", deviceName: "phone")
    let new = NewLedger(device: "phone", currency: .eur, locale: .default)
    let book = try await AsyncBook.openOrCreate(settings, new)
    let changes = try await book.changes()  // whoever makes them: this app, its extension, the tool
    let observer = Task { for await change in changes { try await show(book.home(), change) } }
    let scan = try await book.capture(CaptureInput(files: [.bytes(jpeg)], text: recognizedText, source: .scan))
    try await book.perform(.correct(.payment, .text("card")), on: scan.transaction)
    do { try await book.perform(.save, on: scan.transaction) } catch { await warn(ScreenWords(error)) }
    let june = try await book.analysis(kind: .expense, period: .month(CivilMonth(iso: "2026-06")!))
    let asOfThen = try await book.run { try $0.asOf(.position(8)).groups() }  // anything else a `Book` does
    // What the observer is told of comes when it comes.
    while await screen.homes.last?.groups.first?.count != 1 { try await Task.sleep(for: .milliseconds(5)) }
    let home = try await book.home()
    try await book.close()  // before the app is suspended: no lock, no open file

    _ = await observer.result  // it may have been about to read
    #expect(await screen.words.isEmpty)
    #expect(home.groups.map(\.name) == ["Unfiled"])
    #expect(home.groups.first?.totals.map(\.description) == ["84.50 EUR"])
    #expect(june.totals.map(\.description) == ["84.50 EUR"])
    #expect(asOfThen.first?.count == 0 && asOfThen.first?.drafts == 1)
  }

  @Test("They are the README's lines, each of them")
  func same() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: repository.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
    let lines = try #require(block.components(separatedBy: "```").first).split(separator: "\n")
    #expect(lines.count > 8)
    for line in lines { #expect(source.contains("\n" + line) || source.contains("\n    " + line), "\(line)") }
  }
}
