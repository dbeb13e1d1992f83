import Foundation
import Testing
import YNABTestService

@testable import events

@Suite(
  "The token for YNAB",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl"))
struct YNABConnectTests {
  private static var hasScript: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/script") }

  @Test("A token that is kept is sent to the address that it was entered for, and to no other")
  func address() throws {
    let budget = try Budget()
    #expect(budget.ynab("connect", input: TestService.token + "\n", token: nil).code == .ok)
    let other = TestService()
    let listener = try LoopbackServer(other)
    for address in [listener.url, budget.server.url.replacing("127.0.0.1", with: "localhost")] {
      var environment = budget.ledger.environment
      environment["EVENTS_YNAB_URL"] = address
      environment["PATH"] = "/usr/local/bin:/usr/bin:/bin"
      let refused = budget.ledger.run(["ynab", "plans"], environment: environment)
      #expect(refused.code == .no && refused.errors.contains(budget.server.url), "\(refused.errors)")
    }
    #expect(other.requests.isEmpty)
    #expect(budget.ynab("plans", token: nil).code == .ok)
    // A file from before addresses were kept has the token alone, which was for YNAB.
    let kept = budget.ledger.folder + "/state/events/ynab"
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: kept).first)
    try TestService.token.write(toFile: "\(kept)/\(file)", atomically: true, encoding: .utf8)
    let refused = budget.ynab("plans", token: nil)
    #expect(refused.code == .no && refused.errors.contains("https://api.ynab.com"), "\(refused.errors)")
  }

  @Test(
    "A terminal does not show the token that is typed, and shows what is typed again after Ctrl-C",
    .enabled(if: hasScript, "needs script(1)"))
  func hidden() throws {
    let budget = try Budget()
    let outcome = try BuiltTool.shell(
      """
      cd "$EVENTS_LEDGER/.."
      wait_for() { for i in {1..300}; do grep -qF -- "$1" out && return; sleep 0.05; done; echo "no '$1'"; }
      for keys in '\(TestService.token)\\n' 'half-a-to\\003'; do
        rm -f in out; mkfifo in; touch out
        script -qec "trap : INT; $events ynab connect; echo code=\\$?; stty -a" /dev/null < in > out & job=$!
        exec 3> in; wait_for 'settings> '; sleep 0.2
        printf "$keys" >&3; wait_for ' echonl'; wait $job; exec 3>&-; cat out
      done
      """, environment: ["EVENTS_LEDGER": budget.ledger.path, "EVENTS_YNAB_URL": budget.server.url])
    let output = outcome.output
    #expect(output.contains("code=0") && output.contains("code=130"), "\(output)")
    #expect(!output.contains(TestService.token) && !output.contains("half-a"), "\(output)")
    let echoes = output.split(whereSeparator: \.isWhitespace).filter { $0 == "echo" || $0 == "-echo" }
    #expect(echoes == ["echo", "echo"], "\(output)")
  }

  @Test("Access is allowed in a browser, only by the answer to this request, and is renewed before it ends")
  func consent() throws {
    let budget = try Budget()
    let state = budget.ledger.folder + "/state"
    let outcome = try BuiltTool.shell(
      """
      cd "$EVENTS_LEDGER/.."
      $events ynab connect --oauth app-1 > out 2> err & tool=$!
      for i in {1..300}; do grep -q '/oauth/authorize' err && break; sleep 0.05; done
      link=$(grep -o 'http[^ ]*/oauth/authorize[^ ]*' err)
      port=$(echo "$link" | grep -o '127.0.0.1%3A[0-9]*' | grep -o '[0-9]*$')
      curl -q -s "http://127.0.0.1:$port/?code=stolen&state=guessed" > forged
      curl -q -s -L "$link" > page; wait $tool; echo "code=$?"; cat out forged page
      for i in 1 2; do $events ynab plans; echo "plans=$?"; done
      """,
      environment: [
        "EVENTS_LEDGER": budget.ledger.path, "EVENTS_YNAB_URL": budget.server.url, "XDG_STATE_HOME": state,
      ])
    let output = outcome.output
    #expect(output.contains("code=0") && output.contains("Connected"), "\(output) \(outcome.errors)")
    #expect(output.contains("not the answer") && output.contains("close this page"), "\(output)")
    #expect(output.split(separator: "plans=0").count == 3, "\(output) \(outcome.errors)")
    #expect(budget.service.grants.given == ["authorization_code", "refresh_token"])
    for secret in budget.service.grants.secrets {
      let shown = try BuiltTool.shell(
        "grep -rl \(secret) \"$EVENTS_LEDGER\" \"$EVENTS_LEDGER\"/../{out,err}; echo done",
        environment: ["EVENTS_LEDGER": budget.ledger.path])
      #expect(shown.output == "done\n", "\(shown.output)")
    }
  }
}
