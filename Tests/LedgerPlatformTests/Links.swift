import Foundation

/// The permissions of what has that name, such as 0o600, or `nil`.
func permissions(_ path: String) -> Int? {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.posixPermissions] as? NSNumber)?.intValue
}

/// Makes a symbolic link.
func link(_ path: String, to target: String) throws {
  try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
}
