package import LedgerBook
package import LedgerBytes
package import LedgerDomain

/// Reads the paper that a person drops on the page, while the page answers other requests.
package protocol PaperDesk: AnyObject {
  /// Returns a file as the ledger keeps it.
  func input(_ bytes: [UInt8], name: String) -> CaptureInput
  /// Begins to read the paper of a receipt, after what waits already.
  ///
  /// - Parameters:
  ///   - receipt: The receipt, whose pages are kept.
  ///   - page: The only page to read if the text of the others is known, or `nil` to read all of them.
  ///   - name: The name of the file, for the person.
  func begin(_ receipt: TransactionDetail, page: SHA256Digest?, name: String, _ book: Book)
  /// Lists a receipt whose text is known.
  func list(_ receipt: TransactionDetail, name: String, _ book: Book)
  /// Ends the reading of a receipt's paper. Its pages stay.
  func cancel(_ id: TransactionID)
  /// The readings since the page was opened, in the order in which they began.
  var readings: [PaperProgress] { get }
}

/// How far the reading of a receipt's paper is.
package struct PaperProgress: Sendable {
  package let id: TransactionID
  package let name: String
  /// The stage, or the result, for a person.
  package let words: String
  /// Whether nothing more is read of it.
  package let isOver: Bool

  package init(id: TransactionID, name: String, words: String, isOver: Bool) {
    (self.id, self.name, self.words, self.isOver) = (id, name, words, isOver)
  }
}
