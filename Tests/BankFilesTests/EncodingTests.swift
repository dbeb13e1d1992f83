import BankFiles
import LedgerDomain
import Testing

@Suite("Encodings of files")
struct EncodingTests {
  private func text(_ encoding: TextEncoding, _ bytes: [UInt8]) -> String? {
    encoding.decode(bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "Bytes of every encoding become the text that was meant",
    arguments: [
      (TextEncoding.utf8, [0xef, 0xbb, 0xbf, 0x41, 0xc3, 0xa9], "Aé"),
      (.utf16LittleEndian, [0xff, 0xfe, 0x41, 0x00, 0x3d, 0xd8, 0x00, 0xde], "A😀"),
      (.utf16BigEndian, [0xfe, 0xff, 0x20, 0xac], "€"),
      (.cesu8, [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x21], "😀!"),
      (.windows1252, [0x80, 0xe4, 0xdf, 0x81], "€äß\u{fffd}"),
      (.windows1250, [0xe8, 0xb3, 0x9c], "čłś"),
      (.windows1251, [0xc4, 0xe0], "Да"),
      (.windows1253, [0xc1, 0xf9], "Αω"),
      (.windows1254, [0xfe, 0xdd], "şİ"),
      (.windows1255, [0xe0, 0xfa], "את"),
      (.windows1257, [0xe0, 0xf0], "ąš"),
      (.latin2, [0xb1, 0xe8], "ąč"),
      (.latin9, [0xa4], "€"),
      (.dos850, [0x84, 0x81], "äü"),
      (.shiftJIS, [0x93, 0xfa, 0x95, 0x74, 0xb6, 0x81, 0x5c, 0x87, 0x40, 0xfa, 0xb1], "日付ｶ―①﨑"),
      // GB 2312, the rows of GBK in the order of Unicode, four bytes of both planes.
      (.gb18030, [0xc8, 0xd5, 0xc6, 0xda], "日期"),
      (.gb18030, [0x81, 0x40, 0xaa, 0x40, 0xfe, 0x9f, 0xa8, 0x40, 0xa8, 0xb9], "丂狜䶮ˊü"),
      (.gb18030, [0x81, 0x30, 0x89, 0x38, 0x94, 0x39, 0xfc, 0x36], "ß😀"),
    ] as [(TextEncoding, [UInt8], String)])
  func decoded(_ encoding: TextEncoding, _ bytes: [UInt8], _ expected: String) {
    #expect(text(encoding, bytes) == expected)
  }

  @Test(
    "Bytes that are no text of the encoding are refused",
    arguments: [
      (TextEncoding.utf8, [0xc3]), (.utf8, [0xed, 0xa0, 0x80]), (.utf8, [0xc0, 0x80]),
      (.utf8, [0xf4, 0x90, 0x80, 0x80]),
      (.utf16LittleEndian, [0x41]), (.utf16LittleEndian, [0x00, 0xd8]), (.cesu8, [0xed, 0xa0, 0xbd]),
      (.shiftJIS, [0x81]), (.shiftJIS, [0x81, 0x20]), (.shiftJIS, [0xfd]), (.gb18030, [0x81]),
      (.gb18030, [0xff, 0x41]),
      (.gb18030, [0x81, 0x30, 0x81]), (.gb18030, [0xaa, 0xa1]),
    ] as [(TextEncoding, [UInt8])])
  func refused(_ encoding: TextEncoding, _ bytes: [UInt8]) { #expect(encoding.decode(bytes) == nil) }

  @Test("Names of encodings are known as files write them")
  func names() {
    #expect(TextEncoding(name: "ISO-8859-1") == .windows1252)
    #expect(TextEncoding(name: "Shift_JIS") == .shiftJIS)
    #expect(TextEncoding(name: "GBK") == .gb18030)
    #expect(TextEncoding(name: "utf7") == nil)
  }

  @Test(
    "A table whose header tells nothing is read in the encoding of everyday characters",
    arguments: [
      ([0x83, 0x58, 0x81, 0x5b, 0x83, 0x70, 0x81, 0x5b, 0x93, 0x8c, 0x8b, 0x9e, 0x93, 0x58], "スーパー東京店"),
      ([0xb3, 0xac, 0xca, 0xd0, 0xb9, 0xba, 0xce, 0xef, 0xcf, 0xfb, 0xb7, 0xd1], "超市购物消费"),
    ] as [([UInt8], String)])
  func everyday(_ vendor: [UInt8], _ expected: String) throws {
    var options = BankFileOptions()
    options.currency = .jpy
    let row = Array("2026/01/05,".utf8) + vendor + Array(",-350\n".utf8)
    #expect(try BankFileReader.read(row + row, options: options).rows.map(\.text) == [expected, expected])
  }

  @Test("Rare characters in both encodings leave the question to a person")
  func rare() throws {
    // The Russian for shop in Windows-1251, whose letters are pairs of rare characters in Chinese.
    let vendor: [UInt8] = [0xcc, 0xe0, 0xe3, 0xe0, 0xe7, 0xe8, 0xed]
    let row = Array("2026/01/05,".utf8) + vendor + Array(",-350\n".utf8)
    #expect(throws: BankFileError.self) { try BankFileReader.read(row + row, options: BankFileOptions()) }
  }

  @Test(
    "Turkish, Hebrew and Greek tables are read by the words of their headers",
    arguments: [
      // Açıklama, תאריך, Ημερομηνία
      ([0x41, 0xe7, 0xfd, 0x6b, 0x6c, 0x61, 0x6d, 0x61], TextEncoding.windows1254),
      ([0xfa, 0xe0, 0xf8, 0xe9, 0xea], .windows1255),
      ([0xc7, 0xec, 0xe5, 0xf1, 0xef, 0xec, 0xe7, 0xed, 0xdf, 0xe1], .windows1253),
    ] as [([UInt8], TextEncoding)])
  func headers(_ word: [UInt8], _ encoding: TextEncoding) throws {
    var options = BankFileOptions()
    options.currency = .eur
    let file = Array("Date;".utf8) + word + Array(";Amount\n2026-01-05;A;-3.50\n".utf8)
    let read = try BankFileReader.read(file, options: options)
    #expect(read.decisions.first?.value == encoding.rawValue)
  }

  @Test("Words of letters that are no western ones are asked for, and Korean ones are refused")
  func otherScripts() throws {
    // The Russian for shop and for bread in KOI8-R.
    let shop: [UInt8] = [0xed, 0xc1, 0xc7, 0xc1, 0xda, 0xc9, 0xce]
    let bread: [UInt8] = [0xe8, 0xcc, 0xc5, 0xc2, 0xce, 0xd9, 0xca]
    let korean: [UInt8] = [0xbd, 0xba, 0xc5, 0xb8, 0xb9, 0xf7, 0xbd, 0xba]
    var options = BankFileOptions()
    options.currency = .eur
    func row(_ text: [UInt8]) -> [UInt8] { Array("2026-01-05,".utf8) + text + Array(",-3.50\n".utf8) }
    for (text, wanted) in [(shop + [0x20] + bread, "encoding"), (korean + [0x20] + korean, "code page 949")] {
      do {
        _ = try BankFileReader.read(row(text) + row(text), options: options)
        Issue.record("nothing is refused")
      } catch {
        #expect(error.message.contains(wanted), "\(error.message)")
      }
    }
    let umlauts: [UInt8] = [0x54, 0xfc, 0x72, 0xf6, 0xdf, 0x65]
    #expect(try BankFileReader.read(row(umlauts) + row(umlauts), options: options).rows[0].text == "Türöße")
  }

  @Test(
    "Pounds, degrees and letters before blanks are no Korean",
    arguments: [[0x2d, 0xa3, 0x31], [0x4e, 0xb0], [0xc0, 0x20, 0x42], [0xc4, 0xc7]] as [[UInt8]])
  func western(_ mark: [UInt8]) throws {
    var options = BankFileOptions()
    options.currency = .eur
    let row = Array("2026-01-05,Shop ".utf8) + mark + Array(",-3.50\n".utf8)
    let file = Array("Date,Text,Amount\n".utf8) + Array([[UInt8]](repeating: row, count: 20).joined())
    do {
      #expect(try BankFileReader.read(file, options: options).rows.count == 20)
    } catch {
      #expect(!error.message.contains("Korean"), "\(error.message)")
    }
  }
}
