import Foundation
import Testing

@testable import events

@Suite("A log that has lost events")
struct RecoverTests {
  /// A ledger of three groups whose log is the one it had when there was one group.
  private func shortened() throws -> (ledger: Ledger, backup: String) {
    let ledger = try Ledger()
    #expect(ledger.run("group", "create", "One").code == .ok)
    let log = ledger.path + "/log.sqlite"
    let early = try Data(contentsOf: URL(fileURLWithPath: log))
    for name in ["Two", "Three"] { #expect(ledger.run("group", "create", name).code == .ok) }
    let backup = ledger.path + "-backup"
    #expect(ledger.run("backup", backup).code == .ok)
    try early.write(to: URL(fileURLWithPath: log))
    return (ledger, backup)
  }

  @Test("Recording is refused, with the number of missing events and what to do")
  func refuses() throws {
    let (ledger, _) = try shortened()
    let refused = ledger.run("group", "create", "Four")
    #expect(refused.code == .no)
    #expect(refused.errors.contains("7 of 9 events left") || refused.errors.contains("lost events"))
    #expect(refused.errors.contains("events recover"))
    #expect(refused.errors.contains("--accept-loss"))
    // Nothing else promises that it goes on before that.
    let looking = ledger.run("groups")
    #expect(looking.code == .ok && looking.errors.contains("--accept-loss"))
    #expect(!looking.errors.contains("With its next change it goes on"))
    #expect(ledger.run("status").output.contains("--accept-loss"))
    let asked = ledger.run("recover")
    #expect(asked.code == .no && asked.errors.contains("--accept-loss"))
  }

  @Test("A backup gives them back, and it goes on under its own name")
  func fromBackup() throws {
    let (ledger, backup) = try shortened()
    let recovered = ledger.run("recover", backup)
    #expect(recovered.code == .ok, "\(recovered.output)\(recovered.errors)")
    #expect(recovered.output.contains("2 events came back"))
    #expect(ledger.run("group", "create", "Four").code == .ok)
    let groups = ledger.run("groups").output
    for name in ["One", "Two", "Three", "Four"] { #expect(groups.contains(name)) }
    #expect(ledger.run("verify").code == .ok)
    #expect(ledger.run("recover", backup).output.contains("Nothing is damaged or missing"))
    #expect(!ledger.run("tail", "--json").output.contains("DeviceJoined"))
  }

  @Test("A device that was given up continues as a new device that names the old one")
  func givenUp() throws {
    let (ledger, _) = try shortened()
    let given = ledger.run("recover", "--accept-loss", "--yes")
    #expect(given.code == .ok, "\(given.output)\(given.errors)")
    #expect(given.output.contains("goes on as device"))
    #expect(ledger.run("group", "create", "Four").code == .ok)
    #expect(ledger.run("tail", "--json").output.contains(#""continues":{"device""#))
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A copy of another ledger is refused, and a missing copy is reported")
  func wrongCopy() throws {
    let (ledger, _) = try shortened()
    let other = try Ledger()
    #expect(ledger.run("recover", other.path).code != .ok)
    #expect(ledger.run("recover", other.path + "-nothing").code == .noInput)
    #expect(ledger.run("group", "create", "Four").code == .no)
  }
}
