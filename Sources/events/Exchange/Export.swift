internal import LedgerAnswers
internal import LedgerBook
internal import LedgerExchange
internal import LedgerPlatform
internal import LedgerProjections

private enum Options {
  static let format = Option.value(
    "format", "FORMAT", "The format to write", choices: Exporter.Format.allCases.map(\.rawValue))
  static let output = Option.value(
    "output", "FILE", "The file to write (default: standard output)", short: "o")
  static let regional = Option.flag("regional", "Write numbers in tables by the ledger's locale")
  static let totals = Option.flag("totals", "Add a row of totals per currency to a table")
  static let unrecorded = Option.flag("unrecorded", "Do not record the exported file")
  static let withoutPictures = Option.flag("without-pictures", "Leave out thumbnails in a report")
  static let comment = Option.flag("comment", "Add a comment for readers at the end of a table")
}

extension Command {
  static let export = Command(
    path: ["export"], section: .exchange, summary: "Write receipts in a format that other programs read",
    options: [
      Options.format, Options.output, Options.regional, Options.totals, Options.comment,
      Options.withoutPictures,
      Options.unrecorded,
    ] + Filters.listed,
    shared: Option.looking.filter { $0 != .json } + [.yes, .dryRun],
    subcommands: [exportStatus, exportVerify, exportAmend], runsItself: true,
    run: { invocation in
      guard let format = invocation.arguments[Options.format].flatMap({ Exporter.Format(rawValue: $0) }) else {
        throw Failure.usage(
          "“export” needs --format: \(alternatives(Exporter.Format.allCases.map(\.rawValue)))",
          command: "export")
      }
      return try invocation.withLedger { try write(format, $0) }
    })

  private static func write(_ format: Exporter.Format, _ ledger: OpenLedger) throws -> ExitCode {
    let filter = try Filters.parse(ledger)
    let invocation = ledger.invocation
    let path = try ledger.arguments[Options.output].map { path in
      DurableFile.isFolder(path) ? try place(in: path, format, filter, ledger) : path
    }
    if ledger.arguments.has(.dryRun) {
      return try ledger.show(
        ExportPreviewAnswer(
          try Exporter.preview(ledger.book, filter: filter), format, filter, filters: ledger.activeFilters(),
          to: path, overwrites: path.map(DurableFile.exists) ?? false))
    }
    guard let path else {
      guard !format.isBinary || !invocation.outputTerminal.isInteractive else {
        throw Failure(
          .usage, "a \(format.rawValue) file is not for a terminal", advice: "Name a file or a folder: -o .")
      }
      let shown = invocation.outputTerminal.isInteractive ? ShownLines(invocation.output) : nil
      let report = try export(format, filter, ledger) { bytes in
        if let shown { try shown.write(bytes) } else { try invocation.output.write(bytes: bytes) }
      }
      try shown?.finish()
      return try ledger.show(ExportAnswer(report, filters: ledger.activeFilters(), showsFilters: false))
    }
    let heads = try ledger.book.exportHeads()
    let conditions = filter.conditions
    var written: ExportReport?
    let code = try ledger.writeFile(path, isRecorded: !ledger.arguments.has(Options.unrecorded)) { write in
      let report = try export(format, filter, ledger, to: write)
      written = report
      let group = conditions.count == 1 && filter.groups.count == 1 ? filter.groups.first.flatMap { $0 } : nil
      return ExportedFile(
        report: report, format: format.rawValue, filter: conditions, heads: heads, group: group)
    }
    guard let written else { return code }
    _ = try ledger.show(ExportAnswer(written, filters: ledger.activeFilters(), showsFilters: true))
    return code
  }

  private static func export(
    _ format: Exporter.Format, _ filter: TransactionFilter, _ ledger: OpenLedger,
    to write: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    let progress = Progress(
      "Preparing", on: ledger.invocation.errors, terminal: ledger.invocation.errorTerminal)
    defer { progress.finish() }
    let total = Int64(try ledger.book.count(filter))
    var table = TableOptions()
    table.region = ledger.arguments.has(Options.regional) ? ledger.locale : nil
    table.comment = ledger.arguments.has(Options.comment) ? ledger.locale : nil
    table.hasTotals = ledger.arguments.has(Options.totals)
    let hasPictures = (format == .html || format == .pdf) && !ledger.arguments.has(Options.withoutPictures)
    let path = ledger.invocation.environment["PATH"]
    return try Exporter.export(
      ledger.book, format: format, filter: filter, table: table,
      pictures: hasPictures ? PictureMaker(path: path) : nil, printer: PagePrinter(path: path),
      progress: { done in
        if format.isBinary || done % 64 == 0, System.isAskedToEnd {
          throw Failure(.interrupted, "interrupted")
        }
        progress.update(Int64(done), of: total)
      }, to: { try write(format == .ndjson ? PrintedJSON.escaped($0) : $0) })
  }

  /// Returns the path of a file in a folder, named after the group or the dates of the export.
  private static func place(
    in folder: String, _ format: Exporter.Format, _ filter: TransactionFilter, _ ledger: OpenLedger
  ) throws -> String {
    let name = try Exporter.fileName(ledger.book, format: format, filter: filter)
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
