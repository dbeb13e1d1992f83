internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

extension LedgerRecovery {
  /// Keeps the small files of the damaged folder that are neither events nor models.
  ///
  /// These are the names of shared folders, the settings of connections and of backups, and the cursors of readers. What was
  /// imported from shared folders is looked at again.
  func carryOver(to book: Book) throws {
    let old = SyncMemory(ledgerFolder: place.folder)
    if !old.folders.isEmpty {
      var memory = SyncMemory(ledgerFolder: place.staging)
      memory.folders = old.folders.mapValues {
        SyncMemory.Folder(syncedAtMilliseconds: $0.syncedAtMilliseconds)
      }
      try memory.save()
    }
    for path in ["ynab/settings.json", "ynab/cache.json", "backup/settings.json"] {
      guard let bytes = try? DurableFile.read("\(place.folder)/\(path)", limit: 64 << 20) else { continue }
      try keep(bytes, at: path)
    }
    for name in (try? DurableFile.list(place.folder + "/cursors")) ?? []
    where LedgerNames.isOwn(["cursors", name], isFolder: false) {
      guard let bytes = try? DurableFile.read("\(place.folder)/cursors/\(name)", limit: 200) else { continue }
      let words = String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }
      guard let seen = words.first.flatMap({ Int64($0) }) else { continue }
      let position = newPosition(after: Position(seen))
      let leaf = try book.log.event(at: position)?.leaf.description ?? ""
      try keep(Array("\(position) \(leaf)\n".utf8), at: "cursors/" + name)
    }
  }

  private func keep(_ bytes: [UInt8], at path: String) throws {
    let parts = path.split(separator: "/")
    try DurableFile.createFolder("\(place.staging)/\(parts[0])")
    try DurableFile.replace("\(place.staging)/\(path)", bytes: bytes)
  }

  /// Returns the position before the first event that a reader had not seen in the damaged folder.
  ///
  /// The events have the order of that folder. Those that come from elsewhere were in it before.
  private func newPosition(after seen: Position) -> Position {
    let first = plan.steps.firstIndex { $0.source == 0 && $0.entry.position > seen }
    return Position(Int64(first ?? plan.steps.count))
  }
}
