package import EventLog
internal import LedgerAudit
package import LedgerBook
internal import LedgerBytes
internal import LedgerSync

extension Redaction {
  /// Returns the answer about the contents that were erased, or would be.
  ///
  /// - Parameters:
  ///   - events: The events on record that they are of.
  ///   - sentence: The sentence for people.
  ///   - isDryRun: Whether nothing was erased.
  ///   - book: The ledger.
  package func reply(
    _ events: [StoredEvent], _ sentence: String, isDryRun: Bool = false, _ book: Book
  ) throws -> Reply {
    let facts: JSONValue = [
      "bytes": .integer(pageBytes), "dryRun": .boolean(isDryRun),
      "events": .array((done?.positions ?? []).map { .integer($0) }), "pages": .count(pages.count),
      "redacted": .array(events.map { .integer($0.position) }), "remains": .strings(remains.map(\.code)),
      "setAside": .strings(book.foldersSetAside),
    ]
    var sentences = [Line(sentence)] + remains.map(\.words)
    if done != nil {
      sentences += book.foldersSetAside.map { folder in
        "Still in the damaged folder that a recovery set aside, if it could be read there. Delete that "
          + "folder once you need nothing of it: \(folder)"
      }
    }
    if done != nil { sentences += try otherPlaces(book) }
    return Reply(facts, sentences.map { .paragraph($0) })
  }

  /// Returns where the content remains until the next sync, or nothing if there was no sync.
  private func otherPlaces(_ book: Book) throws -> [Line] {
    guard let folder = book.syncStatus().folders.first?.folder else { return [] }
    let names = try DeviceNames(book)
    let others = try book.devices().filter { book.identity != .own($0) }
    let devices =
      others.isEmpty ? "" : "; then a sync on \(listed(others.map { names.words($0) })) removes it there"
    return ["Still in the shared folder: \(step: .sync(folder: folder)) removes it\(devices)"]
  }
}
