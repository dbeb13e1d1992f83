import BankFiles
import Foundation
import LedgerDomain
import Testing

/// The statements among the corpora of the fuzzer, which are whole files of each format.
enum SampleStatements {
  static let names = ["csv", "ofx", "qif", "camt", "mt940", "register", "journal"]

  static let options: BankFileOptions = {
    var options = BankFileOptions()
    options.currency = .eur
    options.dateOrder = .dayFirst
    return options
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = repository.appendingPathComponent("Fixtures/fuzz/\(name)/statement")
    // The first byte chooses options of the fuzzer.
    return [UInt8](try Data(contentsOf: file).dropFirst())
  }
}

/// The part of a row that decides what is recorded.
struct RowFigures: Hashable, CustomStringConvertible {
  let line: Int
  let date: CivilDate
  let money: Money

  init(_ row: BankRow) { (line, date, money) = (row.line, row.date, row.money) }

  var description: String { "line \(line): \(date.iso) \(money)" }

  /// The rows of a cut file that the whole file does not have.
  static func invented(_ cut: BankFile, whole: BankFile) -> [RowFigures] {
    let known = Set(whole.rows.map(RowFigures.init))
    return cut.rows.map(RowFigures.init).filter { !known.contains($0) }
  }
}

@Suite("Files that are cut off")
struct CutOffTests {
  @Test(
    "A statement cut off at any byte ends in an error or in rows that the whole file has",
    arguments: SampleStatements.names)
  func cutOff(_ name: String) throws {
    let bytes = try SampleStatements.bytes(name)
    let whole = try BankFileReader.read(bytes, options: SampleStatements.options)
    #expect(whole.rows.count >= 2 && whole.refused.isEmpty)
    for length in 1..<bytes.count {
      guard
        let cut = try? BankFileReader.read(Array(bytes.prefix(length)), options: SampleStatements.options)
      else { continue }
      #expect(RowFigures.invented(cut, whole: whole) == [], "cut off after \(length) bytes")
    }
  }
}
