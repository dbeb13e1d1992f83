internal import Dispatch
internal import LedgerBook
internal import LedgerDomain
internal import LedgerPlatform
internal import Synchronization

/// Measures what a service feels that holds many ledgers.
///
/// The folder has a ledger in each of its folders. Each one gets some transactions more.
enum ManyLedgers {
  /// Measures each ledger alone, all of them open, and threads that use all of them at once.
  static func run(in folder: String, threads: Int, rounds: Int) throws {
    let folders = try DurableFile.list(folder).sorted().map { "\(folder)/\($0)" }
      .filter { DurableFile.exists($0 + "/log.sqlite") }
    guard !folders.isEmpty else { throw UsageError(words: "\(folder) has no folder with a ledger") }
    let settings: @Sendable (String) -> Book.Settings = {
      Book.Settings(folder: $0, actor: .person("bench"), deviceName: "bench")
    }
    for folder in folders { _ = try Book.open(settings(folder)).groups() }

    var times: [Double] = []
    for _ in 0..<rounds {
      for folder in folders {
        let watch = Stopwatch()
        let book = try Book.open(settings(folder))
        try use(book)
        try book.close()
        times.append(watch.seconds * 1_000)
      }
    }
    print("open, record, groups, close: \(words(times))")

    let pool = LedgerPool(limit: folders.count, settings: settings)
    let before = (memory: SystemMemory.peakBytes(), files: openFileCount())
    for folder in folders { try pool.withBook(folder) { _ = try $0.groups() } }
    let count = Double(folders.count)
    let memory = Double(SystemMemory.peakBytes() - before.memory) / count / 1_024
    let files = Double(openFileCount() - before.files) / count
    print(
      "\(folders.count) open ledgers: \(Decimal.text(memory, digits: 0)) KiB and \(Decimal.text(files, digits: 1)) files each"
    )

    let all = Mutex<[Double]>([])
    let watch = Stopwatch()
    let group = DispatchGroup()
    let failure = Mutex<(any Error)?>(nil)
    for number in 0..<threads {
      // A thread each: a queue has fewer of them.
      let queue = DispatchQueue(label: "bench.\(number)")
      queue.async(group: group) {
        var times: [Double] = []
        for turn in 0..<rounds * 20 {
          let folder = folders[(number * 7_919 + turn * 104_729) % folders.count]
          let watch = Stopwatch()
          do { try pool.withBook(folder) { try use($0) } } catch { failure.withLock { $0 = error } }
          times.append(watch.seconds * 1_000)
        }
        all.withLock { $0 += times }
      }
    }
    group.wait()
    if let error = failure.withLock(\.self) { throw error }
    let used = all.withLock(\.self)
    let rate = Double(used.count) / watch.seconds
    print("\(threads) threads, record and groups: \(words(used)), \(Decimal.text(rate, digits: 0)) a second")
    pool.close()
  }

  private static func use(_ book: Book) throws {
    let request = RecordRequest(
      kind: .expense, money: Money(minorUnits: 450, currency: .eur), date: book.today, vendor: "Bench",
      category: "food", payment: .card)
    _ = try book.record(request)
    _ = try book.groups()
  }

  private static func words(_ times: [Double]) -> String {
    let sorted = times.sorted()
    func at(_ part: Double) -> String {
      Decimal.text(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))], digits: 2)
    }
    return "\(at(0.5)) ms at the median, \(at(0.99)) at 99 of 100, \(at(1)) at most"
  }

  /// Returns the number of open descriptors, or 0 where the system does not tell.
  private static func openFileCount() -> Int { (try? DurableFile.list("/proc/self/fd").count) ?? 0 }
}
