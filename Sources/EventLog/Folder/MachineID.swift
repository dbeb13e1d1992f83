internal import LedgerBytes

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The name by which a `device` file knows the machine that it was made on.
///
/// The system's own id, which outlives a restart and another host name. Where the system has none, a random id that is
/// kept in the state folder. Without that folder the machine is unknown, and the inode alone tells a copy.
enum MachineID {
  static let unknown = "unknown"

  /// Returns the id of this machine.
  ///
  /// If the system has no id, `makes` writes a random one into the state folder.
  static func current(stateFolder: String?, makes: Bool = false) -> String {
    if let system { return system }
    guard let stateFolder else { return unknown }
    let path = stateFolder + "/machine"
    if let id = read(path) { return id }
    guard makes else { return unknown }
    try? DurableFile.createFolder(stateFolder)
    // Another process may be faster: the file that is there counts.
    try? DurableFile.create(path, bytes: Array("\(UniqueID.random())\n".utf8))
    return read(path) ?? unknown
  }

  /// Whether a `device` file that names `machine` was made on this one.
  ///
  /// Earlier versions wrote the host name where the system had no id, and a host name changes. Such a file counts while
  /// the name is the same, or while this machine has a mark of the device.
  static func isThis(_ machine: String, id: String, hasMark: Bool) -> Bool {
    if machine == id || machine == unknown { return true }
    if machine.hasPrefix("host ") { return hasMark || machine == "host \(hostName)" }
    return id == unknown && machine != DeviceFile.retired
  }

  private static func read(_ path: String) -> String? {
    guard let bytes = try? DurableFile.read(path, limit: 64) else { return nil }
    return UniqueID(String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self))?.description
  }

  private static let system: String? = {
    #if os(macOS)
      var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      var wait = timespec(tv_sec: 1, tv_nsec: 0)
      let isKnown = withUnsafeMutablePointer(to: &id) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 16) { gethostuuid($0, &wait) == 0 }
      }
      return isKnown ? withUnsafeBytes(of: id) { UniqueID(bytes: $0) }?.description : nil
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
        // systemd writes this word until the first start has chosen an id.
        let id = String(decoding: digits, as: UTF8.self)
        return digits.isEmpty || id == "uninitialized" ? nil : id
      }
      return nil
    #endif
  }()

  static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, 255) == 0 else { return "" }
    return String(decoding: name.prefix { $0 > 32 }.map { UInt8($0) }, as: UTF8.self)
  }()
}
