import LedgerTestSupport
import Testing

@testable import LedgerBytes

struct SHA256Tests {
  /// From FIPS 180-4's examples and NIST's byte vectors.
  static let vectors: [(message: [UInt8], digest: String)] = [
    ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ([0xbd], "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
    (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      Array(
        ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (Array(repeating: 0, count: 64), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
    (
      Array(repeating: UInt8(ascii: "a"), count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test("The published vectors come out, by the CPU's instructions, the portable code and in pieces")
  func published() {
    for (message, digest) in Self.vectors {
      #expect(SHA256.hash(message).description == digest)
      #expect(message.withUnsafeBytes { SHA256.portableHash($0) }.description == digest)
      for portable in [false, true] {
        var hasher = SHA256Hasher(portable: portable)
        hasher.update(message)
        #expect(hasher.finalize().description == digest)
      }
    }
  }

  @Test("Every length from 0 to 200 agrees with a second, slow implementation and with the portable code")
  func lengths() {
    let message = (0..<201).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
    var all: [UInt8] = []
    for count in 0...200 {
      let prefix = Array(message[..<count])
      let digest = SHA256.hash(prefix)
      #expect(digest.description == SlowSHA256.hash(prefix), "\(count) bytes")
      #expect(prefix.withUnsafeBytes { SHA256.portableHash($0) } == digest, "\(count) bytes")
      digest.append(to: &all)
    }
    // The digest of all those digests, by sha256sum.
    #expect(SHA256.hash(all).description == "3275febb4612d86d586eb9f11cd21e648a9fc7d95e0f6b8d362786e28c9c5b79")
  }

  @Test(
    "Pieces of any sizes give the digest of the whole, at every point in between",
    arguments: 1...20 as ClosedRange<UInt64>)
  func pieces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let message = random.bytes(Int.random(in: 0...2000, using: &random))
    for portable in [false, true] {
      var hasher = SHA256Hasher(portable: portable)
      var done = 0
      while done < message.count {
        let count = min(Int.random(in: 0...150, using: &random), message.count - done)
        hasher.update(Array(message[done..<done + count]))
        done += count
        #expect(hasher.finalize() == SHA256.hash(Array(message[..<done])), "seed \(seed), \(done) bytes")
      }
      #expect(hasher.finalize() == SHA256.hash(message), "seed \(seed)")
    }
  }

  @Test("Unaligned bytes are hashed as aligned ones are")
  func unaligned() {
    let message = (0..<400).map { UInt8(truncatingIfNeeded: $0 * 31) }
    message.withUnsafeBytes { all in
      for start in 0..<17 {
        let part = UnsafeRawBufferPointer(rebasing: all[start..<start + 332])
        #expect(SHA256.hash(part) == SHA256.hash(Array(part)))
        #expect(SHA256.hash(part) == SHA256.portableHash(part))
      }
    }
  }

  @Test("A prefix and two digests are hashed as their 65 bytes are: nodes of RFC 6962")
  func nodes() {
    let left = SHA256.hash([0x00])
    let right = SHA256.hash([0x00, 0x00])
    #expect(SHA256.hash(prefix: 7, right, left) == SHA256.hash([7] + right.bytes + left.bytes))
    // Root of the first two reference leaves of Certificate Transparency.
    let root = "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
    #expect(SHA256.hash(prefix: 1, left, right).description == root)
  }

  @Test("A digest is 32 bytes, in and out")
  func digestBytes() throws {
    let bytes = (0..<32).map { UInt8($0 * 8) }
    let digest = try #require(SHA256Digest(bytes: bytes))
    #expect(digest.bytes == bytes)
    #expect(digest.description.hasPrefix("0008101820"))
    #expect(SHA256Digest(bytes: bytes.dropLast()) == nil)
    #expect(SHA256Digest(bytes: bytes + [0]) == nil)
  }
}
