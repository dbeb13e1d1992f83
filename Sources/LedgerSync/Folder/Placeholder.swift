/// The names that drives give to files whose content is only in the cloud.
///
/// The drive has not downloaded such a file yet, or has removed its content from this device to save space.
enum Placeholder {
  private static let endings = [".icloud", ".nextcloud", ".owncloud"]

  /// Returns the name of the file itself, or `nil` if a name is not that of a placeholder.
  ///
  /// iCloud writes `.NAME.icloud`, the clients of Nextcloud and ownCloud `NAME.nextcloud` and `NAME.owncloud`.
  static func target(of name: String) -> String? {
    guard let ending = endings.first(where: { name.lowercased().hasSuffix($0) }) else { return nil }
    let target = name.dropLast(ending.count)
    let isHidden = ending == ".icloud" && target.hasPrefix(".")
    return target.isEmpty ? nil : String(isHidden ? target.dropFirst() : target)
  }
}
