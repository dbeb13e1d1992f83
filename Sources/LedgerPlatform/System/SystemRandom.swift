#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The system's generator of random bytes.
package enum SystemRandom {
  /// The most bytes that one call of the system returns.
  package static let callBytesMax = 256

  /// Returns up to `callBytesMax` random bytes, or an empty array if the system refuses.
  package static func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      #if canImport(Darwin)
        arc4random_buf(buffer.baseAddress, count)
        initialized = count
      #else
        initialized = getentropy(buffer.baseAddress, count) == 0 ? count : 0
      #endif
    }
  }
}
