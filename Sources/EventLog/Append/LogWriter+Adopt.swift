public import LedgerBytes

extension LogWriter {
  /// Takes a new device id for this folder: from here on events are appended in its name, and the file `device`
  /// says so once the write is committed.
  ///
  /// For a folder that was copied, and for one that goes on after a loss. The caller records what was continued
  /// (`devices()` says which devices and how much of them). Errors: `.deviceExists`, or the file system's.
  public func adopt(device: UniqueID) throws {
    try requireOpen()
    guard heads.key(of: device) == nil, device != .zero else { throw EventLogError.deviceExists(device) }
    if let preparedDeviceFile { DeviceFile.discard(preparedDeviceFile) }
    preparedDeviceFile = try DeviceFile.prepare(
      device, in: log.files, stateFolder: log.state?.path)
    identity = .own(device)
    forgetSeen()
  }
}
