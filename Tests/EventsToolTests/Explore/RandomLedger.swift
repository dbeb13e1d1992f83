import EventLog
import Foundation
import LedgerBytes
import LedgerTestSupport
import Testing

@testable import events

/// A ledger with a random past: several currencies, groups, accounts, drafts, deletions, conflicts and late arrivals.
struct RandomLedger {
  let ledger: Ledger
  private var random: SeededGenerator
  private var transactions: [String] = []
  private var groups: [String] = []
  /// A transaction that both devices correct, and that is never deleted.
  let shared: String

  /// Whether it also has line items, confirmed readings, dismissed duplicates, a bank's rows and a rule.
  private let isDetailed: Bool

  /// Records `steps` random actions on one device and some on another.
  init(steps: Int, seed: SeededGenerator, isDetailed: Bool = false) throws {
    random = seed
    self.isDetailed = isDetailed
    ledger = try Ledger()
    shared = try ledger.add("84.50", "--vendor", "REWE")
    ledger.run("account", "open", "Savings", "--opening", "1000", "--date", "2025-12-01")
    ledger.run("account", "open", "Dollars", "--opening", "0 USD", "--date", "2025-12-01")
    ledger.run("account", "open", "House", "--kind", "tracking", "--opening", "5", "--date", "2025-12-01")
    ledger.run("account", "open", "Later", "--opening", "70", "--date", "2026-08-01")
    for name in Self.goals { ledger.run("goal", "add", name, "900", "--by", "2026-12-24") }
    for step in 0..<steps {
      if step % 35 == 20 { try receive() } else { try act() }
      if isDetailed, step % 2 == 0 { detail() }
    }
  }

  /// A random position of the log.
  mutating func position() throws -> Int { Int(random.next() % UInt64(try last())) + 1 }

  /// The last position of the log.
  func last() throws -> Int64 {
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    defer { try? log.close() }
    return try log.lastPosition().rawValue
  }

  /// A random instant in UTC, and the position of the last event that an author had recorded by then.
  mutating func recordedMoment() throws -> (instant: String, position: Position) {
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    defer { try? log.close() }
    var events: [StoredEvent] = []
    try log.forEachEvent { events.append($0) }
    let instant = one(events).recordedAtMilliseconds
    let last = events.filter { $0.recordedAtMilliseconds == instant }.max { $0.foldsBefore($1) }
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (Date(timeIntervalSince1970: Double(instant) / 1_000).formatted(format), last?.position ?? 0)
  }

  /// One of some values.
  mutating func one<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }

  /// Receives what another device recorded before some actions of this one. Both correct the same total.
  private mutating func receive() throws {
    let events = try ledger.recordedElsewhere(["correct", shared, "total", amount()])
    ledger.run(["correct", shared, "total", amount()])
    for _ in 0..<3 { try act() }
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    defer { try? log.close() }
    _ = try log.takeIn(events, receivedAtMilliseconds: 1_781_440_500_000)
    try FileManager.default.removeItem(atPath: ledger.folder + "/other")
  }

  private mutating func act() throws {
    switch random.next() % 17 {
    case 0: try make(["group", "create", "Trip \(groups.count)"], into: \.groups, key: "group")
    case 1 where !groups.isEmpty:
      ledger.run(["group", one(["rename"]), one(groups), "Renamed \(random.next() % 100)"])
    case 2 where !groups.isEmpty:
      ledger.run(["group", one(["delete", "restore"]), one(groups), "--yes"])
    case 3: transactions.append(try ledger.capture(one(Self.papers)))
    case 4 where !transactions.isEmpty:
      ledger.run(["file", one(transactions), groups.isEmpty ? "--unfiled" : one(groups)])
    case 5 where !transactions.isEmpty:
      ledger.run([one(["delete", "restore", "save", "clear"]), one(transactions), "--yes"])
    case 6 where !transactions.isEmpty: ledger.run(["correct", one(transactions), "total", amount()])
    case 7 where !transactions.isEmpty:
      ledger.run(["correct", one(transactions), "category", one(["food", "taxi", "hotel"])])
    case 8 where !transactions.isEmpty: ledger.run(["correct", one(transactions), "date", date()])
    case 9: try transfer()
    case 10, 11: plan()
    case 12: save()
    default: try add()
    }
  }

  /// Records what few receipts have.
  private mutating func detail() {
    let receipt = transactions.isEmpty ? shared : one(transactions + [shared])
    switch random.next() % 10 {
    case 0, 1: ledger.run("item", "add", receipt, "Wine", "4", "--category", one(["food", "hotel", "taxi"]))
    case 2: ledger.run("item", "change", receipt, "1", one(["--amount", "--quantity"]), one(["2", "3"]))
    case 3: ledger.run("item", "change", receipt, "1", "--category", one(["food", "hotel"]))
    case 4: ledger.run("item", "remove", receipt, "1", "--yes")
    case 5: ledger.run(["confirm", receipt] + one([[], ["total"], ["date"]]))
    case 6: ledger.run("correct", receipt, "kind", one(["income", "expense"]))
    case 7: ledger.run("undo", "HEAD", "--yes")
    case 8:
      let date = date()
      ledger.run(
        ["import", "-", "--account", "Giro", "--new-account", "--yes"],
        input: "Date,Payee,Amount\n\(date),Shop \(random.next() % 9),-\(one(["4", "12", "450"])).00\n")
    default:
      ledger.run(
        "rule", "add", "--every", "month", "--start", "2026-01-01", "--amount", "7", "--category", "taxi",
        "--payment", "card")
      ledger.run("rule", "generate")
    }
  }

  /// Records a transfer. It is refused if an account is not known yet, or if both are the same one.
  private mutating func transfer() throws {
    let isExchange = random.next() % 3 == 0
    let accounts = ["Giro", "Cash box", "Savings", "House"]
    try make(
      ["transfer", amount(), one(accounts), isExchange ? "Dollars" : one(accounts), "--date", date()]
        + (isExchange ? ["--received", amount()] : []),
      into: \.transactions, key: "transaction")
  }

  /// Budgets an amount, or lets a category carry over what is overspent. Moves categories, too.
  private mutating func plan() {
    let (category, month) = (one(["food", "taxi", "hotel"]), one(["2025-12", "2026-01", "2026-06"]))
    if random.next() % 5 == 0 {
      ledger.run("category", "change", category, "--header", one(["Everyday", "EVERYDAY", "Travel", ""]))
    } else if random.next() % 8 == 0 {
      ledger.run("category", "move", category, "--before", one(["food", "taxi", "flight"]))
    } else if random.next() % 4 == 0 {
      ledger.run("budget", "carry-over", category, one(["on", "off"]), "--month", month)
    } else {
      ledger.run("budget", "set", category, amount(), "--month", month, "--currency", one(["EUR", "USD"]))
    }
  }

  /// Contributes an amount or a receipt to a goal, or changes the goal.
  private mutating func save() {
    let goal = one(Self.goals)
    switch random.next() % 6 {
    case 0: ledger.run("goal", one(["complete", "delete", "restore", "reopen"]), goal, "--yes")
    case 1: ledger.run("goal", "change", goal, "--target", amount(), "--by", one(["none", "2026-07-01"]))
    case 2 where !transactions.isEmpty:
      ledger.run("goal", "contribute", goal, "--transaction", one(transactions))
    default:
      let units = one(["12", "250.50", "-40", "0.01"])
      let dates = ["2026-01-02", "2026-04-30", "2026-06-14", "2026-09-01"]
      ledger.run("goal", "contribute", goal, units, "--on", one(dates))
    }
  }

  private static let goals = ["Holiday", "Laptop"]

  private mutating func add() throws {
    // Every fifth one is a refund, or income that was paid back.
    var options = [
      "add", "--amount=\(transactions.count % 5 == 4 ? "-" : "")\(amount())", "--currency",
      one(["EUR", "EUR", "USD", "JPY"]), "--date", date(),
      "--category",
      one(["food", "hotel", "taxi"]), "--payment", one(["card", "cash"]), "--kind",
      one(["expense", "expense", "income", "transfer"]),
    ]
    if !groups.isEmpty, random.next() % 2 == 0 { options += ["--group", one(groups)] }
    if random.next() % 3 == 0 {
      options += ["--account", one(["Giro", "Cash box", "House"]), "--new-account"]
    }
    try make(options, into: \.transactions, key: "transaction")
  }

  private mutating func make(
    _ arguments: [String], into list: WritableKeyPath<RandomLedger, [String]>, key: String
  ) throws {
    let outcome = ledger.run(arguments + ["--json"])
    let object = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    if let id = object?[key] as? String { self[keyPath: list].append(id) }
  }

  private mutating func amount() -> String { one(["12", "450", "99999999", "3", "70000000000000"]) }

  private mutating func date() -> String {
    one(["2025-12-29", "2025-12-31", "2026-01-01", "2026-06-07", "2026-06-08", "2026-06-14", "2026-07-01"])
  }

  private static let papers = [
    "REWE\n14.06.2026\nSUMME 12,50 EUR\nBAR", "Taxi\nTotal 30.00", "nothing to read",
  ]
}
