import Foundation
import Testing

@testable import events

/// The rows of the checklist that belong to looking: each is proved by a test that bears its id.
@Suite("Rows of the checklist")
struct ChecklistRowTests {
  /// The rows that are proven by a test with their id in its name.
  static let rows: [String] = {
    func rows(_ app: String, _ numbers: [Int]) -> [String] {
      numbers.map { app + "-" + ($0 < 10 ? "0" : "") + "\($0)" }
    }
    return rows("IE", Array(1...15) + Array(19...33) + [37, 39, 41])
      + rows("ET", Array(1...17) + [18, 20, 21, 22, 23, 24, 25, 31, 32])
      + rows("FF", [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27])
      + rows("RY", [5, 23])
  }()

  @Test("Every row of the list is in the name of a test")
  func names() throws {
    var named: Set<String> = []
    let folder = URL(fileURLWithPath: Repository.path + "/Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      // The name is the first thing after the bracket, on that line or the next.
      for match in text.matches(of: /@Test\(\s*"([^"]*)"/) {
        for row in String(match.output.1).matches(of: /(IE|ET|FF|RY)-\d\d/) {
          named.insert(String(row.output.0))
        }
      }
    }
    #expect(named.count > 40)
    let missing = Self.rows.filter { !named.contains($0) }
    #expect(missing.isEmpty, "\(missing)")
  }

  /// Records an expense of food by card on 12 June 2026 by default, and returns its id.
  @discardableResult
  private func add(_ ledger: Ledger, _ amount: String, _ options: String...) throws -> String {
    var arguments = ["add", "--json", "--amount", amount] + options
    for (option, value) in [("--date", "2026-06-12"), ("--category", "food"), ("--payment", "card")]
    where !options.contains(option) {
      arguments += [option, value]
    }
    let outcome = ledger.run(arguments)
    try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
    return try #require(outcome.output.firstMatch(of: /"transaction":"([^"]+)"/).map { String($0.output.1) })
  }

  // MARK: Groups and lists

  private func berlin() throws -> Ledger {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    try add(ledger, "38.00", "--vendor", "Taxi Nord", "--category", "taxi", "--group", "Berlin")
    try add(
      ledger,
      "12.50", "--vendor", "Bäckerei Süd", "--date", "2026-06-14", "--group", "Berlin", "--note", "Frühstück",
      "--tags", "client,food stop")
    try add(
      ledger,
      "62", "--vendor", "Diner", "--currency", "USD", "--date", "2026-05-31", "--group", "Berlin", "--payment",
      "cash")
    try add(ledger, "7", "--vendor", "Kiosk", "--date", "2026-07-01", "--account", "Giro", "--new-account")
    return ledger
  }

  @Test("IE-03 A group lists the categories that occur in it, and no others")
  func mix() throws {
    let ledger = try berlin()
    let group = try ledger.json("group", "show", "Berlin")
    let categories = try #require(group["categories"] as? [[String: Any]])
    #expect(categories.compactMap { $0["category"] as? String } == ["food", "taxi"])
  }

  @Test("IE-06 A group begins with a total per currency, its dates and how many")
  func detail() throws {
    let lines = try berlin().run("group", "show", "Berlin").lines
    #expect(lines.first == "Berlin")
    #expect(lines[1].contains(/31 May.–.14 Jun 2026 · 3 receipts/), "\(lines[1])")
    #expect(lines[2] == "  €50.50" && lines[3] == "  + US$62.00", "\(lines[2...3])")
  }

  @Test("IE-08, IE-11, FF-13 Lists go by month and by day, newest first, a day with weekday and full date")
  func sections() throws {
    let lines = try berlin().run("receipts").lines
    let headers = lines.filter { !$0.hasPrefix(" ") }.map {
      $0.prefix { $0 != "·" }.trimmingCharacters(in: .whitespaces)
    }
    #expect(
      headers == [
        "June 2026", "Sunday, 14 June 2026", "Friday, 12 June 2026", "May 2026", "Sunday, 31 May 2026",
        "Still to come", "Wednesday, 1 July 2026",
      ], "\(headers)")
    #expect(lines.contains { $0.contains("Taxi Nord") && $0.contains("Berlin") })
    let june = try #require(lines.first { $0.hasPrefix("June 2026") })
    #expect(june.contains("2 receipts") && june.hasSuffix("€50.50"), "\(june)")
  }

  @Test("A section's header covers the whole month on every page", arguments: ["1", "2"])
  func wholeSections(limit: String) throws {
    let lines = try berlin().run(
      "receipts", "--from", "2026-06-01", "--through", "2026-06-30", "--limit", limit
    ).lines
    #expect(lines.first { $0.hasPrefix("June") }?.contains("2 receipts") == true)
    #expect(lines.first { $0.hasPrefix("June") }?.hasSuffix("€50.50") == true)
  }

  @Test(
    "FF-13 A text is found in vendor, note and category, whatever the case and the accents; an account is a filter"
  )
  func text() throws {
    let ledger = try berlin()
    func vendors(_ options: String...) -> Set<String> {
      let found = ledger.run(["receipts", "--json"] + options).lines.compactMap { line in
        (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["vendor"] as? String
      }
      return Set(found)
    }
    #expect(vendors("--text", "backerei") == ["Bäckerei Süd"])
    #expect(vendors("--text", "FRUHST") == ["Bäckerei Süd"])
    #expect(vendors("--text", "taxi") == ["Taxi Nord"])
    #expect(vendors("--text", "FOOD") == ["Bäckerei Süd", "Diner", "Kiosk"])
    #expect(vendors("--text", "100%").isEmpty && vendors("--text", "_").isEmpty)
    #expect(vendors("--account", "Giro") == ["Kiosk"])
  }

  @Test("IE-09 A least amount compares decimals in any currency, or amounts of the one that is named")
  func bounds() throws {
    let ledger = try berlin()
    try add(ledger, "50", "--currency", "JPY", "--vendor", "Konbini")
    func count(_ options: String...) -> Int { ledger.run(["receipts", "--json"] + options).lines.count }
    #expect(count("--min", "38") == 3)
    #expect(count("--min", "38 EUR") == 1 && count("--min", "50 USD") == 1 && count("--max", "60 JPY") == 1)
    #expect(count("--min", "12.51", "--max", "50.00") == 2)
    // An unknown currency is a wrong use in any place, and an invalid amount is a wrong value.
    #expect(ledger.run("receipts", "--min", "5 XYZ").code == .usage)
    #expect(ledger.run("receipts", "--min", "5,x").code == .dataError)
    let add = ["add", "--date", "2026-06-12", "--category", "food", "--payment", "card", "--amount"]
    #expect(
      ledger.run(add + ["5 XYZ"]).code == .usage && ledger.run(add + ["5", "--currency", "XYZ"]).code == .usage)
  }

  @Test("FF-23 A row of a list reads as a sentence: what, when, how many, how much")
  func sentences() throws {
    let ledger = try berlin()
    let line = try #require(ledger.run("groups").lines.first)
    #expect(line.contains(/Berlin +31 May.–.14 Jun 2026 +3 receipts +€50.50/), "\(line)")
    let category = try #require(ledger.run("group", "show", "Berlin").lines.first { $0.hasPrefix("  🍽️ Food") })
    #expect(category.contains(/Food +2 receipts +€12.50/), "\(category)")
  }

  // MARK: What is kept and how

  @Test("IE-12 The five types are the same in lists, in totals and in an export")
  func types() throws {
    let ledger = try Ledger()
    let five = ["food", "hotel", "flight", "taxi", "other"]
    for key in five { try add(ledger, "1", "--category", key) }
    let listed = ledger.run("category", "list", "--json").lines.prefix(5).compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["key"] as? String
    }
    #expect(listed == five)
    let group = try #require(ledger.run("groups", "--json").lines.first)
    let csv = ledger.run("export", "--format", "csv").output
    for key in five {
      #expect(group.contains("\"category\":\"\(key)\"") && csv.contains(",\(key),"), "\(key)")
      #expect(ledger.run("receipts", "--json", "--category", key).lines.count == 1)
    }
  }

  @Test("IE-13 Payment is card or cash, and required")
  func payment() throws {
    let ledger = try Ledger()
    let required = ledger.run("add", "--amount", "5", "--category", "food")
    #expect(required.code != .ok && required.errors.contains("payment"), "\(required.errors)")
    let other = ledger.run("add", "--amount", "5", "--category", "food", "--payment", "cheque")
    #expect(other.code == .usage && other.errors.contains("card or cash"), "\(other.errors)")
    #expect(ledger.run("receipts", "--all", "--json").lines.isEmpty)
  }

  @Test("IE-37 Money is exact and shown as its currency is")
  func money() throws {
    let ledger = try Ledger()
    for _ in 0..<3 { try add(ledger, "0.10") }
    try add(ledger, "1284", "--currency", "JPY")
    try add(ledger, "1.234", "--currency", "KWD")
    let totals = ledger.run("groups").output
    for amount in ["€0.30", "JP¥1,284", "1.234"] { #expect(totals.contains(amount), "\(totals)") }
    #expect(
      ledger.run("add", "--amount", "0.105", "--category", "food", "--payment", "card").code == .dataError)
  }

  @Test("IE-39 The status shows how much room the ledger takes")
  func status() throws {
    let ledger = try Ledger()
    try add(ledger, "5")
    let scan = try ledger.file("scan.png", "not a picture, five")
    #expect(ledger.run(["capture", scan, "--text", "-"], input: "REWE").code == .ok)
    let text = ledger.run("status").output
    #expect(text.contains("1 transaction, 1 draft") && text.contains("1 file, 19 bytes"), "\(text)")
  }

  @Test("ET-05 Tags are offered with the most used first")
  func tags() throws {
    let ledger = try Ledger()
    for tags in ["b", "a,b", "b,c", "c"] { try add(ledger, "1", "--tags", tags) }
    let offered = ledger.run("receipts", "--counts", "--json").lines.filter {
      $0.contains("\"filter\":\"tag\"")
    }
    #expect(offered.map { $0.contains("\"value\":\"b\"") } == [true, false, false])
    #expect(offered.first?.contains("\"count\":3") == true && offered.last?.contains("\"value\":\"a\"") == true)
  }

  @Test("ET-31 Totals follow every change at once")
  func aggregates() throws {
    let ledger = try Ledger()
    func total() -> String {
      ledger.run("analysis", "--kind", "expense", "--month", "2026-06", "--json").output
    }
    let id = try add(ledger, "5")
    #expect(total().contains("\"totals\":[{\"currency\":\"EUR\",\"minorUnits\":500}]"))
    ledger.run("correct", id, "total", "6.50")
    #expect(total().contains("\"minorUnits\":650}") && !total().contains("\"minorUnits\":500}"))
    ledger.run("delete", id, "--yes")
    #expect(total().hasSuffix("\"totals\":[]}\n"), "\(total())")
    ledger.run("restore", id)
    #expect(total().contains("\"minorUnits\":650}"))
  }

  // MARK: Analysis

  @Test("ET-21 The list under an analysis: a year by month, a line with date, category, tags, paper and amount")
  func list() throws {
    let ledger = try berlin()
    let outcome = ledger.run("analysis", "--kind", "expense", "--year", "2026", "--list")
    let lines = outcome.lines
    let headers = lines.filter { $0.contains("receipt") && $0.contains("·") }.map {
      $0.trimmingCharacters(in: .whitespaces).prefix { $0 != "·" }
    }
    #expect(
      headers.map { String($0) } == ["June 2026 ", "May 2026 "] && outcome.output.contains("Still to come"),
      "\(outcome.output)")
    let line = try #require(lines.first { $0.contains("Bäckerei") })
    #expect(line.contains("14 Jun 2026") && line.contains("Food") && line.contains("#client"), "\(line)")
    #expect(line.hasSuffix("€12.50"), "\(line)")
    for line in lines { #expect(columnWidth(line) <= 80, "\(line)") }
    let document = try ledger.json("analysis", "--kind", "expense", "--month", "2026-06", "--list")
    for bucket in try #require(document["buckets"] as? [[String: Any]]) {
      #expect((bucket["transactions"] as? [Any])?.count == bucket["count"] as? Int)
    }
    let filtered = try ledger.json(
      "analysis", "--kind", "expense", "--month", "2026-06", "--list", "--category", "taxi")
    let buckets = try #require(filtered["buckets"] as? [[String: Any]])
    #expect(buckets.map { ($0["transactions"] as? [Any])?.count ?? -1 }.reduce(0, +) == 1)
    let plain = ledger.run("analysis", "--kind", "expense", "--month", "2026-06", "--json").output
    #expect(!plain.contains("transactions"))
  }

  @Test("FF-07 A period may be today's, and another one shows the way there")
  func today() throws {
    let ledger = try berlin()
    for option in ["--year", "--month", "--week"] {
      let outcome = ledger.run("analysis", "--kind", "expense", option, "today")
      #expect(outcome.code == .ok && !outcome.output.contains("Today:"), "\(outcome.output)")
    }
    let past = ledger.run("analysis", "--kind", "expense", "--month", "2020-01").output
    #expect(past.contains("Today: --month today"), "\(past)")
  }

  @Test("FF-20 Bars are drawn in ASCII where nothing else is sure to be shown")
  func plainBars() {
    #expect(Bar.text(50, of: 100, width: 4, isPlain: true) == "##")
    #expect(Bar.text(1, of: 100, width: 4, isPlain: true) == "#")
    #expect(Bar.text(-50, of: 100, width: 4, isPlain: true) == "--")
    func terminal(_ variables: [String: String]) -> Terminal {
      Terminal(descriptor: -1, environment: Environment(variables))
    }
    #expect(terminal(["TERM": "dumb"]).isPlain && terminal(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]).isPlain)
    #expect(!terminal(["LANG": "C.UTF-8"]).isPlain && !terminal([:]).isPlain)
  }

  // MARK: What was read, and what a roadmap asks for

  @Test("RY-05 A receipt's confidence is five parts of 10, 40, 30, 10 and 10 in a hundred, recorded and shown")
  func confidence() throws {
    let ledger = try Ledger()
    let text = try ledger.file("r.txt", "REWE\nSUMME EUR 8,45\n")
    let id = try #require(try ledger.json("capture", "--text", text)["transaction"] as? String)
    let extracted = try #require(
      try objects(ledger.run("tail", "--json").output).first { $0["type"] as? String == "ExtractionCompleted" })
    let parts = try #require((extracted["payload"] as? [String: Any])?["confidence"] as? [[String: Any]])
    #expect(parts.map { $0["name"] as? String } == ["text", "completeness", "category", "checks", "photo"])
    let weights = parts.compactMap { $0["weight"] as? Int }
    let scores = parts.compactMap { $0["score"] as? Int }
    #expect(weights == [10, 40, 30, 10, 10])
    // Vendor, total, currency and category of six fields.
    #expect(scores.count == 5 && scores[1] == 66)
    var points = 0
    for (weight, score) in zip(weights, scores) { points += weight * score }
    let overall = (points + 50) / 100
    let shown = ledger.run("audit", id).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let list = zip(["text", "completeness", "category", "checks", "photo"], scores).map { "\($0) \($1)" }
    #expect(shown.contains("\(overall)% sure (\(list.joined(separator: ", ")))"), "\(shown)")
  }

  @Test("RY-23 Search by filter, a category offered, many at once, duplicates shown, a backup that is whole")
  func roadmap() throws {
    let ledger = try Ledger()
    let lines = ["a", "b"].map { #"{"id":"\#($0)","text":"REWE\nSUMME EUR 8,45\n14.06.2026\nBAR"}"# }
    let batch = ledger.run(
      ["capture", "--batch", "-", "--json"], input: lines.joined(separator: "\n") + "\n")
    #expect(batch.code == .ok, "\(batch.errors)")
    #expect(
      try objects(ledger.run("drafts", "--json").output).map { $0["category"] as? String } == ["food", "food"])
    let ids = try objects(batch.output).compactMap { $0["transaction"] as? String }
    try #require(ids.count == 2)
    for id in ids {
      ledger.run("correct", id, "payment", "cash")
      #expect(ledger.run("save", id).code == .ok)
    }
    #expect(ledger.run("duplicates").output.contains("exact"))
    let found = try objects(ledger.run("search", "rewe", "--category", "food", "--json").output)
    #expect(found.count == 2)
    #expect(try objects(ledger.run("search", "rewe", "--category", "hotel", "--json").output).isEmpty)
    let copy = ledger.folder + "/copy"
    #expect(ledger.run("backup", copy).code == .ok)
    #expect(ledger.run("--ledger", copy, "verify").output.hasPrefix("All is well"))
  }

  // MARK: Export

  @Test("IE-36 An export can be tried: how many, how much, what it would overwrite; nothing is written")
  func dryRun() throws {
    let ledger = try berlin()
    let path = "\(ledger.folder)/out.csv"
    let outcome = ledger.run("export", "--format", "csv", "-o", path, "--dry-run", "--group", "Berlin")
    #expect(
      outcome.code == .ok && outcome.output.hasPrefix("Would write 3 receipts as csv"), "\(outcome.output)")
    #expect(outcome.output.contains("€50.50") && outcome.output.contains("+ US$62.00"))
    #expect(!FileManager.default.fileExists(atPath: path))
    let over = ledger.run("export", "--format", "csv", "-o", try ledger.file("b.csv", "b"), "--dry-run").output
    #expect(over.contains("over what is there"), "\(over)")
    let none = ledger.run("export", "--format", "csv", "--dry-run", "--category", "hotel")
    #expect(none.output.contains("Would write 0 receipts") && none.errors.contains("category hotel"))
  }

  @Test("IE-36 An export that is interrupted ends with 130 and leaves no file, not even half of one")
  func interrupted() throws {
    let ledger = try Ledger()
    for number in 0..<200 { try add(ledger, "\(number + 1)") }
    // Stopped as soon as the half-written file is seen, interrupted, and continued.
    let outcome = try BuiltTool.shell(
      """
      cd "$(dirname "$EVENTS_LEDGER")"; mkdir out; set -m
      for attempt in {1..20}; do
        "$events" export --format csv -o out/all.csv > /dev/null 2>&1 & job=$!
        until compgen -G 'out/.all.csv*' > /dev/null || [ -e out/all.csv ]; do :; done
        kill -STOP $job; kill -INT $job; kill -CONT $job
        # 147 says that it is stopped still: under load it has not gone on yet.
        code=147; while [ $code = 147 ]; do wait $job; code=$?; done
        [ -e out/all.csv ] || break
        rm out/all.csv
      done
      echo $code; ls -A out
      """, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.output == "130\n", "\(outcome.output)\(outcome.errors)")
  }
}
