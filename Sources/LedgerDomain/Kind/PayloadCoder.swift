internal import LedgerBytes

/// Reads or writes the members of an object, in the order of their keys.
///
/// Each member is named once for both: `on = try coder.member("on", whole?.on)`. A writer writes the value of `whole` and
/// returns it. A reader has no `whole`, and never asks for the value.
protocol PayloadCoder {
  /// The error of a reader. A writer never fails.
  associatedtype Failure: Error

  /// Goes to the value of a required member.
  mutating func find(_ key: StaticString) throws(Failure)
  /// Goes to the value of a member if it is there. For a writer it is there if `value` is not `nil`.
  mutating func find<Value>(_ key: StaticString, _ value: @autoclosure () -> Value?) throws(Failure) -> Bool
  /// Reads or writes a value.
  mutating func value<Value: PayloadValue>(_ value: @autoclosure () -> Value?) throws(Failure) -> Value
  /// Reads or writes a value in the form that belongs to a field.
  mutating func value(
    of field: TransactionField, _ value: @autoclosure () -> FieldValue?
  ) throws(Failure) -> FieldValue
  /// Reads or writes a text that rows leave out. A reader for rows skips it and returns `nil`.
  mutating func rareText(_ text: @autoclosure () -> String?) throws(Failure) -> String?
}

/// An object that names each of its members once, for reading and for writing.
protocol MemberwiseObject: PayloadObject {
  /// Reads the members, or writes those of `whole`, in the order of their keys.
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure)
}

extension MemberwiseObject {
  @inline(__always)
  init(members reader: inout PayloadReader) throws(JSONError) { try self.init(&reader, nil) }

  func members(_ writer: inout JSONWriter) { _ = Self(&writer, self) }
}

// MARK: - Members

extension PayloadCoder {
  /// Codes a required member.
  @inline(__always)
  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _ value: @autoclosure () -> Value?
  ) throws(Failure) -> Value {
    try find(key)
    return try self.value(value())
  }

  /// Codes a member that is absent if it is `nil`.
  @inline(__always)
  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _ value: @autoclosure () -> Value?
  ) throws(Failure) -> Value? {
    try find(key, value()) ? try self.value(value()) : nil
  }

  /// Codes a list that is always written. An absent list reads as empty.
  @inline(__always)
  mutating func list<Value: PayloadValue>(
    _ key: StaticString, _ values: @autoclosure () -> [Value]?
  ) throws(Failure) -> [Value] {
    try find(key, values()) ? try value(values()) : []
  }

  /// Codes a list that is absent if it is empty.
  @inline(__always)
  mutating func list<Value: PayloadValue>(
    unlessEmpty key: StaticString, _ values: @autoclosure () -> [Value]?
  ) throws(Failure) -> [Value] {
    try find(key, values()?.first) ? try value(values()) : []
  }

  /// Codes a required text that rows leave out. It is empty for rows.
  @inline(__always)
  mutating func remark(_ key: StaticString, _ text: @autoclosure () -> String?) throws(Failure) -> String {
    try find(key)
    return try rareText(text()) ?? ""
  }

  /// Codes a text that is absent if it is `nil`, and that rows leave out.
  @inline(__always)
  mutating func remarkIfPresent(
    _ key: StaticString, _ text: @autoclosure () -> String?
  ) throws(Failure) -> String? {
    try find(key, text()) ? try rareText(text()) : nil
  }

  /// Codes a required member in the form that belongs to a field.
  @inline(__always)
  mutating func value(
    _ key: StaticString, of field: TransactionField, _ value: @autoclosure () -> FieldValue?
  ) throws(Failure) -> FieldValue {
    try find(key)
    return try self.value(of: field, value())
  }

  /// Codes a member in the form that belongs to a field. It is absent if it is `nil`.
  @inline(__always)
  mutating func valueIfPresent(
    _ key: StaticString, of field: TransactionField, _ value: @autoclosure () -> FieldValue?
  ) throws(Failure) -> FieldValue? {
    try find(key, value()) ? try self.value(of: field, value()) : nil
  }
}

// MARK: - The reader and the writer

extension PayloadReader: PayloadCoder {
  @inline(__always)
  mutating func find(_ key: StaticString) throws(JSONError) {
    guard try has(key) else { throw missing(key) }
  }

  @inline(__always)
  mutating func find<Value>(_ key: StaticString, _ value: @autoclosure () -> Value?) throws(JSONError) -> Bool {
    try has(key)
  }

  @inline(__always)
  mutating func value<Value: PayloadValue>(_ value: @autoclosure () -> Value?) throws(JSONError) -> Value {
    try Value(from: &self)
  }

  @inline(__always)
  mutating func rareText(_ text: @autoclosure () -> String?) throws(JSONError) -> String? {
    if detail != .rows { return try self.text() }
    try skipText()
    return nil
  }
}

extension JSONWriter: PayloadCoder {
  mutating func find(_ key: StaticString) { self.key(key) }

  mutating func find<Value>(_ key: StaticString, _ value: @autoclosure () -> Value?) -> Bool {
    guard value() != nil else { return false }
    self.key(key)
    return true
  }

  mutating func value<Value: PayloadValue>(_ value: @autoclosure () -> Value?) -> Value {
    guard let value = value() else { preconditionFailure("a required member has a value") }
    value.write(to: &self)
    return value
  }

  mutating func rareText(_ text: @autoclosure () -> String?) -> String? {
    text().map { value($0) }
  }
}
