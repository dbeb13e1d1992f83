internal import LedgerBytes

/// The content of `log.head`: the size and root of each device's tree after a commit.
///
///     ledger-head 1 LEDGER COUNT
///     DEVICE SIZE ROOT
///     …
///     SHA256 of all lines above
///
/// It is the anchor outside the database. A flipped bit in the -wal shortens the log in silence, and the head notices.
/// It is written in place by one pwrite after each commit. Every writer takes the lock on the file before SQLite's, so
/// no head replaces a later one. The commit comes first, so a head can lag after a crash, but never lead.
struct LogHead: Equatable {
  var ledger: UniqueID
  var devices: Trees

  struct Tree: Equatable {
    var size: UInt64
    var root: SHA256Digest
  }

  init(ledger: UniqueID, devices: Trees) {
    self.ledger = ledger
    self.devices = devices
  }

  /// Reads the head of a ledger, or returns `nil` if it is empty, torn, damaged or of another ledger.
  init?(_ bytes: [UInt8], ledger: UniqueID) {
    guard let head = LogHead(bytes), head.ledger == ledger else { return nil }
    self = head
  }

  /// Reads a head of any ledger, or returns `nil` if it is empty, torn or damaged.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first else { return nil }
    let words = Self.words(first)
    guard words.count == 4, words[0] == "ledger-head", words[1] == "1", let ledger = UniqueID(words[2]),
      let count = Int(words[3]), count >= 0, count < lines.count - 1
    else { return nil }
    var entries: [Trees.Entry] = []
    for line in lines[1..<(count + 1)] {
      let words = Self.words(line)
      guard words.count == 3, let device = UniqueID(words[0]), let size = UInt64(words[1]),
        let root = Self.digest(words[2])
      else { return nil }
      entries.append(Trees.Entry(device: device, tree: Tree(size: size, root: root)))
    }
    let devices = Trees(entries)
    guard devices.entries.count == entries.count else { return nil }
    let covered = bytes[..<lines[count + 1].startIndex]
    guard Self.digest(String(decoding: lines[count + 1], as: UTF8.self)) == SHA256.hash(Array(covered)) else {
      return nil
    }
    self.init(ledger: ledger, devices: devices)
  }

  /// The file's content.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128 + 128 * devices.entries.count + 65)
    func write(_ text: String, _ end: UInt8) {
      bytes.append(contentsOf: text.utf8)
      bytes.append(end)
    }
    func write(_ word: UInt64) {
      for shift in stride(from: UInt64(60), through: 0, by: -4) {
        let nibble = UInt8(truncatingIfNeeded: word >> shift) & 15
        bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
      }
    }
    func write(_ digest: SHA256Digest) {
      write(digest.word0)
      write(digest.word1)
      write(digest.word2)
      write(digest.word3)
      bytes.append(UInt8(ascii: "\n"))
    }
    let space = UInt8(ascii: " ")
    write("ledger-head 1", space)
    write(ledger.description, space)
    write(String(devices.entries.count), UInt8(ascii: "\n"))
    for entry in devices.entries {
      write(entry.device.description, space)
      write(String(entry.tree.size), space)
      write(entry.tree.root)
    }
    write(SHA256.hash(bytes))
    return bytes
  }

  /// Returns the events of this head that a log with those trees has lost.
  func losses(in log: Trees) -> [LostEvents] {
    var losses: [LostEvents] = []
    for entry in devices.entries {
      let (device, tree) = (entry.device, entry.tree)
      let found = log[device]?.size ?? 0
      if found < tree.size || found == tree.size && tree.size > 0 && log[device]?.root != tree.root {
        losses.append(LostEvents(device: device, expected: tree.size, found: found))
      }
    }
    return losses
  }

  private static func words(_ line: ArraySlice<UInt8>) -> [String] {
    line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func digest(_ text: String) -> SHA256Digest? {
    SHA256Digest(hexadecimal: text)
  }
}

/// The state of `log.head` when the log was opened.
package enum HeadState: Hashable, Sendable {
  /// It is that of the log.
  case current
  /// The file was missing or empty.
  case missing
  /// It cannot be read: torn, damaged, or another ledger's. It counts as missing.
  case unreadable
  /// The log has grown since: a crash between a commit and the head's writing.
  case behind
  /// The log has lost events.
  case ahead([LostEvents])
}
