import Foundation
import Testing

/// Outputs kept in `Fixtures/golden`, compared letter by letter with the ids masked.
///
/// `EVENTS_UPDATE_GOLDEN=1` writes them again. Look at the difference before it is committed.
enum Golden {
  static func expect(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = "\(Repository.path)/Fixtures/golden"
    let url = URL(fileURLWithPath: "\(folder)/\(name).txt")
    let masked = text.withoutIDs
    if ProcessInfo.processInfo.environment["EVENTS_UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(masked.utf8).write(to: url)
    }
    let expected = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    #expect(masked == expected, "\(name)", sourceLocation: sourceLocation)
  }
}
