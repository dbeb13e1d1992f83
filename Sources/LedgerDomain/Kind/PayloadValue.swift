internal import LedgerBytes

/// A value of a payload, written and read in one form.
protocol PayloadValue {
  /// Reads the value.
  init(from reader: inout PayloadReader) throws(JSONError)
  /// Writes the value.
  func write(to writer: inout JSONWriter)
}

/// An object in a payload, or a whole payload, with sorted keys.
protocol PayloadObject: PayloadValue, SendableMetatype {
  /// Reads the members in the order of their keys.
  init(members reader: inout PayloadReader) throws(JSONError)
  /// Writes the members in the order of their keys.
  func members(_ writer: inout JSONWriter)
}

extension PayloadObject {
  @inline(__always)
  init(from reader: inout PayloadReader) throws(JSONError) {
    let outer = try reader.enter()
    try self.init(members: &reader)
    try reader.leave(outer)
  }

  func write(to writer: inout JSONWriter) { writer.object { members(&$0) } }
}

extension JSONWriter {
  /// Writes a member. If the value is `nil`, the member is left out.
  mutating func member<Value: PayloadValue>(_ key: StaticString, _ value: Value?) {
    guard let value else { return }
    self.key(key)
    value.write(to: &self)
  }

  /// Writes a member unless the list is empty.
  mutating func member<Value: PayloadValue>(unlessEmpty key: StaticString, _ values: [Value]) {
    if !values.isEmpty { member(key, values) }
  }
}

// MARK: - Scalars and lists

extension String: PayloadValue {
  @inline(__always)
  init(from reader: inout PayloadReader) throws(JSONError) { self = try reader.text() }

  func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) { self = try reader.boolean() }

  func write(to writer: inout JSONWriter) { writer.boolean(self) }
}

extension Int64: PayloadValue {
  @inline(__always)
  init(from reader: inout PayloadReader) throws(JSONError) { self = try reader.integer() }

  func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension UInt64: PayloadValue {
  @inline(__always)
  init(from reader: inout PayloadReader) throws(JSONError) {
    guard let number = UInt64(exactly: try reader.integer()) else { throw reader.mismatch() }
    self = number
  }

  func write(to writer: inout JSONWriter) { writer.integer(Int64(clamping: self)) }
}

extension Int: PayloadValue {
  @inline(__always)
  init(from reader: inout PayloadReader) throws(JSONError) { self.init(clamping: try reader.integer()) }

  func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Array: PayloadValue where Element: PayloadValue {
  @inline(__always)
  init(from reader: inout PayloadReader) throws(JSONError) {
    var all: [Element] = []
    try reader.elements { (reader) throws(JSONError) in all.append(try Element(from: &reader)) }
    self = all
  }

  func write(to writer: inout JSONWriter) {
    writer.array { writer in for element in self { element.write(to: &writer) } }
  }
}

extension CivilDate: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) { self = try reader.value { CivilDate(iso: $0) } }

  func write(to writer: inout JSONWriter) { writer.string(ascii: 10) { write(to: $0) } }
}

extension UniqueID: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) { self = try reader.value { UniqueID(text: $0) } }

  func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension SHA256Digest: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) {
    self = try reader.value { SHA256Digest(hexadecimal: $0) }
  }

  func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension CurrencyCode: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) {
    self = try reader.value { CurrencyCode(upperCase: $0) ?? CurrencyCode(String(decoding: $0, as: UTF8.self)) }
  }

  func write(to writer: inout JSONWriter) { writer.string(code) }
}

extension PayloadValue where Self: RecordIdentifier {
  init(from reader: inout PayloadReader) throws(JSONError) { self.init(try UniqueID(from: &reader)) }

  func write(to writer: inout JSONWriter) { writer.string(id) }
}

extension GroupID: PayloadValue {}
extension TransactionID: PayloadValue {}
extension LineItemID: PayloadValue {}
extension RuleID: PayloadValue {}

// MARK: - Shared objects

/// `{"currency":"EUR","minorUnits":8450}`. The number may be absent.
extension Amount: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    self.init(
      currency: try coder.member("currency", whole?.currency),
      minorUnits: try coder.member("minorUnits", whole?.minorUnits))
  }
}

extension Money: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) {
    guard let money = try Amount(from: &reader).money else { throw reader.missing("minorUnits") }
    self = money
  }

  func write(to writer: inout JSONWriter) { Amount(self).write(to: &writer) }
}

/// `{"device":…,"sequence":12}`
extension EventReference: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    self.init(
      device: try coder.member("device", whole?.device), sequence: try coder.member("sequence", whole?.sequence)
    )
  }
}

/// `{"from":…,"to":…}`, of which either may be absent.
extension ChangedValue: PayloadValue where Value: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) {
    let outer = try reader.enter()
    self.init(from: try reader.member("from"), to: try reader.member("to"))
    try reader.leave(outer)
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("from", from)
      writer.member("to", to)
    }
  }
}
