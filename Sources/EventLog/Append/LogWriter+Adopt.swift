package import LedgerBytes

extension LogWriter {
  /// Gives this folder a new device id, as which later events are appended.
  ///
  /// The file `device` contains it once the write is committed. A folder needs a new id after it was copied, or after a
  /// loss that is accepted. The caller records which devices are continued, and from which number, as `devices()`
  /// returns them.
  ///
  /// - Throws: `.deviceExists`, `FileError`.
  package func adopt(device: UniqueID) throws {
    try requireOpen()
    guard heads.key(of: device) == nil, device != .zero else { throw EventLogError.deviceExists(device) }
    if let preparedDeviceFile { DeviceFile.discard(preparedDeviceFile) }
    preparedDeviceFile = try DeviceFile.prepare(device, in: log.files, stateFolder: log.state?.path)
    identity = .own(device)
    forgetSeen()
  }
}
