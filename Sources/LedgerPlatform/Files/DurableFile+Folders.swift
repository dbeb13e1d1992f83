#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension DurableFile {
  /// Makes a folder and the missing folders above it, all 0700, each synced into its parent.
  ///
  /// An existing folder keeps its permissions. Anything else there fails with `ENOTDIR`. Without
  /// `withParents` a folder above it that is missing fails with `ENOENT`.
  package static func createFolder(_ path: String, withParents: Bool = true) throws(FileError) {
    do {
      try makeFolder(path)
    } catch  where withParents && error.code == ENOENT && !path.isEmpty && FilePath.folder(of: path) != path {
      try createFolder(FilePath.folder(of: path))
      try makeFolder(path)
    }
  }

  /// Returns a folder and those above it that are missing, the innermost first.
  package static func missingFolders(of path: String) -> [String] {
    var missing: [String] = []
    var folder = path
    while !exists(folder), FilePath.folder(of: folder) != folder {
      missing.append(folder)
      folder = FilePath.folder(of: folder)
    }
    return missing
  }

  /// Removes a folder if it is empty. Not synced: for scratch.
  package static func removeEmptyFolder(_ path: String) { _ = try? FileCall.run("remove", path) { rmdir($0) } }

  /// Exchanges the names of two folders on the same disk in one step, and syncs the folder above `path`.
  ///
  /// Returns `false` if the system or the file system cannot do that. Nothing was changed then.
  package static func exchange(_ path: String, with other: String) throws(FileError) -> Bool {
    do throws(FileError) {
      #if canImport(Darwin)
        _ = try FileCall.run("exchange", path) { path in
          other.withCString { renamex_np(path, $0, UInt32(RENAME_SWAP)) }
        }
      #elseif canImport(Glibc)
        guard let exchange = Self.systemExchange else { return false }
        _ = try FileCall.run("exchange", path) { path in
          other.withCString { exchange(AT_FDCWD, path, AT_FDCWD, $0, 2) }  // RENAME_EXCHANGE
        }
      #else
        return false
      #endif
    } catch  where [EINVAL, ENOSYS, ENOTSUP, EXDEV].contains(error.code) {
      return false
    }
    try synchronizeFolder(FilePath.folder(of: path))
    return true
  }

  #if canImport(Glibc)
    private typealias Exchange =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// The system's `renameat2`, which its headers show to programs in C only.
    private static let systemExchange = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Exchange.self) }
  #endif

  /// Gives a file another name, on the same disk. Not synced: for scratch.
  package static func addName(_ path: String, as other: String) throws(FileError) {
    _ = try FileCall.run("link", other) { other in path.withCString { link($0, other) } }
  }

  /// Copies a file by reference: both share their bytes until one is written to.
  ///
  /// Btrfs, XFS and APFS can do that. False if the file system cannot, and then nothing was made. Not synced: for scratch.
  package static func clone(_ path: String, as other: String) throws(FileError) -> Bool {
    #if canImport(Darwin)
      do throws(FileError) {
        _ = try FileCall.run("clone", other) { other in
          path.withCString { copyfile($0, other, nil, copyfile_flags_t(COPYFILE_CLONE_FORCE)) }
        }
        return true
      } catch  where error.code == ENOTSUP || error.code == EXDEV {
        return false
      }
    #else
      let source = try OpenFile(path, .read)
      let isDone = try OpenFile(other, .createNew, operation: "create").shareBytes(of: source)
      if !isDone { _ = try FileCall.run("remove", other) { unlink($0) } }
      return isDone
    #endif
  }

  /// Makes a folder that is not there, 0700, inside one that is. Not synced: for scratch.
  package static func addFolder(_ path: String) throws(FileError) {
    _ = try FileCall.run("create", path) { mkdir($0, 0o700) }
  }

  /// Makes a folder inside one that is there.
  private static func makeFolder(_ path: String) throws(FileError) {
    do {
      _ = try FileCall.run("create", path) { mkdir($0, 0o700) }
    } catch  where error.code == EEXIST || error.code == EISDIR || error.code == EROFS {
      guard let status = try status(path, followingLinks: true) else { throw error }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw FileError(operation: "create", path: path, code: ENOTDIR)
      }
      return
    }
    try synchronizeFolder(FilePath.folder(of: path))
  }

  /// Whether something has that name: a file, a folder, a link, even one to nowhere. False if that cannot be
  /// found out.
  package static func exists(_ path: String) -> Bool { (try? status(path)) != nil }

  /// Whether a path leads to a folder. Links are followed.
  package static func isFolder(_ path: String) -> Bool {
    guard let status = try? status(path, followingLinks: true) else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Throws if a file is in the place of a folder or of one above it, or if permission is denied.
  package static func refuseFile(asFolder path: String) throws(FileError) {
    var found = stat()
    do throws(FileError) {
      _ = try FileCall.run("open", path) { stat($0, &found) }
    } catch {
      if error.isMissing { return }
      throw error
    }
    guard found.st_mode & S_IFMT == S_IFDIR else {
      throw FileError(operation: "open", path: path, code: ENOTDIR)
    }
  }

  /// Throws if a folder is in the place of a file that is to be written.
  package static func refuseFolder(asFile path: String) throws(FileError) {
    if isFolder(path) { throw FileError(operation: "create", path: path, code: EISDIR) }
  }

  /// Whether a new file may take the place of `path`: nothing, a regular file or a link is there.
  package static func isReplaceable(_ path: String) -> Bool {
    guard let status = try? status(path) else { return true }
    return [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
  }

  /// Returns the number of bytes in a file, or `nil` if it is missing. A link counts as itself.
  package static func size(_ path: String) throws(FileError) -> Int? {
    try status(path).map { Int($0.st_size) }
  }

  /// Returns the file system's number of what has that name, or `nil` if nothing has. A copy has another.
  package static func inode(_ path: String) -> UInt64? {
    (try? status(path)).map { UInt64($0.st_ino) }
  }

  /// Returns the time of the last write in milliseconds of UTC, or `nil` if nothing has that name.
  package static func modified(_ path: String) -> Int64? {
    (try? status(path)).map { status in
      let time = lastChange(status)
      return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
  }

  /// Returns the absolute path without symbolic links, or `nil` if nothing has that name.
  package static func resolved(_ path: String) -> String? {
    guard !path.utf8.contains(0), let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// Whether the user may write to what has that name, as far as the system tells without writing.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Whether the user may run the program that has that name.
  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Size and time of last change (seconds, nanoseconds) of a file, or `nil`. Links are followed.
  package static func trace(_ path: String) -> [Int64]? {
    guard let status = try? status(path, followingLinks: true) else { return nil }
    let time = lastChange(status)
    return [Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec)]
  }

  private static func lastChange(_ status: stat) -> timespec {
    #if canImport(Darwin)
      status.st_mtimespec
    #else
      status.st_mtim
    #endif
  }

  /// Sets a file's times to now, without writing into it.
  package static func touch(_ path: String) throws(FileError) {
    _ = try FileCall.run("touch", path) { utimensat(AT_FDCWD, $0, nil, AT_SYMLINK_NOFOLLOW) }
  }

  /// Returns the names in a folder, sorted by their bytes, without `.` and `..`.
  ///
  /// A name that is not UTF-8 is shown with replacement characters, and so cannot be opened.
  package static func list(_ folder: String) throws(FileError) -> [String] {
    guard !folder.utf8.contains(0), let stream = opendir(folder) else {
      let code = folder.utf8.contains(0) ? EINVAL : errno
      throw FileError(operation: "list", path: folder, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let code = errno
        guard code == 0 else { throw FileError(operation: "list", path: folder, code: code) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the system's record of `path`, or `nil` if nothing has that name.
  private static func status(_ path: String, followingLinks: Bool = false) throws(FileError) -> stat? {
    var status = stat()
    do {
      _ = try FileCall.run("examine", path) { followingLinks ? stat($0, &status) : lstat($0, &status) }
      return status
    } catch  where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
  }
}

/// The two halves of a path, as text.
enum FilePath {
  /// Returns the folder that holds `path`: `.` for a bare name, `/` for the root.
  static func folder(of path: String) -> String {
    let bytes = trimmed(path)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes.isEmpty ? "/" : "." }
    let folder = trimmed(String(decoding: bytes[..<slash], as: UTF8.self))
    return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
  }

  /// Returns the last component of `path`.
  static func name(of path: String) -> String {
    let bytes = trimmed(path)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// `path` without slashes at its end.
  private static func trimmed(_ path: String) -> [UInt8] {
    var bytes = Array(path.utf8)
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return bytes
  }
}
