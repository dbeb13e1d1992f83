package import LedgerBytes

/// A category's stream, which every device derives from its key.
package enum CategoryStream {
  /// Returns the stream of the category with that key (NFC, lower case).
  package static func of(key: String) -> StreamID {
    StreamID(kind: StreamKind.category.rawValue, id: UniqueID.derived(kind: "category", parts: [key]))
  }
}
