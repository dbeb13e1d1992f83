import Foundation
import LedgerPlatform
import Testing

@testable import events

@Suite("Corrections that repeat a text which another device has erased")
struct RedactRepeatTests {
  private static let secret = "alexanderplatz"

  /// The files of the devices and of the shared folder that have the text.
  private static func files(_ folders: [String]) throws -> [String] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
        FileManager.default.contents(atPath: "\(folder)/\(path)")?.range(of: Data(secret.utf8)) != nil
      }
    }
  }

  private static func correct(_ receipt: String, _ values: String..., on ledger: Ledger) {
    for value in values {
      let field = value.hasPrefix("note") ? "note" : "vendor"
      #expect(ledger.run("correct", receipt, field, value).code == .ok)
    }
  }

  @Test(
    "No file has the text after one sync everywhere, whatever was exchanged before, and in which order",
    arguments: [false, true], [false, true])
  func corrected(isSentBefore: Bool, isPhoneFirst: Bool) throws {
    let (laptop, phone, shared) = try Ledger.joined()
    let tablet = try Ledger(begun: false)
    try #require(tablet.run("init", "--device", "tablet", "--from", shared).code == .ok)
    let ledgers = [laptop, phone, tablet]
    let receipt = try laptop.add("38.00", "--vendor", "Taxi \(Self.secret)", "--note", "to \(Self.secret)")
    let other = try laptop.add("9.00", "--vendor", "Rome")
    #expect(laptop.run("tag", receipt, Self.secret).code == .ok)
    for ledger in ledgers { #expect(ledger.run("sync", shared).code == .ok) }
    // The second one replaces a text that has the secret, too, and the undo puts the text back.
    Self.correct(receipt, "Cab at \(Self.secret)", "Cab", on: phone)
    Self.correct(receipt, "Taxi", "note", on: tablet)
    #expect(tablet.run("undo").code == .ok)
    #expect(tablet.run("tag", receipt, "--remove", Self.secret).code == .ok)
    Self.correct(other, "Roma", on: phone)
    let after = isPhoneFirst ? [laptop, phone, tablet] : [laptop, tablet, phone]
    if isSentBefore { for ledger in [phone, tablet] { #expect(ledger.run("sync", shared).code == .ok) } }
    #expect(laptop.run("redact", "--containing", Self.secret, "--why", "asked").code == .ok)
    for ledger in after { #expect(ledger.run("sync", shared).code == .ok) }
    #expect(try Self.files([shared] + ledgers.map(\.path)) == [])
    // The correction of another receipt and all else stays.
    for ledger in ledgers {
      #expect(ledger.run("verify").code == .ok && ledger.run("rebuild", "--check").code == .ok)
    }
    for ledger in after + after { #expect(ledger.run("sync", shared).code == .ok) }
    let shown = try ledgers.map { try objects($0.run("receipts", "--all", "--json").output) }
    #expect(shown[0] as NSArray == shown[1] as NSArray && shown[0] as NSArray == shown[2] as NSArray)
    #expect(laptop.run("receipts").output.contains("Roma"))
  }

  @Test("Only what repeats the text of the same record is erased, and the command names it before")
  func others() throws {
    let ledger = try Ledger()
    let receipt = try ledger.add("38.00", "--vendor", "Taxi")
    Self.correct(receipt, "Cab \(Self.secret)", "Cab", "Bus", on: ledger)
    #expect(ledger.run("correct", receipt, "total", "39.00").code == .ok)
    let other = try ledger.add("9.00", "--vendor", "Cab \(Self.secret)")
    Self.correct(other, "Bus", on: ledger)
    let events = try objects(ledger.run("show", receipt, "--json").output)
    let corrected = try #require(events.first { $0["type"] as? String == "FieldCorrected" })
    let position = try #require(corrected["position"] as? Int)
    let plan = ledger.run("redact", "\(position)", "--dry-run")
    #expect(plan.output.contains("the content of 3 events"), "\(plan.output)")
    #expect(ledger.run("redact", "\(position)", "--why", "asked").code == .ok)
    #expect(ledger.run("receipts").output.contains("39.00"))
    #expect(ledger.run("tail").output.contains("Cab \(Self.secret)"))
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("Corrections of values that a redacted paper had given stay, as they repeat no text of it")
  func readValues() throws {
    let ledger = try Ledger()
    let receipt = try ledger.capture("REWE Markt \(Self.secret)\nSumme EUR 5,00\nBAR EUR 5,00\n14.06.2026")
    for (field, value) in [
      ("total", "6.00"), ("date", "2026-06-13"), ("category", "food"), ("payment", "card"), ("currency", "CHF"),
    ] { #expect(ledger.run("correct", receipt, field, value).code == .ok) }
    let texts = try objects(ledger.run("show", receipt, "--json").output)
    let paper = try #require(texts.first { $0["type"] as? String == "TextRecognized" }?["position"] as? Int)
    let plan = ledger.run("redact", "\(paper)", "--dry-run")
    #expect(plan.output.contains("the content of 1 event "), "\(plan.output)")
    let all = ledger.run("redact", "--containing", Self.secret, "--dry-run")
    #expect(!all.output.contains("FieldCorrected"), "\(all.output)")
  }
}
