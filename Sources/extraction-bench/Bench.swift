import LedgerBytes
import LedgerDomain
import LedgerPlatform
import PaperReading
import ReceiptExtraction

/// Counts how many readings are right, per source and overall.
struct Bench {
  let options: MeasurementOptions
  private var tallies: [String: Tally] = [:]
  private var calibration: [String: [Int: (right: Int, all: Int)]] = [:]
  private var wrongRows: [String] = []
  private var nanoseconds: Int64 = 0
  private var reads = 0
  /// The seconds that each photo took.
  private var photoSeconds: [Double] = []
  /// The number of passes over all photos.
  private var passCount = 0

  init(options: MeasurementOptions) { self.options = options }

  /// Reads every row of the file.
  mutating func run(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      guard let row = try? JSONValue(parsing: Array(line), as: .exchange), let receipt = LabelledReceipt(row)
      else {
        continue
      }
      if let half = options.half, receipt.half != half { continue }
      if let source = options.source, receipt.source != source { continue }
      if options.photosPath == nil { measure(receipt) } else { measurePhoto(of: receipt) }
    }
  }

  /// Reads the receipt's scan, if there is one.
  private mutating func measurePhoto(of receipt: LabelledReceipt) {
    guard let folder = options.photosPath, let image = receipt.image else { return }
    let reader = PaperReader(path: System.environment("PATH"), program: System.environment("EVENTS_OCR"))
    var readings = ReceiptReadings()
    let elapsed = ContinuousClock().measure {
      guard case .read(let read) = reader.read(["\(folder)/\(image)"]) else { return }
      readings = Extractor().read(passes: read.texts.map(\.text)).readings
      passCount += read.texts.count
    }
    photoSeconds.append(Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
    judge(readings, receipt)
  }

  private mutating func measure(_ receipt: LabelledReceipt) {
    let extractor = Extractor()
    var readings = ReceiptReadings()
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      for _ in 0..<options.rounds { readings = extractor.read(passes: receipt.passes).readings }
    }
    nanoseconds +=
      Int64(elapsed.components.attoseconds / 1_000_000_000) + elapsed.components.seconds * 1_000_000_000
    reads += options.rounds
    judge(readings, receipt)
  }

  private mutating func judge(_ readings: ReceiptReadings, _ receipt: LabelledReceipt) {
    tallies[receipt.source, default: Tally()].rows += 1
    judge("total", readings.total, receipt, receipt.total) { sameDecimal($0, $1) }
    judge("date", readings.date, receipt, receipt.date) { $0 == $1 }
    judge("currency", readings.currency, receipt, receipt.currency) { $0 == $1 }
    judge("vendor", readings.vendor, receipt, receipt.vendor) { sameVendor($0, $1) }
    judgeItems(readings.items.map(\.price), receipt)
  }

  /// Counts the items whose price is right. If only their number is known, as many as can be.
  private mutating func judgeItems(_ prices: [String], _ receipt: LabelledReceipt) {
    guard let count = receipt.items?.count ?? receipt.itemCount else { return }
    var rest = receipt.items ?? prices
    let matched = prices.count { price in
      rest.firstIndex { sameDecimal($0, price) }.map { rest.remove(at: $0) } != nil
    }
    let score = Score(rows: count, first: min(matched, count), either: prices.count)
    tallies[receipt.source, default: Tally()].items.add(score)
    if options.wrong == "items", score.first < max(count, prices.count) {
      let labels = receipt.items?.joined(separator: " ") ?? String(count)
      wrongRows.append("\(receipt.id): \(labels) <- \(prices.joined(separator: " "))")
    }
  }

  private mutating func judge(
    _ field: String, _ readings: FieldReadings, _ receipt: LabelledReceipt, _ truth: String?,
    _ isSame: (String, String) -> Bool
  ) {
    guard let truth else { return }
    let marks = readings.readings.map { isSame($0.value, truth) }
    var score = tallies[receipt.source, default: Tally()].fields[field, default: Score()]
    score.rows += 1
    if marks.first == true { score.first += 1 }
    if marks.contains(true) { score.either += 1 }
    if marks.count == 2 { score.twice += 1 }
    tallies[receipt.source, default: Tally()].fields[field] = score
    if let best = readings.readings.first {
      let bin = best.confidence / 10 * 10
      var cell = calibration[field, default: [:]][bin] ?? (0, 0)
      cell.all += 1
      if marks[0] { cell.right += 1 }
      calibration[field, default: [:]][bin] = cell
    }
    if options.wrong == field, marks.first != true {
      let shown = readings.readings.map { "\($0.value) [\($0.reason), \($0.confidence)]" }.joined(
        separator: " | ")
      wrongRows.append("\(receipt.id): \(truth) <- \(shown)")
    }
  }

  // MARK: - What is printed

  private static let columns = ["total", "date", "currency", "vendor"]

  private var sources: [(String, Tally)] {
    var overall = Tally()
    for tally in tallies.values { overall.add(tally) }
    return tallies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + [("all", overall)]
  }

  /// Returns a table for people.
  func table() -> String {
    var text = pad("source", 14) + pad("n", 5)
    for field in Self.columns { text += pad(field, 9) }
    text +=
      pad("total/2", 9) + pad("date/2", 9) + pad("two shown", 10) + "items: precision, recall\n"
    for (name, tally) in sources {
      text += pad(name, 14) + pad("\(tally.rows)", 5)
      for field in Self.columns { text += pad(percent(tally.score(field).first, tally.score(field).rows), 9) }
      text += pad(percent(tally.score("total").either, tally.score("total").rows), 9)
      text += pad(percent(tally.score("date").either, tally.score("date").rows), 9)
      text += pad("\(tally.score("total").twice), \(tally.score("date").twice)", 10)
      let items = tally.items
      text += "\(percent(items.first, items.either)), \(percent(items.first, items.rows))\n"
    }
    if !photoSeconds.isEmpty {
      text +=
        "seconds per photo: \(hundredths(secondsAt(50))) at the median, \(hundredths(secondsAt(90))) at the 90th"
      text += " percentile, \(hundredths(Double(passCount) / Double(photoSeconds.count))) passes\n"
    }
    if reads > 0 { text += "time per receipt: \(nanoseconds / Int64(reads) / 1000) us\n" }
    if options.showsCalibration { text += calibrationTable() }
    for row in wrongRows { text += row + "\n" }
    return String(text.dropLast())
  }

  private func calibrationTable() -> String {
    var text = "right by confidence of the first reading:\n"
    for field in Self.columns {
      text += pad(field, 10)
      for (bin, cell) in calibration[field, default: [:]].sorted(by: { $0.key > $1.key }) {
        text += "\(bin)+: \(cell.right)/\(cell.all)   "
      }
      text += "\n"
    }
    return text
  }

  /// Returns the table as JSON: per source the rows and, per field, rows, first, either.
  func json() -> String {
    var members: [String: JSONValue] = [:]
    for (name, tally) in sources {
      var fields: [String: JSONValue] = ["n": .integer(Int64(tally.rows))]
      for field in Self.columns {
        let score = tally.score(field)
        fields[field] = .object([
          "n": .integer(Int64(score.rows)), "first": .integer(Int64(score.first)),
          "either": .integer(Int64(score.either)),
        ])
      }
      fields["items"] = .object([
        "found": .integer(Int64(tally.items.either)), "n": .integer(Int64(tally.items.rows)),
        "right": .integer(Int64(tally.items.first)),
      ])
      members[name] = .object(fields)
    }
    if !photoSeconds.isEmpty {
      members["photoMilliseconds"] = .object([
        "median": .integer(Int64(secondsAt(50) * 1000)), "90th": .integer(Int64(secondsAt(90) * 1000)),
      ])
    }
    if reads > 0 { members["microseconds"] = .integer(nanoseconds / Int64(reads) / 1000) }
    return String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
  }

  /// Returns the seconds per photo at a percentile.
  private func secondsAt(_ percentile: Int) -> Double {
    photoSeconds.sorted()[min(photoSeconds.count - 1, photoSeconds.count * percentile / 100)]
  }

  private func hundredths(_ seconds: Double) -> String {
    let whole = Int((seconds * 100).rounded())
    return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
  }

  private func percent(_ part: Int, _ whole: Int) -> String {
    guard whole > 0 else { return "-" }
    let tenths = (part * 2000 + whole) / (2 * whole)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

/// The counts of one source.
struct Tally {
  var rows = 0
  var fields: [String: Score] = [:]
  /// The items: on the labels as rows, right as first, and found as either.
  var items = Score()

  func score(_ field: String) -> Score { fields[field] ?? Score() }

  mutating func add(_ other: Tally) {
    rows += other.rows
    for (field, score) in other.fields { fields[field, default: Score()].add(score) }
    items.add(other.items)
  }
}

/// The numbers of rows: with a truth, with a right first reading, with any right reading, with two.
struct Score {
  var rows = 0
  var first = 0
  var either = 0
  var twice = 0

  mutating func add(_ other: Score) {
    rows += other.rows
    first += other.first
    either += other.either
    twice += other.twice
  }
}
