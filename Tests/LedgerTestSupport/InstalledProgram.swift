import Foundation

/// Programs that some tests use where they are installed.
public enum InstalledProgram {
  /// Returns the path of a program in the folders of PATH, or `nil`. A path is returned as it is.
  public static func path(_ name: String) -> String? {
    if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether there is a device that is always full.
  public static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
}
