internal import CLedgerHash

/// Computes SHA-256 (FIPS 180-4) of bytes in memory, with the CPU's instructions if it has them.
///
/// A few hundred bytes take about 0.2 µs with these instructions and 1 µs without. Nothing is allocated.
package enum SHA256 {
  /// Returns the digest of `bytes`.
  package static func hash(_ bytes: [UInt8]) -> SHA256Digest {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// Returns the digest of `bytes`, which may be empty.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
    SHA256Digest(cledger_sha256(bytes.baseAddress, bytes.count))
  }

  /// Returns the digest of 65 bytes, `prefix ‖ left ‖ right`.
  ///
  /// With prefix 1 it is a node of a tree of RFC 6962.
  package static func hash(
    prefix: UInt8, _ left: SHA256Digest, _ right: SHA256Digest
  ) -> SHA256Digest {
    SHA256Digest(cledger_sha256_pair(prefix, cledger_digest(left), cledger_digest(right)))
  }

  /// Returns the digest computed by the portable code, for tests.
  static func portableHash(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
    SHA256Digest(cledger_sha256_portable(bytes.baseAddress, bytes.count))
  }
}

/// Computes SHA-256 of bytes in pieces, such as those of a file.
///
///     var hasher = SHA256Hasher()
///     hasher.update(header)
///     hasher.update(body)
///     let digest = hasher.finalize()
package struct SHA256Hasher {
  private var stream: cledger_sha256_stream

  /// Creates a hasher without bytes.
  package init() { self.init(portable: false) }

  /// Creates a hasher that may be forced to use the portable code, for tests.
  init(portable: Bool) {
    stream = cledger_sha256_stream()
    cledger_sha256_begin(&stream, portable)
  }

  /// Adds `bytes`.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    cledger_sha256_add(&stream, bytes.baseAddress, bytes.count)
  }

  /// Adds `bytes`.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { cledger_sha256_add(&stream, $0.baseAddress, $0.count) }
  }

  /// Returns the digest of everything added so far. More can be added afterwards.
  package mutating func finalize() -> SHA256Digest { SHA256Digest(cledger_sha256_end(&stream)) }
}

extension SHA256Digest {
  fileprivate init(_ digest: cledger_digest) {
    self.init(word0: digest.word.0, word1: digest.word.1, word2: digest.word.2, word3: digest.word.3)
  }
}

extension cledger_digest {
  fileprivate init(_ digest: SHA256Digest) {
    self.init(word: (digest.word0, digest.word1, digest.word2, digest.word3))
  }
}
