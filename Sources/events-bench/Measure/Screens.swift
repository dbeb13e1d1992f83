internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// Measures every screen of a ledger, warm and with filters of all kinds.
///
/// It prints the median and the maximum of some rounds, and compares them with the limits for a million transactions.
enum Screens {
  /// A screen with one composition of filters.
  struct Screen {
    let name: String
    /// The time limit in milliseconds.
    let bar: Double
    let run: (Book) throws -> Int
  }

  struct Result {
    let name: String
    let bar: Double
    let rows: Int
    let median: Double
    let worst: Double
    /// The minimal processor time in milliseconds, which is meaningful even on a busy machine.
    let busy: Double
  }

  static func run(in ledger: String, rounds: Int, seed: UInt64, only: String?, isJSON: Bool) throws {
    let book = try Book.open(Book.Settings(folder: ledger, actor: .person("bench"), deviceName: "bench"))
    _ = try book.search("rewe", limit: 1)
    let built = SystemMemory.peakBytes()
    var results: [Result] = []
    for screen in try ScreenList(book, seed: seed).all where only.map({ screen.name.contains($0) }) ?? true {
      var times: [Double] = []
      var busy = Double.infinity
      var rows = try screen.run(book)
      for _ in 0..<rounds {
        let (watch, processor) = (Stopwatch(), Stopwatch(isOfProcessor: true))
        rows = try screen.run(book)
        times.append(watch.seconds * 1_000)
        busy = min(busy, processor.seconds * 1_000)
      }
      times.sort()
      results.append(
        Result(
          name: screen.name, bar: screen.bar, rows: rows, median: times[times.count / 2],
          worst: times[times.count - 1], busy: busy))
      if !isJSON { print(line(results[results.count - 1])) }
    }
    let count = try book.count(.everything)
    try book.close()
    if isJSON { return printJSON(results, count: count) }
    let within = results.count { $0.median <= $0.bar }
    print(
      "\(count) transactions; \(within) of \(results.count) within their bar; memory "
        + "\(Decimal.text(Double(SystemMemory.peakBytes()) / 1_000_000, digits: 1)) MB"
        + (built == SystemMemory.peakBytes() ? " (of opening and the index of the search)" : ""))
  }

  private static func line(_ result: Result) -> String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let name = result.name + String(repeating: " ", count: max(0, 52 - result.name.count))
    return name + right("\(result.rows)", 9) + right(Decimal.text(result.median, digits: 2), 9)
      + right(Decimal.text(result.worst, digits: 2), 9) + right(Decimal.text(result.busy, digits: 2), 9)
      + right(Decimal.text(result.bar, digits: 0), 5)
      + (result.median <= result.bar ? "" : "  over")
  }

  private static func printJSON(_ results: [Result], count: Int) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("peakMemoryBytes")
      writer.integer(SystemMemory.peakBytes())
      writer.key("screens")
      writer.array { writer in
        for result in results {
          writer.object { writer in
            writer.key("barMicroseconds")
            writer.integer(Int64(result.bar * 1_000))
            writer.key("busyMicroseconds")
            writer.integer(Int64(result.busy * 1_000))
            writer.key("medianMicroseconds")
            writer.integer(Int64(result.median * 1_000))
            writer.key("rows")
            writer.integer(Int64(result.rows))
            writer.key("screen")
            writer.string(result.name)
            writer.key("worstMicroseconds")
            writer.integer(Int64(result.worst * 1_000))
          }
        }
      }
      writer.key("transactions")
      writer.integer(Int64(count))
    }
    print(String(decoding: writer.bytes, as: UTF8.self))
  }
}
