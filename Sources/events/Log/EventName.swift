internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// Events as people name them: a position, one from the end, or a device with a number.
extension OpenLedger {
  /// Returns the event at a position, at `HEAD` or `HEAD~10`, or of a device.
  ///
  /// It is `nil` if the text has none of these forms.
  ///
  /// - Parameter orRecord: Whether eight or more digits name a record whose id begins with them, as records are
  ///   printed. The same applies if the log has no such position.
  func event(_ text: String, orRecord: Bool = false) throws -> StoredEvent? {
    if let reference = try book.reference(text) {
      if let event = try book.event(reference) { return event }
      throw Failure(.noInput, "there is no event \(text)", advice: "Devices and their sizes: events status")
    }
    guard let position = try position(text, orRecord) else { return nil }
    if let event = try book.event(at: position) { return event }
    throw Failure(
      .noInput, "there is no event at position \(text)",
      advice: "The log ends at \(grouped(try book.lastPosition()))")
  }

  private func position(_ text: String, _ orRecord: Bool) throws -> Position? {
    if text == "HEAD" { return try book.lastPosition() }
    if text.hasPrefix("HEAD~"), let back = Self.number(text.dropFirst(5)) {
      return max(0, try book.lastPosition() - back)
    }
    guard let number = Self.number(text[...]).map(Position.init(rawValue:)) else { return nil }
    guard orRecord, text.utf8.count >= 8 else { return number }
    return try number <= book.lastPosition() && !isRecord(text) ? number : nil
  }

  private func isRecord(_ text: String) throws -> Bool {
    do {
      _ = try stream(text)
      return true
    } catch let failure as Failure {
      return failure.code != .noInput
    } catch is BookError {
      // Several.
      return true
    }
  }

  /// Reads a number of digits only.
  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
  }

  /// Returns the stream of a record, which is named by `kind/id`, its id or its name.
  ///
  /// A figure such as `budget 2026-06 food EUR` names the stream that has it.
  func stream(_ text: String) throws -> StreamID {
    let parts = text.split(separator: "/")
    if parts.count == 2, let id = UniqueID(String(parts[1])) { return StreamID(kind: String(parts[0]), id: id) }
    do {
      return try book.resolveRecord(text)
    } catch BookError.unknown(let what, _, let known) {
      if let record = try book.resolveRecord(withKind: text) { return record }
      if let record = try? FigureReader(book, settings).record(FigureWords.words(text)) { return record }
      throw BookError.unknown(what: what, text: text, known: known)
    }
  }

  /// Returns the position after which a tail begins.
  ///
  /// The text is a position, an event, an instant, or a local time or date.
  func position(before text: String) throws -> Position {
    let last = try book.lastPosition()
    if let position = try HorizonText.position(text, last: last) { return position }
    if let position = try book.position(ofReference: text) { return position }
    guard let instant = Instant.milliseconds(text) else {
      throw HorizonText.notATime(text, "a position nor a time")
    }
    return try book.position(beforeMilliseconds: instant)
  }
}

extension Book {
  /// Returns the event that a text like `laptop:12` or `3f2a1b9c:12` names, or `nil` for any other text.
  func reference(_ text: String) throws -> EventReference? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = UInt64(parts[1]) else { return nil }
    let devices = try devices(String(parts[0]))
    guard let device = devices.first, devices.count == 1 else {
      throw Failure(.noInput, "“\(parts[0])” is several devices", advice: devices.map(\.description).sorted())
    }
    return EventReference(device: device, sequence: sequence)
  }

  /// Returns the position here of the event that a text like `laptop:12` names, or `nil`.
  ///
  /// A text that begins with a date is a time, such as `2026-06-14 12:31`.
  func position(ofReference text: String) throws -> Position? {
    guard CivilDate(iso: String(text.prefix(10))) == nil, let reference = try reference(text) else {
      return nil
    }
    if let position = try self.position(of: reference) { return position }
    throw Failure(.noInput, "there is no event \(text)", advice: "Devices and their sizes: events device list")
  }

  /// Devices by name or the beginning of their id.
  func devices(_ text: String) throws -> Set<UniqueID> {
    let names = try DeviceNames(self)
    let all = try self.devices()
    let found = all.filter { names[$0] == text || $0.description.hasPrefix(text.lowercased()) }
    guard !found.isEmpty else {
      throw Failure(
        .noInput, "there is no device “\(text)”", advice: all.map { "\($0) \(names[$0] ?? "")" })
    }
    return Set(found)
  }
}
