public import LedgerBytes

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// In whose name a folder writes.
public enum DeviceIdentity: Hashable, Sendable {
  /// In this device's.
  case own(UniqueID)
  /// The folder was copied, restored or synced as files: it takes a new id with its next write.
  case foreign(previous: UniqueID?)
}

/// The file `device`: this folder's device id, and the machine and inode it was made for.
///
///     ledger-device 1
///     DEVICE
///     MACHINE
///     INODE of this file
///
/// A copy has another inode or lies on another machine. A folder that is moved keeps both.
enum DeviceFile {
  /// Errors: a file that is there and can't be read just now. Taking that for a copy would cost the folder its id.
  static func read(_ folder: LedgerFolder) throws(FileError) -> DeviceIdentity {
    let file: Descriptor
    do throws(FileError) {
      file = try Descriptor.file(folder.device, flags: O_RDONLY)
    } catch {
      guard error.isMissing || error.code == ELOOP else { throw error }
      return .foreign(previous: nil)
    }
    return identity(try file.read(limit: 4_096), inode: file.inode)
  }

  /// What a file with that content and that inode says.
  static func identity(_ bytes: [UInt8], inode: UInt64) -> DeviceIdentity {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    guard lines.count >= 2, lines[0] == "ledger-device 1", let device = UniqueID(lines[1]) else {
      return .foreign(previous: nil)
    }
    guard lines.count == 4, lines[2] == machine, lines[3] == String(inode) else {
      return .foreign(previous: device)
    }
    return .own(device)
  }

  /// Writes the file under a name of its own, complete and synced, so that a rename puts it in place.
  static func prepare(_ device: UniqueID, in folder: LedgerFolder) throws(FileError) -> String {
    let name = folder.device + "." + UniqueID.random().description + ".tmp"
    let file = try Descriptor.file(name, flags: O_RDWR | O_CREAT | O_EXCL)
    do throws(FileError) {
      try file.write(Array("ledger-device 1\n\(device)\n\(machine)\n\(file.inode)\n".utf8))
      try file.synchronize()
    } catch {
      unlink(name)
      throw error
    }
    return name
  }

  static func install(_ prepared: String, in folder: LedgerFolder) throws(FileError) {
    guard rename(prepared, folder.device) == 0 else {
      throw FileError(operation: "rename", path: prepared, code: errno)
    }
    try Descriptor.folder(folder.path).synchronize()
  }

  static func discard(_ prepared: String) { unlink(prepared) }

  /// What names this machine, and stays the same when it starts again.
  private static let machine: String = {
    #if os(macOS)
      var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      var wait = timespec(tv_sec: 1, tv_nsec: 0)
      let isKnown = withUnsafeMutablePointer(to: &id) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 16) { gethostuuid($0, &wait) == 0 }
      }
      if isKnown, let unique = withUnsafeBytes(of: id, { UniqueID(bytes: $0) }) { return unique.description }
    #else
      // Tried again: a moment without a free descriptor must not make this another machine.
      for attempt in 0..<20 {
        let bytes: [UInt8]
        do throws(FileError) {
          bytes = try Descriptor.file("/etc/machine-id", flags: O_RDONLY).read(limit: 64)
        } catch {
          if error.isMissing { break }
          usleep(UInt32(attempt) * 5_000)
          continue
        }
        let digits = bytes.prefix { $0 > 32 && $0 < 127 }
        if !digits.isEmpty { return String(decoding: digits, as: UTF8.self) }
        break
      }
    #endif
    var name = [CChar](repeating: 0, count: 256)
    let isNamed = gethostname(&name, 255) == 0
    return isNamed
      ? "host " + String(decoding: name.prefix { $0 > 32 }.map { UInt8($0) }, as: UTF8.self) : "unknown"
  }()
}
