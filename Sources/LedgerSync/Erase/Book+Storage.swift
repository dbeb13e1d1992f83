internal import EventLog
public import LedgerBook
internal import LedgerPlatform

/// The bytes that the parts of a ledger's folder take up.
public struct StorageUse: Hashable, Sendable {
  /// Scans and photos.
  public let scans: FileCount
  /// The log and the small files next to it.
  public let log: FileCount
  /// Read models and history, which are built again when they are deleted.
  public let models: FileCount
  /// Thumbnails, views and copies, which are made again when they are needed.
  public let pictures: FileCount
}

extension Book {
  /// Counts the files of this ledger and their bytes.
  ///
  /// - Complexity: O(files).
  public func storage() throws -> StorageUse {
    let place = try SharedPlace(root: log.folder)
    func count(_ isPart: @escaping @Sendable (String) -> Bool) throws -> FileCount {
      let files = OwnFiles { LedgerNames.isOwn($0, isFolder: $1) && isPart($0[0]) }
      let found = try files.count(in: place, forRemoval: false)
      return FileCount(count: found.files, bytes: found.bytes)
    }
    let others = ["attachments", "models", "pictures"]
    return StorageUse(
      scans: try count { $0 == "attachments" }, log: try count { !others.contains($0) },
      models: try count { $0 == "models" }, pictures: try count { $0 == "pictures" })
  }

  /// Removes thumbnails, views and copies of pages. The pages stay.
  ///
  /// - Throws: `SyncError.readOnly`, and `FileError` if a file cannot be removed.
  public func clearPictures() throws -> FileCount {
    guard log.access == .readWrite, !settings.isReadOnly else { throw SyncError.readOnly }
    let files = OwnFiles { LedgerNames.isOwn($0, isFolder: $1) && $0[0] == "pictures" }
    let found = try files.remove(in: try SharedPlace(root: log.folder))
    return FileCount(count: found.files, bytes: found.bytes)
  }
}
