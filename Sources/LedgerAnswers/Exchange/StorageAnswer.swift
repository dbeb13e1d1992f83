internal import LedgerBook
internal import LedgerBytes
package import LedgerSync

/// The number of files and bytes that the ledger's folder has.
package struct StorageAnswer: PlainAnswer {
  let storage: StorageUse
  let receipts: Int

  package init(_ storage: StorageUse, receipts: Int) { (self.storage, self.receipts) = (storage, receipts) }

  private var parts: [(name: String, size: FileCount, step: Remedy?)] {
    [
      ("scans", storage.scans, nil), ("log", storage.log, nil), ("models", storage.models, .rebuild),
      ("pictures", storage.pictures, .next(.clearPictures)),
    ]
  }

  package var document: Document {
    var facts: [String: JSONValue] = ["receipts": .count(receipts)]
    for part in parts {
      facts[part.name] = ["bytes": .integer(part.size.bytes), "files": .count(part.size.count)]
    }
    return .value(.object(facts))
  }

  package var blocks: [Block] {
    let bytes = parts.reduce(0) { $0 + $1.size.bytes }
    var table = AnswerTable([.left(), .right(), .right(), .left()], indent: 2)
    for part in parts {
      table.row([
        .init(part.name), .init(counted(part.size.count, "file")), .init(byteSize(part.size.bytes)),
        .init("", .quiet, part.step),
      ])
    }
    return [.line("\(counted(receipts, "receipt")) · \(byteSize(bytes))"), .table(table)]
  }
}
