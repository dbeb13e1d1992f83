internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// Measures commands of one event each, which become durable one by one.
enum Durable {
  /// Runs commands. If `times` is a path, `position nanoseconds` of every commit is written to it.
  static func run(in ledger: String, count: Int, times: String?) throws {
    let book = try Book.open(Book.Settings(folder: ledger, actor: .person("bench"), deviceName: "bench"))
    _ = try book.categories()  // the models are at the log's end before the clock starts
    var seconds: [Double] = []
    var lines = ""
    var pauses = 0.0
    let whole = Stopwatch()
    var transaction: TransactionID?
    for number in 0..<count {
      let watch = Stopwatch()
      let outcome: Done
      if let transaction, number % 4 != 0 {
        switch number % 4 {
        case 1: outcome = try book.perform(.correct(.note, .text("note \(number)")), on: transaction)
        case 2: outcome = try book.perform(.tag(add: ["bench"], remove: []), on: transaction)
        default: outcome = try book.perform(.clear(true), on: transaction)
        }
      } else {
        let request = RecordRequest(
          money: Money(minorUnits: Int64(100 + number), currency: .eur), date: book.today, vendor: "Kiosk",
          category: "food", payment: .cash)
        outcome = try book.record(request)
        transaction = outcome.transaction
      }
      seconds.append(watch.seconds)
      if times != nil {
        lines += "\(outcome.positions.last ?? 0) \(monotonicNanoseconds())\n"
        let pause = Stopwatch()
        SystemClock.sleep(milliseconds: 3)
        pauses += pause.seconds
      }
    }
    // The measured time ends when the last command can be read.
    _ = try book.categories()
    let total = whole.seconds - pauses
    if let times { try DurableFile.replace(times, bytes: Array(lines.utf8)) }
    Measurement.report(Int64(count), in: total)
    seconds.sort()
    Measurement.report("p50Microseconds", seconds[count / 2] * 1_000_000, digits: 1)
    Measurement.report("p99Microseconds", seconds[count * 99 / 100] * 1_000_000, digits: 1)
    try book.close()
  }

  /// Waits for `count` events as `tail -f` does, and prints `position nanoseconds` for each.
  ///
  /// It gives up after ten seconds without an event.
  static func follow(_ ledger: String, count: Int) throws {
    // In read-only mode, a log that no process has open is read as one that nothing changes.
    let log = try LedgerLog.open(ledger, mode: .readWrite)
    var last = try log.lastPosition()
    let end = last + Int64(count)
    var counter = try log.changeCounter()
    printError("following\n")
    var lines = ""
    var idleSince = monotonicNanoseconds()
    while last < end, monotonicNanoseconds() - idleSince < 10_000_000_000 {
      SystemClock.sleep(milliseconds: 100)  // The interval of `tail -f`.
      let now = try log.changeCounter()
      guard now != counter else { continue }
      counter = now
      try log.forEachEvent(after: last) { event in
        lines += "\(event.position) \(monotonicNanoseconds())\n"
        last = event.position
      }
      idleSince = monotonicNanoseconds()
    }
    print(lines, terminator: "")
  }
}
