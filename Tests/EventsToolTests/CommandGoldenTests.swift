import Foundation
import Testing

@testable import events

/// The output of the commands that `GoldenTests` leaves out: a transcript per kind of work, letter by letter.
@Suite("Golden outputs of the other commands")
struct CommandGoldenTests {
  /// Commands as they are typed, with their output. Folders are masked.
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
    let other = try ledger.file("other.txt", Self.rewe.replacing("REWE", with: "EDEKA"))
    shell.run("read", id, "--text", other)
    shell.run("read", id, "--text", other)
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

  @Test("Looking after a ledger: its state, backups, checkpoints, proofs, and what comes of them")
  func upkeep() throws {
    let shell = Transcript(try Ledger())
    let ledger = shell.ledger
    _ = try ledger.add("38.00", "--vendor", "Kiosk")
    _ = try ledger.capture("nothing to read\n")
    shell.run("backup", ledger.folder + "/copy")
    shell.run("backup", ledger.folder + "/copy")
    shell.run("recover")
    shell.run("checkpoint")
    let kept = try ledger.file("kept.txt", ledger.run("checkpoint").output)
    let (proof, growth) = (ledger.folder + "/proof.json", ledger.folder + "/growth.json")
    shell.run("prove", "7", "-o", proof)
    shell.run("check-proof", proof)
    shell.run("check-proof", proof, "--checkpoint", kept)
    shell.run("compare", ledger.folder + "/copy")
    ledger.run("group", "create", "Berlin")
    shell.run("compare", ledger.folder + "/copy")
    shell.run("prove", "HEAD", "--checkpoint", kept)
    shell.run("prove", "--since", kept, "-o", growth)
    shell.run("check-proof", growth, "--checkpoint", kept)
    shell.run("completions", "tcsh")
    shell.run("receipts", "--nonsense")
    shell.run("frobnicate")
    try shell.expect("upkeep")
  }

  @Test("Accounts")
  func accounts() throws {
    let shell = Transcript(try Ledger())
    shell.run("account", "list")
    shell.run("account", "open", "Checking", "--opening", "100", "--date", "2026-06-01")
    shell.run("account", "open", "Mortgage", "--kind", "tracking", "--opening=-1800.50", "--date", "2026-06-01")
    shell.run("account", "open", "checking")
    _ = try shell.ledger.add("38.00", "--vendor", "Kiosk", "--account", "Checking")
    _ = try shell.ledger.add("12.00", "--vendor", "Café", "--account", "Purse")
    shell.run("add", "5 taxi cash @Chekcing")
    shell.run("account", "rename", "Checking", "Giro")
    shell.run("account", "move", "Purse", "--before", "Giro")
    shell.run("account", "check", "Giro", "--balance", "62", "--on", "2026-06-30")
    shell.run("account", "check", "Giro", "--balance", "62", "--on", "2026-06-30", "--clear")
    shell.run("account", "check", "Giro", "--balance", "60", "--on", "2026-06-30", "--adjust", "--dry-run")
    shell.run("account", "list")
    shell.run("account", "list", "--json")
    shell.run("account", "show", "Giro")
    shell.run("account", "close", "Giro")
    shell.run("account", "close", "Mortgage", "--dry-run")
    shell.run("tail", "-n", "3")
    try shell.expect("accounts")
  }

  @Test("Transfers")
  func transfers() throws {
    let shell = Transcript(try Ledger())
    shell.ledger.run("account", "open", "Checking", "--opening", "1000", "--date", "2026-06-01")
    shell.ledger.run("account", "open", "Savings", "--date", "2026-06-01")
    shell.ledger.run("account", "open", "Dollars", "--opening", "0 USD", "--date", "2026-06-01")
    shell.ledger.run(
      "account", "open", "Mortgage", "--kind", "tracking", "--opening=-1800", "--date", "2026-06-01")
    shell.run("transfer", "200", "Checking", "Savings")
    shell.run("transfer", "100", "Checking", "Dollars")
    shell.run("transfer", "100", "Checking", "Dollars", "--received", "107.50")
    shell.run("transfer", "850", "Checking", "Mortgage")
    shell.run("transfer", "50", "Checking", "Mortgage", "--category", "other", "--dry-run")
    shell.run("transfer", "50", "Checking", "checking")
    shell.run("transfer", "50", "Checking", "Savngs")
    shell.run("account", "list")
    shell.run("why", "balance Savings")
    shell.run("undo")
    shell.run("tail", "-n", "3")
    try shell.expect("transfers")
  }

  @Test("Budgets")
  func budgets() throws {
    let shell = Transcript(try Ledger())
    shell.ledger.run("account", "open", "Checking", "--opening", "1000", "--date", "2026-05-01")
    shell.run("budget")
    shell.run("budget", "set", "food", "300", "--month", "2026-05")
    shell.run("budget", "set", "food", "300 - 12.50")
    shell.run("budget", "set", "food", "+20")
    shell.run("budget", "set", "fod", "20")
    shell.run("budget", "set", "food", "20 USD")
    shell.run("budget", "set", "food", "20", "--month", "2026-13")
    shell.run("add", "taxi 38 cash")
    shell.run("add", "food 400 cash 2026-05-03")
    shell.run("budget")
    shell.run("budget", "fill", "food")
    shell.run("budget", "cover", "taxi", "--dry-run")
    shell.run("budget", "cover", "taxi", "--from", "food")
    shell.run("budget", "move", "1000", "food", "taxi")
    shell.run("budget", "carry-over", "food", "on", "--month", "2026-05")
    shell.run("budget", "auto-fill")
    shell.run("budget", "--spoken")
    shell.run("budget", "--month", "2026-05")
    shell.run("budget", "--json")
    shell.run("why", "to-budget 2026-06 EUR")
    shell.run("why", "budget 2026-06 food EUR available")
    shell.run("tail", "-n", "3")
    try shell.expect("budgets")
  }

  @Test("Goals")
  func goals() throws {
    let shell = Transcript(try Ledger())
    shell.run("goal", "list")
    shell.run("goal", "add", "Holiday", "1200", "--by", "2026-12-24", "--emoji", "🏖️")
    shell.run("goal", "add", "Nothing", "0")
    shell.run("goal", "add", "Yacht", "99999999999999")
    shell.run("goal", "contribute", "holiday", "100", "--on", "2026-04-30")
    shell.run("goal", "contribute", "holiday", "50.50", "--on", "2026-05-02")
    shell.run("goal", "contribute", "holiday", "5 USD")
    shell.run("goal", "contribute", "Holidya", "5")
    shell.run("goal", "contribute", "holiday", "--transaction", try shell.ledger.add("38.00"))
    shell.run("goal", "list")
    shell.run("goal", "change", "holiday", "--target", "1000", "--by", "none")
    shell.run("goal", "contribute", "holiday", "--remove", "9")
    shell.run("goal", "contribute", "holiday", "--remove", "1")
    shell.run("undo")
    shell.run("goal", "complete", "holiday")
    shell.run("goal", "contribute", "holiday", "5")
    shell.run("goal", "reopen", "holiday")
    shell.run("goal", "delete", "holiday", "--dry-run")
    shell.run("goal", "delete", "holiday", "--yes")
    shell.run("goal", "list", "--all")
    shell.run("goal", "restore", "holiday")
    shell.run("blame", "holiday")
    try shell.expect("goals")
  }

  @Test("Reports")
  func reports() throws {
    let shell = Transcript(try Ledger())
    shell.run("report", "spending")
    shell.ledger.run("account", "open", "Giro", "--opening", "1000", "--date", "2026-04-30")
    shell.ledger.run(
      "account", "open", "Mortgage", "--kind", "tracking", "--opening=-1800", "--date", "2026-05-01")
    for line in [
      "food 40 card 2026-04-01 Kiosk @Giro", "food -10 card 2026-05-31 KIOSK @Giro", "taxi 20 cash 2026-06-30",
      "other 500 income 2026-06-01 Employer @Giro", "food 7 USD card 2026-06-05",
    ] { shell.ledger.run("add", line) }
    shell.run("report", "spending")
    shell.run("report", "income", "--by", "account", "--months", "3")
    shell.run("report", "cash-flow", "--by", "vendor")
    shell.run("report", "net-worth", "--months", "3")
    shell.run("report", "net-worth", "--months", "2", "--json")
    shell.run("report", "wealth")
    shell.run("report", "net-worth", "--by", "category")
    shell.run("report", "spending", "--months", "10000")
    try shell.expect("reports")
  }

  @Test("Every command's name is in a golden or in the list of those that other tests compare")
  func complete() throws {
    let folder = "\(Repository.path)/Fixtures/golden"
    var said = ""
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      said +=
        "$ \(name.prefix { $0 != "." })\n" + (try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
    }
    /// Compared elsewhere: what they print is a file, a script, or differs by machine.
    let elsewhere: Set<String> = [
      "init", "status", "doctor", "recover", "help", "completions", "rule", "export", "import", "profile",
      "vendor",
      "match",
      "unmatch", "repro", "show", "sync",
      "conflicts", "device", "open", "cache", "erase", "explore", "ynab", "mirror", "redact",
    ]
    for command in Command.all where !elsewhere.contains(command.word) {
      #expect(
        said.contains("$ events \(command.word)") || said.contains("$ \(command.word)"), "\(command.word)")
    }
  }
}
