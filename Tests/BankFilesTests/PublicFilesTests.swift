import BankFiles
import Foundation
import LedgerDomain
import Testing

/// The public test files of other projects, which are outside of the repository: `EVENTS_BANK_FILES`, or a folder
/// `shared/data/bank` next to the repository. `expected.json` holds what other programs read in them.
enum PublicFiles {
  struct Expected: Sendable {
    let name: String
    let mustFail: Bool
    let mayFail: Bool
    let isFine: Bool
    let count: Int
    let goodRows: Int
    let sums: [String: Int64]
    let first: String?
    let last: String?
    let ask: String
    let form: [String: String]
    /// Whether charges are printed as positive numbers. `sums` has them as printed.
    let isOfCharges: Bool
  }

  static let folder: URL? = {
    var candidates: [URL] = []
    if let path = ProcessInfo.processInfo.environment["EVENTS_BANK_FILES"] {
      candidates.append(URL(fileURLWithPath: path))
    }
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    candidates.append(repository.deletingLastPathComponent().appendingPathComponent("shared/data/bank"))
    return candidates.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("expected.json").path)
    }
  }()

  static let all: [Expected] = {
    guard let folder, let data = try? Data(contentsOf: folder.appendingPathComponent("expected.json")),
      let entries = (try? JSONSerialization.jsonObject(with: data)) as? [String: [String: Any]]
    else { return [] }
    return entries.sorted { $0.key < $1.key }.map { name, entry in
      // The balances prove that a fee of its own column left the account.
      let sums = (entry["sumsLessFee"] ?? entry["sums"]) as? [String: Any] ?? [:]
      let form = entry["form"] as? [String: Any] ?? [:]
      return Expected(
        name: name, mustFail: entry["mustFail"] as? Bool ?? false, mayFail: entry["mayFail"] as? Bool ?? false,
        isFine: entry["fraction"] as? Bool ?? false, count: entry["count"] as? Int ?? 0,
        goodRows: entry["goodRows"] as? Int ?? 0,
        sums: sums.compactMapValues { ($0 as? NSNumber)?.int64Value },
        first: entry["first"] as? String, last: entry["last"] as? String, ask: entry["ask"] as? String ?? "",
        form: form.compactMapValues { $0 as? String }, isOfCharges: entry["sign"] != nil)
    }
  }()
}

@Suite("Public files of banks", .enabled(if: PublicFiles.folder != nil, "the files are not on this machine"))
struct PublicFilesTests {
  /// The currency of files that do not name one.
  private static let unknown = CurrencyCode.usd

  private static func options(_ file: PublicFiles.Expected) -> BankFileOptions {
    var options = BankFileOptions()
    if file.ask.contains("currency") || file.sums["?"] != nil {
      options.currency = file.sums.keys.first { $0 != "?" }.flatMap { CurrencyCode($0) } ?? unknown
    }
    if file.isOfCharges { options.signs = .printed }
    if file.ask.contains("date") { options.dateOrder = file.form["date"].flatMap { DateOrder(rawValue: $0) } }
    if file.ask.contains("encoding") {
      options.encoding = file.form["encoding"].flatMap { TextEncoding(name: $0) }
    }
    return options
  }

  private static func bytes(_ file: PublicFiles.Expected) throws -> [UInt8] {
    let folder = try #require(PublicFiles.folder)
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(file.name)))
  }

  @Test(
    "Every file has the rows, sums and days that other programs read, or is refused", arguments: PublicFiles.all
  )
  func figures(_ expected: PublicFiles.Expected) throws {
    let bytes = try Self.bytes(expected)
    let file: BankFile
    do {
      file = try BankFileReader.read(bytes, options: Self.options(expected))
    } catch {
      #expect(expected.mustFail || expected.mayFail, "\(error.message)")
      return
    }
    if expected.mustFail {
      #expect(!file.refused.isEmpty)
      #expect(file.rows.count == expected.goodRows)
      return
    }
    if expected.mayFail, !file.refused.isEmpty { return }
    #expect(file.rows.count + file.refused.count == expected.count)
    // Amounts finer than the currency are refused by their line, and the others are read.
    if expected.isFine { return }
    #expect(file.refused == [])
    var sums: [String: Int64] = [:]
    for row in file.rows { sums[row.money.currency.code, default: 0] += row.money.minorUnits }
    let wanted = expected.sums.map { ($0.key == "?" ? Self.unknown.code : $0.key, $0.value) }
    #expect(sums == Dictionary(uniqueKeysWithValues: wanted))
    guard expected.first != nil else { return }
    #expect(file.rows.map(\.date).min()?.iso == expected.first)
    #expect(file.rows.map(\.date).max()?.iso == expected.last)
  }

  @Test(
    "A file that does not name its currency asks for it",
    arguments: PublicFiles.all.filter { $0.ask.contains("currency") && !$0.mustFail })
  func currencyIsAsked(_ expected: PublicFiles.Expected) throws {
    var options = Self.options(expected)
    options.currency = nil
    do {
      _ = try BankFileReader.read(try Self.bytes(expected), options: options)
      Issue.record("nothing is asked")
    } catch let error as BankFileError {
      guard case .undecided(let questions) = error else {
        Issue.record("\(error.message)")
        return
      }
      #expect(questions.map(\.topic) == [.currency])
    }
  }

  @Test(
    "A card whose charges are printed as positive numbers asks for the signs, or proves them",
    arguments: PublicFiles.all.filter(\.isOfCharges))
  func signsAreAsked(_ expected: PublicFiles.Expected) throws {
    var options = Self.options(expected)
    options.signs = nil
    do {
      let file = try BankFileReader.read(try Self.bytes(expected), options: options)
      let sum = file.rows.reduce(0) { $0 + $1.money.minorUnits }
      #expect(sum == -expected.sums.values.reduce(0, +))
    } catch let error as BankFileError {
      guard case .undecided(let questions) = error else {
        Issue.record("\(error.message)")
        return
      }
      #expect(questions.map(\.topic) == [.sign])
      #expect(questions.first?.choices.map(\.value) == ["printed", "turned"])
    }
  }

  @Test(
    "A file whose dates fit two orders asks for the order",
    arguments: PublicFiles.all.filter { $0.ask.contains("date") })
  func dateOrderIsAsked(_ expected: PublicFiles.Expected) throws {
    var options = Self.options(expected)
    options.dateOrder = nil
    do {
      _ = try BankFileReader.read(try Self.bytes(expected), options: options)
      Issue.record("nothing is asked")
    } catch let error as BankFileError {
      guard case .undecided(let questions) = error else {
        Issue.record("\(error.message)")
        return
      }
      #expect(questions.map(\.topic) == [.dateOrder])
      #expect(questions.first?.choices.count == 2)
    }
  }

  @Test(
    "A file cut off anywhere ends in an error or in rows that the whole file has", arguments: PublicFiles.all)
  func cutOff(_ expected: PublicFiles.Expected) throws {
    let bytes = try Self.bytes(expected)
    let options = Self.options(expected)
    guard let whole = try? BankFileReader.read(bytes, options: options) else { return }
    for part in 1..<64 {
      let length = bytes.count * part / 64
      guard let cut = try? BankFileReader.read(Array(bytes.prefix(length)), options: options) else { continue }
      #expect(RowFigures.invented(cut, whole: whole) == [], "cut off after \(length) of \(bytes.count) bytes")
    }
  }
}
