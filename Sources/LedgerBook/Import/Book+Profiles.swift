internal import EventLog
internal import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Returns the answers that were kept for files, by the shape of the file.
  package func importProfiles() throws -> [String: ImportProfile] {
    let ledger = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    return try fold(ledger).ledger.profiles.compactMapValues(\.value)
  }

  /// Sets the answers for files of a shape. `nil` deletes them.
  @discardableResult
  package func setImportProfile(_ profile: ImportProfile?, for shape: String) throws -> Done {
    let content: JSONValue = ["command": "set profile", "shape": .string(shape)]
    return try execute(id: nil, content: content) { batch in
      let before = try importProfiles()[shape]
      guard before != profile else { return }
      batch.append(
        SettingsEvent.importProfileChanged(ImportProfileChanged(shape: shape, from: before, to: profile)))
    }
  }
}
