package import LedgerBytes

/// The size and the root of a device's tree at one moment.
///
/// `events checkpoint` prints it as a note in the form of a C2SP tlog-checkpoint:
///
///     events/LEDGER/DEVICE
///     40
///     q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=
package struct Checkpoint: Hashable, Sendable {
  /// The tree that the checkpoint is about.
  package let origin: Origin
  /// The number of events of the device, from 1.
  package let size: UInt64
  /// The root of the tree over these events.
  package let root: SHA256Digest

  package init(origin: Origin, size: UInt64, root: SHA256Digest) {
    self.origin = origin
    self.size = size
    self.root = root
  }

  /// The lines of the note, without their ends.
  package var lines: [String] { [origin.description, String(size), Base64.encode(root.bytes)] }

  /// The name of a tree: its ledger and its device.
  package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let ledger: UniqueID
    /// The device whose events are the leaves of the tree.
    package let device: UniqueID

    /// The name of a device's tree.
    package init(ledger: UniqueID, device: UniqueID) {
      self.ledger = ledger
      self.device = device
    }

    /// Reads exactly the text that `description` is, or returns `nil` for any other text.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let ledger = UniqueID(parts[1]), let device = UniqueID(parts[2]) else {
        return nil
      }
      self.init(ledger: ledger, device: device)
      guard description.utf8.elementsEqual(text.utf8) else { return nil }
    }

    /// The text `events/LEDGER/DEVICE`.
    package var description: String { "\(Checkpoint.originPrefix)\(ledger)/\(device)" }
  }

  /// The beginning of every origin.
  static let originPrefix = "events/"
}
