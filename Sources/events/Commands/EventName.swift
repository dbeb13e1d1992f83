internal import EventLog
internal import LedgerBook
internal import LedgerBytes

// Events as people name them: a position, one from the end, or a device with a number.
extension OpenLedger {
  /// The event at a position, at `HEAD` or `HEAD~10`, or of a device; nil where the text is none of these.
  func event(_ text: String) throws -> StoredEvent? {
    if let reference = try reference(text) {
      if let event = try book.log.event(reference) { return event }
      throw Failure(.noInput, "there is no event \(text)", advice: "Devices and their sizes: events status")
    }
    guard let position = try position(text) else { return nil }
    if let event = try book.log.event(at: position) { return event }
    throw Failure(
      .noInput, "there is no event at position \(text)",
      advice: "The log ends at \(grouped(try book.log.lastPosition()))")
  }

  private func position(_ text: String) throws -> Int64? {
    if text == "HEAD" { return try book.log.lastPosition() }
    if text.hasPrefix("HEAD~"), let back = Self.number(text.dropFirst(5)) {
      return max(0, try book.log.lastPosition() - back)
    }
    // Eight digits and more are the beginning of an id.
    return text.utf8.count < 8 ? Self.number(text[...]) : nil
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
