/// SHA-256 by the text of FIPS 180-4, for tests: it shares no code with the package.
public enum PlainSHA256 {
  /// The 32 bytes of a message's digest.
  ///
  /// - Complexity: O(bytes), a few hundred bytes in a microsecond.
  public static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: (119 - message.count % 64) % 64))
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: (message.count * 8) >> shift))
    }
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: padded.count, by: 64) { mix(padded, block, &words, &state) }
    return state.flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private static func mix(_ bytes: [UInt8], _ block: Int, _ words: inout [UInt32], _ state: inout [UInt32]) {
    func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
    for index in 0..<16 {
      let place = block + index * 4
      words[index] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
        | UInt32(bytes[place + 3])
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turn(early, 7) ^ turn(early, 18) ^ early >> 3
      let second = turn(late, 17) ^ turn(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      let one = h &+ sum &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
      let two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  /// The first 32 bits after the point of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = (2...311).filter { n in (2..<n).allSatisfy { n % $0 != 0 } }.map {
    prime in
    // The largest r with (r / 2^32)^3 <= prime.
    var low: UInt64 = 0
    var high: UInt64 = 8 << 32
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let (cube, isOver) = (UInt128(middle) * UInt128(middle)).multipliedReportingOverflow(by: UInt128(middle))
      if !isOver, cube <= UInt128(prime) << 96 { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }
}
