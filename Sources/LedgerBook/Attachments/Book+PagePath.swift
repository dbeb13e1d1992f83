package import LedgerBytes

extension Book {
  /// Returns the path of a page's file. The file may be missing or damaged.
  package func path(ofPage digest: SHA256Digest) -> String { attachments.path(of: digest) }
}
