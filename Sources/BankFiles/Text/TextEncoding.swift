/// An encoding that banks write their files in.
package enum TextEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  /// UTF-8 whose characters outside the basic plane are written as two surrogates of three bytes each.
  case cesu8 = "cesu-8"
  case windows1252 = "windows-1252"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1257 = "windows-1257"
  case latin2 = "iso-8859-2"
  case latin9 = "iso-8859-15"
  case dos850 = "cp850"
  case shiftJIS = "shift-jis"
  case gb18030 = "gb18030"

  /// The encoding of a name as files and people write it, or `nil` if the name is not known.
  package init?(name: String) {
    let key = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    switch key {
    case "utf8", "utf8bom", "utf8sig", "ascii", "usascii": self = .utf8
    case "utf16", "utf16le", "ucs2", "unicode": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "cesu8": self = .cesu8
    case "windows1252", "cp1252", "1252", "iso88591", "88591", "latin1", "ansi": self = .windows1252
    case "windows1250", "cp1250", "1250": self = .windows1250
    case "windows1251", "cp1251", "1251": self = .windows1251
    case "windows1253", "cp1253", "1253", "iso88597", "greek": self = .windows1253
    case "windows1254", "cp1254", "1254", "iso88599", "latin5": self = .windows1254
    case "windows1255", "cp1255", "1255", "iso88598", "hebrew": self = .windows1255
    case "windows1257", "cp1257", "1257": self = .windows1257
    case "iso88592", "88592", "latin2": self = .latin2
    case "iso885915", "885915", "latin9": self = .latin9
    case "cp850", "850", "ibm850", "dos850": self = .dos850
    case "shiftjis", "sjis", "cp932", "932", "windows31j", "mskanji": self = .shiftJIS
    case "gb18030", "gbk", "gb2312", "cp936", "936", "euccn": self = .gb18030
    default: return nil
    }
  }

  /// The encodings of one byte for each character that are told apart by the words of a header.
  static let singleByte: [TextEncoding] = [
    .windows1252, .windows1250, .windows1251, .windows1253, .windows1254, .windows1255, .windows1257, .latin2,
    .latin9, .dos850,
  ]

  /// Returns the text of the bytes as UTF-8, or `nil` if they are not text of this encoding.
  ///
  /// A byte order mark at the start is left out. A code that has no character becomes U+FFFD in the encodings of one
  /// byte for each character, since every file is valid in them.
  ///
  /// - Complexity: O(bytes).
  package func decode(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .utf8: UTF8Text.validated(bytes)
    case .utf16LittleEndian: UTF16Text.decode(bytes, isBigEndian: false)
    case .utf16BigEndian: UTF16Text.decode(bytes, isBigEndian: true)
    case .cesu8: UTF8Text.decodeCESU8(bytes)
    case .shiftJIS: ShiftJISText.decode(bytes)
    case .gb18030: GB18030Text.decode(bytes)
    case .windows1252: SingleByteText.decode(bytes, table: SingleByteTables.windows1252)
    case .windows1250: SingleByteText.decode(bytes, table: SingleByteTables.windows1250)
    case .windows1251: SingleByteText.decode(bytes, table: SingleByteTables.windows1251)
    case .windows1253: SingleByteText.decode(bytes, table: SingleByteTables.windows1253)
    case .windows1254: SingleByteText.decode(bytes, table: SingleByteTables.windows1254)
    case .windows1255: SingleByteText.decode(bytes, table: SingleByteTables.windows1255)
    case .windows1257: SingleByteText.decode(bytes, table: SingleByteTables.windows1257)
    case .latin2: SingleByteText.decode(bytes, table: SingleByteTables.latin2)
    case .latin9: SingleByteText.decode(bytes, table: SingleByteTables.latin9)
    case .dos850: SingleByteText.decode(bytes, table: SingleByteTables.dos850)
    }
  }
}

extension [UInt8] {
  mutating func append(scalar: UInt32) {
    let valid = Unicode.Scalar(scalar) ?? "\u{fffd}"
    for byte in UTF8.encode(valid) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }
}
