// Writes the tables of canonical normalization from this machine's Foundation and standard library:
//
//     swiftc tools/make-normalization-tables.swift -o /tmp/make-normalization-tables
//     /tmp/make-normalization-tables > Sources/LedgerDomain/Text/NormalizationTables.swift
//
// Foundation's ICU may be older than the standard library. Scalars that are younger than `newest` are left out, so that
// decompositions and combining classes have the same version of Unicode. Raise it when Foundation has a newer one.

import Foundation

let newest = (major: 15, minor: 1)

struct Entry {
  let composed: UInt32
  let text: String
}

func hex(_ value: UInt32) -> String { String(value, radix: 16) }

func isKnown(_ scalar: Unicode.Scalar) -> Bool {
  guard let age = scalar.properties.age else { return false }
  return (age.major, age.minor) <= newest
}

/// The mapping of the Unicode Character Database: one step of decomposition to one or two scalars.
///
/// Foundation gives the full decomposition. So the first scalar of a pair is composed from all but the last one.
func mapping(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
  let source = String(Character(scalar))
  let full = Array(source.decomposedStringWithCanonicalMapping.unicodeScalars)
  guard full != [scalar] else { return nil }
  guard full.count > 2 else { return full }
  var head = String.UnicodeScalarView()
  head.append(contentsOf: full.dropLast())
  let composed = Array(String(head).precomposedStringWithCanonicalMapping.unicodeScalars)
  guard let last = full.last, composed.count == 1, let first = composed.first else { return full }
  return [first, last]
}

var tokens: [String] = []
var cursor: UInt32 = 0
var count = 0
for value in UInt32(0x80)...0x10ffff {
  guard !(0xac00...0xd7a3).contains(value), let scalar = Unicode.Scalar(value), isKnown(scalar),
    let parts = mapping(of: scalar)
  else { continue }
  if value != cursor { tokens.append("@" + hex(value)) }
  cursor = value + 1
  count += 1
  let recomposes = String(Character(scalar)).precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(
    [scalar])
  tokens.append(parts.map { hex($0.value) }.joined(separator: parts.count == 2 && recomposes ? "+" : "!"))
}

var runs: [String] = []
var run: (first: UInt32, length: UInt32, combiningClass: UInt8) = (0, 0, 0)
for value in UInt32(0x300)...0x110000 {
  let scalar = value < 0x110000 ? Unicode.Scalar(value) : nil
  let combiningClass = scalar.map { isKnown($0) ? $0.properties.canonicalCombiningClass.rawValue : 0 } ?? 0
  if combiningClass == run.combiningClass, run.length > 0 {
    run.length += 1
    continue
  }
  if run.combiningClass != 0 {
    runs.append("\(hex(run.first))-\(hex(run.length))-\(hex(UInt32(run.combiningClass)))")
  }
  run = (value, 1, combiningClass)
}

func lines(_ tokens: [String]) -> String {
  var lines: [String] = []
  var line = ""
  for token in tokens {
    if line.utf8.count + token.utf8.count > 104 {
      lines.append(line)
      line = ""
    }
    line += token + " "
  }
  lines.append(String(line.dropLast()))
  return lines.map { "    \($0)" }.joined(separator: "\\\n")
}

print(
  """
  // Made by tools/make-normalization-tables.swift from Unicode \(newest.major).\(newest.minor). Do not edit.

  /// The canonical mappings (\(count), without Hangul) and combining classes (\(runs.count) runs) of Unicode \
  \(newest.major).\(newest.minor).
  ///
  /// They are text, because a long string compiles at once where a long array does not.
  enum NormalizationTables {
    /// The mappings in the order of the scalars, in hexadecimal.
    ///
    /// `@c0` is the scalar of the next mapping. Each further mapping is of the scalar after it. `41+300` is a pair that
    /// composes again, `41!300` are scalars that do not, and `4b` is a single scalar.
    static let mappings: StaticString = \"""
  \(lines(tokens))
      \"""

    /// `first-count-class`, in hexadecimal, in the order of the scalars. Every other scalar has class 0.
    static let combiningClasses: StaticString = \"""
  \(lines(runs))
      \"""
  }
  """)
