internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The numbers by which the system knows a file, whatever its names are.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  /// How many names the file has on its disk.
  package let names: Int

  /// The file that `path` leads to, through symbolic links, or `nil` if it is missing.
  package init?(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is open as `descriptor`.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    names = Int(status.st_nlink)
  }

  /// Whether two names are of one file.
  package static func == (left: FileIdentity, right: FileIdentity) -> Bool {
    left.device == right.device && left.number == right.number
  }

  /// The numbers alone.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(number)
  }
}

/// The files of ledgers that are open in this process, which nothing else in it may open.
///
/// POSIX locks belong to the process. Closing any descriptor of a database drops SQLite's locks on it. The next
/// process to close its own connection then deletes the -wal with commits that are in no other file. A person can name
/// such a file as a scan or a text, also by a hard link or a symbolic link. So every file is looked up here by its
/// numbers before it is opened.
///
/// The files are held until this object goes.
package final class HeldFiles: Sendable {
  private struct Entry: Equatable {
    let identity: FileIdentity
    let path: String
    let isDatabase: Bool
  }

  /// A few per open ledger.
  private static let entries = Mutex<[Entry]>([])
  private let own: [Entry]

  /// Holds the files that are at those paths now.
  ///
  /// - Parameters:
  ///   - databases: Files that SQLite locks. The ledger must not open them past SQLite either.
  ///   - others: Files that only the ledger itself opens.
  package init(databases: [String] = [], others: [String] = []) {
    var held: [Entry] = []
    for (place, path) in (databases + others).enumerated() {
      guard let identity = FileIdentity(path) else { continue }
      held.append(Entry(identity: identity, path: path, isDatabase: place < databases.count))
    }
    own = held
    Self.entries.withLock { [held] in $0 += held }
  }

  deinit {
    Self.entries.withLock { entries in
      for entry in own {
        if let place = entries.firstIndex(of: entry) { entries.remove(at: place) }
      }
    }
  }

  /// Returns the path by which an open ledger has that file, or `nil`.
  package static func path(of file: FileIdentity?, databasesOnly: Bool = false) -> String? {
    guard let file else { return nil }
    let found = entries.withLock { entries in
      entries.filter { $0.identity == file && ($0.isDatabase || !databasesOnly) }
    }
    // The system gives the numbers of a deleted file to the next one, but not while SQLite has it open.
    return found.first { $0.isDatabase || FileIdentity($0.path) == file }?.path
  }

  /// Throws if `path` leads to a file that an open ledger has.
  ///
  /// - Complexity: One look at the file, or nothing while no ledger is open.
  package static func check(
    _ operation: String, _ path: String, databasesOnly: Bool = false
  ) throws(FileError) {
    guard entries.withLock({ !$0.isEmpty }),
      let held = Self.path(of: FileIdentity(path), databasesOnly: databasesOnly)
    else { return }
    throw FileError(operation: operation, path: path, code: EBUSY, heldAs: held)
  }
}
