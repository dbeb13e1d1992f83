internal import EventLog
internal import LedgerBook
internal import LedgerBytes

// Events as people name them: a position, one from the end, or a device with a number.
extension OpenLedger {
  /// The event at a position, at `HEAD` or `HEAD~10`, or of a device; nil where the text is none of these.
  ///
  /// - Parameter orRecord: eight digits and more name a record where one's id begins so, as records are printed; and
  ///   where the log has no such position.
  func event(_ text: String, orRecord: Bool = false) throws -> StoredEvent? {
    if let reference = try reference(text) {
      if let event = try book.log.event(reference) { return event }
      throw Failure(.noInput, "there is no event \(text)", advice: "Devices and their sizes: events status")
    }
    guard let position = try position(text, orRecord) else { return nil }
    if let event = try book.log.event(at: position) { return event }
    throw Failure(
      .noInput, "there is no event at position \(text)",
      advice: "The log ends at \(grouped(try book.log.lastPosition()))")
  }

  private func position(_ text: String, _ orRecord: Bool) throws -> Int64? {
    if text == "HEAD" { return try book.log.lastPosition() }
    if text.hasPrefix("HEAD~"), let back = Self.number(text.dropFirst(5)) {
      return max(0, try book.log.lastPosition() - back)
    }
    guard let number = Self.number(text[...]) else { return nil }
    guard orRecord, text.utf8.count >= 8 else { return number }
    return try number <= book.log.lastPosition() && !isRecord(text) ? number : nil
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

  /// A number of digits only.
  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
  }

  private func reference(_ text: String) throws -> EventReference? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = UInt64(parts[1]) else { return nil }
    let devices = try devices(String(parts[0]))
    guard let device = devices.first, devices.count == 1 else {
      throw Failure(.noInput, "'\(parts[0])' is several devices", advice: devices.map(\.description).sorted())
    }
    return EventReference(device: device, sequence: sequence)
  }
}
