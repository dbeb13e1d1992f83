package import LedgerBytes

extension LogWriter {
  /// Returns the right edge of a device's tree, this write's events included. Empty for a device without events.
  package func edge(of device: UniqueID) -> RightEdge {
    heads.key(of: device).map { heads[$0].edge } ?? RightEdge()
  }

  /// Returns the leaf of a device's last event, or `nil` for a device without events.
  ///
  /// Events of this write count.
  package func lastLeaf(of device: UniqueID) throws -> SHA256Digest? {
    guard let key = heads.key(of: device), heads[key].edge.size > 0 else { return nil }
    let last = EventReference(device: device, sequence: heads[key].edge.size)
    return try heads[key].lastLeaf ?? log.leaf(of: last)
  }

  /// Ends this folder's device if it is `device`: the next event is another device's.
  ///
  /// For a folder that was restored from an older copy, as events from outside have shown, and for a device that a
  /// person retires.
  package func endIfOwn(_ device: UniqueID) throws {
    try requireOpen()
    if identity == .own(device) { retire(device) }
  }
}
