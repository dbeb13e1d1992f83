internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections
internal import ReceiptExtraction

/// Paper as a caller hands it in.
///
///     var input = CaptureInput(files: [.bytes(jpeg)], text: recognizedText, source: .scan)
///     input.group = try book.createGroup(name: "Berlin").group
///     let draft = try book.capture(input)
///     let total = draft.readings?.total.first?.value
///     let missing = draft.row?.payment == nil
public struct CaptureInput: Sendable {
  /// Its pages, in order.
  public var files: [AttachmentSource]
  /// The text that was read off it, if it is known.
  public var text: String?
  /// The engine that read it. `text` if a person or another program gave the text.
  public var textEngine: String
  /// A whole percent, where the engine has one.
  public var textConfidence: Int?
  /// Scanned, photographed or imported.
  public var source: CaptureSource
  /// Its name at its origin.
  public var name: String?
  /// The group to file it into.
  public var group: GroupID?

  /// Paper to capture.
  public init(
    files: [AttachmentSource] = [], text: String? = nil, textEngine: String = "text",
    textConfidence: Int? = nil, source: CaptureSource = .file, name: String? = nil, group: GroupID? = nil
  ) {
    self.files = files
    self.text = text
    self.textEngine = textEngine
    self.textConfidence = textConfidence
    self.source = source
    self.name = name
    self.group = group
  }
}

/// The source of a page's bytes.
public enum AttachmentSource: Sendable {
  /// In a file.
  case file(path: String)
  /// Here.
  case bytes([UInt8])
}

extension Book {
  /// Captures paper: its pages are made durable, its text is read, and one batch records both.
  ///
  /// - Throws: `FileError` if a page cannot be read or stored. Then nothing was appended. `Rejection`.
  /// - Complexity: One fdatasync for the batch, and three more per page.
  public func capture(_ input: CaptureInput, id: UniqueID? = nil) throws -> Done {
    let stored = try store(input.files)
    let content: JSONValue = [
      "command": "capture", "files": .texts(stored.map(\.digest.description)),
      "group": .text(input.group?.description),
      "name": .text(input.name), "source": .string(input.source.rawValue),
      "text": .text(input.text.map { SHA256.hash(Array($0.utf8)).description }),
    ]
    let transaction = TransactionID(settings.newID())
    return try execute(id: id, content: content) { batch in
      let context = try self.decisionContext(groups: input.group.map { [$0] } ?? [])
      let request = CaptureRequest(
        source: input.source, attachments: stored, name: input.name,
        recognition: try self.recognition(of: input), group: input.group)
      let events = try TransactionState().decide(.capture(request), id: transaction, context)
      for event in events { batch.append(event, to: transaction) }
    }
  }

  /// Records the text that an engine read off an earlier capture, and the extractor's readings of it.
  ///
  /// A draft takes the readings over. For a saved receipt they are proposed (IE-30). With `addingToText` the
  /// text is of pages that came later and follows the existing text. With `again` the same pages were read once more,
  /// and what differs is proposed for a draft, too, unless nothing was read off it before.
  @discardableResult
  public func recognize(
    _ text: String, engine: String, confidence: Int? = nil, of transaction: TransactionID,
    addingToText: Bool = false, again: Bool = false, id: UniqueID? = nil
  ) throws -> Done {
    try recognize(
      [TransactionEvent.TextRecognized(engine: engine, text: text, confidence: confidence)], of: transaction,
      addingToText: addingToText, again: again, id: id)
  }

  /// Records the texts of several passes over the same paper, the best one last, and their readings.
  ///
  /// If the texts disagree, the other reading has the reason `second pass`, or its engine if they are of several.
  /// The quality of the photo in percent, if it is known, is a part of the receipt's confidence. All else is as for one
  /// text.
  @discardableResult
  public func recognize(
    _ passes: [TransactionEvent.TextRecognized], photoQuality: Int? = nil, of transaction: TransactionID,
    addingToText: Bool = false, again: Bool = false, id: UniqueID? = nil
  ) throws -> Done {
    var passes = passes
    if addingToText, case let state = try fold(transaction.stream).transaction, let before = state.text {
      passes = passes.map { pass in
        let boxes = pass.boxes.map(LineBox.read)
        // The new pages are the last ones. The lines before them are in another event with their boxes.
        let earlier = state.attachments.count - 1 - (boxes?.compactMap { $0?.page }.max() ?? 0)
        return TransactionEvent.TextRecognized(
          engine: pass.engine, text: before + "\n" + pass.text, confidence: pass.confidence,
          boxes: boxes.map {
            LineBox.written(LineBox.none(for: before) + $0.map { $0?.after(pages: max(0, earlier)) })
          })
      }
    }
    return try perform(
      .recognize(recognition(passes, photoQuality: photoQuality), again: again), on: transaction, id: id)
  }

  /// Makes pages durable, in order.
  ///
  /// - Throws: `FileError` if one cannot be read or stored, or is a file of an open ledger.
  ///   `EventLogError.displaced`.
  func store(_ files: [AttachmentSource]) throws -> [ReceiptPage] {
    if !files.isEmpty { try log.requireInPlace() }
    let pages = try files.map { source in
      switch source {
      case .file(let path):
        try DurableFile.read(path, limit: AttachmentStore.pageBytesMax, followingLinks: true)
      case .bytes(let bytes): bytes
      }
    }
    var stored: [ReceiptPage] = []
    for (index, bytes) in pages.enumerated() { stored.append(try attachments.store(bytes, page: index + 1)) }
    return stored
  }

  /// Returns the readings of the text by this program's extractor.
  private func recognition(of input: CaptureInput) throws -> RecognitionOutcome? {
    guard let text = input.text else { return nil }
    return try recognition([
      TransactionEvent.TextRecognized(engine: input.textEngine, text: text, confidence: input.textConfidence)
    ])
  }

  /// Returns the readings that the texts of one or more passes give together. The last text is the one to keep.
  func recognition(_ passes: [TransactionEvent.TextRecognized], photoQuality: Int? = nil) throws
    -> RecognitionOutcome
  {
    guard let last = passes.last else { return .failed(engine: "text", reason: "there is no text") }
    guard passes.allSatisfy({ $0.text.utf8.count <= Self.textBytesMax }) else {
      return .failed(engine: last.engine, reason: "the text is too long (over 256 KiB)")
    }
    let texts = passes.map {
      TransactionEvent.TextRecognized(
        engine: $0.engine, text: Self.readable($0.text), confidence: $0.confidence, boxes: $0.boxes)
    }
    var hints = ExtractionHints(today: today, textConfidence: last.confidence, photoQuality: photoQuality)
    hints.engines = texts.map(\.engine)
    let settings = try models.read { models in
      if texts.count > 1 { hints.vendors = try models.vendors(limit: Self.vendorsMax) }
      return try models.settings()
    }
    let readings = Extractor().read(passes: texts.map(\.text), hints: hints).readings
    return .read(
      texts[texts.count - 1],
      TransactionEvent.ExtractionCompleted(
        extractor: Extractor.name, version: Extractor.version, method: .deterministic, readings: readings,
        assumedCurrency: readings.currency.readings.isEmpty ? settings?.currency : nil),
      rivals: Array(texts.dropLast()))
  }

  /// The number of the person's vendors that misread names are compared with.
  private static let vendorsMax = 500

  /// Returns the plain line items of a text, by the rules of this program.
  func itemsRead(in text: String) -> [ReceiptReadings.Item] {
    Extractor().read(text, hints: ExtractionHints()).items
  }

  /// The longest text that an event holds, in bytes (Design, section 4).
  static let textBytesMax = 256 << 10

  /// Returns the text with line ends as line feeds.
  private static func readable(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\r") {
        bytes.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || previous != UInt8(ascii: "\r") {
        bytes.append(byte)
      }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
