internal import LedgerPlatform

/// The reason why a folder is no place for a backup of a ledger.
public enum BackupPlace: String, Hashable, Sendable, CaseIterable {
  /// It is inside the ledger's folder, and would be lost with it.
  case insideLedger
  /// The ledger's folder is inside it.
  case aroundLedger
  /// It is inside a folder that devices share, where other devices look for their files.
  case insideSharedFolder
  /// It is a ledger itself, so that it cannot hold several backups.
  case isLedger
  /// Another backup is being made in it.
  case inUse
  /// The automatic backups there are another folder's, of which the ledger's folder is a copy.
  case isOfOriginal
  /// The folder, or every backup in it, is no longer there: its drive may not be connected.
  case isGone

  /// Finds the reason, or returns `nil` if a backup can be made there. A folder that is the ledger's own is not meant.
  ///
  /// - Parameters:
  ///   - folder: The folder, which need not exist.
  ///   - ledger: The ledger's folder.
  ///   - holdsSeveral: Whether the backups get subfolders of it. It may then be around the ledger.
  init?(_ folder: String, ledger: String, holdsSeveral: Bool = false) {
    let path = Self.resolved(folder)
    let own = Self.resolved(ledger)
    if path.hasPrefix(own + "/") {
      self = .insideLedger
    } else if !holdsSeveral, own.hasPrefix(path + "/") {
      self = .aroundLedger
    } else if Self.isShared(path) {
      self = .insideSharedFolder
    } else {
      return nil
    }
  }

  /// The path without links, also of a folder that does not exist.
  private static func resolved(_ folder: String) -> String {
    guard let outermost = DurableFile.missingFolders(of: folder).last else {
      return DurableFile.resolved(folder) ?? folder
    }
    let parent = outermost.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    let above = parent.isEmpty ? (outermost.hasPrefix("/") ? "/" : ".") : parent
    return (DurableFile.resolved(above) ?? above) + "/"
      + folder.dropFirst(parent.isEmpty ? 0 : parent.utf8.count + 1)
  }

  private static func isShared(_ path: String) -> Bool {
    var folder = path
    while !folder.isEmpty {
      if DurableFile.exists(folder + "/dataset.json"), DurableFile.isFolder(folder + "/devices") { return true }
      folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
    return false
  }

  /// The reason as a clause after the folder's name.
  var words: String {
    switch self {
    case .insideLedger: "is inside the ledger's own folder, and would be lost with it"
    case .aroundLedger: "holds the ledger's own folder"
    case .insideSharedFolder: "is inside a folder that devices share, so other devices would find it there"
    case .isLedger: "is a ledger itself, so it cannot hold several backups"
    case .isOfOriginal: "has the backups of the folder that this one was copied from"
    case .isGone: "is missing or has lost its backups: the drive may not be connected"
    case .inUse: "is where another backup is being made now"
    }
  }
}
