import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerExchange

/// Texts that break names, tables, sheets or pages in one program or another.
let hostileTexts =
  nastyTexts + [
    "", " ", ".", "..", "...", "../../etc/passwd", "..\\..\\x", "/abs", "C:\\x", "a/b", "a:b", "CON", "con.txt",
    "LPT1", "com¹", "aux ", "NUL.", "name.", "name ", ".hidden", "~", "-rf", "--help", "$(reboot)", "`id`",
    "%00",
    "%s%n", "{{7*7}}", "${x}", "<script>alert(1)</script>", "</style>", "<![CDATA[x]]>", "]]>", "&amp;", "&#0;",
    "<img src=x onerror=alert(1)>", "' OR 1=1 --", "\"; DROP TABLE event; --", "=cmd|' /C calc'!A0",
    "+SUM(1)*cmd|' /C calc'!A0", "@SUM(1+1)", "\t=1", "\r\n=1", "＝1", "1E5", "007", "1/2", "TRUE", "null",
    "nil",
    "undefined", "NaN", "-0", "0x1F", "9999999999999999999", "_x000D_", "_x0041_", "\u{0}", "a\u{0}b", "\u{7f}",
    "\u{1b}[31mred", "\u{8}\u{8}", "\u{feff}bom", "\u{200b}", "\u{200d}", "\u{202e}gpj.exe",
    "\u{2066}x\u{2069}",
    "\u{fffd}", "\u{fffe}", "\u{ffff}", "\u{1fffe}", "\u{e000}", "\u{378}", "e\u{301}", "\u{e9}", "A\u{30a}",
    "\u{212b}",
    "ﬁ", "ﬃ", "İi", "ıI", "ŒÆ", "ΑΩ", "עברית", "العربية", "हिन्दी", "ไทย", "한국어", "日本語", "𠜎𠜱", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪",
    "Z\u{335}\u{321}a\u{310}\u{323}l\u{334}\u{326}g\u{347}\u{338}o", "\u{85}", "\u{2028}", "\u{3000}", "\u{a0}",
    "a,b;c\td|e", "\"", "\"\"", "'", "''=1", "a\nb\nc", "\n", "\r", "\r\n",
    String(repeating: "x", count: 300), String(repeating: "é", count: 300), String(repeating: "👩‍👩‍👧‍👦", count: 40),
    String(repeating: "a\u{301}", count: 200), "a" + String(repeating: "\u{301}", count: 400),
    String(repeating: "/", count: 50), String(repeating: ".", count: 50),
  ]

@Suite("Names of exported files (IE-35)")
struct NameTests {
  @Test("Every part is valid on three systems, in NFC and within its length", arguments: hostileTexts)
  func part(text: String) {
    for bytesMax in [5, 40, 120] {
      let part = PortableName.part(text, bytesMax: bytesMax)
      #expect(part.utf8.count <= bytesMax)
      #expect(NFC.isNormalized(part))
      #expect(!part.unicodeScalars.contains { "<>:\"/\\|?*".unicodeScalars.contains($0) || $0.value < 0x20 })
      #expect(!part.unicodeScalars.contains { $0.value == 0x202e || (0x7f...0x9f).contains($0.value) })
      #expect(!part.hasPrefix(".") && !part.hasSuffix(".") && !part.hasPrefix(" ") && !part.hasSuffix(" "))
    }
  }

  @Test(
    "Parts and titles",
    arguments: [
      ("Lufthansa", "Lufthansa", "Lufthansa"), ("Berlin — June 2026", "Berlin — June 2026", "Berlin-June-2026"),
      ("a/b\\c:d", "a-b-c-d", "a-b-c-d"), ("  x  y  ", "x y", "x-y"), ("CON", "CON", "CON_"),
      ("con.d", "con.d", "con.d_"),
      ("\u{202e}gpj.exe", "gpj.exe", "gpj.exe"), ("e\u{301}", "é", "é"), ("..", "", ""),
      ("LPT9", "LPT9", "LPT9_"),
      ("LPTX", "LPTX", "LPTX"), ("tab\there", "tab here", "tab-here"),
    ])
  func examples(text: String, part: String, title: String) {
    #expect(PortableName.part(text, bytesMax: 100) == part)
    #expect(PortableName.title(text, bytesMax: 100) == title)
  }

  private func row(_ vendor: String?, _ units: Int64?, _ date: String? = "2026-06-14") -> TransactionRow {
    TransactionRow(
      id: TransactionID(.random()), stage: .saved, origin: "manual", on: day("2026-06-14"),
      created: HybridTime(rawValue: 0), name: nil, kind: .expense, vendor: vendor, date: date.map(day),
      amount: units.map { Amount(Money(minorUnits: $0, currency: .eur)) }, category: nil, payment: nil,
      group: nil,
      account: nil, note: nil, tags: [], flags: TransactionFlags(), isCleared: false, rule: nil,
      attachments: [],
      attentionCount: 0, correctedCount: 0, conflictCount: 0)
  }

  @Test("A receipt's name has date, vendor and amount, and equal names are told apart")
  func receipts() {
    var names = ReceiptNames()
    let made = [
      row("Lufthansa", 42_000), row("LUFTHANSA", 42_000), row("Lufthansa", 42_000), row("Lufthansa_2", nil),
      row("Café", 5), row("Cafe\u{301}", 5), row("Straße", 5), row("STRASSE", 5), row(nil, -5, nil),
      row("..", nil),
    ].map { names.base(of: $0) }
    #expect(
      made == [
        "2026-06-14/2026-06-14_Lufthansa_EUR-420.00", "2026-06-14/2026-06-14_LUFTHANSA_EUR-420.00_2",
        "2026-06-14/2026-06-14_Lufthansa_EUR-420.00_3", "2026-06-14/2026-06-14_Lufthansa_2",
        "2026-06-14/2026-06-14_Café_EUR-0.05", "2026-06-14/2026-06-14_Café_EUR-0.05_2",
        "2026-06-14/2026-06-14_Straße_EUR-0.05", "2026-06-14/2026-06-14_STRASSE_EUR-0.05_2",
        "undated/undated_expense_EUR--0.05", "2026-06-14/2026-06-14_expense",
      ])
  }

  @Test("Names of every hostile vendor differ without regard to case, and fit with page and extension")
  func hostile() {
    var names = ReceiptNames()
    var seen: Set<String> = []
    for vendor in hostileTexts + hostileTexts.map({ $0.uppercased() }) {
      let name = names.base(of: row(vendor, .max)) + "_p99.tiff"
      #expect(seen.insert(name.lowercased()).inserted)
      #expect(name.split(separator: "/").count == 2 && name.split(separator: "/")[1].utf8.count <= 200)
    }
  }
}
