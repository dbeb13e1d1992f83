package import LedgerBytes

extension LogWriter {
  /// Takes a new device id for this folder, in whose name events are appended from here on.
  ///
  /// The file `device` contains it once the write is committed. It serves a folder that was copied, and one that goes on
  /// after a loss. The caller records which devices are continued, and from which number, as `devices()` returns them.
  /// Errors: `.deviceExists`, or the file system's.
  package func adopt(device: UniqueID) throws {
    try requireOpen()
    guard heads.key(of: device) == nil, device != .zero else { throw EventLogError.deviceExists(device) }
    if let preparedDeviceFile { DeviceFile.discard(preparedDeviceFile) }
    preparedDeviceFile = try DeviceFile.prepare(
      device, in: log.files, stateFolder: log.state?.path)
    identity = .own(device)
    forgetSeen()
  }
}
