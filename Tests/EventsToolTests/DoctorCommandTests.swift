import EventLog
import Foundation
import LedgerAudit
import LedgerBytes
import Testing

@testable import events

/// The first look at a ledger in trouble: each trouble is named, with a command that goes on.
@Suite("doctor on the command line")
struct DoctorCommandTests {
  private let laptop: Ledger
  private let phone: Ledger
  private let shared: String

  init() throws { (laptop, phone, shared) = try Ledger.joined() }

  private func exchange() { for _ in 0..<2 { for ledger in [laptop, phone] { ledger.run("sync", shared) } } }

  /// Returns the findings, whose commands must all lead somewhere.
  private func findings(_ ledger: Ledger) throws -> [[String: Any]] {
    let outcome = ledger.run("doctor", "--json")
    let findings = try outcome.lines.map(object)
    #expect(outcome.code == (findings.isEmpty ? .ok : .no), "\(outcome.errors)")
    let severities = ["damage", "disagreement", "waiting", "notice"]
    let order = findings.compactMap { severities.firstIndex(of: $0["severity"] as? String ?? "") }
    #expect(order.count == findings.count && order == order.sorted(), "\(outcome.output)")
    for finding in findings {
      let command = try #require(finding["command"] as? String, "\(finding)")
      guard command.hasPrefix("events ") else { continue }
      let words = try #require(FigureWords.split(String(command.dropFirst(7))))
      let next = ledger.run(words.map { $0 == "FOLDER" ? shared : $0 })
      #expect(![.usage, .software].contains(next.code), "\(command): \(next.errors)")
    }
    let text = ledger.run("doctor")
    #expect(text.code == outcome.code && text.output.contains("Nothing is wrong.") == findings.isEmpty)
    return findings
  }

  private func kinds(_ ledger: Ledger) throws -> [String] {
    try findings(ledger).compactMap { $0["kind"] as? String }
  }

  @Test("A ledger of which nothing is wrong has no findings")
  func healthy() throws {
    _ = try laptop.add("12.50", "--vendor", "Rewe")
    exchange()
    for ledger in [laptop, phone] { #expect(try kinds(ledger).isEmpty) }
  }

  @Test("An account that one device closes while the other uses it, and two of one name, are undecided")
  func accounts() throws {
    for name in ["Pot", "Purse"] {
      laptop.run("account", "open", name, "--opening", "0", "--date", "2026-01-01")
    }
    exchange()
    laptop.run("account", "close", "Pot")
    laptop.run("account", "rename", "Purse", "Jar")
    #expect(phone.run("add", "7 food card @Pot").code == .ok)
    phone.run("account", "open", "Jar", "--opening", "5", "--date", "2026-01-01")
    exchange()
    for ledger in [laptop, phone] {
      // Its commands are given, too.
      let found = try findings(ledger)
      #expect(found.map { $0["kind"] as? String } == ["closedWithMoney", "sameName"])
      #expect(found.first?["command"] as? String == "events account reopen Pot")
    }
    exchange()
    for ledger in [laptop, phone] { #expect(try kinds(ledger).isEmpty) }
  }

  @Test("Records of every kind are settled by the names that the list of conflicts prints")
  func settling() throws {
    laptop.run("group", "create", "Berlin")
    laptop.run("account", "open", "Pot", "--opening", "10", "--date", "2026-01-01")
    laptop.run("category", "add", "Fun")
    laptop.run("goal", "add", "Bike", "500")
    let rule = [
      "rule", "add", "--amount", "9.99", "--every", "month", "--category", "other", "--payment", "card",
    ]
    laptop.run(rule + ["--vendor", "spotify", "--start", "2026-06-20"])
    exchange()
    for (ledger, name) in [(laptop, "One"), (phone, "Two")] {
      ledger.run("group", "rename", "Berlin", name)
      ledger.run("account", "rename", "Pot", name)
      ledger.run("category", "change", "fun", "--name", name)
      ledger.run("goal", "change", "Bike", "--name", name)
      ledger.run("rule", "change", "spotify", "--amount", name == "One" ? "11.99" : "12.99")
    }
    exchange()
    let printed = phone.run("conflicts").lines.compactMap { $0.wholeMatch(of: /(\S.*?)  (\S.*)/)?.output }
    #expect(printed.count == 5, "\(phone.run("conflicts").output)")
    for (_, record, field) in printed {
      let outcome = phone.run("conflicts", "settle", String(record), String(field), "2")
      #expect(outcome.code == .ok, "\(record): \(outcome.errors)")
    }
    exchange()
    for ledger in [laptop, phone] { #expect(ledger.run("conflicts").code == .ok) }
  }

  @Test("What two devices disagree on is undecided on both, until it is settled")
  func disagreement() throws {
    laptop.run("group", "create", "Berlin")
    exchange()
    laptop.run("group", "rename", "Berlin", "Rome")
    phone.run("group", "rename", "Berlin", "Paris")
    exchange()
    let lists = try [laptop, phone].map { try findings($0).map { $0["about"] as? String } }
    #expect(lists[0] == lists[1] && lists[0].count == 1)
    #expect(lists[0].first??.contains("name") == true, "\(lists)")
    let word = try #require(laptop.run("conflicts").output.firstMatch(of: /settle (\S+) name 1/)?.1)
    #expect(laptop.run("conflicts", "settle", String(word), "name", "2").code == .ok)
    #expect(laptop.run("conflicts", "settle", String(word), "name", "2").code == .noInput)
    exchange()
    for ledger in [laptop, phone] { #expect(try kinds(ledger).isEmpty) }
  }

  @Test("What was lost, redacted and recorded under a fast clock is named")
  func troubles() throws {
    var segments: [String] = []
    for number in 1...2 {
      let before = Set((try? FileManager.default.subpathsOfDirectory(atPath: shared)) ?? [])
      _ = try laptop.add("\(number).50", "--vendor", "Ferry")
      laptop.run("sync", shared)
      let after = Set((try? FileManager.default.subpathsOfDirectory(atPath: shared)) ?? [])
      segments += after.subtracting(before).filter { $0.hasSuffix(".segment") }
    }
    try FileManager.default.removeItem(atPath: "\(shared)/\(try #require(segments.first))")
    phone.run("sync", shared)
    #expect(try kinds(phone).contains("earlierEventsMissing"))
    laptop.run("sync", shared, "--repair")
    exchange()
    #expect(try kinds(phone).isEmpty)
    let event = try object(laptop.run("tail", "-n", "1", "--json").lines.last)
    let position = try #require(event["position"] as? Int)
    laptop.run("redact", "\(position)", "--why", "private", "--yes")
    #expect(try kinds(laptop).contains("redacted"))
    let zoo = Tool(
      environment: phone.environment, input: "",
      clock: { WallClock(milliseconds: 1_881_440_000_000, offsetMinutes: 0) }
    ).run(["add", "Zoo 9 food cash"])
    #expect(zoo.code == .ok, "\(zoo.errors)")
    exchange()
    #expect(try kinds(laptop).contains("clockAhead"))
  }
}
