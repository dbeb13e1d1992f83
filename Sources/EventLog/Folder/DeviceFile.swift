package import LedgerBytes
internal import LedgerPlatform

/// The device as which a folder records events.
package enum DeviceIdentity: Hashable, Sendable {
  /// The folder has a device id of its own.
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
/// A copy has another inode or lies on another machine. A folder that is moved keeps both. A folder that was restored
/// in place may keep both too, which only the mark outside the folder and other devices' events can tell.
enum DeviceFile {
  /// The machine that a file names once its device may record nothing more: no machine has that id.
  static let retired = "retired"

  /// Reads the identity that the folder's file gives it.
  ///
  /// - Throws: `FileError` if the file exists and cannot be read now. If it counted as a copy, the folder would lose
  ///   its id.
  static func read(_ folder: LedgerFolder, _ state: StateFolder?) throws(FileError) -> DeviceIdentity {
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(folder.device, .read, forLedger: true)
    } catch {
      guard error.isMissing || error.isLink else { throw error }
      return .foreign(previous: nil)
    }
    return identity(
      try file.read(upTo: 4_096), inode: file.inode, machine: MachineID.current(stateFolder: state?.path)
    ) { state?.mark(of: $0) != nil }
  }

  /// Returns the identity that a file with that content and that inode gives a folder on a machine.
  static func identity(
    _ bytes: [UInt8], inode: UInt64, machine: String, hasMark: (UniqueID) -> Bool
  ) -> DeviceIdentity {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    guard lines.count >= 2, lines[0] == "ledger-device 1", let device = UniqueID(lines[1]) else {
      return .foreign(previous: nil)
    }
    guard lines.count == 4, lines[3] == String(inode),
      MachineID.isThis(lines[2], id: machine, hasMark: lines[2] != machine && hasMark(device))
    else { return .foreign(previous: device) }
    return .own(device)
  }

  /// Writes the file under a name of its own, complete and synced, so that a rename puts it in place.
  static func prepare(
    _ device: UniqueID, in folder: LedgerFolder, stateFolder: String? = nil
  ) throws(FileError) -> String {
    try prepare(device, machine: MachineID.current(stateFolder: stateFolder, makes: true), in: folder)
  }

  /// Retires the folder's device id. The next write takes a new one.
  static func retire(_ device: UniqueID, in folder: LedgerFolder) throws(FileError) {
    try install(try prepare(device, machine: retired, in: folder), in: folder)
  }

  private static func prepare(
    _ device: UniqueID, machine: String, in folder: LedgerFolder
  ) throws(FileError) -> String {
    let name = folder.device + "." + UniqueID.random().description + ".tmp"
    let file = try OpenFile(name, .createNew, forLedger: true)
    do throws(FileError) {
      try file.write(Array("ledger-device 1\n\(device)\n\(machine)\n\(file.inode)\n".utf8))
      try file.synchronize()
    } catch {
      try? DurableFile.discard(name)
      throw error
    }
    return name
  }

  static func install(_ prepared: String, in folder: LedgerFolder) throws(FileError) {
    try DurableFile.rename(prepared, to: folder.device)
    try DurableFile.synchronizeFolder(folder.path)
  }

  static func discard(_ prepared: String) { try? DurableFile.discard(prepared) }
}
