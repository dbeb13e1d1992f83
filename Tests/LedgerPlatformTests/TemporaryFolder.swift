import Foundation

/// A new folder for `body`, gone afterwards.
func inTemporaryFolder<T>(_ body: (String) throws -> T) throws -> T {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "ledger-platform-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

/// The permissions of what has that name, such as 0o600, or `nil`.
func permissions(_ path: String) -> Int? {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.posixPermissions] as? NSNumber)?.intValue
}

/// Makes a symbolic link.
func link(_ path: String, to target: String) throws {
  try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
}
