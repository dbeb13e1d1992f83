#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files that are there, whole, after a power cut, and that nobody else may read.
///
/// Files are made 0600, folders 0700. A symbolic link in a file's place is refused, not followed. A function that
/// writes returns when the bytes are on the disk, unless its description excludes a sync.
package enum DurableFile {
  /// Makes a file that is not there yet. Two syncs.
  ///
  /// When it fails there is no file. Fails with `EEXIST` when something has that name, a link to nowhere too.
  package static func create(_ path: String, bytes: [UInt8]) throws(FileError) {
    try writeNew(path, bytes: bytes)
    do {
      try synchronizeFolder(FilePath.folder(of: path))
    } catch {
      try? discard(path)
      throw error
    }
  }

  /// Replaces what has that name, or creates the file. Two syncs and a rename.
  ///
  /// After a power cut the old or the new file is there, whole. A link is replaced, not followed. Without `synced`
  /// anything may be there after a power cut: for what can be made again and is checked when it is read.
  package static func replace(_ path: String, bytes: [UInt8], synced: Bool = true) throws(FileError) {
    try HeldFiles.check("replace", path)
    let (folder, name) = (FilePath.folder(of: path), FilePath.name(of: path))
    // Nobody waits for this name: 64 random bits, so that writers never meet.
    let temporary = "\(folder)/.\(name.prefix(100)).\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).tmp"
    try writeNew(temporary, bytes: bytes, synced: synced)
    do {
      _ = try FileCall.run("replace", path) { path in temporary.withCString { renameFile($0, path) } }
    } catch {
      try? discard(temporary)
      throw error
    }
    if synced { try synchronizeFolder(folder) }
  }

  /// Gives a file another name in the same folder, without a sync. A file of that name is replaced.
  package static func rename(_ path: String, to name: String) throws(FileError) {
    _ = try FileCall.run("rename", path) { path in name.withCString { renameFile(path, $0) } }
  }

  /// Gives a file, whole and synced already, the name that it is found by, and syncs the folder.
  package static func move(_ path: String, to name: String) throws(FileError) {
    try HeldFiles.check("replace", name)
    _ = try FileCall.run("rename", name) { name in path.withCString { renameFile($0, name) } }
    try synchronizeFolder(FilePath.folder(of: name))
  }

  /// Overwrites the beginning of a file by `bytes`, in one call if the system allows it. No sync.
  ///
  /// The bytes after them stay. With `create` it makes a missing file. Without it, a missing file is an error.
  /// `OpenFile` does the same again and again without opening the file each time.
  package static func writeInPlace(_ path: String, bytes: [UInt8], create: Bool) throws(FileError) {
    try OpenFile(path, create ? .readWriteOrCreate : .readWrite).write(bytes)
  }

  /// Returns all bytes of a regular file of up to `limit` bytes. A longer one fails with `EFBIG`.
  ///
  /// A symbolic link fails with `ELOOP` unless `followingLinks`; a folder, a pipe or a device always fails, and
  /// is never waited for.
  package static func read(
    _ path: String, limit: Int, followingLinks: Bool = false
  ) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, .read, followingLinks: followingLinks, operation: "read")
    switch try file.status().st_mode & S_IFMT {
    case S_IFREG: return try file.readAll(limit: limit)
    case S_IFDIR: throw FileError(operation: "read", path: path, code: EISDIR)
    default: throw FileError(operation: "read", path: path, code: EINVAL)
    }
  }

  /// Removes a file, and syncs its folder. A folder is refused.
  package static func remove(_ path: String) throws(FileError) {
    try discard(path)
    try synchronizeFolder(FilePath.folder(of: path))
  }

  /// Syncs a file that another process wrote.
  package static func synchronize(_ path: String) throws(FileError) {
    try OpenFile(path, .read, operation: "sync").synchronize()
  }

  /// Syncs a folder's entries: what was created, renamed or removed in it.
  package static func synchronizeFolder(_ path: String) throws(FileError) {
    try OpenFile(folder: path).synchronize()
  }

  /// Removes a file without a sync: after a power cut it may be there again.
  package static func discard(_ path: String) throws(FileError) {
    _ = try FileCall.run("remove", path) { unlink($0) }
  }

  /// Makes a file that is not there yet, and syncs it, but not its folder. When it fails there is no file.
  private static func writeNew(_ path: String, bytes: [UInt8], synced: Bool = true) throws(FileError) {
    let file = try OpenFile(path, .createNew, operation: "create")
    do {
      try file.write(bytes)
      if synced { try file.synchronize() }
    } catch {
      try? discard(path)
      throw error
    }
  }
}

/// Returns the system's call, which a method of the same name hides.
private func renameFile(_ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int32 {
  rename(path, name)
}
