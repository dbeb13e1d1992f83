internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// `capture --batch`: one transaction for each line, printed and flushed once it is durable. A bad line is
/// reported with its number and the others go on.
struct CaptureBatch {
  private let input: TextInput
  private let folder: String
  private let ledger: OpenLedger

  init(path: String, ledger: OpenLedger) throws(Failure) {
    self.ledger = ledger
    if path == "-" {
      input = ledger.invocation.input
      folder = "."
    } else {
      input = try TextInput(path: path)
      folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
  }

  /// The largest line: a text and its JSON, where escapes can double a text.
  private static let lineBytesMax = 2 * 1024 * 1024

  func run() throws -> ExitCode {
    var number = 0
    var badLines = 0
    while let line = try input.nextLine(limit: Self.lineBytesMax) {
      number += 1
      do {
        guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
        guard let line = try BatchLine(bytes) else { continue }
        try Self.print(try capture(line), id: line.id, ledger)
      } catch let error where concernsOneLine(error) {
        badLines += 1
        ledger.invocation.remark(
          "events: \(input.name):\(number): \(explanation(of: error, in: ledger.locale).summary)")
      } catch let error where number > 1 && !(error is OutputFailure) {
        throw PartlyDone(
          reason: error,
          advice:
            "The lines before line \(grouped(Int64(number))) are on record; run it again, which captures nothing "
            + "twice")
      }
    }
    if badLines > 0 {
      ledger.invocation.remark(
        "events: \(counted(badLines, "line")) of \(grouped(Int64(number))) could not be captured; the others are"
      )
      return .dataError
    }
    return .ok
  }

  // MARK: One line

  private func capture(_ line: BatchLine) throws -> Done {
    let image = line.image.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
    let input = CaptureInput(
      files: image.map { [.file(path: $0)] } ?? [], text: line.text, source: image == nil ? .file : .scan,
      name: line.name ?? line.id, group: try line.group.flatMap { try ledger.livingGroup(orUnfiled: $0) })
    let command = UniqueID.derived(kind: "capture-batch", parts: [line.id])
    return try ledger.book.capture(input, id: command)
  }

  /// Prints a capture under the identity that the caller knows it by, and flushes the line.
  static func print(_ captured: Done, id: String, _ ledger: OpenLedger) throws {
    _ = try ledger.show(.captured(captured, as: id))
    try ledger.invocation.output.flush()
  }
}
