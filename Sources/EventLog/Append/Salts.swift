internal import LedgerPlatform

extension LedgerLog {
  /// Sixteen bytes from the system's generator, for `append`: a system call.
  package static func randomSalt() -> [UInt8] {
    let bytes = SystemRandom.bytes(16)
    if bytes.count == 16 { return bytes }
    var generator = SystemRandomNumberGenerator()
    return withUnsafeBytes(of: (generator.next(), generator.next())) { [UInt8]($0) }
  }

  /// Returns the salts of `count` events, one after the other. One system call gives sixteen of them.
  static func randomSalts(_ count: Int) -> [UInt8] {
    var salts: [UInt8] = []
    salts.reserveCapacity(count * 16)
    while salts.count < count * 16 {
      let more = SystemRandom.bytes(min(SystemRandom.callBytesMax, count * 16 - salts.count))
      salts += more.isEmpty ? randomSalt() : more
    }
    return salts
  }
}
