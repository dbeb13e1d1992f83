import Foundation
import Testing

@testable import events

@Suite("Rules that two devices make of one receipt")
struct TwoDeviceRuleTests {
  private let laptop: Ledger
  private let phone: Ledger
  private let shared: String
  private let receipt: String

  init() throws {
    (laptop, phone, shared) = try Ledger.joined()
    receipt = try laptop.add("38.00", "--vendor", "Gym")
    try sync()
  }

  private func sync() throws {
    for ledger in [laptop, phone, laptop] { try #require(ledger.run("sync", shared, "--yes").code == .ok) }
  }

  private func makeRule(_ ledger: Ledger, every unit: String) throws -> String {
    try #require(try ledger.json("rule", "add", "--from", receipt, "--every", unit)["rule"] as? String)
  }

  /// The dates of the receipts that a rule made or began with, in order.
  private func dates(of ledger: Ledger) throws -> [String] {
    try objects(ledger.run("receipts", "--all", "--json").output)
      .filter { $0["vendor"] as? String == "Gym" && $0["state"] as? String == "saved" }
      .compactMap { $0["date"] as? String }.sorted()
  }

  /// These dates, alike on both devices.
  private func dates() throws -> [String] {
    let dates = try dates(of: laptop)
    #expect(try self.dates(of: phone) == dates)
    return dates
  }

  private func rules(_ ledger: Ledger) throws -> [String] {
    try objects(ledger.run("rule", "list", "--json").output).compactMap { $0["rule"] as? String }
  }

  @Test("With one cadence it is one rule, which makes each receipt once")
  func same() throws {
    let rule = try makeRule(laptop, every: "month")
    let alone = try dates(of: laptop)
    #expect(try makeRule(phone, every: "month") == rule)
    try sync()
    #expect(try dates() == alone && alone.count > 2)
    #expect(try rules(laptop) == [rule] && rules(phone) == [rule])
    #expect(laptop.run("conflicts").output.contains("no conflicts"))
    for ledger in [laptop, phone] {
      #expect(ledger.run("verify").code == .ok && ledger.run("rebuild", "--check").code == .ok)
    }
  }

  @Test("With two cadences it is one rule with a conflict, and one of them makes the receipts")
  func different() throws {
    let rule = try makeRule(laptop, every: "month")
    #expect(try makeRule(phone, every: "week") == rule)
    let cadences = try [dates(of: laptop), dates(of: phone)]
    try sync()
    #expect(try rules(laptop) == [rule] && rules(phone) == [rule])
    let conflicts = laptop.run("conflicts").output
    #expect(conflicts.contains("monthly") && conflicts.contains("weekly"), "\(conflicts)")
    for ledger in [laptop, phone, laptop] { #expect(ledger.run("rule", "generate").code == .ok) }
    try sync()
    let disputed = try dates()
    #expect(cadences.contains(disputed), "\(disputed)")
    #expect(laptop.run("conflicts", "settle", "rule/\(rule)", "frequency", "2").code == .ok)
    try sync()
    #expect(laptop.run("conflicts").output.contains("no conflicts"))
    let settled = try dates()
    #expect(cadences.contains(settled) && settled != disputed, "\(settled)")
    for ledger in [laptop, phone] { #expect(ledger.run("verify").code == .ok) }
  }

  @Test("After an undo, a deletion or a detachment, a receipt begins a rule of its own again")
  func again() throws {
    let first = try makeRule(laptop, every: "month")
    let made = try dates(of: laptop)
    #expect(laptop.run("rule", "add", "--from", receipt, "--every", "week").code == .no)
    #expect(laptop.run("undo").code == .ok)
    #expect(try dates(of: laptop).count == 1)
    let second = try makeRule(laptop, every: "month")
    #expect(try second != first && dates(of: laptop) == made)
    #expect(laptop.run("rule", "detach", receipt).code == .ok)
    let third = try makeRule(laptop, every: "year")
    #expect(![first, second].contains(third))
    try sync()
    #expect(try Set(rules(phone)) == [second, third])
  }
}
