import Foundation
import Testing

@testable import events

/// The names of events that travel: `DEVICE:SEQUENCE` means the same event on every device, and a position does not.
@Suite("Wherever a command takes a position, it takes DEVICE:SEQUENCE")
struct EventNameTests {
  /// A call of a command with the name of an event, by the place in the command table that takes it.
  private struct Place: Sendable {
    let name: String
    var before: [[String]] = []
    let call: @Sendable (String) -> [String]
  }

  private static let places: [Place] = [
    Place(name: "show P") { ["show", $0] },
    Place(name: "redact P") { ["redact", $0, "--dry-run"] },
    Place(name: "prove P") { ["prove", $0] },
    Place(name: "undo P") { ["undo", $0, "--dry-run"] },
    Place(name: "repro P") { ["repro", $0] },
    Place(name: "diff POINT") { ["diff", $0, "HEAD"] },
    Place(name: "diff POINT") { ["diff", "\($0)..HEAD"] },
    Place(name: "--at") { ["receipts", "--at", $0] },
    Place(name: "tail --since") { ["tail", "--since", $0, "-n", "100"] },
    Place(name: "rebuild --skip") { ["rebuild", "--skip", $0] },
    Place(name: "replay --without") { ["replay", "--without", $0] },
    Place(name: "bisect --good") { ["bisect", "--good", $0, "total EUR all > 12"] },
    Place(name: "bisect --bad") { ["bisect", "--good", "0", "--bad", $0, "total EUR all > 12"] },
    Place(name: "bisect POINT", before: [["bisect", "start"]]) { ["bisect", "good", $0] },
  ]

  /// The places of the command table: operands and options whose value is an event.
  private static var inTable: Set<String> {
    var found: Set<String> = []
    for command in Command.all.flatMap({ [$0] + $0.subcommands }) {
      for operand in command.operands where operand.name == "P" {
        found.insert("\(command.path.joined(separator: " ")) P")
      }
      for option in command.allOptions {
        guard let value = option.value, value == "P" || value.hasPrefix("P|") || value.hasPrefix("P[") else {
          continue
        }
        found.insert(option.name == "at" ? "--at" : "\(command.path.joined(separator: " ")) --\(option.name)")
      }
    }
    return found
  }

  @Test("Every place of the command table is tried")
  func complete() {
    #expect(Self.inTable.subtracting(Self.places.map(\.name)).isEmpty)
  }

  @Test("The name gives what the position gives", arguments: places.indices)
  func same(_ index: Int) throws {
    let place = Self.places[index]
    let ledger = try Ledger()
    for amount in ["10.00", "12.50", "3.00"] { _ = try ledger.add(amount, "--vendor", "Kiosk") }
    let last = try #require(ledger.run("tail", "--json", "-n", "1").lines.first)
    let event = try #require(JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    let position = try #require(event["position"] as? Int) - 1
    for arguments in place.before { ledger.run(arguments) }
    let byPosition = ledger.run(place.call("\(position)"))
    for arguments in place.before { ledger.run(arguments) }
    let byName = ledger.run(place.call("test:\(position)"))
    #expect(byName.code == byPosition.code, "\(byName.errors)")
    // Some outputs and errors repeat what was asked for.
    func plain(_ text: String) -> String {
      text.replacingOccurrences(of: "test:\(position)", with: "\(position)")
    }
    #expect(plain(byName.output) == plain(byPosition.output))
    #expect(plain(byName.errors) == plain(byPosition.errors))
    #expect(byName.code != .usage && byName.code != .noInput)
    let unknown = ledger.run(place.call("test:999"))
    #expect(
      unknown.code == .noInput && unknown.errors.contains("there is no event test:999"), "\(unknown.errors)")
    let stranger = ledger.run(place.call("phone:1"))
    #expect(stranger.code == .noInput && stranger.errors.contains("there is no device “phone”"))
  }
}
