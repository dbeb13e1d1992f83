internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerPlatform

private enum Options {
  static let output = Option.value("output", "FILE", "The file of the supplement", short: "o")
}

extension Command {
  static let exportStatus = Command(
    path: ["export", "status"], section: .exchange,
    summary: "List exported files and later changes to their receipts",
    run: onLedger { ledger in
      let seals = try ledger.book.exportSeals()
      let shown = seals.filter { $0.seal.amends == nil }
      if shown.isEmpty { return try ledger.show(Reply(nil, "No file was exported yet.")) }
      for seal in shown { _ = try ledger.show(ExportedFileAnswer(seal, amendments(of: seal, in: seals))) }
      return .ok
    })

  static let exportVerify = Command(
    path: ["export", "verify"], section: .exchange,
    summary: "Check that a file was exported by this ledger, and list later changes",
    operands: [Operand("FILE", "The exported file", isFile: true)],
    run: onLedger(verifyExport))

  static let exportAmend = Command(
    path: ["export", "amend"], section: .exchange,
    summary: "Write a supplement with the changes since a file was exported",
    operands: [Operand("FILE", "The exported file", isFile: true)],
    options: [Options.output], shared: Option.reading.filter { $0 != .json } + [.yes],
    run: onLedger(amendExport))

  private static func verifyExport(_ ledger: OpenLedger) throws -> ExitCode {
    let path = ledger.arguments.operands[0]
    let digest = try digest(ofFile: path)
    let seals = try ledger.book.exportSeals()
    guard let seal = seals.last(where: { $0.seal.digest == digest }) else {
      let words = "\(path) is not a file that this ledger exported, or it was changed afterwards."
      return try ledger.show(
        Reply(
          ["exported": false, "sha256": .string(digest.description)], [.line(Line(words))], verdict: .no))
    }
    return try ledger.show(ExportedFileAnswer(seal, amendments(of: seal, in: seals)))
  }

  private static func amendExport(_ ledger: OpenLedger) throws -> ExitCode {
    let digest = try digest(ofFile: ledger.arguments.operands[0])
    guard let output = ledger.arguments[Options.output] else {
      throw Failure.usage("“export amend” needs -o FILE", command: "export amend")
    }
    let seals = try ledger.book.exportSeals()
    guard let seal = seals.last(where: { $0.seal.digest == digest }) else {
      throw Failure(.dataError, "\(ledger.arguments.operands[0]) is not a file that this ledger exported")
    }
    let heads = try ledger.book.exportHeads()
    let amendments = amendments(of: seal, in: seals).map(\.seal)
    guard let changes = try ExportChanges(ledger.book, since: seal.seal, amendedBy: amendments) else {
      throw Failure(.dataError, "the file was exported with a filter that this version does not know")
    }
    if try changes.count() == 0 {
      try ledger.invocation.print("Nothing in it has changed.")
      return .ok
    }
    return try ledger.writeFile(output) { write in
      let report = try changes.writeSupplement(to: write)
      return ExportedFile(
        report: report, format: "amendment", filter: seal.seal.filter, heads: heads, amends: digest,
        group: seal.group)
    }
  }

  private static func amendments(of seal: RecordedSeal, in seals: [RecordedSeal]) -> [RecordedSeal] {
    seals.filter { $0.seal.amends == seal.seal.digest }
  }

  private static func digest(ofFile path: String) throws -> SHA256Digest {
    let file = try OpenFile(path, .read, followingLinks: true, operation: "read")
    var hasher = SHA256Hasher()
    var place = 0
    while true {
      let piece = try file.read(upTo: 1 << 20, at: place)
      if piece.isEmpty { return hasher.finalize() }
      hasher.update(piece)
      place += piece.count
    }
  }
}

/// A file that was written, as its record needs it.
struct ExportedFile {
  let report: ExportReport
  let format: String
  let filter: [ExportSeal.Condition]
  let heads: [ExportSeal.Head]
  var amends: SHA256Digest?
  let group: GroupID?
}

extension OpenLedger {
  /// Writes a file whole or not at all, and records that it was exported.
  ///
  /// - Parameters:
  ///   - path: The file. An existing one is only replaced if the person agrees.
  ///   - body: Writes the content with the function it is given.
  func writeFile(
    _ path: String, isRecorded: Bool = true, _ body: (([UInt8]) throws -> Void) throws -> ExportedFile
  ) throws -> ExitCode {
    guard let (exported, digest) = try replaceFile(path, body) else { return .no }
    let report = exported.report
    let images = report.images > 0 ? "\(counted(report.images, "image")), " : ""
    try invocation.print(
      "\(counted(report.count, "receipt")), \(images)\(byteSize(report.bytes)), to \(path)")
    let seal = ExportSeal(
      format: exported.format, filter: exported.filter,
      name: NFC.normalized(path.split(separator: "/").last.map(String.init) ?? path), digest: digest,
      byteCount: report.bytes, receipts: report.count, heads: exported.heads, amends: exported.amends,
      on: book.today)
    if isRecorded, try !book.recordOnce(seal, of: exported.group) {
      invocation.remark("The export is not recorded: the ledger is open for reading, or as of the past")
    }
    return .ok
  }

  /// Writes a file whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The file. An existing one is only replaced if the person agrees.
  ///   - body: Writes the content with the function it is given.
  /// - Returns: The result of `body` and the digest of the file, or `nil` if the person does not agree.
  func replaceFile<Written>(
    _ path: String, _ body: (([UInt8]) throws -> Void) throws -> Written
  ) throws -> (Written, SHA256Digest)? {
    try HeldFiles.check("write", path)
    if let part = LedgerPart.description(of: path) {
      throw Failure(
        .cannotCreate, "\(path) is \(part), and is not written over",
        advice: "Name another file: -o FILE")
    }
    try DurableFile.refuseFolder(asFile: path)
    if DurableFile.exists(path), !arguments.has(.yes) {
      guard invocation.canAsk else {
        throw Failure(
          .cannotCreate, "\(path) is there already", advice: "Overwrite it: --yes. Or name another file")
      }
      if try !invocation.agrees(to: "Overwrite \(path)?") { return nil }
    }
    // Ctrl-C waits until the half-written file is removed, and then ends the process.
    return try System.holdingEndings {
      () -> Result<(Written, SHA256Digest), any Error> in
      Result {
        let file = try ExportFile(path)
        let written = try body { try file.write($0) }
        return (written, try file.finish())
      }
    }.get()
  }
}
