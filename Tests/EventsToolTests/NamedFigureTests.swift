import EventLog
import Foundation
import LedgerBytes
import LedgerTestSupport
import Testing

@testable import events

/// Every figure of every screen has a name, and the name leads to what makes the figure up.
@Suite("The names of figures")
struct NamedFigureTests {
  private let random = SeededGenerator()

  /// A ledger with accounts, goals, a budget with headers, transfers, splits, and what is cleared or still to come.
  private func ledger() throws -> Ledger {
    let ledger = try Ledger()
    func run(_ words: String...) { ledger.run(words) }
    run("account", "open", "Giro", "--opening", "1000", "--date", "2026-05-03")
    run("account", "open", "Dollars", "--currency", "USD", "--opening", "70", "--date", "2026-06-03")
    run("account", "open", "House", "--kind", "tracking", "--opening", "5000", "--date", "2026-04-30")
    run("account", "rename", "Giro", "Main account")
    run("group", "create", "Berlin trip")
    run("category", "change", "food", "--name", "Eating well", "--header", "Home")
    run("category", "change", "taxi", "--header", "Around town")
    run("goal", "add", "New bike", "600")
    run("goal", "contribute", "New bike", "25", "--on", "2026-06-02")
    var random = random
    for number in 0..<24 {
      let (month, day) = (Int.random(in: 4...7, using: &random), Int.random(in: 1...28, using: &random))
      let words = [
        "add", "--amount",
        "\(Int.random(in: 1...90, using: &random)).\(Int.random(in: 10...99, using: &random))",
        "--date", "2026-0\(month)-\(day < 10 ? "0" : "")\(day)",
        "--category", ["food", "taxi", "other"].randomElement(using: &random) ?? "food",
        "--kind", number.isMultiple(of: 5) ? "income" : "expense", "--payment", "card", "--vendor",
        ["REWE", "REWE City", "Café O’Hara"].randomElement(using: &random) ?? "REWE",
        "--account", number.isMultiple(of: 4) ? "Cash box" : "Main account", "--new-account", "--json", "--yes",
      ]
      let added = try object(ledger.run(words).lines.last)
      let id = try #require(added["transaction"] as? String, "\(words)")
      if number.isMultiple(of: 3) { run("file", id, "Berlin trip") }
      if number.isMultiple(of: 2) { run("clear", id) }
      if number.isMultiple(of: 7) { run("goal", "contribute", "New bike", "--transaction", id) }
      if number.isMultiple(of: 6) { run("tag", id, "long trip") }
      if number.isMultiple(of: 9) { run("item", "add", id, "Wine", "0.50", "--category", "other") }
      if number.isMultiple(of: 11) { run("delete", id, "--yes") }
      if number.isMultiple(of: 8) { run("correct", id, "total", "12.34") }
    }
    run("add", "7.30 food card REWE", "--date", "2026-06-11", "--account", "Main account", "--yes")
    run("transfer", "40", "Main account", "Cash box", "--date", "2026-06-20")
    run("transfer", "30", "Main account", "House", "--date", "2026-06-21", "--category", "other")
    for month in ["2026-05", "2026-06"] { run("budget", "set", "food", "80", "--month", month) }
    run("budget", "set", "taxi", "15", "--month", "2026-06")
    run("budget", "carry-over", "food", "on", "--month", "2026-06")
    return ledger
  }

  private static let screens: [[String]] = [
    ["groups", "--names"], ["group", "show", "Berlin trip", "--names"],
    ["receipts", "--names", "--tag", "long trip"],
    ["analysis", "--kind", "expense", "--all", "--names"],
    ["account", "list", "--ids"], ["account", "show", "Main account", "--names"],
    ["goal", "list", "--names"], ["goal", "show", "New bike", "--names"],
    ["month", "2026-06", "--names"], ["month", "2026-07", "--names"],
    ["budget", "--month", "2026-06", "--names"], ["budget", "--month", "2026-07", "--names"],
    ["report", "net-worth", "--names"], ["report", "cash-flow", "--names", "--by", "vendor"],
    ["report", "spending", "--names", "--by", "group"], ["report", "income", "--names", "--by", "account"],
    ["report", "cash-flow", "--names"],
  ]

  @Test("Each name is explained: the parts add up to the figure of the screen, and its course ends with it")
  func explained() throws {
    let ledger = try ledger()
    var count = 0
    for screen in Self.screens {
      let shown = ledger.run(screen + ["--json", "--through", "2026-07-15"])
      #expect(shown.code == .ok, "\(screen): \(shown.errors)")
      let figures = try shown.lines.map(object).filter { $0["figure"] is String && $0["label"] is String }
      let hasLines = !["groups", "group", "receipts", "analysis"].contains(screen[0])
      #expect(hasLines == !figures.isEmpty, "\(screen)")
      for figure in figures {
        let name = try #require(figure["figure"] as? String)
        let money = try #require(figure["shown"] as? [String: Any])
        let why = ledger.run("why", name, "--json", "--through", "2026-07-15")
        #expect(why.code == .ok, "seed \(random.seed), \(screen), \(name): \(why.errors)")
        let sum = try object(why.lines.last)
        #expect(sum["addsUp"] as? Bool == true, "seed \(random.seed), \(screen), \(name)")
        #expect(units(sum["shown"]) == units(money), "seed \(random.seed), \(screen), \(name)")
        let currency = try #require(money["currency"] as? String)
        let amount = Double(try #require(units(money))) / 100
        let bisect = ledger.run(
          "bisect", "\(name) = \(String(format: "%.2f", amount)) \(currency)", "--through", "2026-07-15",
          "--json")
        let code = try object(bisect.lines.last)["reasonCode"] as? String
        #expect(code == "holdsAtEnd", "seed \(random.seed), \(name): \(bisect.output) \(bisect.errors)")
        #expect(
          ledger.run("blame", name).code != .software
            && ledger.run("diff", "HEAD~1", "--stream", name).code != .software)
        count += 1
      }
    }
    #expect(count > 150, "\(count)")
  }

  @Test("A figure and its record are named by the names that people see, and by keys")
  func names() throws {
    let ledger = try ledger()
    func shown(_ name: String) throws -> Int? {
      let outcome = ledger.run("why", name, "--json", "--through", "2026-07-15")
      return units(try object(outcome.lines.last)["shown"])
    }
    for (name, key) in [
      ("budget 2026-06 Eating well EUR activity", "budget 2026-06 food EUR activity"),
      ("balance Main account EUR", "balance giro EUR"), ("goal New bike", "goal \"New bike\" EUR"),
      ("expense 2026-06 \"category:Eating well\" EUR", "expense 2026-06 category:food EUR"),
      ("budget 2026-06 header:home EUR", "budget 2026-06 header:Home EUR available"),
    ] {
      let value = try #require(try shown(name), "\(name)")
      #expect(value == (try shown(key)), "\(name)")
      #expect(value != 0, "\(name)")
    }
    let record = ledger.run("blame", "budget 2026-06 EUR")
    #expect(record.code == .ok && record.output.contains("80"), "\(record.errors)\(record.output)")
    for name in ["goal New bike", "opening Main account", "to-budget 2026-06 EUR income"] {
      #expect(ledger.run("blame", name).code == .ok, "\(name)")
    }
    for (name, words) in [
      ("net-worth food EUR", "time and a currency only"), ("goal New bike USD", "its own currency only"),
      ("budget 2026-06 header:Nowhere EUR", "no category has the header"), ("goal", "the goal is missing"),
      ("blance Main account", "Did you mean “balance”?"),
      ("opening Giro 2026-06", "account and a currency only"),
    ] {
      let refused = ledger.run("why", name)
      #expect(
        [.dataError, .noInput].contains(refused.code) && refused.errors.contains(words), "\(refused.errors)")
    }
  }

  @Test("What repro takes for a figure makes a new ledger in which the figure is the same")
  func reproduced() throws {
    let ledger = try ledger()
    let names = [
      "group Berlin trip EUR", "expense 2026-06 category:food EUR", "net 2026-06 EUR", "balance Main account",
      "cleared Main account", "expense 2026-06 category:hotel EUR", "expense 2026-06 account:Dollars USD",
      "opening Main account", "net-worth EUR", "budget 2026-06 food EUR available",
      "budget 2026-06 header:Home EUR activity", "budget 2026-06 all EUR budgeted", "to-budget 2026-06 EUR",
      "to-budget 2026-06 EUR income", "goal New bike",
    ]
    for (number, name) in names.enumerated() {
      let cut = ledger.run("repro", name)
      #expect(cut.code == .ok, "\(name): \(cut.errors)")
      let copy = Tool(
        environment: ["EVENTS_LEDGER": "\(ledger.folder)/copy\(number)", "USER": "ben"], input: cut.output,
        clock: { WallClock(milliseconds: 1_781_440_000_000, offsetMinutes: 0) })
      let taken = copy.run(["import", "--format", "ndjson", "-"])
      #expect(taken.code == .ok, "\(taken.errors)")
      func sum(_ outcome: Tool.Outcome) throws -> Int? {
        #expect(outcome.code == .ok, "\(name): \(outcome.errors)")
        let sum = try object(outcome.lines.last)
        #expect(sum["addsUp"] as? Bool == true, "\(name): \(outcome.errors)")
        return units(sum["shown"])
      }
      // A figure without a time is as of today, on both.
      let why = ["why", name, "--json"]
      let (here, there) = try (sum(ledger.run(why)), sum(copy.run(why)))
      #expect(here == there && here != nil, "seed \(random.seed), \(name)")
    }
  }
}
