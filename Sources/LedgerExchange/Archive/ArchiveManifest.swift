internal import LedgerBytes
internal import LedgerDomain

/// The list of an archive's content for programs: `manifest.json`, with sorted keys.
///
/// - Complexity: Its bytes are kept in memory, some 300 per receipt.
struct ArchiveManifest {
  struct Page {
    let name: String
    let page: ReceiptPage
  }

  /// A file that is no page.
  struct Text {
    let name: String
    let bytes: Int
    let digest: SHA256Digest
  }

  /// A receipt, with its files and the pages that could not be exported.
  struct Receipt {
    let id: TransactionID
    var files: [Page] = []
    var missing: [MissingPage] = []
    var stub: Text?

    var names: [String] { files.map(\.name) + (stub.map { [$0.name] } ?? []) }
  }

  let ledger: UniqueID
  let conditions: [ExportSeal.Condition]
  var summary: Text?
  /// The finished objects of receipts, with commas between them.
  private var receipts: [UInt8] = []
  private var writer = JSONWriter(capacity: 1_024)

  init(ledger: UniqueID, conditions: [ExportSeal.Condition]) {
    self.ledger = ledger
    self.conditions = conditions
  }

  mutating func add(_ receipt: Receipt) {
    writer.reset()
    writer.object { writer in
      writer.key("files")
      writer.array { writer in
        for file in receipt.files {
          writer.file(file.name, file.page.byteCount, file.page.digest)
        }
        if let stub = receipt.stub { writer.file(stub.name, Int64(stub.bytes), stub.digest) }
      }
      writer.key("missing")
      writer.array { writer in
        for page in receipt.missing {
          writer.object { writer in
            writer.key("page")
            writer.integer(Int64(page.attachment.page))
            writer.key("reason")
            writer.string(page.reason.rawValue)
            writer.key("sha256")
            writer.string(page.attachment.digest)
          }
        }
      }
      writer.key("transaction")
      writer.string(receipt.id.id)
    }
    if !receipts.isEmpty { receipts += Array(",\n".utf8) }
    receipts += writer.bytes
  }

  /// The whole document, with a line per receipt.
  var bytes: [UInt8] {
    var writer = JSONWriter(capacity: 1_024)
    writer.object { writer in
      writer.key("filter")
      writer.array { writer in
        for condition in conditions {
          writer.object { writer in
            writer.key("name")
            writer.string(condition.name)
            writer.key("values")
            writer.array { writer in for value in condition.values { writer.string(value) } }
          }
        }
      }
      writer.key("format")
      writer.string("ledger-archive-1")
      writer.key("ledger")
      writer.string(ledger)
      writer.key("receipts")
      writer.raw(Array("[\n".utf8) + receipts + Array("\n]".utf8))
      writer.key("summary")
      if let summary {
        writer.file(summary.name, Int64(summary.bytes), summary.digest)
      } else {
        writer.null()
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  fileprivate mutating func file(_ name: String, _ bytes: Int64, _ digest: SHA256Digest) {
    object { writer in
      writer.key("bytes")
      writer.integer(bytes)
      writer.key("name")
      writer.string(name)
      writer.key("sha256")
      writer.string(digest)
    }
  }
}
