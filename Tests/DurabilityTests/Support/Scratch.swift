import Foundation
import LedgerTestSupport

/// A folder of its own, removed when the test is over.
///
/// It is in memory if the system has such a place, because most of these tests simulate their own disks.
final class Scratch: Sendable {
  let path: String

  init(_ name: String, onDisk: Bool = false) throws {
    let memory = "/dev/shm"
    let parent =
      !onDisk && FileManager.default.isWritableFile(atPath: memory) ? memory + "/" : NSTemporaryDirectory()
    let made = parent + "durability-\(name)-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    guard let real = realpath(made, nil) else { throw CocoaError(.fileNoSuchFile) }
    path = String(cString: real)
    free(real)
  }

  /// Removes it, at the end of the test.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func folder(_ name: String) -> String { path + "/" + name }
}

/// What was tried and what became of it, for people and for the table that `tools/durability` prints.
enum Tally {
  /// A mutant: what is wrong on purpose, and what the harness has to notice.
  static func report(mutant what: String, tried: Int, lost: Int) {
    report("mutant: " + what, tried: tried, lost: lost, note: lost > 0 ? "must lose, and does" : "MUST LOSE")
  }

  static func report(_ what: String, tried: Int, lost: Int, note: String = "") {
    let lost = min(tried, lost)
    let line = "\(what)\t\(tried)\t\(tried - lost)\t\(lost)\t\(note)\n"
    print("durability: " + line.replacingOccurrences(of: "\t", with: "  "), terminator: "")
    guard let path = ProcessInfo.processInfo.environment["EVENTS_DURABILITY_REPORT"] else { return }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { return }
    let bytes = Array(line.utf8)
    _ = write(descriptor, bytes, bytes.count)
    close(descriptor)
  }
}
