extension Command {
  static let importFile = Command(
    path: ["import"], section: .exchange, summary: "Import bank statements, or events of a ledger",
    operands: [Operand("FILE", "The files to import; - for standard input", repeats: true)],
    options: [ImportOptions.format] + ImportOptions.answers + [
      StatementImport.newAccount, StatementImport.acceptAbove, StatementImport.addCategories,
      StatementImport.review,
    ],
    shared: [.ledger, .json, .verbose, .dryRun, .yes],
    run: { invocation in
      let paths = invocation.arguments.operands
      let (isOfEvents, first) = try look(invocation)
      guard !isOfEvents else {
        guard paths.count == 1 else {
          throw Failure.usage("import takes one file of events at a time", command: "import")
        }
        return try importEvents(invocation, first)
      }
      return try invocation.withLedger { try StatementImport(ledger: $0, first: first).run(paths) }
    })

  /// Returns whether the first file holds events, and the file if it is a pipe.
  ///
  /// A pipe can be read only once. Another file is closed, and opened again when the ledger is open and recognizes its own files. An MT940 file may
  /// begin with a brace, but not with an object of JSON.
  private static func look(_ invocation: Invocation) throws -> (isOfEvents: Bool, stream: TextInput?) {
    if let format = invocation.arguments[ImportOptions.format] { return (format == "ndjson", nil) }
    let input = try ImportOptions.input(invocation.arguments.operands[0], invocation)
    return (try input.beginsWithObject(), input.isStream ? input : nil)
  }
}
