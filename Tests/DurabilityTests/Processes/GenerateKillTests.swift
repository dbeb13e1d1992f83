import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

/// The built tool, interrupted or killed while it generates the transactions of many rules.
@Suite("Generations that are stopped", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct GenerateKillTests {
  private static let rules = 400
  /// Monthly, from the year of the tests' clock on.
  private static let years = 2

  @Test(
    "ET-17 A generation that is stopped leaves whole batches, and the next run makes the rest and nothing twice",
    arguments: [SIGKILL, SIGINT])
  func stopped(signal: Int32) throws {
    let rounds = Extent.of(2, nightly: 60)
    var generator = SeededGenerator(seed: Extent.seed &+ UInt64(signal))
    var stopped = 0
    var wrong: [String] = []
    for round in 0..<rounds {
      let scratch = try Scratch("generate")
      defer { scratch.remove() }
      let ledger = scratch.folder("ledger")
      let before = try Self.fill(ledger)
      let process = try ToolProcess(Self.arguments(ledger))
      // Not before it has appended something, and then at any moment.
      while try Self.size(ledger) == before, try Self.isRunning(process) { usleep(2_000) }
      usleep(UInt32.random(in: 0...150_000, using: &generator))
      if signal == SIGKILL { process.kill() } else { process.interrupt() }
      let outcome = process.finish()
      if outcome.code == (signal == SIGKILL ? -SIGKILL : 130) { stopped += 1 }
      if let problem = try Self.problem(ledger, isWhole: false) { wrong.append("\(round): \(problem)") }
      let again = try BuiltTool.run(Self.arguments(ledger))
      if again.code != 0 { wrong.append("\(round): the second run ended with \(again.code): \(again.errors)") }
      if let problem = try Self.problem(ledger, isWhole: true) { wrong.append("\(round): \(problem)") }
      let size = try Self.size(ledger)
      try BuiltTool.run(Self.arguments(ledger))
      if try Self.size(ledger) != size { wrong.append("\(round): a third run appended something") }
    }
    Tally.report(
      signal == SIGKILL ? "kill -9 of a generation" : "an interrupt of a generation", tried: rounds,
      lost: wrong.count, note: "\(stopped) stopped midway")
    #expect(stopped > 0)
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count): \(wrong.prefix(5))")
  }

  @Test("ET-17 A generation reports its progress batch by batch to the end")
  func progress() throws {
    let scratch = try Scratch("progress")
    defer { scratch.remove() }
    let ledger = scratch.folder("ledger")
    _ = try Self.fill(ledger)
    let book = try Book.open(Scenario.settings(ledger))
    defer { try? book.close() }
    var steps: [Int64] = []
    // More than two batches of events.
    let years = 5
    let through = CivilDate(year: Self.first.year + years - 1, month: 12, day: 31)
    let report = try book.generate(through: through) { done, total in
      steps.append(done)
      if total != Int64(Self.rules) { Issue.record("of \(total)") }
    }
    #expect(steps.count > 2 && steps.last == Int64(Self.rules), "\(steps)")
    #expect(steps == steps.sorted() && report.made == Self.rules * 12 * years)
  }

  @Test("ET-16 Ten times the rules take little more memory", .enabled(if: Extent.isNightly, "10,000 rules"))
  func memory() throws {
    let scratch = try Scratch("memory")
    defer { scratch.remove() }
    let peaks = try [1_000, 10_000].map { rules in
      let ledger = scratch.folder("ledger \(rules)")
      _ = try Self.fill(ledger, rules: rules)
      let began = ContinuousClock.now
      let year = "\(Self.first.year)"
      let outcome = try BuiltTool.run(["--ledger", ledger, "rule", "generate", "--through", year])
      #expect(outcome.code == 0, "\(outcome.errors)")
      let words = "\(rules) rules × a year: \(ContinuousClock.now - began), \(outcome.peakKilobytes) KB"
      print("durability: \(words)")
      return outcome.peakKilobytes
    }
    #expect(peaks[1] < peaks[0] * 2, "\(peaks) KB")
  }

  private static func arguments(_ ledger: String) -> [String] {
    ["--ledger", ledger, "rule", "generate", "--through", "\(first.year + years - 1)"]
  }

  /// A day of the year before the tool's: rules from here on have both years ahead of them.
  private static let first = CivilDate(year: 2_100, month: 1, day: 1) ?? .first

  private static func isRunning(_ process: ToolProcess) throws -> Bool {
    var info = siginfo_t()
    let code = waitid(P_PID, id_t(process.id), &info, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 && info.si_signo == 0
  }

  private static func size(_ ledger: String) throws -> Int64 {
    let log = try LedgerLog.open(ledger, mode: .readOnly)
    defer { try? log.close() }
    return try log.lastPosition().rawValue
  }

  /// The problem with a ledger, or `nil` if there is no problem.
  ///
  /// It is damage, a transaction that no generation names, one that is named and missing, or one made twice. With
  /// `isWhole` it is also a number of transactions that differs from the rules'.
  private static func problem(_ ledger: String, isWhole: Bool) throws -> String? {
    let book = try Book.open(Scenario.settings(ledger))
    defer { try? book.close() }
    if let problem = try Soundness.problem(book) { return problem }
    var named: Set<UniqueID> = []
    var made: [UniqueID: Int] = [:]
    try book.log.forEachEvent { event in
      if event.type == "TransactionRecorded" { made[event.stream.id, default: 0] += 1 }
      guard
        case .event(.rule(.recurrenceGenerated(let generated))) = EventCodec.current.decode(
          type: event.type, schema: event.schema, streamKind: event.stream.kind, payload: event.payload)
      else { return }
      named.formUnion(generated.made.map(\.transaction.id))
    }
    if let twice = made.first(where: { $0.value != 1 }) { return "\(twice.key) was made \(twice.value) times" }
    if named != Set(made.keys) { return "\(named.count) are named and \(made.count) were made" }
    let expected = rules * 12 * years
    if isWhole, made.count != expected { return "there are \(made.count) transactions, not \(expected)" }
    if try book.transactions().matching != made.count { return "the list has another number than the log" }
    return nil
  }

  /// Creates a ledger with rules of which nothing was generated. Returns the number of its events.
  private static func fill(_ folder: String, rules: Int = rules) throws -> Int64 {
    let book = try Book.create(Scenario.settings(folder), Scenario.new)
    let codec = EventCodec.current
    let drafts = (0..<rules).map { number in
      let id = RuleID(UniqueID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number)))
      let terms = RuleTerms(
        frequency: .monthly, start: first.adding(days: number % 28),
        money: Money(minorUnits: Int64(1_000 + number), currency: .eur), vendor: "Landlord",
        category: "other", payment: .card)
      let event = LedgerEvent.rule(
        .ruleCreated(
          RuleEvent.Created(series: id, since: nil, template: nil, terms: terms, enabled: true, on: book.today))
      )
      return EventDraft(
        stream: id.stream, type: event.type.rawValue, schema: codec.schema(of: event.type),
        payload: codec.encode(event), actor: "user/test")
    }
    _ = try book.log.write { writer in
      try writer.append(
        drafts, correlation: UniqueID.random(), clock: book.settings.clock(), salts: LedgerLog.randomSalt)
    }
    let size = try book.log.lastPosition().rawValue
    try book.close()
    return size
  }
}
