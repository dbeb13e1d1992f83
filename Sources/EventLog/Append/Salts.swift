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

  /// A source of salts for a large batch: asks the system's generator for sixteen at a time.
  public static func batchSalts() -> () -> [UInt8] {
    var bytes: [UInt8] = []
    return {
      if bytes.isEmpty { bytes = randomBytes(256) }
      guard bytes.count >= 16 else { return randomSalt() }
      defer { bytes.removeLast(16) }
      return Array(bytes.suffix(16))
    }
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
