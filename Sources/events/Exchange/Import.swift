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
      guard try !isOfEvents(invocation) else {
        guard paths.count == 1 else {
          throw Failure.usage("import takes one file of events at a time", command: "import")
        }
        return try importEvents(invocation)
      }
      return try invocation.withLedger { try StatementImport(ledger: $0).run(paths) }
    })

  /// Whether the first file holds events. An MT940 file may begin with a brace, but not with an object of JSON.
  private static func isOfEvents(_ invocation: Invocation) throws -> Bool {
    if let format = invocation.arguments[ImportOptions.format] { return format == "ndjson" }
    let path = invocation.arguments.operands[0]
    let input = path == "-" ? invocation.input : try TextInput(path: path)
    return try input.beginsWithObject()
  }
}
