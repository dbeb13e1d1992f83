import Foundation
import Testing

@testable import events

/// May 2026 of a household, typed at a terminal: 120 entries, 30 papers, three trips, two currencies, refunds and an
/// account that two people share.
///
/// The effort is compared with the one before there were defaults, vendor memory, several records at once and `review
/// --all`. By these rules: a line named its category, payment and account itself, "Record it?" needed a y, every draft
/// was reviewed by a command of its own with an answer to each of seven fields, and every record was tagged by one.
@Suite("A month of a household")
struct HouseholdMonthTests {
  /// The commands that a person gives, and the keys that they press for them, Enter included.
  struct Effort: Equatable, CustomStringConvertible {
    var commands = 0
    var keys = 0

    mutating func command(_ words: [String], typing lines: [String] = []) {
      commands += 1
      keys += "events \(words.joined(separator: " "))\n".count
      for line in lines { keys += line.count + 1 }
    }

    var description: String { "\(commands) commands, \(keys) keys" }
  }

  /// One purchase without paper.
  struct Purchase {
    let day: Int
    let vendor: String
    let cents: Int
    let currency: String
    let category: String
    let payment: String
    let account: String?
    let trip: String?

    var decimal: String {
      "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(String(abs(cents) % 100 + 100).dropFirst())"
    }

    /// The line as it is typed with defaults and vendor memory.
    ///
    /// - Parameter isKnown: Whether the vendor was entered before.
    func line(isKnown: Bool) -> String {
      var words = [vendor, decimal + (currency == "EUR" ? "" : " \(currency)")]
      if !isKnown {
        words.append(category)
        if payment != HouseholdMonthTests.usualPayment { words.append(payment) }
      }
      if let account, account != HouseholdMonthTests.usualAccount { words.append("@\(account)") }
      return words.joined(separator: " ")
    }

    /// The line as it was typed before: with every value, because nothing was filled in.
    var wholeLine: String {
      var words = [vendor, decimal + (currency == "EUR" ? "" : " \(currency)"), category, payment]
      if let account { words.append("@\(account)") }
      return words.joined(separator: " ")
    }
  }

  static let usualPayment = "card"
  static let usualAccount = "Giro"

  private static let shops = [
    ("Rewe", "food", "card"), ("Edeka", "food", "card"), ("Baker", "food", "cash"), ("Cinema", "other", "card"),
    ("Pharmacy", "other", "cash"), ("Ikea", "other", "card"), ("Uber", "taxi", "card"),
    ("Canteen", "food", "cash"),
    ("Trattoria", "food", "card"), ("Hostel", "hotel", "card"), ("Lufthansa", "flight", "card"),
  ]
  private static let trips = [("Berlin", 5...8, "EUR"), ("Rome", 14...17, "EUR"), ("Basel", 24...27, "CHF")]

  /// Four purchases on each of thirty days, every twenty-fourth of them a refund.
  static let purchases: [Purchase] = (0..<120).map { number in
    let day = number / 4 + 1
    let trip = trips.first { $0.1.contains(day) }
    let shop = shops[(number * 7 + day) % shops.count]
    let cents = 350 + (number * 911 + day * 137) % 8_900
    let isShared = number.isMultiple(of: 5) && trip?.2 != "CHF"
    return Purchase(
      day: day, vendor: shop.0, cents: number % 24 == 23 ? -cents : cents, currency: trip?.2 ?? "EUR",
      category: shop.1, payment: shop.2, account: trip?.2 == "CHF" ? nil : isShared ? "Shared" : usualAccount,
      trip: trip?.0)
  }

  /// Thirty receipts as their text. Every tenth has two totals, so that a person has to look.
  static let papers: [(text: String, cents: Int)] = (0..<30).map { number in
    let cents = 1_500 + number * 137
    func decimal(_ cents: Int) -> String { "\(cents / 100).\(String(cents % 100 + 100).dropFirst())" }
    let total =
      number % 10 == 9
      ? "TOTAL \(decimal(cents))\nTOTAL \(decimal(cents + 100))" : "TOTAL EUR \(decimal(cents))"
    return (
      "CORNER SHOP \(number)\nBread \(decimal(500))\nMilk \(decimal(cents - 500))\n\(total)\nVISA CARD\n"
        + "2026-05-\(number < 9 ? "0" : "")\(number + 1)\n",
      cents
    )
  }

  /// A run of purchases that are entered in one go: those of a trip, or those between two trips.
  private static var sessions: [[Purchase]] {
    purchases.reduce(into: []) { sessions, purchase in
      if sessions.last?.last?.trip == purchase.trip, !sessions.isEmpty {
        sessions[sessions.count - 1].append(purchase)
      } else {
        sessions.append([purchase])
      }
    }
  }

  @Test("Typed on a terminal: all of it is recorded, with less than half the keys and a third of the commands")
  func month() throws {
    let ledger = try Ledger()
    let terminal = try #require(PseudoTerminal(columns: 80))
    var (before, after) = (Effort(), Effort())
    func both(_ words: String...) {
      before.command(words)
      after.command(words)
      let outcome = ledger.run(words)
      #expect(outcome.code == .ok, "\(words): \(outcome.errors)")
    }
    both("account", "open", Self.usualAccount)
    both("account", "open", "Shared")
    for trip in Self.trips { both("group", "create", trip.0) }
    let defaults = ["defaults", "set", "--payment", Self.usualPayment, "--account", Self.usualAccount]
    after.command(defaults)
    #expect(ledger.run(defaults).code == .ok)

    // Purchases, a day after the other.
    var known: Set<String> = []
    for session in Self.sessions {
      let options = ["add", "--repeat"] + (session[0].trip.map { ["--group", $0] } ?? [])
      var (lines, whole): ([String], [String]) = ([], [])
      var day = 0
      for purchase in session {
        if purchase.day != day {
          day = purchase.day
          lines.append("\(day) may")
          whole.append("\(day) may")
        }
        lines.append(purchase.line(isKnown: known.contains(purchase.vendor)))
        known.insert(purchase.vendor)
        // Enter agrees. Before, Enter did not.
        lines.append("")
        whole += [purchase.wholeLine, "y"]
      }
      after.command(options, typing: lines + [""])
      before.command(options, typing: whole + [""])
      let shown = terminal.run(options, on: ledger, typing: (lines + [""]).map { $0 + "\n" }.joined())
      #expect(!shown.lowercased().contains("nothing was recorded"), "\(shown)")
    }
    both("transfer", "400", Self.usualAccount, "Shared", "--date", "2026-05-02")

    // Papers. Those without a question are saved at once, the others one after the other.
    // A loop of the shell, which is one line.
    before.command(["capture", "p$n.txt;", "done"])
    after.command(["capture", "p$n.txt;", "done"])
    for (number, paper) in Self.papers.enumerated() {
      let path = try ledger.file("p\(number).txt", paper.text)
      let captured = ledger.run("capture", path, "--json")
      let id = try #require(try object(captured.lines.first)["transaction"] as? String)
      // Before, each draft was reviewed alone, with an Enter for each of seven fields.
      let answers =
        number % 10 == 9
        ? ["", "", "1", "EUR", "food", "", "", "s"] : ["", "", "", "", "food", "", "", "s"]
      before.command(["review", String(id.prefix(8))], typing: answers)
    }
    let answered = finish(ledger, terminal)
    after.commands += answered.commands
    after.keys += answered.keys

    // What was on a trip gets a tag: with a filter, where each record needed a command of its own.
    let tag = ["tag", "--where", "--group", "Rome", "--yes", "holiday"]
    after.command(tag)
    let inRome = Self.purchases.count { $0.trip == "Rome" }
    for _ in 0..<inRome { before.command(["tag", "3f2a1b9c", "holiday"]) }
    let tagged = ledger.run("tag", "--where", "--group", "Rome", "--yes", "holiday")
    #expect(tagged.code == .ok, "\(tagged.errors)")

    try check(ledger)
    print("household month before: \(before); now: \(after)")
    #expect(after.commands * 3 < before.commands, "\(before) / \(after)")
    #expect(after.keys * 2 < before.keys, "\(before) / \(after)")
  }

  /// Saves what has no open question, then answers the rest.
  private func finish(_ ledger: Ledger, _ terminal: PseudoTerminal) -> Effort {
    var effort = Effort()
    let save = ["save", "--ready"]
    effort.command(save)
    _ = ledger.run(save + ["--yes"])
    let left = ledger.run("drafts", "--json").lines.count
    guard left > 0 else { return effort }
    var lines: [String] = []
    for _ in 0..<left { lines += ["1", "food", "s"] }
    let review = ["review", "--all"]
    effort.command(review, typing: lines)
    let shown = terminal.run(review, on: ledger, typing: lines.map { $0 + "\n" }.joined())
    #expect(ledger.run("drafts", "--json").output.isEmpty, "\(shown)")
    return effort
  }

  /// Compares the ledger with the purchases and papers themselves.
  private func check(_ ledger: Ledger) throws {
    let rows = try objects(ledger.run("receipts", "--all", "--json").output)
    let spent = rows.filter { $0["kind"] as? String == "expense" }
    #expect(spent.count == 150)
    func sum(_ rows: [[String: Any]], _ currency: String) -> Int {
      rows.map { $0["amount"] as? [String: Any] ?? [:] }.filter { $0["currency"] as? String == currency }
        .reduce(0) { $0 + ($1["minorUnits"] as? Int ?? 0) }
    }
    let papers = Self.papers.map(\.cents).reduce(0, +)
    for currency in ["EUR", "CHF"] {
      let purchases = Self.purchases.filter { $0.currency == currency }.map(\.cents).reduce(0, +)
      #expect(sum(spent, currency) == purchases + (currency == "EUR" ? papers : 0), "\(currency)")
    }
    for trip in Self.trips {
      let wanted = Self.purchases.filter { $0.trip == trip.0 }
      let group = try objects(ledger.run("receipts", "--group", trip.0, "--limit", "500", "--json").output)
      #expect(
        group.count == wanted.count && sum(group, trip.2) == wanted.map(\.cents).reduce(0, +), "\(trip.0)")
    }
    for purchase in Self.purchases {
      let found = rows.contains { row in
        units(row["amount"]) == purchase.cents && row["vendor"] as? String == purchase.vendor
          && row["category"] as? String == purchase.category && row["payment"] as? String == purchase.payment
          && row["account"] as? String == purchase.account
          && row["date"] as? String == "2026-05-\(purchase.day < 10 ? "0" : "")\(purchase.day)"
      }
      #expect(found, "\(purchase)")
    }
    let shared = Self.purchases.filter { $0.account == "Shared" }.map(\.cents).reduce(0, +)
    let account = try objects(ledger.run("account", "list", "--json").output)
      .first { $0["name"] as? String == "Shared" }
    #expect(units(account?["balance"]) == 40_000 - shared)
    #expect(ledger.run("rebuild", "--check").code == .ok)
  }
}
