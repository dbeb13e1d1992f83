public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Paper that comes to a transaction which is there already.
public struct PagesInput: Sendable {
  /// The pages, in order. They follow the existing ones.
  public var files: [AttachmentSource]
  /// The text that was read off them, if it is known. It follows the existing text.
  public var text: String?
  /// The engine that read it. `text` if a person or another program gave the text.
  public var textEngine: String
  /// A whole percent, where the engine has one.
  public var textConfidence: Int?

  /// Paper that comes later.
  public init(
    files: [AttachmentSource], text: String? = nil, textEngine: String = "text", textConfidence: Int? = nil
  ) {
    self.files = files
    self.text = text
    self.textEngine = textEngine
    self.textConfidence = textConfidence
  }
}

extension Book {
  /// Adds pages to a transaction: they are durable before the events that name them. Their text is read. A
  /// draft takes the readings over. For a saved or recorded transaction they are proposed (IE-30).
  ///
  /// A page that is part of it already is not added again, nor is its text if that is on record.
  /// - Throws: `FileError` if a page cannot be read or stored. Then nothing was appended. `Rejection`.
  /// - Complexity: One fdatasync for the batch, and three more per page.
  @discardableResult
  public func addPages(_ input: PagesInput, to transaction: TransactionID, id: UniqueID? = nil) throws
    -> Done
  {
    // Refused before anything is stored, where that is certain already.
    _ = try self.transaction(transaction)
    let stored = try store(input.files)
    let content: JSONValue = [
      "command": "add pages", "files": .texts(stored.map(\.digest.description)),
      "text": .text(input.text.map { SHA256.hash(Array($0.utf8)).description }),
      "transaction": .string(transaction.description),
    ]
    return try execute(id: id, content: content, about: transaction.stream) { batch in
      let state = try self.fold(transaction.stream).transaction
      let context = try self.decisionContext(groups: [])
      var page = state.attachments.map(\.attachment.page).max() ?? 0
      var taken: Set<SHA256Digest> = []
      for file in stored where taken.insert(file.digest).inserted {
        let attachment = ReceiptPage(
          digest: file.digest, byteCount: file.byteCount, mediaType: file.mediaType, page: page + 1)
        let events = try state.decide(.attach(attachment), id: transaction, context)
        if !events.isEmpty { page += 1 }
        for event in events { batch.append(event, to: transaction) }
      }
      guard let text = input.text else { return }
      if !taken.isEmpty, batch.isEmpty, state.text?.contains(NFC.trimmed(text)) ?? false { return }
      let recognition = try self.recognition([
        TransactionEvent.TextRecognized(
          engine: input.textEngine, text: state.text.map { $0 + "\n" + text } ?? text,
          confidence: input.textConfidence)
      ])
      for event in try state.decide(.recognize(recognition), id: transaction, context) {
        batch.append(event, to: transaction)
      }
    }
  }
}
