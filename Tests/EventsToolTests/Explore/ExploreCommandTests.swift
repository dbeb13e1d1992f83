import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerExplorer
import Testing

@testable import events

/// The command that writes the page, without a browser.
@Suite("events explore")
struct ExploreCommandTests {
  private func filled() throws -> Ledger {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    _ = try ledger.add("38.00", "--group", "Berlin", "--vendor", "Taxi Berlin")
    return ledger
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// The part of a text between two others.
  private func part(_ text: String, _ begin: String, _ end: String) throws -> String {
    let start = try #require(text.range(of: begin)).upperBound
    return String(text[start..<(try #require(text.range(of: end, range: start..<text.endIndex)).lowerBound)])
  }

  @Test("The page is one file that loads nothing, and only its own script and style are allowed")
  func oneFile() throws {
    let ledger = try filled()
    let path = ledger.folder + "/page.html"
    let outcome = ledger.run("explore", "-o", path)
    #expect(outcome.code == .ok, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("1 transaction, "))
    let page = try text(path)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    let script = try part(page, "<script type=\"module\">", "</script>")
    let style = try part(page, "<style>", "</style>")
    for part in [script, style] {
      #expect(page.contains("'sha256-\(Base64.encode(SHA256.hash(Array(part.utf8)).bytes))'"))
    }
    let policy = try part(page, "Content-Security-Policy\" content=\"", "\"")
    #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("unsafe"))
    for word in [
      "http:", "https:", "innerHTML", "insertAdjacentHTML", "document.write", "eval(", "\nimport ", "\nexport ",
    ] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(script.utf8.count + style.utf8.count < 122_000)
  }

  @Test("An existing file is only replaced with --yes, and nothing else is left in the folder")
  func existingFile() throws {
    let ledger = try filled()
    let path = try ledger.file("page.html", "mine")
    #expect(ledger.run("explore", "-o", path).code == .cannotCreate)
    #expect(try text(path) == "mine")
    #expect(ledger.run("explore", "-o", path, "--yes").code == .ok)
    #expect(try text(path).hasPrefix("<!DOCTYPE html>"))
    let left = try FileManager.default.contentsOfDirectory(atPath: ledger.folder).filter {
      $0.hasSuffix(".tmp")
    }
    #expect(left == [])
  }

  @Test("A folder gets a file of the usual name, and a file of the ledger is not written over")
  func places() throws {
    let ledger = try filled()
    #expect(ledger.run("explore", "-o", ledger.folder).code == .ok)
    #expect(FileManager.default.fileExists(atPath: ledger.folder + "/ledger.html"))
    #expect(ledger.run("explore", "-o", ledger.path + "/log.sqlite", "--yes").code == .cannotCreate)
  }

  @Test("Wrong options are refused, each with its reason and code")
  func wrongOptions() throws {
    let ledger = try filled()
    let path = ledger.folder + "/page.html"
    #expect(ledger.run("explore", "-o", path, "--recorded-by", "2026-06-14").code == .usage)
    #expect(ledger.run("explore", "-o", path, "--group", "Nowhere").code == .noInput)
    #expect(ledger.run("explore", "-o", path, "--from", "soon").code == .dataError)
    #expect(ledger.run("explore", "-o", "/nowhere/page.html").code == .cannotCreate)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Above its limits a page names what it leaves out, and has the words of no event")
  func limits() throws {
    let ledger = try filled()
    _ = try ledger.add("21.00", "--vendor", "Quixote")
    let book = try Book.open(Book.Settings(folder: ledger.path, actor: .person("anna"), deviceName: "test"))
    defer { try? book.close() }
    func report(_ maximum: Int) throws -> PageReport {
      var options = PageOptions()
      options.explainedTransactionsMax = maximum
      options.wordedTransactionsMax = maximum
      return try ExplorerPage.write(book, options) { _ in }
    }
    #expect(try report(2).leftOut == [])
    let beyond = try report(1)
    #expect(beyond.leftOut.map { $0.prefix(12) } == ["The words of", "Fields, read"])
    #expect(beyond.transactions == 2)
    #expect(try beyond.bytes < report(2).bytes)
  }

  @Test("--json has the file, its size, and what it contains")
  func json() throws {
    let ledger = try filled()
    let path = ledger.folder + "/page.html"
    let object = try ledger.json("explore", "-o", path)
    #expect(object["transactions"] as? Int == 1)
    #expect(object["bytes"] as? Int == Data(try text(path).utf8).count)
    #expect(object["file"] as? String == path)
    #expect(object["events"] as? Int == 9)
    #expect(object["leftOut"] as? [String] == [])
  }
}
