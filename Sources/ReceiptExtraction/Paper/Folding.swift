/// Folds single characters by the tables below.
///
/// The system's Unicode data is not used, so that every platform and version reads a receipt alike.
enum Folding {
  static let space: UInt16 = 0x20

  /// Returns the folded character: 0 for combining and zero-width ones, U+FFFD for unknown ones.
  @inline(__always)
  static func unit(_ scalar: UInt32) -> UInt16 {
    if scalar < 0x80 {
      if scalar >= 0x41 && scalar <= 0x5A { return UInt16(scalar) + 0x20 }
      return scalar < 0x20 || scalar == 0x7F ? space : UInt16(scalar)
    }
    if scalar < 0x180 { return latin(scalar) }
    return beyondLatin(scalar)
  }

  /// Returns the second character of a scalar that folds to two, such as `ß`.
  @inline(__always)
  static func secondUnit(_ scalar: UInt32) -> UInt16? {
    switch scalar {
    case 0xDF: UInt16(ascii: "s")
    case 0xC6, 0xE6, 0x152, 0x153: UInt16(ascii: "e")
    default: nil
    }
  }

  private static func latin(_ scalar: UInt32) -> UInt16 {
    if scalar < 0xC0 {
      switch scalar {
      case 0xA0: return space
      case 0xAD: return 0
      case 0xA3, 0xA5: return UInt16(scalar)
      case 0xAA: return UInt16(ascii: "a")
      case 0xB0, 0xBA: return UInt16(ascii: "o")
      case 0xB4: return UInt16(ascii: "'")
      case 0xB7: return UInt16(ascii: ".")
      default: return 0xFFFD
      }
    }
    return latinLetters[Int(scalar - 0xC0)]
  }

  /// U+00C0 to U+017F, without case and accents.
  private static let latinLetters: [UInt16] = {
    let upper = "aaaaaaaceeeeiiiidnooooox" + "ouuuuyts"
    let lower = "aaaaaaaceeeeiiiidnooooox" + "ouuuuyty"
    let extended =
      "aaaaaa" + "cccccccc" + "dddd" + "eeeeeeeeee" + "gggggggg" + "hhhh" + "iiiiiiiiii" + "iijj" + "kkk"
      + "llllllllll" + "nnnnnnnnn" + "oooooooo" + "rrrrrr" + "ssssssss" + "tttttt" + "uuuuuuuuuuuu" + "ww"
      + "yyy" + "zzzzzz" + "s"
    var table = (upper + lower + extended).utf8.map { UInt16($0) }
    while table.count < 0x180 - 0xC0 { table.append(0xFFFD) }
    return table
  }()

  private static func beyondLatin(_ scalar: UInt32) -> UInt16 {
    switch scalar {
    case 0x300...0x36F, 0x200B...0x200F, 0xFEFF: return 0
    case 0x218, 0x219: return UInt16(ascii: "s")
    case 0x21A, 0x21B: return UInt16(ascii: "t")
    case 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return space
    case 0x2010...0x2015, 0x2212: return UInt16(ascii: "-")
    case 0x2018...0x201B, 0x2032: return UInt16(ascii: "'")
    case 0x201C...0x201F, 0x2033: return UInt16(ascii: "\"")
    case 0x2022, 0x25CF, 0x30FB: return UInt16(ascii: ".")
    case 0x2044: return UInt16(ascii: "/")
    case 0x2116: return UInt16(ascii: "n")
    case 0xFF01...0xFF5E: return unit(scalar - 0xFEE0)
    case 0xFFE5: return 0xA5
    case 0xFFE1: return 0xA3
    case 0..<0xFFFD: return UInt16(scalar)
    default: return 0xFFFD
    }
  }
}

extension UInt16 {
  /// The code of an ASCII character.
  @inline(__always)
  init(ascii scalar: Unicode.Scalar) { self = UInt16(truncatingIfNeeded: scalar.value) }

  @inline(__always) var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// A letter of an alphabet with spaces between its words.
  @inline(__always) var isLetter: Bool {
    if self < 0x80 { return self >= 0x61 && self <= 0x7A }
    return self >= 0x180 && self < 0x2000
  }

  /// A character of a script without spaces: each is a word of its own.
  @inline(__always) var isIdeograph: Bool {
    self >= 0x3040 && self < 0xFF00 && !(self >= 0xD800 && self < 0xF900)
  }

  /// `$ £ ¥ €`, and the other signs of currencies.
  @inline(__always) var isCurrencySign: Bool {
    self == 0x24 || self == 0xA3 || self == 0xA5 || (self >= 0x20A0 && self <= 0x20CF)
  }
}
