// Recomputes Fixtures/event-vectors.txt from the format's description, sharing no code with the package:
//
//     swiftc tools/check-event-vectors.swift -o /tmp/check && /tmp/check Fixtures/event-vectors.txt
//
// Prints the file with the right `bytes`, `leaf` and roots. Fails if the file contains others.

import Foundation

typealias Bytes = [UInt8]

// SHA-256 (FIPS 180-4): its constants are the fractions of square and cube roots of primes.
let primes = (2..<312).filter { number in !(2..<number).contains { number % $0 == 0 } }
func fraction(_ root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 0x1p32) }
func sha256(_ message: Bytes) -> Bytes {
  var state = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  let keys = primes.prefix(64).map { fraction(cbrt(Double($0))) }
  let zeros = Bytes(repeating: 0, count: (119 - message.count % 64) % 64)
  let padded = message + [0x80] + zeros + big(UInt64(message.count * 8))
  func turn(_ word: UInt32, _ counts: UInt32...) -> UInt32 { counts.reduce(0) { $0 ^ (word >> $1 | word << (32 - $1)) } }
  for block in stride(from: 0, to: padded.count, by: 64) {
    var words = (0..<16).map { index in padded[(block + index * 4)...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    for i in 16..<64 {
      let s0 = turn(words[i - 15], 7, 18) ^ words[i - 15] >> 3, s1 = turn(words[i - 2], 17, 19) ^ words[i - 2] >> 10
      words.append(words[i - 16] &+ s0 &+ words[i - 7] &+ s1)
    }
    var v = state
    for i in 0..<64 {
      let one = v[7] &+ turn(v[4], 6, 11, 25) &+ (v[4] & v[5] ^ ~v[4] & v[6]) &+ keys[i] &+ words[i]
      let two = turn(v[0], 2, 13, 22) &+ (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2])
      v = [one &+ two, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6]]
    }
    for i in 0..<8 { state[i] &+= v[i] }
  }
  return state.flatMap(big)
}

func big(_ value: some FixedWidthInteger) -> Bytes { withUnsafeBytes(of: value.bigEndian) { Bytes($0) } }
func text(_ value: String) -> Bytes { big(UInt16(value.utf8.count)) + Bytes(value.utf8) }
func hex(_ bytes: Bytes) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
func bytes(_ hex: String) -> Bytes {
  let digits = hex.filter { $0 != "-" }.compactMap { UInt8(String($0), radix: 16) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
func reference(_ value: String) -> Bytes {
  let words = value.split(separator: " ").map(String.init)
  return bytes(words[0]) + big(UInt64(words[1])!)
}
func root(_ leaves: [Bytes]) -> Bytes {
  if leaves.count < 2 { return leaves.first ?? sha256([]) }
  let split = (0...).lazy.map { 1 << $0 }.first { $0 * 2 >= leaves.count }!
  return sha256([1] + root(Array(leaves[..<split])) + root(Array(leaves[split...])))
}

/// The hashed bytes of an event in format 1.
func hashedBytes(_ parts: [(String, String)]) -> Bytes {
  func all(_ name: String) -> [String] { parts.filter { $0.0 == name }.map { $0.1 } }
  func one(_ name: String) -> String { all(name).first ?? "" }
  let time = one("time").split(separator: " ").map { UInt64($0)! }
  var result: Bytes = [1] + reference(one("device")) + big(time[0] << 16 | time[1])
  result += big(Int64(time[0]) &- Int64(one("recorded"))!) + big(Int16(one("offset"))!)
  result += text(one("kind")) + bytes(one("stream")) + big(UInt16(all("seen").count)) + all("seen").flatMap(reference)
  result += text(one("type")) + big(UInt32(one("schema"))!) + bytes(one("correlation"))
  result += all("cause").first.map(reference) ?? Bytes(repeating: 0, count: 24)
  result += text(one("actor"))
  return result + (all("commitment").first.map(bytes) ?? sha256(bytes(one("salt")) + Bytes(one("payload").utf8)))
}

let given = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
var leaves: [Bytes] = []
var blocks: [String] = []
for block in given.split(separator: "\n\n") {
  var lines = block.split(separator: "\n").map(String.init)
  if lines.contains(where: { $0.hasPrefix("event ") }) {
    lines.removeAll { $0.hasPrefix("bytes") || $0.hasPrefix("leaf") }
    let parts = lines.map { line in line.split(separator: " ", maxSplits: 1).map(String.init) + [""] }.map { ($0[0], $0[1]) }
    let hashed = hashedBytes(parts)
    leaves.append(sha256([0] + hashed))
    lines += ["bytes " + hex(hashed), "leaf " + hex(leaves[leaves.count - 1])]
  } else {
    lines.removeAll { $0.hasPrefix("root") }
    if lines.contains(where: { $0.hasPrefix("# Roots") }) {
      lines += (0...leaves.count).map { "root \($0) " + hex(root(Array(leaves.prefix($0)))) }
    }
  }
  blocks.append(lines.joined(separator: "\n"))
}
let expected = blocks.joined(separator: "\n\n") + "\n"
print(expected, terminator: "")
exit(expected == given ? 0 : 1)
