package import EventLog
public import LedgerBytes

// This folder's device, and the branches of devices whose id was used twice.
extension Book {
  /// Ends the device of this folder, whose next change is recorded as a new device.
  ///
  /// - Returns: The device that has ended, or `nil` if the folder had no device of its own.
  @discardableResult
  public func retireDevice() throws -> UniqueID? {
    guard case .own(let device) = identity else { return nil }
    try log.write { try $0.endIfOwn(device) }
    return device
  }

  /// Returns the branches that are kept aside, by device and number.
  ///
  /// - Complexity: O(events of branches).
  package func branches() throws -> [DeviceBranch] { try log.branches() }

  /// Returns the events of a branch, in order, as they travel.
  package func events(of branch: DeviceBranch) throws -> [ForeignEvent] { try log.events(of: branch) }

  /// Whether a branch was adopted as a device of its own.
  package func hasAdopted(_ branch: DeviceBranch) throws -> Bool {
    try log.devices().contains { $0.device == branch.adoptedDevice }
  }
}
