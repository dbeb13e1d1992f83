internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Returns the answers that were kept for files, by the shape of the file.
  public func importProfiles() throws -> [String: ImportProfile] {
    let ledger = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    return try fold(ledger).ledger.profiles.compactMapValues(\.value)
  }

  /// Sets the answers for files of a shape. `nil` deletes them.
  ///
  ///     try book.setImportProfile(changed, for: shape)
  ///
  /// - Parameters:
  ///   - profile: The answers, made from earlier ones by `answering(_:_:)`.
  ///   - shape: The shape of the files, which `importProfiles()` gives.
  ///   - id: The id of the command, with which it can be sent again.
  @discardableResult
  public func setImportProfile(
    _ profile: ImportProfile?, for shape: String, id: UniqueID? = nil
  ) throws -> Done {
    let content: JSONValue = ["command": "set profile", "shape": .string(shape)]
    return try execute(id: id, content: content) { batch in
      let before = try importProfiles()[shape]
      guard before != profile else { return }
      batch.append(
        SettingsEvent.importProfileChanged(
          SettingsEvent.ImportProfileChanged(shape: shape, from: before, to: profile)))
    }
  }
}
