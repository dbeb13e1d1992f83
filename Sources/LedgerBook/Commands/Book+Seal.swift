internal import LedgerBytes
package import LedgerDomain

extension Book {
  /// Records that a file was exported.
  ///
  /// The event is about the group if there is one that is not deleted, or else about the ledger.
  @discardableResult
  package func record(_ seal: ExportSeal, of group: GroupID?) throws -> Done {
    let content: JSONValue = ["command": "export", "sha256": .string(seal.digest.description)]
    return try execute(id: nil, content: content) { batch in
      if let group, let row = try self.groupRow(group), !row.isDeleted {
        batch.append(GroupEvent.groupExported(seal), to: group)
      } else {
        batch.append(SettingsEvent.rangeExported(seal))
      }
    }
  }
}
