extension Command {
  static let importFile = Command(
    path: ["import"], section: .exchange, summary: "Import bank statements, or events of a ledger",
    operands: [Operand("FILE", "The files to import; - for standard input", repeats: true)],
    options: [ImportOptions.format] + ImportOptions.answers + [
      StatementImport.acceptAbove, StatementImport.review,
    ],
    shared: [.ledger, .json, .verbose, .dryRun, .yes],
    run: { invocation in
      let paths = invocation.arguments.operands
      // A pipe can be read only once, so the first file stays open.
      let first = paths[0] == "-" ? invocation.input : try TextInput(path: paths[0])
      guard try !isOfEvents(invocation, first) else {
        guard paths.count == 1 else {
          throw Failure.usage("import takes one file of events at a time", command: "import")
        }
        return try importEvents(invocation, first)
      }
      return try invocation.withLedger { try StatementImport(ledger: $0, first: first).run(paths) }
    })

  /// Whether the first file holds events. An MT940 file may begin with a brace, but not with an object of JSON.
  private static func isOfEvents(_ invocation: Invocation, _ input: TextInput) throws -> Bool {
    if let format = invocation.arguments[ImportOptions.format] { return format == "ndjson" }
    return try input.beginsWithObject()
  }
}
