internal import LedgerBook
internal import LedgerBytes
internal import LedgerProjections
internal import LedgerScreens
internal import LedgerSync

extension Command {
  static let cache = Command(
    path: ["cache"], section: .exchange, summary: "Show what the ledger's folder takes up, or remove pictures",
    subcommands: [
      Command(
        path: ["cache", "status"], section: .exchange,
        summary: "Show how many receipts and bytes the folder has",
        run: { try $0.withLedger(showStorage) }),
      Command(
        path: ["cache", "clear"], section: .exchange,
        summary: "Remove thumbnails and views, which can be made again",
        shared: [.ledger, .json, .verbose, .dryRun],
        run: { try $0.withLedger(clearPictures) }),
    ])

  private static func showStorage(_ ledger: OpenLedger) throws -> ExitCode {
    let storage = try ledger.book.storage()
    let receipts = try ledger.book.count(TransactionFilter())
    let parts = [
      ("scans", storage.scans, ""), ("log", storage.log, ""), ("models", storage.models, "events rebuild"),
      ("pictures", storage.pictures, "events cache clear"),
    ]
    if ledger.invocation.isJSON {
      var facts: [String: JSONValue] = ["receipts": .count(receipts)]
      for (name, count, _) in parts {
        facts[name] = ["bytes": .integer(count.bytes), "files": .count(count.count)]
      }
      try ledger.invocation.print(json: .object(facts))
      return .ok
    }
    let bytes = parts.reduce(0) { $0 + $1.1.bytes }
    try ledger.invocation.print("\(counted(receipts, "receipt")) · \(byteSize(bytes))")
    var table = TextTable([.left(), .right(), .right(), .left()], indent: 2)
    for (name, count, command) in parts {
      table.row([
        .init(name), .init(counted(count.count, "file")), .init(byteSize(count.bytes)), .init(command, .quiet),
      ])
    }
    try ledger.invocation.print(table)
    return .ok
  }

  private static func clearPictures(_ ledger: OpenLedger) throws -> ExitCode {
    let isDryRun = ledger.arguments.has(.dryRun)
    let cleared = isDryRun ? try ledger.book.storage().pictures : try ledger.book.clearPictures()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "bytes": .integer(cleared.bytes), "dryRun": .boolean(isDryRun), "files": .count(cleared.count),
      ])
      return .ok
    }
    let words = "\(counted(cleared.count, "picture")), \(byteSize(cleared.bytes))"
    try ledger.invocation.print(isDryRun ? "Would remove \(words)" : "Removed \(words)")
    return .ok
  }
}
