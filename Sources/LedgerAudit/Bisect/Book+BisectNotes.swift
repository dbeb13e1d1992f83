internal import EventLog
package import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

// The notes of a manual search, which are in the ledger's models folder between two steps.
extension Book {
  private var bisectFile: String { log.folder + "/models/bisect" }

  /// Returns the notes of the search that was begun, or `nil` if no search was begun.
  ///
  /// - Throws: `BisectNotes.Unreadable`, or `BisectNotes.OtherLog` if the search was begun in another log.
  package func bisectNotes() throws -> BisectNotes? {
    guard DurableFile.exists(bisectFile) else { return nil }
    let (notes, end) = try BisectNotes.read(try DurableFile.read(bisectFile, limit: 1 << 20))
    guard end.leaf == (try bisectEnd(end.last).leaf) else { throw BisectNotes.OtherLog() }
    return notes
  }

  package func keep(_ notes: BisectNotes) throws {
    try DurableFile.createFolder(log.folder + "/models", withParents: false)
    try DurableFile.replace(bisectFile, bytes: notes.bytes(try bisectEnd(try lastPosition())))
  }

  /// Removes the notes of a search. Returns whether there were any.
  package func removeBisectNotes() throws -> Bool {
    guard DurableFile.exists(bisectFile) else { return false }
    try DurableFile.remove(bisectFile)
    return true
  }

  private func bisectEnd(_ position: Position) throws -> BisectNotes.End {
    BisectNotes.End(last: position, leaf: try event(at: position)?.leaf.description ?? "")
  }
}
