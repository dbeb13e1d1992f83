import Foundation
import YNABTestService

@testable import events

/// A ledger, and YNAB on this machine.
final class Budget {
  let ledger: Ledger
  let service: TestService
  let server: LoopbackServer

  convenience init() throws { try self.init(try Ledger()) }

  init(_ ledger: Ledger, _ service: TestService = TestService()) throws {
    self.ledger = ledger
    self.service = service
    server = try LoopbackServer(service)
  }

  @discardableResult
  func ynab(_ arguments: String..., input: String = "", token: String? = TestService.token) -> Tool.Outcome {
    var environment = ledger.environment
    environment["EVENTS_YNAB_URL"] = server.url
    environment["EVENTS_YNAB_TOKEN"] = token
    environment["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    return ledger.run(["ynab"] + arguments, input: input, environment: environment)
  }

  func json(_ arguments: String...) throws -> [[String: Any]] {
    var environment = ledger.environment
    environment["EVENTS_YNAB_URL"] = server.url
    environment["EVENTS_YNAB_TOKEN"] = TestService.token
    environment["PATH"] = "/usr/local/bin:/usr/bin:/bin"
    let outcome = ledger.run(["ynab"] + arguments + ["--json"], environment: environment)
    return try objects(outcome.output)
  }
}
