import Foundation
import LedgerTestSupport

/// Another process on the same ledger, such as a share extension: the built tool, next to the tests' own executable.
enum SecondProcess {
  static let path: String = {
    #if os(Linux)
      let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    #else
      let own = Bundle(for: Anchor.self).bundlePath
    #endif
    return (own as NSString).deletingLastPathComponent + "/events"
  }()

  private final class Anchor {}

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Runs it to its end, away from the caller's thread.
  static func run(_ ledger: String, _ arguments: [String]) async throws -> (code: Int32, output: String) {
    try await withCheckedThrowingContinuation { continuation in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = ["--ledger", ledger] + arguments
      process.environment = ["TZ": "UTC", "HOME": NSTemporaryDirectory(), "USER": "extension"]
        .merging(SanitizerSettings.variables) { $1 }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      process.standardInput = FileHandle.nullDevice
      process.terminationHandler = { process in
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        continuation.resume(returning: (process.terminationStatus, String(decoding: bytes, as: UTF8.self)))
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }
}

/// The files of a folder that this process holds, as the system reports them.
enum Held {
  /// Open files.
  static func files(of folder: String) -> [String] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    .filter { $0.hasPrefix(folder + "/") }
  }

  /// Locks (POSIX's and flock's) on them, a line each.
  static func locks(on folder: String) -> [String] {
    let list = systemFile("/proc/locks")
    let inodes = Set(
      (FileManager.default.enumerator(atPath: folder)?.allObjects ?? []).compactMap { name -> String? in
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        return (attributes?[.systemFileNumber] as? UInt64).map { "\($0)" }
      })
    return list.split(separator: "\n").map(String.init).filter { line in
      let columns = line.split(separator: " ")
      guard columns.count > 5, columns[4] == "\(getpid())" else { return false }
      return inodes.contains(String(columns[5].split(separator: ":").last ?? ""))
    }
  }

  /// The whole of it: such a file comes in pieces, and has no size.
  private static func systemFile(_ path: String) -> String {
    let number = open(path, O_RDONLY)
    guard number >= 0 else { return "" }
    defer { close(number) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(number, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
