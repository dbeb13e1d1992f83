internal import LedgerBytes
internal import LedgerPlatform

/// The name by which a `device` file knows the machine that it was made on.
///
/// The system's own id outlives a restart and another host name. If the system has no id, it is a random one that is
/// kept in the state folder. Without that folder the machine is unknown, and the inode alone tells a copy.
enum MachineID {
  static let unknown = "unknown"

  /// Returns the id of this machine.
  ///
  /// If the system has no id, `makes` writes a random one into the state folder.
  static func current(stateFolder: String?, makes: Bool = false) -> String {
    if let system = Machine.systemID { return system }
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
    if machine.hasPrefix("host ") { return hasMark || machine == "host \(Machine.hostName)" }
    return id == unknown && machine != DeviceFile.retired
  }

  private static func read(_ path: String) -> String? {
    guard let bytes = try? DurableFile.read(path, limit: 64) else { return nil }
    return UniqueID(String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self))?.description
  }
}
