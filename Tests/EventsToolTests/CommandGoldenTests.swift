import Foundation
import Testing

@testable import events

/// What the commands say that `GoldenTests` has not: a transcript per kind of work, letter by letter.
@Suite("Golden outputs of the other commands")
struct CommandGoldenTests {
  /// Commands as they are typed, with what they print; folders are masked.
  private final class Transcript {
    let ledger: Ledger
    private(set) var text = ""

    init(_ ledger: Ledger) { self.ledger = ledger }

    func run(_ arguments: String..., input: String = "") {
      let outcome = ledger.run(arguments, input: input)
      let code = outcome.code == .ok ? "" : "[\(outcome.code.rawValue)]\n"
      text += "$ events \(arguments.joined(separator: " "))\n\(outcome.output)\(outcome.errors)\(code)"
      for line in outcome.lines where !line.contains("{") {
        #expect(columnWidth(masked(line)) <= 80, "\(arguments): \(line)")
      }
    }

    func expect(_ name: String) throws { try Golden.expect(masked(text), name) }

    private func masked(_ text: String) -> String {
      text.replacing(ledger.path, with: "LEDGER").replacing(ledger.folder, with: "FOLDER")
        .replacing(/[A-Za-z0-9+\/]{43}=/, with: "ROOT")
    }
  }

  private static let rewe = """
    REWE City
    Musterstr. 1
    Brot 3,50
    Milch 1,20
    SUMME EUR 4,70
    Geg. BAR EUR 5,00
    14.06.2026 12:31

    """

  @Test("Items, pages and proposals")
  func later() throws {
    let shell = Transcript(try Ledger())
    let ledger = shell.ledger
    let id = try ledger.add("4.50", "--vendor", "REWE CITY")
    let scan = try ledger.file("scan.txt", Self.rewe)
    shell.run("item", "list", id)
    shell.run("item", "add", id, "Bread", "3.50", "--quantity", "2", "--category", "food")
    shell.run("item", "change", id, "1", "--amount", "3.00")
    shell.run("item", "remove", id, "Bread", "--dry-run")
    shell.run("item", "remove", id, "Bread")
    shell.run("item", "restore", id, "Bread")
    shell.run("page", "add", id, scan)
    shell.run("page", "add", id, scan)
    shell.run("review", id)
    shell.run("reject", id, "total")
    shell.run("accept", id)
    shell.run("accept", id)
    shell.run("item", "take", id)
    shell.run("item", "list", id)
    shell.run("page", "remove", id, "1", "--dry-run")
    shell.run("page", "remove", id, "1")
    shell.run("page", "restore", id, "1")
    shell.run("undo", "HEAD", "--dry-run")
    shell.run("undo", "HEAD")
    try shell.expect("later")
  }

  @Test("Picking, duplicates and categories")
  func choices() throws {
    let shell = Transcript(try Ledger())
    let ledger = shell.ledger
    let text = try String(contentsOfFile: Repository.receipt("rewe-city-berlin.txt"), encoding: .utf8)
    let draft = try ledger.capture(text)
    shell.run("pick", draft, "total", "2")
    shell.run("pick", draft, "total", "3")
    shell.run("pick", draft, "vendor", "2")
    shell.run("capture", try ledger.file("again.txt", text), "--text", try ledger.file("b.txt", text))
    let one = try ledger.add("5.00", "--vendor", "Kiosk")
    let other = try ledger.add("5.00", "--vendor", "Kiosk")
    shell.run("duplicates")
    shell.run("duplicates", "--json")
    shell.run("dismiss", one, other)
    shell.run("dismiss", one, other)
    shell.run("duplicates")
    shell.run("category", "add", "Books", "--emoji", "📚")
    shell.run("category", "change", "books", "--name", "Books and maps", "--color", "#336699")
    shell.run("category", "deactivate", "books")
    shell.run("category", "reactivate", "books")
    shell.run("category", "deactivate", "food")
    shell.run("category", "change", "yachts", "--name", "x")
    try shell.expect("choices")
  }

  @Test("Looking after a ledger: its state, backups, checkpoints, and what comes of them")
  func upkeep() throws {
    let shell = Transcript(try Ledger())
    let ledger = shell.ledger
    _ = try ledger.add("38.00", "--vendor", "Kiosk")
    _ = try ledger.capture("nothing to read\n")
    shell.run("backup", ledger.folder + "/copy")
    shell.run("backup", ledger.folder + "/copy")
    shell.run("recover")
    shell.run("checkpoint")
    shell.run("compare", ledger.folder + "/copy")
    ledger.run("group", "create", "Berlin")
    shell.run("compare", ledger.folder + "/copy")
    shell.run("completions", "tcsh")
    shell.run("receipts", "--nonsense")
    shell.run("frobnicate")
    try shell.expect("upkeep")
  }

  @Test("Every command's name stands in a golden, or in the list of those that other tests compare")
  func complete() throws {
    let folder = "\(Repository.path)/Fixtures/golden"
    var said = ""
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      said +=
        "$ \(name.prefix { $0 != "." })\n" + (try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
    }
    /// Compared elsewhere: what they print is a file, a script, or differs by machine.
    let elsewhere: Set<String> = [
      "init", "status", "recover", "help", "completions", "rule", "export", "import", "repro", "show",
    ]
    for command in Command.all where !elsewhere.contains(command.word) {
      #expect(
        said.contains("$ events \(command.word)") || said.contains("$ \(command.word)"), "\(command.word)")
    }
  }
}
