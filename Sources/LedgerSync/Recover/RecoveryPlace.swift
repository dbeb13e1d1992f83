internal import LedgerBook
internal import LedgerPlatform

/// The folders of a recovery.
///
/// The new folder is built as `LEDGER.recovering`. Its file `recovering` comes first, with the name for the damaged folder,
/// and tells later that the folder is complete. Then both exchange their names, and the damaged folder gets its own. So at
/// each moment every file of the damaged folder is there, and the next run finishes.
struct RecoveryPlace {
  /// The ledger's folder, without links.
  let folder: String

  init(_ path: String) {
    var path = DurableFile.resolved(path) ?? path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    folder = path
  }

  /// The folder that is built.
  var staging: String { folder + ".recovering" }
  private static let mark = LedgerNames.recovering
  private static let begin = "ledger-recovery 1"

  /// Returns the folders that earlier recoveries have set aside, the latest first.
  func setAside() -> [String] {
    let slash = folder.lastIndex(of: "/")
    let parent = slash.map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? "."
    let name = slash.map { String(folder[folder.index(after: $0)...]) } ?? folder
    let names = (try? DurableFile.list(parent)) ?? []
    return names.filter { $0.hasPrefix(name + ".damaged-") }.reversed().map { parent + "/" + $0 }
  }

  /// Returns a free name for the damaged folder: `LEDGER.damaged-2026-11-27T120000Z`.
  func name(milliseconds: Int64) -> String {
    let name = folder + ".damaged-" + BackupShelf.name(milliseconds: milliseconds)
    var (free, number) = (name, 1)
    while DurableFile.exists(free) {
      number += 1
      free = name + "-\(number)"
    }
    return free
  }

  /// Finishes or takes back a recovery that was interrupted.
  ///
  /// - Returns: The folder that it has set aside, or `nil` if no complete one was interrupted.
  /// - Throws: `FileError`.
  func finishInterrupted() throws -> String? {
    if let aside = try read(folder + "/" + Self.mark)?.aside { return try finish(aside) }
    guard let marked = try read(staging + "/" + Self.mark) else { return nil }
    if marked.isComplete, !DurableFile.exists(folder) {
      try DurableFile.move(staging, to: folder)
      return try finish(marked.aside)
    }
    try removeStaging()
    return nil
  }

  /// Makes the folder to build in, with its mark.
  func begin(aside: String) throws {
    try removeStaging()
    try DurableFile.createFolder(staging, withParents: false)
    try mark(aside, isComplete: false)
  }

  private func mark(_ aside: String, isComplete: Bool) throws(FileError) {
    let text = "\(Self.begin)\n\(isComplete ? "complete" : "building")\n\(aside)\n"
    try DurableFile.replace(staging + "/" + Self.mark, bytes: Array(text.utf8))
  }

  /// Puts the complete folder in the ledger's place, and the damaged one aside.
  func exchange(aside: String) throws {
    try mark(aside, isComplete: true)
    if !DurableFile.exists(folder) {
      try DurableFile.move(staging, to: folder)
    } else if try !DurableFile.exchange(folder, with: staging) {
      try DurableFile.move(folder, to: aside)
      try DurableFile.move(staging, to: folder)
    }
    _ = try finish(aside)
  }

  /// Gives the damaged folder its name, and removes the mark.
  private func finish(_ aside: String) throws -> String {
    if DurableFile.exists(staging), !DurableFile.exists(aside) { try DurableFile.move(staging, to: aside) }
    try DurableFile.remove(folder + "/" + Self.mark)
    return aside
  }

  /// Removes a folder that was not completed. It has copies only.
  func removeStaging() throws {
    guard DurableFile.exists(staging) else { return }
    guard try read(staging + "/" + Self.mark) != nil else {
      DurableFile.removeEmptyFolder(staging)
      return
    }
    let place = try SharedPlace(root: staging)
    _ = try OwnFiles { LedgerNames.isOwn($0, isFolder: $1) && $0 != [Self.mark] }.remove(in: place)
    try place.remove(Self.mark)
    DurableFile.removeEmptyFolder(staging)
  }

  /// Reads a mark, or returns `nil` if there is no mark.
  private func read(_ path: String) throws -> (aside: String, isComplete: Bool)? {
    guard DurableFile.exists(path) else { return nil }
    let text = String(decoding: try DurableFile.read(path, limit: 65_536), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.count == 3, lines[0] == Self.begin else { return nil }
    return (lines[2], lines[1] == "complete")
  }
}
