#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open folder inside the shared folder, whose content anybody may have written.
///
/// Every name is opened relative to the folder above it, without following links. So nothing outside the shared folder
/// is read or written, whatever is in it, and also if a folder is replaced by a link meanwhile.
package final class SharedPlace {
  /// The path for messages.
  package let path: String
  private let number: Int32

  private init(_ number: Int32, _ path: String) {
    self.number = number
    self.path = path
  }

  deinit { close(number) }

  /// Opens the shared folder itself, which may be a link.
  package convenience init(root path: String) throws(FileError) {
    let number = try Self.call("open", path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    self.init(number, path)
  }

  /// Opens a folder in this one, or returns `nil` if there is no such folder.
  package func folder(_ name: String) throws(FileError) -> SharedPlace? {
    let path = self.path + "/" + name
    do {
      let folder = try Self.call("open", path, name) {
        openat(number, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
      return SharedPlace(folder, path)
    } catch  where error.isMissing {
      return nil
    }
  }

  /// Opens a folder in this one, and makes it if it is missing.
  package func makeFolder(_ name: String) throws(FileError) -> SharedPlace {
    if let folder = try folder(name) { return folder }
    let path = self.path + "/" + name
    do {
      _ = try Self.call("create", path, name) { mkdirat(number, $0, 0o700) }
      try synchronize()
    } catch  where error.isExisting {
    }
    guard let folder = try folder(name) else { throw FileError(operation: "open", path: path, code: ENOENT) }
    return folder
  }

  /// The kind of file that a name belongs to.
  package enum Kind {
    case file(bytes: Int, modified: Int64)
    case folder
    case other
  }

  /// Returns the kind of file that has a name, or `nil` if there is no such name. A link is `other`.
  package func kind(_ name: String) -> Kind? {
    var status = stat()
    guard !name.utf8.contains(0), fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(bytes: Int(status.st_size), modified: Self.modified(status))
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Returns the names in this folder, at most `max` of them, in a fixed order.
  package func names(max: Int) throws(FileError) -> [String] {
    // A descriptor of its own: reading a folder moves the place in it.
    let copy = try Self.call("list", path, ".") { openat(number, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw FileError(operation: "list", path: path, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < max, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Reads a regular file of at most `limit` bytes, or its first `count` bytes.
  ///
  /// A link, a folder, a pipe or a device fails, and is not waited for.
  package func read(_ name: String, limit: Int, first count: Int = .max) throws(FileError) -> [UInt8] {
    let path = self.path + "/" + name
    let file = try Self.call("read", path, name) {
      openat(number, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(operation: "read", path: path, code: EINVAL)
    }
    guard Int(status.st_size) <= limit else { throw FileError(operation: "read", path: path, code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size)))
    var done = 0
    while done < bytes.count {
      var code: Int32 = 0
      let count = bytes.withUnsafeMutableBytes { buffer in
        let count = pread(file, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(done))
        code = errno
        return count
      }
      if count < 0 {
        if code == EINTR { continue }
        throw FileError(operation: "read", path: path, code: code)
      }
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(bytes.count - done)
    return bytes
  }

  /// Adds a file: under a temporary name first, synced, then renamed. What has the name already is replaced.
  package func publish(_ name: String, _ bytes: [UInt8], step: (PublishStep) throws -> Void = { _ in }) throws {
    let file = try begin(name)
    do {
      try step(.created)
      try file.write(bytes)
      try step(.written)
      try file.synchronize()
      try step(.synced)
      try file.rename()
      try step(.renamed)
    } catch let error as FileError {
      file.discard()
      throw error
    }
    try synchronize()
  }

  /// Begins a file under a temporary name.
  package func begin(_ name: String) throws(FileError) -> SharedFile {
    let temporary = ".\(name.prefix(60)).\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).tmp"
    let file = try Self.call("create", path + "/" + name, temporary) {
      openat(number, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    return SharedFile(number: file, folder: self, name: name, temporary: temporary)
  }

  fileprivate func rename(_ temporary: String, _ name: String) throws(FileError) {
    _ = try Self.call("rename", path + "/" + name, name) { name in
      temporary.withCString { renameat(number, $0, number, name) }
    }
  }

  /// A step of publishing a file, after which a test may crash.
  package enum PublishStep: CaseIterable {
    case created
    case written
    case synced
    case renamed
  }

  /// Removes a file, if it is there.
  package func remove(_ name: String) throws(FileError) {
    do {
      _ = try Self.call("remove", path + "/" + name, name) { unlinkat(number, $0, 0) }
    } catch  where error.isMissing {
    }
  }

  /// Removes a folder in this one. Returns `false` if it is not empty.
  package func removeFolder(_ name: String) throws(FileError) -> Bool {
    do {
      _ = try Self.call("remove", path + "/" + name, name) { unlinkat(number, $0, AT_REMOVEDIR) }
      return true
    } catch {
      if error.isMissing { return true }
      if error.code == ENOTEMPTY || error.code == EEXIST { return false }
      throw error
    }
  }

  /// Waits.
  package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

  /// Syncs the list of names to the disk.
  package func synchronize() throws(FileError) {
    _ = try Self.call("synchronize", path) { _ in DurableFile.synchronize(descriptor: number) }
  }

  private static func modified(_ status: stat) -> Int64 {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Calls the system with a name, again after a signal.
  fileprivate static func call<Count: SignedInteger>(
    _ operation: String, _ path: String, _ name: String? = nil, _ body: (UnsafePointer<CChar>) -> Count
  ) throws(FileError) -> Count {
    try FileCall.run(operation, path, name: name, body)
  }
}

/// A file of a shared folder that is being written under a temporary name.
///
/// A crash leaves the temporary file, which no device reads.
package final class SharedFile {
  private let number: Int32
  private let folder: SharedPlace
  /// The name that the file is to have.
  package let name: String
  /// The name that the file has until then.
  package let temporary: String
  private var isOpen = true
  /// The number of bytes written.
  package private(set) var byteCount = 0

  fileprivate init(number: Int32, folder: SharedPlace, name: String, temporary: String) {
    self.number = number
    self.folder = folder
    self.name = name
    self.temporary = temporary
  }

  deinit { if isOpen { close(number) } }

  private var path: String { folder.path + "/" + name }

  /// Adds bytes at the end.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = try SharedPlace.call("write", path) { _ in
        bytes.withUnsafeBytes {
          pwrite(number, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(byteCount))
        }
      }
      guard count > 0 else { throw FileError(operation: "write", path: path, code: EIO) }
      done += count
      byteCount += count
    }
  }

  /// Syncs the bytes to the disk. Nothing can be written after that.
  package func synchronize() throws(FileError) {
    _ = try SharedPlace.call("synchronize", path) { _ in DurableFile.synchronize(descriptor: number) }
    close(number)
    isOpen = false
  }

  /// Gives the file its name. What has the name already is replaced.
  package func rename() throws(FileError) { try folder.rename(temporary, name) }

  /// Removes the temporary file.
  package func discard() { try? folder.remove(temporary) }
}
