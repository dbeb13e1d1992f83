internal import EventLog
internal import LedgerBytes

extension ReadModels {
  /// Removes every file of models and of history in a ledger's folder, so that the next use builds them again.
  ///
  /// For a change of the log that has no position: an event that has its content again. Whoever has the files open
  /// notices that they are gone.
  public static func discard(in ledger: String) throws {
    let path = ledger + "/models"
    for kind in [GenerationKind.models, .history] {
      let folder = GenerationFolder(path, kind)
      if let newest = try folder.numbers().first { try folder.empty(through: newest) }
      try folder.removeOthers()
    }
  }
}
