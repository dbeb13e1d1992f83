import Foundation
import LedgerTestSupport

/// What became of one history.
struct PropertyReport: Sendable {
  let seed: UInt64
  let counts: PropertyCounts
  /// What was wrong, and what had been done until then.
  let failure: String?
}

extension PropertyWorld {
  /// One random history, with its checks on the way and at its end.
  static func run(seed: UInt64, in parent: String) -> PropertyReport {
    let root = "\(parent)/\(seed)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    do {
      var world = try PropertyWorld(seed: seed, root: root)
      defer { world.close() }
      do {
        try world.live()
        return PropertyReport(seed: seed, counts: world.counts, failure: nil)
      } catch {
        let journal = world.journal.map { "  " + $0 }.joined(separator: "\n")
        return PropertyReport(seed: seed, counts: world.counts, failure: "\(error)\n  after\n\(journal)")
      }
    } catch {
      return PropertyReport(seed: seed, counts: PropertyCounts(), failure: "\(error)")
    }
  }

  private mutating func live() throws {
    // Mostly everybody knows the ledger's beginning; sometimes a device works before it has heard of it.
    for index in devices.indices.dropFirst() where random.chance(85) {
      try exchange(from: 0, to: index, all: true)
    }
    for _ in 0..<random.number(24...70) {
      let index = Int.random(in: devices.indices, using: &random)
      switch random.weighted([(100, 0), (25, 1), (4, 2), (3, 3), (1, 4)]) {
      case 0: try command(on: index)
      case 1 where devices.count > 1:
        let source = (index + random.number(1...devices.count - 1)) % devices.count
        try exchange(from: source, to: index, all: random.chance(30))
      case 2: try writeAsAnotherProgram(on: index)
      case 3: try check(index)
      case 4 where devices.count < 5: try copyDevice(index)
      default: try command(on: index)
      }
    }
    try exchangeEverything()
    try checkEnd()
  }

  /// Where histories are kept: in memory where the system has such a place.
  static var parent: String {
    let memory = "/dev/shm"
    let base =
      FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
    return "\(base)/ledger-histories-\(ProcessInfo.processInfo.processIdentifier)"
  }
}
