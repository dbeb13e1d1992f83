#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension LedgerLog {
  /// Sixteen bytes from the system's generator, for `append`: two system calls.
  public static func randomSalt() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return withUnsafeBytes(of: (generator.next(), generator.next())) { [UInt8]($0) }
  }

  /// A source of salts for a large batch: asks the system's generator for sixteen at a time.
  public static func batchSalts() -> () -> [UInt8] {
    var bytes: [UInt8] = []
    return {
      if bytes.isEmpty { bytes = randomBytes() }
      defer { bytes.removeLast(16) }
      return Array(bytes.suffix(16))
    }
  }

  /// 256 bytes, the most that `getentropy` gives at once.
  private static func randomBytes() -> [UInt8] {
    #if canImport(Darwin)
      return [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
        arc4random_buf(buffer.baseAddress, 256)
        count = 256
      }
    #else
      let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
        count = getentropy(buffer.baseAddress, 256) == 0 ? 256 : 0
      }
      return bytes.isEmpty ? (0..<16).flatMap { _ in randomSalt() } : bytes
    #endif
  }
}
