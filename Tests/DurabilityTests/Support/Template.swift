import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain

/// A ledger that was made once, to be put in place again and again.
struct Template: Sendable {
  var image: DiskImage
  /// What it holds.
  var leaves: [SHA256Digest]
  var groups: [GroupID] = []
  var transactions: [TransactionID] = []
  /// Events of another device of the same ledger.
  var foreign: [ForeignEvent]

  /// A ledger with a group, a draft that can be saved, and a saved receipt.
  ///
  /// With `isCrashed` it is as a dying process leaves it, with a -wal to recover. Otherwise it is closed.
  static func make(_ scratch: Scratch, isCrashed: Bool) throws -> Template {
    let folder = scratch.folder("template")
    let other = try Scenario.otherDevice(scratch.folder("other"))
    let scenario = Scenario(folder: folder, foreign: other)
    for step in [
      Scenario.Step.create, .group("Berlin"), .capture(0), .correct(0), .save(0), .reopen, .capture(1),
      .correct(1),
      .read,
    ] { try scenario.run(step) }
    if !isCrashed { try scenario.run(.close) }
    var template = Template(
      image: try DiskImage(reading: folder), leaves: [], groups: scenario.groups,
      transactions: scenario.transactions, foreign: other.events)
    if isCrashed { try scenario.run(.close) }
    let book = try Book.open(Scenario.settings(folder))
    template.leaves = try Soundness.leaves(book)
    try book.close()
    return template
  }

  /// A folder without a ledger.
  static let empty = Template(image: DiskImage(folders: [], files: [:]), leaves: [], foreign: [])
}

extension DiskImage {
  /// The contents of a folder. The -shm is left out, because it is memory.
  init(reading folder: String) throws {
    folders = []
    files = [:]
    let paths = FileManager.default.enumerator(atPath: folder)
    while let path = paths?.nextObject() as? String {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder) else {
        continue
      }
      if isFolder.boolValue {
        folders.append(path)
      } else if !path.hasSuffix("-shm") {
        files[path] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
      }
    }
    folders.sort()
  }
}
