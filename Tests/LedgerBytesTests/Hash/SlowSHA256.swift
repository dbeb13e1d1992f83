/// SHA-256 once more, straight from the text of FIPS 180-4, without our code.
///
/// The constants are computed from the primes, and the message is one array of bytes.
enum SlowSHA256 {
  static func hash(_ message: [UInt8]) -> String {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    for shift in (0..<8).reversed() {
      padded.append(UInt8(truncatingIfNeeded: (message.count * 8) >> (8 * shift)))
    }

    var hash = primes.prefix(8).map { root(of: $0, power: 2) }
    let constants = primes.map { root(of: $0, power: 3) }
    for block in stride(from: 0, to: padded.count, by: 64) {
      var words: [UInt32] = []
      for t in 0..<64 {
        if t < 16 {
          words.append(padded[(block + 4 * t)..<(block + 4 * t + 4)].reduce(0) { $0 << 8 | UInt32($1) })
        } else {
          let a = words[t - 15]
          let b = words[t - 2]
          let small0 = turn(a, 7) ^ turn(a, 18) ^ a >> 3
          let small1 = turn(b, 17) ^ turn(b, 19) ^ b >> 10
          words.append(small1 &+ words[t - 7] &+ small0 &+ words[t - 16])
        }
      }
      var v = hash
      for t in 0..<64 {
        let big1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
        let choose = (v[4] & v[5]) ^ (~v[4] & v[6])
        let one = v[7] &+ big1 &+ choose &+ constants[t] &+ words[t]
        let big0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
        let major = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
        v = [one &+ big0 &+ major, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6]]
      }
      hash = zip(hash, v).map { $0 &+ $1 }
    }
    return hash.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static let primes: [UInt64] = (2...311).filter { n in (2..<n).allSatisfy { n % $0 != 0 } }

  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  /// The first 32 bits after the point of a prime's square or cube root: the largest r with (r/2^32)^power ≤ n.
  private static func root(of prime: UInt64, power: Int) -> UInt32 {
    var low: UInt64 = 0
    var high: UInt64 = 20 << 32
    let target = power == 2 ? UInt128(prime) << 64 : UInt128(prime) << 96
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let square = UInt128(middle) * UInt128(middle)
      let (value, overflow) =
        power == 2 ? (square, false) : square.multipliedReportingOverflow(by: UInt128(middle))
      if !overflow && value <= target { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }
}
