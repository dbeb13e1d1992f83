package import LedgerBytes
internal import LedgerPlatform

extension AttachmentStore {
  /// A store in a folder, which need not exist yet.
  package init(at folder: String) { self.init(folder: folder) }

  /// Whether a page is there and sound.
  ///
  /// - Complexity: O(bytes of the page).
  package func isSound(_ digest: SHA256Digest) -> Bool { holds(digest) }

  /// Gives pages of another store, which are sound, a second place in this one.
  ///
  /// A page shares its bytes with the other file if the disk can do that. Otherwise it is copied.
  ///
  /// - Throws: `FileError`.
  package func adopt(_ pages: [SHA256Digest], from other: AttachmentStore) throws {
    guard !pages.isEmpty else { return }
    try DurableFile.createFolder(folder)
    var subfolders: Set<String> = []
    for page in pages {
      let path = path(of: page)
      let subfolder = String(path.dropLast(65))
      if subfolders.insert(subfolder).inserted { try DurableFile.createFolder(subfolder) }
      if DurableFile.exists(path) { continue }
      do throws(FileError) {
        if try DurableFile.clone(other.path(of: page), as: path) { continue }
        try DurableFile.addName(other.path(of: page), as: path)
      } catch {
        // Another disk, or one without links.
        _ = try store(try other.read(page), page: 1)
      }
    }
    for subfolder in subfolders { try DurableFile.synchronizeFolder(subfolder) }
    try DurableFile.synchronizeFolder(folder)
  }
}
