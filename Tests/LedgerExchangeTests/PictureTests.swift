import Foundation
import LedgerBook
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerExchange

/// Programs that a test writes, under the names of those that make pictures.
private final class FakePrograms {
  private let temporary = TemporaryFolder()
  var folder: String { temporary.path }

  /// Adds a program that notes its arguments, and writes a JPEG of that size where its last argument asks.
  func add(_ name: String, width: Int = 300, height: Int = 400, code: Int = 0, ending: String = #"\xff\xd9"#)
    throws
  {
    let size = [height, width].map { String(format: #"\x%02x\x%02x"#, $0 >> 8, $0 & 0xff) }.joined()
    let script = """
      #!/bin/bash
      printf '%s\\n' "$@" > '\(folder)/\(name).arguments'
      for page in "$@"; do case $page in */page.*) page=${page#*:}; page=${page%%\\[*}; break ;; esac; done
      cp "$page" '\(folder)/\(name).page'
      result=${!#}; result=${result#jpeg:}; result=${result%%\\[*}
      case $result in *.jpg) ;; *) result=$result.jpg ;; esac
      printf '\\xff\\xd8\\xff\\xc0\\x00\\x11\\x08\(size)\\x03\\x01\\x22\\x00\\x00\(ending)' > "$result"
      exit \(code)
      """
    let source = "\(folder)/\(name).source"
    try Data(script.utf8).write(to: URL(fileURLWithPath: source))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: source)
    // The system starts no file that is open for writing. A process that another test starts right now may have
    // inherited the file just written. A copy made by a process of its own is open nowhere.
    try #require(try ZipReaders.run(["cp", "-f", source], "\(folder)/\(name)").code == 0)
  }

  var maker: PictureMaker { PictureMaker(path: "\(folder):/usr/bin:/bin") }

  /// The arguments of a program's last run, or `nil` if it did not run. They are forgotten.
  func arguments(of name: String) throws -> [String]? {
    let path = "\(folder)/\(name).arguments"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    try FileManager.default.removeItem(atPath: path)
    return text.split(separator: "\n").map(String.init)
  }
}

@Suite("Pictures of pages (RY-03)")
struct PictureTests {
  private let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]

  private func capture(_ bytes: [UInt8], in ledger: TestLedger) throws -> ReceiptPage {
    let id = try #require(try ledger.book.capture(CaptureInput(files: [.bytes(bytes)])).transaction)
    return try #require(try ledger.book.transaction(id).row.attachments.first)
  }

  private func made(_ outcome: PictureMaker.Outcome) -> [UInt8]? {
    if case .made(let bytes) = outcome { bytes } else { nil }
  }

  private func pictures(_ ledger: TestLedger) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: ledger.folder + "/pictures")) ?? []
    return names.filter { $0.count > 2 }
  }

  @Test("A picture is made once, upright and no larger than its size, and the page stays as it is")
  func once() throws {
    let (ledger, programs) = (try TestLedger(), FakePrograms())
    let page = try capture(jpeg, in: ledger)
    try programs.add("vipsthumbnail")
    let first = try #require(made(ledger.book.picture(.thumbnail, of: page, by: programs.maker)))
    #expect(JPEGHeader(first)?.width == 300)
    let arguments = try #require(try programs.arguments(of: "vipsthumbnail"))
    #expect(arguments[0].hasSuffix("/page.jpeg") && Array(arguments[1...2]) == ["--size", "400x400>"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: programs.folder + "/vipsthumbnail.page")) == Data(jpeg))
    #expect(made(ledger.book.picture(.thumbnail, of: page, by: programs.maker)) == first)
    #expect(try programs.arguments(of: "vipsthumbnail") == nil)
    #expect(made(ledger.book.picture(.view, of: page, by: programs.maker)) != nil)
    #expect(try programs.arguments(of: "vipsthumbnail")?[2] == "2048x2048>")
    #expect(pictures(ledger).count == 2)
    let original = try Data(contentsOf: URL(fileURLWithPath: ledger.book.path(ofPage: page.digest)))
    #expect(original == Data(jpeg))
    // A power cut may leave anything in a file that is not synced.
    let path = try #require(ledger.book.picturePath(.thumbnail, of: page))
    try Data(first.dropLast(2)).write(to: URL(fileURLWithPath: path))
    #expect(made(ledger.book.picture(.thumbnail, of: page, by: programs.maker)) == first)
    #expect(try programs.arguments(of: "vipsthumbnail") != nil)
  }

  @Test("The next program is tried, and a result that is no picture of that size counts as a failure")
  func failing() throws {
    let (ledger, programs) = (try TestLedger(), FakePrograms())
    let page = try capture(jpeg, in: ledger)
    let missing = PictureMaker(path: programs.folder)
    #expect(ledger.book.picture(.thumbnail, of: page, by: missing) == .missing(program: "vipsthumbnail"))
    try programs.add("vipsthumbnail", code: 1)
    #expect(
      ledger.book.picture(.thumbnail, of: page, by: programs.maker) == .failed("vipsthumbnail ended with 1")
        || made(ledger.book.picture(.thumbnail, of: page, by: programs.maker)) == nil)
    try programs.add("convert", width: 401)
    #expect(
      ledger.book.picture(.thumbnail, of: page, by: programs.maker)
        == .failed("the result has 401 × 400 pixels"))
    try programs.add("convert", ending: "")
    #expect(ledger.book.picture(.thumbnail, of: page, by: programs.maker) == .failed("the result is no JPEG"))
    #expect(pictures(ledger).isEmpty)
    try programs.add("convert")
    #expect(made(ledger.book.picture(.thumbnail, of: page, by: programs.maker)) != nil)
    let arguments = try #require(try programs.arguments(of: "convert"))
    #expect(arguments[0].hasPrefix("jpeg:/") && arguments[0].hasSuffix("[0]") && arguments[1] == "-auto-orient")
  }

  @Test("A PDF is drawn by pdftoppm alone, and a damaged page and other files by no program")
  func kinds() throws {
    let (ledger, programs) = (try TestLedger(), FakePrograms())
    for name in ["vipsthumbnail", "convert", "pdftoppm"] { try programs.add(name) }
    let pdf = try capture(Array("%PDF-1.7 paper".utf8), in: ledger)
    #expect(made(ledger.book.picture(.thumbnail, of: pdf, by: programs.maker)) != nil)
    let arguments = try #require(try programs.arguments(of: "pdftoppm"))
    #expect(arguments.contains("-singlefile") && arguments.contains("400"))
    let text = try capture(Array("just text".utf8), in: ledger)
    #expect(
      ledger.book.picture(.view, of: text, by: programs.maker)
        == .failed("application/octet-stream is no picture"))
    let page = try capture(jpeg, in: ledger)
    let path = ledger.book.path(ofPage: page.digest)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try Data("other".utf8).write(to: URL(fileURLWithPath: path))
    #expect(
      ledger.book.picture(.view, of: page, by: programs.maker) == .failed("its file is missing or damaged"))
    #expect(throws: ExportFailure.self) { try ledger.book.copyForViewing(page) }
    #expect(try programs.arguments(of: "vipsthumbnail") == nil && programs.arguments(of: "convert") == nil)
  }

  @Test("A ledger that is open for reading keeps nothing, and still shows the picture")
  func readOnly() throws {
    let (ledger, programs) = (try TestLedger(), FakePrograms())
    let page = try capture(jpeg, in: ledger)
    try programs.add("vipsthumbnail")
    var settings = ledger.book.settings
    settings.isReadOnly = true
    let reader = try Book.open(settings)
    let outcome = reader.picture(.thumbnail, of: page, by: programs.maker)
    #expect(made(outcome) != nil, "\(outcome)")
    try reader.close()
    #expect(pictures(ledger).isEmpty)
  }

  @Test("The report has thumbnails where they can be made, and is whole without them")
  func report() throws {
    let (ledger, programs) = (try TestLedger(), FakePrograms())
    let id = try #require(
      try ledger.book.capture(CaptureInput(files: [.bytes(jpeg), .bytes(jpeg + [4])])).transaction)
    for (field, value) in [
      (TransactionField.vendor, FieldValue.text("Taxi")), (.date, .date(day("2026-06-14"))),
      (.total, .amount(Amount(Money(minorUnits: 420, currency: .eur)))), (.category, .text("taxi")),
      (.payment, .text("card")),
    ] { try ledger.book.perform(.correct(field, value), on: id) }
    try ledger.book.perform(.save, on: id)
    func report(_ maker: PictureMaker?) throws -> (text: String, count: Int) {
      var bytes: [UInt8] = []
      let report = try Exporter.export(ledger.book, format: .html, pictures: maker) { bytes += $0 }
      return (String(decoding: bytes, as: UTF8.self), report.count)
    }
    let plain = try report(nil)
    #expect(!plain.text.contains("<img") && plain.count == 1)
    #expect(try report(PictureMaker(path: programs.folder)).text == plain.text)
    try programs.add("vipsthumbnail")
    let full = try report(programs.maker)
    #expect(full.text.components(separatedBy: "<img alt=\"\" src=\"data:image/jpeg;base64,/9j/").count == 3)
    #expect(full.count == 1)
    let rest = full.text.replacing(/<tr><td colspan="2">.*<\/td><\/tr>\n/, with: "")
    #expect(rest == plain.text)
  }

  @Test("The size of a JPEG is found after any number of other parts, and never in broken bytes")
  func header() {
    let frame: [UInt8] = [0xff, 0xc2, 0, 17, 8, 1, 0x90, 1, 0x2c, 3, 1, 0x22, 0, 0]
    let whole: [UInt8] =
      [0xff, 0xd8, 0xff, 0xe1, 0, 4, 0xff, 0xc0, 0xff, 0xff, 0xc4, 0, 2] + frame + [0xff, 0xd9]
    #expect(JPEGHeader(whole)?.width == 300 && JPEGHeader(whole)?.height == 400)
    for count in 0..<whole.count { #expect(JPEGHeader(Array(whole.prefix(count))) == nil, "\(count)") }
    #expect(JPEGHeader([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 0, 1, 0x2c, 3, 1, 0xff, 0xd9]) == nil)
    #expect(JPEGHeader([0xff, 0xd8] + [UInt8](repeating: 0xff, count: 100) + [0xff, 0xd9]) == nil)
    #expect(JPEGHeader([0x89, 0x50] + whole) == nil)
  }
}

/// The real programs, where they are installed.
@Suite("Pictures by real programs")
struct RealPictureTests {
  /// Whether a program runs, under that name, and not as another one.
  private static func isHere(_ name: String, _ arguments: [String]) -> Bool {
    guard let run = try? ZipReaders.run([name] + arguments.dropLast(), arguments.last ?? "") else {
      return false
    }
    return run.code == 0
  }

  private static let vips = isHere("vipsthumbnail", ["--version"])
  private static let convert = isHere("convert", ["-version"])
  private static let poppler = isHere("pdftoppm", ["-v"])

  /// An uncompressed TIFF of that many pixels, which lies on its side.
  private static func sideways(_ width: Int = 1_200, _ height: Int = 900) -> [UInt8] {
    func word(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 0xff) } }
    let tags: [(Int, Int, Int)] = [
      (256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8), (274, 3, 6),
      (277, 3, 1),
      (278, 4, height), (279, 4, width * height),
    ]
    let pixels = (0..<width * height).map { UInt8($0 % width * 255 / width) }
    var bytes = Array("II".utf8) + word(42, 2) + word(8 + pixels.count, 4) + pixels + word(tags.count, 2)
    for (tag, type, value) in tags { bytes += word(tag, 2) + word(type, 2) + word(1, 4) + word(value, 4) }
    return bytes + word(0, 4)
  }

  private func check(_ program: String, _ page: [UInt8], width: Int, height: Int) throws {
    let ledger = try TestLedger()
    // A script would need other programs of the folders in PATH, which are hidden below.
    let found = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").first {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        && FileHandle(forReadingAtPath: "\($0)/\(program)")?.readData(ofLength: 2) != Data("#!".utf8)
    }
    let folder = NSTemporaryDirectory() + "ledger-program-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(program)", withDestinationPath: "\(try #require(found))/\(program)")
    let id = try #require(try ledger.book.capture(CaptureInput(files: [.bytes(page)])).transaction)
    let attachment = try #require(try ledger.book.transaction(id).row.attachments.first)
    for size in PictureSize.allCases {
      let outcome = ledger.book.picture(size, of: attachment, by: PictureMaker(path: folder))
      guard case .made(let bytes) = outcome, let header = JPEGHeader(bytes) else {
        Issue.record("\(outcome)")
        continue
      }
      if size == .thumbnail { #expect(header.width == width && header.height == height, "\(header)") }
      #expect(max(header.width, header.height) <= size.sidePixelsMax)
    }
  }

  /// Pages that lie on their side, with the sizes of their thumbnails: a long one is cut, and a small one not enlarged.
  private static let pages = [
    ([1_200, 900], [300, 400]), ([4_000, 300], [133, 400]), ([1_000, 100], [100, 300]),
    ([300, 4_000], [400, 133]), ([900, 300], [133, 400]), ([1, 500], [3, 1]),
  ]

  @Test(
    "vipsthumbnail turns a page upright and cuts a long one",
    .enabled(if: vips, "vipsthumbnail is not installed"), arguments: pages)
  func thumbnailer(page: [Int], size: [Int]) throws {
    try check("vipsthumbnail", Self.sideways(page[0], page[1]), width: size[0], height: size[1])
  }

  @Test(
    "convert turns a page upright and cuts a long one", .enabled(if: convert, "convert is not installed"),
    arguments: pages)
  func converter(page: [Int], size: [Int]) throws {
    try check("convert", Self.sideways(page[0], page[1]), width: size[0], height: size[1])
  }

  @Test(
    "pdftoppm draws the first sheet of a PDF", .enabled(if: poppler, "pdftoppm is not installed"),
    arguments: [([300, 600], [200, 400]), ([100, 600], [133, 400]), ([800, 100], [400, 133])])
  func drawer(sheet: [Int], size: [Int]) throws {
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(sheet[0]) \(sheet[1])] >>",
    ]
    var pdf = "%PDF-1.4\n"
    var places: [Int] = []
    for (number, object) in objects.enumerated() {
      places.append(pdf.utf8.count)
      pdf += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = pdf.utf8.count
    pdf += "xref\n0 4\n0000000000 65535 f \n" + places.map { String(format: "%010d 00000 n \n", $0) }.joined()
    pdf += "trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    try check("pdftoppm", Array(pdf.utf8), width: size[0], height: size[1])
  }
}
