internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerSync

/// Measures the sync of a ledger through a shared folder.
///
/// The ledger is of many devices (`generate --devices 10`). Its folder gets nothing but a rebuild of its models.
enum Syncing {
  private static let segmentsAimed = 10_000

  /// Measures publishing, importing, a sync without news, and a comparison.
  static func run(in folder: String, scratch: String, rounds: Int) throws {
    let source = try Book.open(settings(folder))
    let count = try source.log.lastPosition().rawValue
    let devices = try source.log.devices()

    var watch = Stopwatch()
    _ = try source.rebuild()
    let rebuilt = Double(count) / watch.seconds
    tell("rebuild", seconds: watch.seconds, events: count)

    let shared = "\(scratch)/shared"
    try DurableFile.createFolder(shared)
    var options = SyncOptions()
    options.repairs = true
    watch = Stopwatch()
    _ = try source.sync(with: shared, options: options)
    tell("publish", seconds: watch.seconds, events: count)

    watch = Stopwatch()
    let joined = try Book.join(settings("\(scratch)/joined"), from: shared)
    let imported = Double(count) / watch.seconds
    tell("import", seconds: watch.seconds, events: count)
    print(
      "import / rebuild: \(Decimal.text(imported / rebuilt, digits: 2)), at most "
        + "\(SystemMemory.peakBytes() >> 20) MiB")

    let many = "\(scratch)/many"
    let files = try writeSmallSegments(of: joined, devices.map(\.device), to: many)
    // The first one reads all of them, the second one merges those of this device.
    for _ in 0..<3 { _ = try joined.sync(with: many) }
    var times: [Double] = []
    for _ in 0..<rounds {
      watch = Stopwatch()
      _ = try joined.sync(with: many)
      times.append(watch.seconds * 1_000)
    }
    print("a sync without news, \(devices.count) devices, \(files) segments: \(words(times))")

    _ = try joined.createGroup(name: "One event more")
    times = []
    for _ in 0..<rounds {
      watch = Stopwatch()
      let comparison = try LedgerComparison.of(source.log, joined.log, readsPayloads: false)
      times.append(watch.seconds * 1_000)
      guard !comparison.isSame else { throw UsageError(words: "the comparison found no difference") }
    }
    print("a comparison of trees, \(count) events: \(words(times))")
    try joined.close()
    try source.close()
  }

  /// Writes the events of each device into small segments, as many short sessions would. Returns their number.
  private static func writeSmallSegments(
    of book: Book, _ devices: [UniqueID], to folder: String
  ) throws -> Int {
    let size = max(1, Int(try book.log.lastPosition().rawValue) / segmentsAimed)
    var files = 0
    for device in devices {
      let place = "\(folder)/devices/\(device)"
      try DurableFile.createFolder(place)
      var writer = SegmentWriter(ledger: book.log.ledgerID, device: device, before: RightEdge())
      func finish() throws {
        let (name, bytes) = writer.finish()
        try DurableFile.replace("\(place)/\(name.text)", bytes: bytes, synced: false)
        files += 1
      }
      var next: UInt64 = 0
      while true {
        let events = try book.log.events(of: device, after: next, limit: size)
        guard !events.isEmpty else { break }
        for event in events { writer.add(event.envelope) }
        next += UInt64(events.count)
        try finish()
      }
    }
    return files
  }

  private static func settings(_ folder: String) -> Book.Settings {
    Book.Settings(folder: folder, actor: .person("bench"), deviceName: "bench")
  }

  private static func tell(_ what: String, seconds: Double, events: Int64) {
    print("\(what): \(Decimal.text(seconds, digits: 2)) s, \(Int(Double(events) / seconds)) events/s")
  }

  private static func words(_ times: [Double]) -> String {
    let sorted = times.sorted()
    return "\(Decimal.text(sorted[sorted.count / 2], digits: 1)) ms at the median, "
      + "\(Decimal.text(sorted[sorted.count - 1], digits: 1)) at most"
  }
}
