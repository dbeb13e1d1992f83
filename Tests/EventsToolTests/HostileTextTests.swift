import Foundation
import Testing

@testable import events

/// Text from a paper, a file or another device can neither drive the terminal nor hide anything.
@Suite("Hostile text")
struct HostileTextTests {
  private static let hostile = "\u{1b}[2J\u{1b}]0;owned\u{7}Evil\u{202e}gnp.exe\u{200b}\u{9b}31m\u{0}\r\nNext"

  @Test("A vendor full of escape sequences is printed visibly by every command")
  func vendor() throws {
    let ledger = try Ledger()
    let id = try ledger.add(
      "5.00", "--vendor", Self.hostile, "--note", Self.hostile, "--account", Self.hostile)
    let group = try #require(try ledger.json("group", "create", Self.hostile)["group"] as? String)
    #expect(ledger.run("file", id, group).code == .ok)
    #expect(ledger.run("category", "add", "Evil \u{1b}[31m\u{202e}").code == .ok)
    let draft = try ledger.capture("\(Self.hostile)\nSumme EUR 12,00\n", "--group", group)
    for command in [
      [], ["groups"], ["group", "show", group], ["receipts"], ["receipts", "--all"], ["receipt", id],
      ["receipt", draft, "--verbose"], ["drafts"], ["review", draft], ["audit", id], ["tail", "--verbose"],
      ["show", id],
      ["show", "7"], ["status"], ["category", "list"], ["delete", id, "--dry-run"],
      ["group", "delete", group, "--dry-run"],
      ["confirm", draft], ["correct", id, "vendor", Self.hostile + "2"],
      ["group", "rename", group, Self.hostile + "3"],
      ["tag", id, "evil\u{1b}[31m"], ["discard", draft], ["delete", id], ["restore", id],
    ] {
      let outcome = ledger.run(command)
      expectPlain(outcome.output + outcome.errors, "\(command)")
    }
    #expect(ledger.run("receipt", id).output.contains("\\u{1b}[2J"))
  }

  @Test("So is what was typed, in the words of an error")
  func errors() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5.00")
    for command in [
      ["receipt", Self.hostile], ["group", "show", Self.hostile], ["correct", id, Self.hostile, "x"],
      ["correct", id, "total", Self.hostile], ["correct", id, "date", Self.hostile],
      ["correct", id, "currency", Self.hostile], ["correct", id, "category", Self.hostile], [Self.hostile],
      ["capture", Self.hostile], ["capture", "--text", Self.hostile],
      ["tail", "--since", Self.hostile], ["tail", "--cursor", Self.hostile], ["add", "--amount", Self.hostile],
      ["--ledger", Self.hostile, "groups"], ["tag", id, "a\nb"], ["help", Self.hostile],
    ] {
      let outcome = ledger.run(command)
      #expect(outcome.code != .ok, "\(command)")
      expectPlain(outcome.output + outcome.errors, "\(command)")
    }
    let batch = ledger.run(
      ["capture", "--batch", "-"], input: "{\"id\":\"x\",\"text\":\"y\",\"group\":\"\\u001b[2J\"}\n\u{1b}[2J\n")
    expectPlain(batch.errors, "batch")
  }

  @Test("JSON carries it whole, escaped")
  func json() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5.00", "--vendor", "\u{1b}[2J\u{202e}Evil")
    let row = try ledger.json("receipt", id)
    #expect(row["vendor"] as? String == "\u{1b}[2J\u{202e}Evil")
    #expect(!ledger.run("receipts", "--json").output.unicodeScalars.contains("\u{1b}"))
  }

  private func expectPlain(_ text: String, _ place: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let harmful = text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format)
    }
    #expect(harmful.isEmpty, "\(place): \(text.debugDescription)", sourceLocation: sourceLocation)
  }
}
