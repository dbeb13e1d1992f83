public import LedgerBytes

/// The source of a receipt (IE-15).
public enum CaptureSource: String, CaseIterable, Hashable, Sendable {
  case scan
  case photo
  case file
}

/// A page of paper, named by its content.
public struct ReceiptPage: Hashable, Sendable {
  /// SHA-256 of the file.
  public let digest: SHA256Digest
  /// Size in bytes.
  public let byteCount: Int64
  /// `image/jpeg`, `application/pdf` …
  public let mediaType: String
  /// The page, from 1.
  public let page: Int

  /// Creates a page of paper.
  package init(digest: SHA256Digest, byteCount: Int64, mediaType: String, page: Int) {
    self.digest = digest
    self.byteCount = byteCount
    self.mediaType = mediaType
    self.page = page
  }
}

extension ReceiptPage: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    byteCount = try coder.member("bytes", whole?.byteCount)
    mediaType = try coder.member("mediaType", whole?.mediaType)
    page = try coder.member("page", whole?.page)
    digest = try coder.member("sha256", whole?.digest)
  }
}

extension TransactionEvent {
  /// Paper was captured. The draft of a transaction begins.
  public struct ReceiptCaptured: Hashable, Sendable {
    /// Scanned, photographed or imported.
    public let source: CaptureSource
    /// Its pages, all durable before this event was appended.
    public let attachments: [ReceiptPage]
    /// The name of the original file.
    public let name: String?
    /// The civil date on the device that recorded it.
    public let on: CivilDate

    /// Creates the record of a capture.
    package init(source: CaptureSource, attachments: [ReceiptPage], name: String?, on: CivilDate) {
      self.source = source
      self.attachments = attachments
      self.name = name
      self.on = on
    }
  }

  /// A page was added.
  public struct AttachmentAdded: Hashable, Sendable {
    /// The page.
    public let attachment: ReceiptPage
    /// The civil date on the device that recorded it.
    public let on: CivilDate
  }

  /// A page was removed from the transaction. Its bytes stay.
  public struct AttachmentRemoved: Hashable, Sendable {
    /// SHA-256 of the file.
    public let digest: SHA256Digest
  }

  /// The text that an engine read off the paper.
  public struct TextRecognized: Hashable, Sendable {
    /// The engine, such as `tesseract-5.3.0`, or `text` if the text was given.
    public let engine: String
    /// The text, lines separated by line feeds.
    public let text: String
    /// The confidence in whole percent, or `nil` if the engine has no such figure.
    public let confidence: Int?
    /// The places of the lines as written by ``LineBox``, or `nil` if they are not known.
    ///
    /// It is a text, not an array, because the fold skips texts fastest.
    package let boxes: String?

    /// Creates the record of a recognition.
    package init(engine: String, text: String, confidence: Int?, boxes: String? = nil) {
      self.engine = engine
      self.text = text
      self.confidence = confidence
      self.boxes = boxes
    }
  }
}

extension TransactionEvent.ReceiptCaptured: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    attachments = try coder.list("attachments", whole?.attachments)
    name = try coder.member("name", whole?.name)
    on = try coder.member("on", whole?.on)
    source = try coder.member("source", whole?.source)
  }

  var summary: String {
    let pages = attachments.count
    return [
      source.rawValue, name, pages == 0 ? nil : pages == 1 ? "1 page" : "\(pages) pages",
    ].compactMap { $0 }.listed()
  }
}

extension TransactionEvent.AttachmentAdded: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    attachment = try coder.member("attachment", whole?.attachment)
    on = try coder.member("on", whole?.on)
  }

  var summary: String { "page \(attachment.page), \(attachment.mediaType)" }
}

extension TransactionEvent.AttachmentRemoved: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    digest = try coder.member("sha256", whole?.digest)
  }

  var summary: String { "page \(digest.description.prefix(12)), removed" }
}

extension TransactionEvent.TextRecognized: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("boxes", boxes)
    writer.member("confidence", confidence)
    writer.member("engine", engine)
    writer.member("text", text)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    let hasBoxes = try reader.has("boxes")
    boxes = hasBoxes && reader.detail == .all ? try reader.text() : nil
    if hasBoxes, boxes == nil { try reader.skipText() }
    confidence = try reader.member("confidence")
    engine = try reader.remark("engine")
    guard try reader.has("text") else { throw reader.missing("text") }
    // The text as the engine read it: the only one that is not brought into NFC.
    if reader.detail == .all {
      text = try reader.writtenText()
    } else {
      try reader.skipText()
      text = ""
    }
  }

  var summary: String {
    var text = text
    let lines = 1 + text.withUTF8 { bytes in bytes.count { $0 == UInt8(ascii: "\n") } }
    return "\(lines) line\(lines == 1 ? "" : "s") by \(engine)"
  }

  var software: String? { "engine/" + engine }
}
