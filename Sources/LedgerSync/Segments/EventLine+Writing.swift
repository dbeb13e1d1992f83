package import EventLog
package import LedgerBytes

extension EventLine {
  /// Writes an event as a JSON object, without an end of line.
  ///
  /// The same event gives the same bytes on every device.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - ledger: The ledger it belongs to.
  ///   - writer: Where the object is added.
  package static func write(_ event: ForeignEvent, ledger: UniqueID, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("actor")
      writer.string(event.actor)
      writer.key("cause")
      if let cause = event.cause { write(cause, to: &writer) } else { writer.null() }
      if event.payload == nil {
        writer.key("commitment")
        write(hexadecimal: event.salt, to: &writer)
      }
      writer.key("correlation")
      writer.string(event.correlation)
      writer.key("counter")
      writer.integer(Int64(event.time.counter))
      writer.key("device")
      writer.string(event.reference.device)
      writer.key("deviceSequence")
      writer.integer(Int64(clamping: event.reference.sequence))
      writer.key("leaf")
      writer.string(event.leaf)
      writer.key("ledger")
      writer.string(ledger)
      writer.key("offsetMinutes")
      writer.integer(Int64(event.offsetMinutes))
      write(payload: event.payload, to: &writer)
      if let text = InstantText.text(event.recordedAtMilliseconds) {
        writer.key("recorded")
        writer.string(text)
      } else {
        writer.key("recordedMilliseconds")
        writer.integer(event.recordedAtMilliseconds)
      }
      if event.payload != nil {
        writer.key("salt")
        write(hexadecimal: event.salt, to: &writer)
      }
      writer.key("schema")
      writer.integer(Int64(event.schema))
      writer.key("seen")
      writer.array { writer in for reference in event.seen { write(reference, to: &writer) } }
      writer.key("stream")
      writer.object { writer in
        writer.key("id")
        writer.string(event.stream.id)
        writer.key("kind")
        writer.string(event.stream.kind)
      }
      writer.key("time")
      writer.string(InstantText.text(Int64(clamping: event.time.milliseconds)) ?? "")
      writer.key("type")
      writer.string(event.type)
    }
  }

  /// Writes the payload as hashed, or in base64 if it is not a JSON object free of control characters.
  private static func write(payload: [UInt8]?, to writer: inout JSONWriter) {
    writer.key("payload")
    guard let payload else { return writer.null() }
    if payload.first == UInt8(ascii: "{"), payload.last == UInt8(ascii: "}"),
      payload.allSatisfy({ $0 >= 0x20 }), (try? JSONText.validate(payload, as: .exchange)) != nil
    {
      writer.raw(payload)
    } else {
      writer.null()
      writer.key("payloadBase64")
      writer.string(Base64.encode(payload))
    }
  }

  private static func write(_ reference: EventReference, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("device")
      writer.string(reference.device)
      writer.key("sequence")
      writer.integer(Int64(clamping: reference.sequence))
    }
  }

  private static func write(hexadecimal bytes: [UInt8], to writer: inout JSONWriter) {
    writer.string(ascii: bytes.count * 2) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digits[Int(byte >> 4)]
        text[2 * index + 1] = digits[Int(byte & 15)]
      }
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
