internal import LedgerBytes
internal import LedgerPlatform

/// The last files that brought events, in the file `sync/journal` of the ledger.
struct SyncJournal {
  /// A file that brought events.
  struct Entry: Hashable {
    /// When, by this device's wall clock.
    let at: Int64
    /// The file's path below `devices`.
    let file: String
    let name: SegmentName
  }

  private static let entriesMax = 2_000
  private static let bytesMax = 4 << 20

  /// Adds entries. The oldest ones go.
  static func add(_ entries: [Entry], ledgerFolder: String) throws(FileError) {
    guard !entries.isEmpty else { return }
    let all = (read(ledgerFolder) + entries).suffix(entriesMax)
    var bytes: [UInt8] = []
    for entry in all {
      let line: JSONValue = [
        "at": .integer(entry.at), "device": .string(entry.name.device.description), "file": .string(entry.file),
      ]
      bytes += line.encoded() + [UInt8(ascii: "\n")]
    }
    try DurableFile.createFolder(ledgerFolder + "/sync")
    try DurableFile.replace(path(ledgerFolder), bytes: bytes, synced: false)
  }

  /// Reads the entries, the oldest first. Lines that are damaged are left out.
  static func read(_ ledgerFolder: String) -> [Entry] {
    guard let bytes = try? DurableFile.read(path(ledgerFolder), limit: bytesMax) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let value = try? JSONValue(parsing: Array(line), as: .exchange),
        case .integer(let at)? = value["at"], case .string(let id)? = value["device"],
        case .string(let file)? = value["file"], let device = UniqueID(id),
        let last = file.split(separator: "/").last, let name = SegmentName(String(last), of: device)
      else { return nil }
      return Entry(at: at, file: file, name: name)
    }
  }

  private static func path(_ ledgerFolder: String) -> String { ledgerFolder + "/sync/journal" }
}
