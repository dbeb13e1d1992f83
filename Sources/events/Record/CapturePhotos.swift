internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import PaperReading

/// `capture --batch` over photos: one transaction for each file, printed once it is durable.
///
/// As many photos as there are cores are kept first, then read side by side. A second run finds the photos by name and
/// content, appends nothing for those that were read, and reads those that were not.
struct CapturePhotos {
  private let paths: [String]
  private let ledger: OpenLedger
  private let reader: PaperReader

  /// Whether the files of a batch are photos and not lines.
  static func areMeant(by path: String) -> Bool { DurableFile.isFolder(path) || isPhoto(path) }

  private static func isPhoto(_ path: String) -> Bool {
    CaptureFile.source(of: [path]) == .scan || path.lowercased().hasSuffix(".pdf")
  }

  /// Creates a batch of files, and of the photos in folders.
  init(_ paths: [String], ledger: OpenLedger) throws {
    self.paths = try paths.flatMap { path in
      guard DurableFile.isFolder(path) else { return [path] }
      let photos = try DurableFile.list(path).filter { !$0.hasPrefix(".") && Self.isPhoto($0) }.sorted()
      return photos.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
    self.ledger = ledger
    // Nobody waits for a photo of a batch, so that it has the time that events read has.
    reader = PaperReader(ledger.invocation)
    guard !self.paths.isEmpty else {
      throw Failure(
        .noInput, "there is no photo in \(paths.joined(separator: ", "))", advice: "Such as .jpg, .png or .pdf")
    }
  }

  /// A photo that is kept, and the command that kept it.
  private struct Kept {
    let path: String
    let input: CaptureInput
    let command: UniqueID
    var id: TransactionID
    var isRead: Bool
  }

  func run() throws -> ExitCode {
    let line = ledger.invocation.progress("Reading")
    defer { line.finish() }
    var rest = paths[...]
    var badFiles = 0
    var wasMissing = false
    while !rest.isEmpty {
      let chunk = rest.prefix(Machine.cores)
      let first = paths.count - rest.count + 1
      line.begin("Reading photo \(first) of \(paths.count). Ctrl-C stops; the same command goes on.")
      let kept = chunk.compactMap { path -> Kept? in
        do { return try keep(path) } catch {
          badFiles += 1
          ledger.invocation.remark("events: \(path): \(explanation(of: error, in: ledger.locale).summary)")
          return nil
        }
      }
      let unread = kept.filter { !$0.isRead }
      let outcomes = unread.isEmpty ? [] : reader.readEach(unread.map(\.path))
      for (photo, outcome) in zip(unread, outcomes) {
        if case .missing(let program, let package) = outcome {
          if !wasMissing {
            ledger.invocation.remark(
              "\(program) is not installed (Debian: \(package)); the same command reads the photos once it is")
          }
          wasMissing = true
        }
        try record(outcome, of: photo)
      }
      if outcomes.contains(where: { if case .interrupted = $0 { true } else { false } }) {
        ledger.invocation.remark(
          "Reading was cancelled; the same command goes on with \(chunk[chunk.startIndex])")
        return .interrupted
      }
      for photo in kept { try print(photo) }
      rest = rest.dropFirst(chunk.count)
    }
    guard badFiles > 0 else { return .ok }
    ledger.invocation.remark(
      "events: \(counted(badFiles, "file")) of \(grouped(Int64(paths.count))) could not be captured; the others are"
    )
    return .dataError
  }

  /// Keeps a photo, or finds it if an earlier run kept it.
  private func keep(_ path: String) throws -> Kept {
    let bytes = try TextInput(path: path).readAll(limit: CaptureFile.pageBytesMax)
    let name = CaptureFile.name(of: path)
    let input = CaptureInput(files: [.bytes(bytes)], source: CaptureFile.source(of: [path]), name: name)
    let digest = SHA256.hash(bytes).description
    let command = UniqueID.derived(kind: "capture-photo", parts: [name, digest])
    let captured = try ledger.book.capture(input, id: command)
    guard let id = captured.transaction else { throw BookError.unknown(what: "transaction", text: name) }
    let detail = try ledger.book.transaction(id)
    return Kept(
      path: path, input: input, command: command, id: id,
      isRead: detail.text != nil || detail.extractionNote != nil || detail.row.stage != .draft)
  }

  /// Records what was read. A reading that was cancelled, or that no program could do, leaves the photo to the next run.
  private func record(_ outcome: PaperReader.Outcome, of photo: Kept) throws {
    switch outcome {
    case .missing, .interrupted: return
    case .read, .readPartly, .failed, .timedOut: break
    }
    _ = try outcome.record(in: ledger.book, of: photo.id, seconds: reader.pageSecondsMax)
    for remark in outcome.remarks(pages: 1, seconds: reader.pageSecondsMax) {
      ledger.invocation.remark("\(CaptureFile.name(of: photo.path)): \(remark)")
    }
  }

  private func print(_ photo: Kept) throws {
    let captured = try ledger.book.capture(photo.input, id: photo.command)
    try CaptureBatch.print(captured, id: CaptureFile.name(of: photo.path), ledger)
  }
}
