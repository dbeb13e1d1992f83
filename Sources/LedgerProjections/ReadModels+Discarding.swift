internal import EventLog
internal import LedgerBytes

extension ReadModels {
  /// Removes every file of models and history in a ledger's folder, so that the next use builds them.
  ///
  /// This is for a change of the log that has no position: an event whose content was restored. Processes that have the
  /// files open notice that they are gone.
  package static func discard(in ledger: String) throws {
    let path = ledger + "/models"
    for kind in [GenerationKind.models, .history] {
      let folder = GenerationFolder(path, kind)
      if let newest = try folder.numbers().first { try folder.empty(through: newest) }
      try folder.removeOthers()
    }
  }
}
