import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@testable import events

@Suite("bisect on the command line")
struct BisectCommandTests {
  @Test("A figure: the event since which it is another, its causes, where it came from, and what it did")
  func figure() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    ledger.run("correct", trips.rewe, "total", "97.50")
    let outcome = ledger.run("bisect", "group Berlin — June 2026 EUR = 499.50")
    #expect(outcome.code == .ok)
    try Golden.expect(outcome.output, "bisect-figure")
    let json = try ledger.json("bisect", "group", "Berlin — June 2026", "EUR", "=", "499.50")
    let last = try #require(try ledger.json("status")["events"] as? Int)
    #expect(json["position"] as? Int == last && json["steps"] as? Int == 1)
    #expect(units(json["before"]) == 49_950 && units(json["after"]) == 51_750)
    #expect(json["turnsTrue"] as? Bool == false)
    let difference = try #require(json["difference"] as? [String: Any])
    #expect(units((difference["totals"] as? [[String: Any]])?.first?["amount"]) == 1_800)
    #expect((json["event"] as? [String: Any])?["type"] as? String == "FieldCorrected")
    // The other way round, between two ends: the event that made it so.
    let since = try ledger.json(
      "bisect", "group Berlin — June 2026 EUR = 499.50", "--good", "6", "--bad", "\(last - 1)")
    #expect(since["turnsTrue"] as? Bool == true && since["position"] as? Int == 42)
  }

  @Test("A truth that turned several times is reported as such, and the turn is the one asked for")
  func turns() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    for total in ["40.00", "38.00", "41.00"] { ledger.run("correct", id, "total", total) }
    let recorded = 7
    let last = try ledger.json("bisect", "expense all EUR = 38.00")
    #expect(last["position"] as? Int == recorded + 3)
    #expect(last["otherTurns"] as? [Int] == [recorded, recorded + 1, recorded + 2])
    let first = try ledger.json("bisect", "expense all EUR = 38.00", "--good", "\(recorded)")
    #expect(first["position"] as? Int == recorded + 1)
    #expect(first["otherTurns"] as? [Int] == [recorded + 2, recorded + 3])
    let text = ledger.run("bisect", "expense all EUR = 38.00", "--good", "\(recorded)").output
    #expect(text.contains("It is not the only change"))
    // The same at both ends, and not between them.
    let same = ledger.run("bisect", "expense all EUR = 38.00", "--good", "7", "--bad", "9")
    #expect(same.code == .no)
    #expect(same.output.replacing("\n", with: " ").contains("Between them it turns 2 times: at 8, 9"))
  }

  @Test("Every comparison, amounts as the ledger writes them, and an unquoted command line")
  func comparisons() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    _ = try ledger.add("2.00")
    for (condition, position) in [
      ("expense 2026 EUR<=38.00", 8), ("expense 2026 EUR < 38", 7), ("expense 2026 != 40.00 EUR", 8),
      ("expense 2026 EUR == €38.00", 8), ("expense category:food EUR > 40", nil), ("expense EUR >= 40", nil),
      ("expense 2026 EUR = 15.00 + 23.00", 8),
    ] as [(String, Int?)] {
      let outcome = ledger.run("bisect", condition, "--json")
      #expect(outcome.code == (position == nil ? .no : .ok), "\(condition): \(outcome.errors)")
      #expect(try object(outcome.output)["position"] as? Int == position, "\(condition)")
    }
    #expect(ledger.run("bisect", "expense", "2026", "EUR", "=", "38.00").code == .ok)
  }

  @Test("A SELECT over the read models as they were, found by halves")
  func select() throws {
    let trips = try TwoTrips()
    let select = "SELECT count(*) = 0 FROM transaction_row WHERE stage = 1 AND vendor LIKE 'Lufthansa%'"
    let json = try trips.ledger.json("bisect", "--sql", select)
    #expect(json["position"] as? Int == 34 && json["steps"] as? Int == 9)
    let narrow = try trips.ledger.json("bisect", "--sql", select, "--good", "30", "--bad", "38")
    #expect(narrow["position"] as? Int == 34 && narrow["steps"] as? Int == 5)
  }

  @Test(
    "SQL that does more than read is refused, whatever it looks like, and changes nothing",
    arguments: [
      "DELETE FROM group_total", "UPDATE model SET position = 1", "SELECT 1; DELETE FROM group_total",
      "INSERT INTO category_row VALUES ('x','x',NULL,NULL,'',1) RETURNING 1", "DROP TABLE group_total",
      "ATTACH DATABASE '/tmp/x.sqlite' AS x", "PRAGMA journal_mode = DELETE", "PRAGMA user_version",
      "BEGIN IMMEDIATE", "VACUUM", "CREATE TEMP TABLE x (y)", "SELECT load_extension('x')", "",
      "WITH x AS (SELECT 1) DELETE FROM group_total", "REINDEX", "EXPLAIN DELETE FROM group_total",
      "ANALYZE", "SAVEPOINT x", "SELECT 1; SELECT 1",
    ])
  func writes(sql: String) throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let before = ledger.run("groups", "--json").output
    let outcome = ledger.run("bisect", "--sql=\(sql)")
    #expect(outcome.code == .usage, "\(sql): \(outcome.output) \(outcome.errors)")
    #expect(outcome.errors.contains("--sql takes one SELECT that reads"), "\(outcome.errors)")
    #expect(ledger.run("groups", "--json").output == before)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("SQL that is invalid, or asks for what is not there, is a mistake in the data")
  func wrongSQL() throws {
    let ledger = try Ledger()
    let wrong = [
      "SELEC 1", "SELECT * FROM nowhere", "SELECT", "SELECT randomblob(999999999999)",
      "SELECT abs(-9223372036854775808)",
    ]
    for sql in wrong {
      let outcome = ledger.run("bisect", "--sql", sql)
      #expect(outcome.code == .dataError, "\(sql)")
      #expect(outcome.errors.contains("cannot be asked"), "\(outcome.errors)")
    }
  }

  @Test("A command of the shell sees the ledger of then, and its exit code is what counts")
  func shell() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    let tool = BuiltTool.path
    let command =
      "'\(tool)' groups --json | grep -q LUFTHANSA; '\(tool)' receipts --all --json | grep -c '\"state\":\"saved\"' | grep -qx 0"
    let outcome = ledger.run("bisect", "--run", command, "--json")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    let json = try object(outcome.output)
    #expect(json["position"] as? Int == 33, "\(outcome.errors)")
    #expect(outcome.errors.contains("event 1: good"))
    // No file remains, neither here nor in the temporary folder.
    let seen = ledger.folder + "/seen"
    _ = ledger.run("bisect", "--good", "30", "--run", "echo $EVENTS_LEDGER >> '\(seen)'; exit 1")
    for folder in try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n") {
      #expect(!FileManager.default.fileExists(atPath: String(folder)))
    }
    #expect(try ledger.json("status")["events"] as? Int == 48)
  }

  @Test("125 passes over an event, 128 and more end the search, and a constant verdict finds nothing")
  func codes() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    // The position of the past ledger is how many events it has.
    let count = "n=$('\(BuiltTool.path)' status --json | sed 's/.*\"events\":\\([0-9]*\\).*/\\1/')"
    let skipped = ledger.run(
      "bisect", "--good", "20", "--bad", "40", "--json", "--run",
      "\(count); [ $n -lt 30 ] && exit 0; [ $n -lt 33 ] && exit 125; exit 1")
    #expect(skipped.code == .no, "\(skipped.errors)")
    let answer = try object(skipped.output)
    #expect(answer["reason"] is String && answer["event"] is NSNull && answer["position"] is NSNull)
    #expect(try #require(answer["steps"] as? Int) > 1)
    #expect(skipped.output.contains("one of the events 30 to 33"))
    let around = ledger.run(
      "bisect", "--good", "20", "--bad", "40", "--json", "--run",
      "\(count); [ $n -eq 30 ] && exit 125; [ $n -lt 28 ]")
    #expect(try object(around.output)["position"] as? Int == 28, "\(around.errors)")
    #expect(ledger.run("bisect", "--good", "20", "--run", "exit 128").code == .no)
    #expect(
      ledger.run("bisect", "--good", "20", "--run", "exit 128").errors.contains("which is no answer"))
    for code in ["0", "1"] {
      let never = ledger.run("bisect", "--good", "20", "--run", "exit \(code)")
      #expect(never.code == .no)
      #expect(never.output.contains("It never changes"), "\(never.output)")
    }
    #expect(
      ledger.run("bisect", "--good", "20", "--run", "exit 125").output.contains(
        "cannot be judged"))
  }

  @Test("Before the first event there is no ledger to run a command on: the first one is the beginning")
  func fromTheBeginning() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let good = ledger.run("bisect", "--good", "0", "--run", "'\(BuiltTool.path)' groups")
    #expect(good.code == .no && good.output.contains("It never changes"), "\(good.output)\(good.errors)")
    let none = "'\(BuiltTool.path)' receipts --json | grep -c . | grep -qx 0"
    for start in ["0", "HEAD~100"] {
      let outcome = ledger.run("bisect", "--good", start, "--json", "--run", none)
      #expect(outcome.output.contains("\"position\":7,"), "\(start): \(outcome.output)\(outcome.errors)")
      #expect(outcome.output.contains("\"turnsTrue\":false"), "\(outcome.output)")
    }
  }

  @Test("A relative folder for temporary files is no other one for a command that goes elsewhere")
  func relativeFolder() throws {
    let trips = try TwoTrips()
    let outcome = try BuiltTool.shell(
      """
      cd "$T"; mkdir tmp
      "$events" bisect --good 40 --run 'cd / && "$events" verify'
      ls tmp | wc -l
      """, environment: ["EVENTS_LEDGER": trips.ledger.path, "TMPDIR": "tmp", "T": trips.ledger.folder])
    #expect(outcome.output.contains("is true at 40"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasSuffix("\n0\n"), "\(outcome.output)")
  }

  @Test("Events that a command records in a past ledger stay there")
  func writing() throws {
    let trips = try TwoTrips()
    let outcome = trips.ledger.run(
      "bisect", "--good", "20", "--json", "--run",
      "'\(BuiltTool.path)' group create Mine > /dev/null && '\(BuiltTool.path)' tail --json | grep -q '\"GroupCreated\"' && '\(BuiltTool.path)' receipts --all --json | grep -c saved | grep -qx 0"
    )
    #expect(try object(outcome.output)["position"] as? Int == 33, "\(outcome.output)\(outcome.errors)")
    #expect(!trips.ledger.run("groups").output.contains("Mine"))
  }

  @Test("A past ledger has its scans: nothing is missing there, and what is taken away there stays here")
  func scans() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    let pages = try ledger.pages()
    #expect(!pages.isEmpty)
    let sound = ledger.run("bisect", "--run", "'\(BuiltTool.path)' verify")
    #expect(sound.output.contains("It never changes"), "\(sound.output)\(sound.errors)")
    _ = ledger.run("bisect", "--run", "rm -r $EVENTS_LEDGER/attachments/*/")
    #expect(try ledger.pages() == pages)
  }

  @Test("What a command deletes of one past ledger's scans, or adds to them, no later one misses or has")
  func scansOfEach() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    let pages = try ledger.pages()
    let seen = ledger.folder + "/seen"
    _ = ledger.run(
      "bisect", "--good", "20", "--run",
      "cd $EVENTS_LEDGER/attachments && find . -type f | wc -l >> '\(seen)'; rm -r */; mkdir new; touch new/one; exit 1"
    )
    let counts = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n").compactMap { Int($0) }
    #expect(counts.count == 2 && Set(counts).count == 1 && (counts.first ?? 0) > 0, "\(counts)")
    #expect(try ledger.pages() == pages)
  }

  @Test("Interrupted, the search ends with 130, and the past ledgers are gone")
  func interrupt() throws {
    let trips = try TwoTrips()
    let folder = trips.ledger.folder + "/tmp"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let outcome = try BuiltTool.shell(
      """
      "$events" bisect --good 20 --run 'touch "$T/begun"; sleep 60; touch "$T/late"' &
      for i in $(seq 600); do [ -e "$T/begun" ] && break; sleep 0.1; done
      ls "$TMPDIR" | wc -l
      kill -INT $!; wait $!; echo $?; ls "$TMPDIR" | wc -l
      """,
      environment: ["EVENTS_LEDGER": trips.ledger.path, "TMPDIR": folder, "T": trips.ledger.folder])
    #expect(outcome.output == "1\n130\n0\n", "\(outcome.output)\(outcome.errors)")
  }

  @Test("By hand: answers are kept between runs until the event is found or the search is ended")
  func byHand() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    #expect(ledger.run("bisect", "good").code == .noInput)
    #expect(ledger.run("bisect", "start").output.hasPrefix("Name a bad and a good one"))
    #expect(try ledger.json("bisect", "bad")["bad"] as? Int == 48)
    var state = try ledger.json("bisect", "good", "20")
    var steps = 0
    while let next = state["next"] as? Int, steps < 20 {
      state =
        next == 34 ? try ledger.json("bisect", "skip") : try ledger.json("bisect", next < 36 ? "good" : "bad")
      steps += 1
    }
    #expect(state["found"] as? Bool == true && state["position"] as? Int == 36, "\(state)")
    #expect((state["event"] as? [String: Any])?["position"] as? Int == 36)
    #expect(steps == 5 && state["steps"] as? Int == steps + 2, "\(steps) \(state["steps"] ?? "")")
    #expect(ledger.run("bisect", "good", "40").code == .dataError)
    #expect(ledger.run("bisect", "reset").output == "The search is over.\n")
    #expect(ledger.run("bisect", "reset").output == "There was no search.\n")
    let text = ledger.run("bisect", "start", "--good", "35", "--bad", "36").output
    #expect(text.hasPrefix("Event 36 is the first bad one"))
    #expect(ledger.run(["--read-only", "bisect", "start"]).code == .cannotCreate)
    // Notes that nobody wrote.
    let notes = try String(contentsOfFile: ledger.path + "/models/bisect", encoding: .utf8)
    for (part, other) in [
      (notes, "x"), (#""bad":36"#, #""bad":9223372036854775807"#), (#""good":35"#, #""good":36"#),
      (#""good":35"#, #""good":-1"#), (#""steps":0"#, #""steps":9223372036854775807"#),
      (#""skipped":[]"#, #""skipped":[9223372036854775807]"#),
    ] {
      #expect(notes.contains(part), "\(part)")
      try notes.replacingOccurrences(of: part, with: other)
        .write(toFile: ledger.path + "/models/bisect", atomically: true, encoding: .utf8)
      #expect(ledger.run("bisect", "good", "3").code == .dataError, "\(other)")
    }
    #expect(ledger.run("bisect", "start", "--good", "3", "--bad", "HEAD~2").code == .ok)
  }

  @Test("Wrong input: no condition or two, invalid ends, a truth that never changes")
  func wrong() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let lines: [([String], ExitCode, String)] = [
      ([], .usage, "name one condition"), (["no-orphan", "--sql", "SELECT 1"], .usage, "name one condition"),
      (["no-orphans"], .dataError, "Did you mean “no-orphan”?"),
      (["expense 2026 EUR"], .dataError, "no condition"),
      (["expense 2026 EUR ="], .dataError, "no amount"),
      (["expense 2026 EUR = x"], .dataError, "not an amount"),
      (["expense 2026 EUR = 38 USD"], .dataError, "cannot be compared with a figure in EUR"),
      (["expense 2026 EUR = 38.00", "--bad", "99"], .noInput, "no event at position 99"),
      (["expense 2026 EUR = 38.00", "--good", "1999-01-01"], .noInput, "before the first event"),
      (["expense 2026 EUR = 38.00", "--good", "5", "--bad", "5"], .usage, "not before the bad one"),
      (["start", "7"], .usage, "has no use for “7”"), (["good", "--good", "3"], .usage, "begins a search"),
      (["start", "--good", "6", "--bad", "2"], .dataError, "is not before"),
    ]
    for (arguments, code, words) in lines {
      let outcome = ledger.run(["bisect"] + arguments)
      #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    let holds = ledger.run("bisect", "expense 2026 EUR = 38.00")
    #expect(holds.code == .no && holds.output.contains("There is nothing to find"))
    #expect(ledger.run("bisect", "expense 2026 EUR = 39.00").output.contains("It never changes"))
    #expect(ledger.run("bisect", "expense 2026 EUR = 39.00", "--json").output.contains("\"found\":false"))
    #expect(ledger.run("bisect", "no-orphan").code == .no)
  }
}

extension Ledger {
  /// The names of its pages.
  fileprivate func pages() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path + "/attachments").sorted()
  }
}
