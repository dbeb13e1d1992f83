import Foundation
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerExchange

/// Programs that read ZIP archives, each with the arguments before the archive's name.
enum ZipReaders {
  static let all: [[String]] = [
    ["unzip", "-tqq"], ["7z", "t"], ["python3", "-m", "zipfile", "-t"], ["bsdtar", "-tf"],
  ]

  static func path(_ name: String) -> String? { InstalledProgram.path(name) }

  static let installed = all.filter { path($0[0]) != nil }
  static let missing = all.filter { path($0[0]) == nil }.map { $0[0] }

  /// Runs a reader on an archive. Returns its output and code.
  static func run(_ reader: [String], _ archive: String) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(reader[0])))
    process.arguments = Array(reader.dropFirst()) + [archive]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

@Suite("ZIP archives")
struct ZipTests {
  private func archive(
    _ entries: [(String, [UInt8])], limits: ZipWriter.Limits = ZipWriter.Limits()
  ) throws -> [UInt8] {
    let written = Collected()
    var zip = ZipWriter(limits: limits) { written.bytes += $0 }
    for (name, bytes) in entries { try zip.entry(name, bytes, date: day("2026-06-14")) }
    try zip.finish()
    return written.bytes
  }

  final class Collected {
    var bytes: [UInt8] = []
  }

  @Test("The checksum is that of the standard, for every length and in pieces")
  func checksum() {
    #expect(CRC32.of(Array("123456789".utf8)) == 0xcbf4_3926)
    var random = SeededGenerator(seed: 5)
    for count in 0..<80 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Int(CRC32.of(bytes)) == PlainZip.checksum(bytes), "\(count)")
      var pieces = CRC32()
      bytes[..<(count / 3)].withUnsafeBytes { pieces.update($0) }
      bytes[(count / 3)...].withUnsafeBytes { pieces.update($0) }
      #expect(Int(pieces.value) == PlainZip.checksum(bytes), "\(count)")
    }
  }

  @Test(
    "Entries come back with their names and bytes, in the older form and in that of Zip64",
    arguments: [false, true])
  func roundTrip(isLarge: Bool) throws {
    let entries: [(String, [UInt8])] = [
      ("a.txt", []), ("ordner/Café 食品 🍽️.txt", Array("hello".utf8)),
      ("big.bin", [UInt8](repeating: 7, count: 200_000)), ("z", [0]),
    ]
    let limits = isLarge ? ZipWriter.Limits(valueMax: 4, entryCountMax: 2) : ZipWriter.Limits()
    let bytes = try archive(entries, limits: limits)
    let read = try PlainZip(bytes)
    #expect(read.names == entries.map { $0.0 })
    #expect(read.entries.map(\.bytes) == entries.map { $0.1 })
    #expect(bytes.count(of: [0x50, 0x4b, 0x06, 0x06]) == (isLarge ? 1 : 0))
  }

  @Test(
    "Every reader that is installed accepts an archive, in both forms", arguments: ZipReaders.installed,
    [false, true])
  func readers(reader: [String], isLarge: Bool) throws {
    let folder = NSTemporaryDirectory() + "ledger-zip-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names = hostileTexts.enumerated().map { place, text in
      "\(place)/\(PortableName.part(text, bytesMax: 120))_\(place).txt"
    }
    let limits = isLarge ? ZipWriter.Limits(valueMax: 4, entryCountMax: 2) : ZipWriter.Limits()
    let bytes = try archive(names.map { ($0, Array("text of \($0)".utf8)) }, limits: limits)
    let path = folder + "/a.zip"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let run = try ZipReaders.run(reader, path)
    #expect(run.code == 0, "\(reader): \(run.output)")
    var broken = bytes
    let content = try #require(broken.firstRange(of: Array("text of".utf8)))
    broken[content.lowerBound] ^= 1
    try Data(broken).write(to: URL(fileURLWithPath: path))
    if reader[0] != "bsdtar" {
      #expect(try ZipReaders.run(reader, path) != (0, run.output), "it checks nothing")
    }
  }

  @Test("More entries than 16 bits can count are listed in Zip64")
  func manyEntries() throws {
    #expect(try PlainZip(archive(Self.manyEntries)).names.count == 65_600)
  }

  private static let manyEntries = (0..<65_600).map { ("\($0 % 10)/\($0)", [UInt8]()) }

  @Test(
    "Python counts more entries than 16 bits can count",
    .enabled(if: InstalledProgram.path("python3") != nil, "needs python3"))
  func manyEntriesInPython() throws {
    let bytes = try archive(Self.manyEntries)
    let path = NSTemporaryDirectory() + "ledger-zip-\(UUID().uuidString).zip"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try ZipReaders.run(
      ["python3", "-c", "import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))"], path)
    #expect(run.output == "65600\n", "\(run.output)")
  }

  @Test("Dates before 1980 and after 2107 become the nearest that the format has")
  func dates() throws {
    for (date, field) in [
      ("1979-12-31", 1 << 5 | 1), ("2026-06-14", 46 << 9 | 6 << 5 | 14),
      ("2200-01-01", 127 << 9 | 12 << 5 | 31),
    ] {
      let written = Collected()
      var zip = ZipWriter { written.bytes += $0 }
      try zip.entry("a", [], date: day(date))
      try zip.finish()
      #expect(Int(written.bytes[12]) | Int(written.bytes[13]) << 8 == field)
    }
  }
}

extension [UInt8] {
  /// How often some bytes occur.
  func count(of wanted: [UInt8]) -> Int {
    indices.filter { $0 + wanted.count <= count && self[$0..<$0 + wanted.count].elementsEqual(wanted) }.count
  }
}
