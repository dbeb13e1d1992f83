import Foundation

/// The golden tables in `Fixtures`, made by the scripts in `tools`.
enum ValuesFixture {
  /// The rows of a table and their columns, without lines that begin with `#`.
  static func rows(_ name: String) throws -> [[String]] {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures").appending(path: name)
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }
}
