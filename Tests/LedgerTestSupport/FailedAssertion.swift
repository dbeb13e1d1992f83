extension [UInt8] {
  /// Whether this is what a process wrote that ended because of an assertion with that message.
  public func nameAssertion(_ message: String) -> Bool {
    String(decoding: self, as: UTF8.self).contains("Precondition failed: \(message)")
  }
}
