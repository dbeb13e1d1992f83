internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

// The script sends the files that a person drops. Each is durable before its answer.
extension LivePage {
  /// Returns the end of the log, and how far the paper is read.
  func state() throws -> JSONValue {
    [
      "papers": .array(
        desk.readings.map { reading in
          [
            "isOver": .boolean(reading.isOver), "name": .string(reading.name),
            "transaction": .string(reading.id.description), "words": .string(reading.words),
          ]
        }),
      "position": .integer(try book.log.lastPosition()), "records": .boolean(records),
    ]
  }

  /// Keeps a file as a new draft, or as a page of a receipt, and begins to read it.
  func kept(_ content: JSONValue, _ notation: Notation) throws -> JSONValue {
    let id = try commandID(content)
    let name = try text(content, "name")
    guard let bytes = Base64.decode(try text(content, "bytes")) else { throw Self.malformed }
    guard !bytes.isEmpty else {
      throw Refusal(.invalidValue, "“\(name)” is empty", recordedNothing: true)
    }
    let input = desk.input(bytes, name: name)
    let receipt = try optional(content, "transaction") { text($0).flatMap { UniqueID($0) } }
      .map { TransactionID($0) }
    let done =
      if let receipt {
        try book.addPages(PagesInput(files: input.files, text: input.text), to: receipt, id: id)
      } else {
        try book.capture(input, id: id)
      }
    guard let kept = receipt ?? done.transaction else { throw Self.malformed }
    let detail = try book.transaction(kept)
    let isRead = input.text != nil || done.repeated && detail.text != nil
    if isRead {
      desk.list(detail, name: name, book)
    } else {
      desk.begin(detail, page: receipt == nil ? nil : SHA256.hash(bytes), name: name, book)
    }
    return ["transaction": .string(kept.description)]
  }

  /// Begins to read the paper of a receipt once more.
  func readAgain(_ content: JSONValue) throws -> JSONValue {
    _ = try commandID(content)
    let detail = try book.transaction(transaction(content))
    desk.begin(detail, page: nil, name: detail.row.name ?? "", book)
    return ["transaction": .string(detail.row.id.description)]
  }

  /// Ends the reading of a receipt's paper.
  func cancelled(_ content: JSONValue) throws -> JSONValue {
    let id = try transaction(content)
    desk.cancel(id)
    return ["transaction": .string(id.description)]
  }
}
