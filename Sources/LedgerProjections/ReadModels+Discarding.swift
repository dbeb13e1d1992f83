internal import LedgerPlatform

extension ReadModels {
  /// Removes every file of models, history and search in a ledger's folder.
  ///
  /// The next use builds them.
  ///
  /// This is for a change of the log that has no position: an event whose content was restored or erased. Processes that
  /// have the files open notice that they are gone. What comparisons and killed processes left has rows, too.
  package static func discard(in ledger: String) throws {
    let path = ledger + "/models"
    guard DurableFile.exists(path) else { return }
    for kind in GenerationKind.allCases {
      let folder = GenerationFolder(path, kind)
      if let newest = try folder.numbers().first { try folder.empty(through: newest) }
      try folder.removeOthers()
      try folder.removeScratch()
    }
  }
}
