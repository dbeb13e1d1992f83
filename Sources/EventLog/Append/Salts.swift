#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension LedgerLog {
  /// Sixteen bytes from the system's generator, for `append`: a system call.
  public static func randomSalt() -> [UInt8] {
    let bytes = randomBytes(16)
    if bytes.count == 16 { return bytes }
    var generator = SystemRandomNumberGenerator()
    return withUnsafeBytes(of: (generator.next(), generator.next())) { [UInt8]($0) }
  }

  /// The salts of so many events, one after the other: sixteen to a system call.
  static func randomSalts(_ count: Int) -> [UInt8] {
    var salts: [UInt8] = []
    salts.reserveCapacity(count * 16)
    while salts.count < count * 16 {
      let more = randomBytes(min(256, count * 16 - salts.count))
      salts += more.isEmpty ? randomSalt() : more
    }
    return salts
  }

  /// Up to 256 bytes, the most that `getentropy` gives at once; none where it fails.
  private static func randomBytes(_ wanted: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      #if canImport(Darwin)
        arc4random_buf(buffer.baseAddress, wanted)
        count = wanted
      #else
        count = getentropy(buffer.baseAddress, wanted) == 0 ? wanted : 0
      #endif
    }
  }
}
