internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerProjections
internal import LedgerSync

extension Command {
  static let cache = Command(
    path: ["cache"], section: .exchange, summary: "Show the size of the ledger's folder, or remove pictures",
    subcommands: [
      Command(
        path: ["cache", "status"], section: .exchange,
        summary: "Show the number of receipts and bytes in the folder",
        run: onLedger { ledger in
          let storage = try ledger.book.storage()
          let receipts = try ledger.book.count(TransactionFilter())
          return try ledger.show(StorageAnswer(storage, receipts: receipts))
        }),
      Command(
        path: ["cache", "clear"], section: .exchange,
        summary: "Remove thumbnails and views, which can be made again",
        shared: [.ledger, .json, .verbose, .dryRun],
        run: onLedger(clearPictures)),
    ])

  private static func clearPictures(_ ledger: OpenLedger) throws -> ExitCode {
    let isDryRun = ledger.arguments.has(.dryRun)
    let cleared = isDryRun ? try ledger.book.storage().pictures : try ledger.book.clearPictures()
    let words = "\(counted(cleared.count, "picture")), \(byteSize(cleared.bytes))"
    return try ledger.show(
      Reply(
        [
          "bytes": .integer(cleared.bytes), "dryRun": .boolean(isDryRun), "files": .count(cleared.count),
        ], isDryRun ? "Would remove \(words)" : "Removed \(words)"))
  }
}
