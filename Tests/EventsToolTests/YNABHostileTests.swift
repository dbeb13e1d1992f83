import Foundation
import Testing
import YNABTestService

@testable import events

@Suite(
  "YNAB after a kill, and with hostile answers",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl"))
struct YNABHostileTests {
  @Test("Pushes that are killed at any moment send each receipt once", .tags(.slow))
  func pushes() throws {
    let budget = try Budget()
    let ids = try (1...4).map { try budget.ledger.add("\($0).00", "--vendor", "Rewe") }
    // Slow answers, so that kills come between a request and its answer, too.
    budget.service.fail { _, _, _ in
      usleep(60_000)
      return nil
    }
    let outcome = try BuiltTool.shell(
      """
      for delay in 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45; do
        $events ynab push \(ids.joined(separator: " ")) --account checking > /dev/null 2>&1 & tool=$!
        sleep $delay; kill -9 $tool; wait $tool; echo "code $?"
      done
      $events ynab push \(ids.joined(separator: " ")) --account checking; echo "last $?"
      $events ynab pull; echo "pull $?"; $events verify > /dev/null; echo "verify $?"
      """,
      environment: [
        "EVENTS_LEDGER": budget.ledger.path, "EVENTS_YNAB_URL": budget.server.url,
        "EVENTS_YNAB_TOKEN": TestService.token,
      ])
    let output = outcome.output
    #expect(output.contains("code 137"), "\(output)")
    #expect(
      output.contains("last 0") && output.contains("pull 0") && output.contains("verify 0"),
      "\(output) \(outcome.errors)")
    #expect(budget.service.transactions.map(\.amount).sorted() == [-4_000, -3_000, -2_000, -1_000])
    #expect(budget.service.violations.isEmpty, "\(budget.service.violations)")
    let states = try budget.json("status").compactMap { $0["state"] as? String }
    #expect(states == ["copied", "copied", "copied", "copied"])
  }

  @Test("A redirect to another server is not followed, and that server gets nothing")
  func redirected() throws {
    let budget = try Budget()
    let other = TestService()
    let second = try LoopbackServer(other)
    for status in [301, 302, 307, 308] {
      budget.service.fail { _, _, path in .answer(status, ["Location": second.url + path], []) }
      let refused = budget.ynab("plans")
      #expect(refused.code == .no && refused.errors.contains("\(status)"), "\(refused.errors)")
    }
    #expect(other.requests.isEmpty)
  }

  @Test("An answer over the limit is refused, and so is one that is deep or of wrong types")
  func hostile() throws {
    let budget = try Budget()
    let id = try budget.ledger.add("5.00", "--vendor", "Rewe")
    let large = [UInt8](repeating: 32, count: 1 << 25 | 1)
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
    let wrong = Array(#"{"data":{"plans":[{"id":7,"name":true}]}}"#.utf8)
    for body in [large, deep, wrong, Array("no JSON".utf8)] {
      budget.service.fail { _, _, _ in .answer(200, [:], body) }
      let refused = budget.ynab("push", id, "--account", "checking")
      #expect(refused.code == .dataError, "\(body.count): \(refused.errors)")
    }
    #expect(try budget.json("status").isEmpty)
    budget.service.fail(nil)
    #expect(budget.ynab("push", id, "--account", "checking").code == .ok)
    #expect(budget.service.transactions.map(\.amount) == [-5_000])
  }
}
