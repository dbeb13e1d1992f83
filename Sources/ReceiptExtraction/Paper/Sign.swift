/// The signs that the scanner looks for, folded.
enum Sign {
  static let minus = UInt16(ascii: "-")
  static let plus = UInt16(ascii: "+")
  static let point = UInt16(ascii: ".")
  static let comma = UInt16(ascii: ",")
  static let apostrophe = UInt16(ascii: "'")
  static let colon = UInt16(ascii: ":")
  static let slash = UInt16(ascii: "/")
  static let backslash = UInt16(ascii: "\\")
  static let bar = UInt16(ascii: "|")
  static let underscore = UInt16(ascii: "_")
  static let star = UInt16(ascii: "*")
  static let hash = UInt16(ascii: "#")
  static let at = UInt16(ascii: "@")
  static let percent = UInt16(ascii: "%")
  static let opening = UInt16(ascii: "(")
  static let closing = UInt16(ascii: ")")
  /// The year and the month of a Japanese date.
  static let year = UInt16(ascii: "年")
  static let month = UInt16(ascii: "月")
  /// The sign after a price in yen.
  static let yen = UInt16(ascii: "円")
}
