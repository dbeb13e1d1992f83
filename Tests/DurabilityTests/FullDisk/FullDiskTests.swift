import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import LedgerTestSupport
import Testing

/// The disk is full after so many bytes, and later there is room again.
@Suite("Full disks")
struct FullDiskTests {
  /// Every 4 KiB from 8 KiB to 4 MiB, of which an ordinary run takes a sample.
  static var sizes: [Int] {
    let all = Array(stride(from: 8 << 10, through: 4 << 20, by: 4 << 10))
    let step = Extent.isNightly ? 1 : 17
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  @Test("A full disk loses nothing acknowledged, and the ledger goes on when there is room")
  func quota() async throws {
    let sizes = Self.sizes
    let wrong = try await withThrowingTaskGroup(of: [String].self) { group in
      for shard in 0..<4 {
        group.addTask {
          let scratch = try Scratch("full")
          defer { scratch.remove() }
          var wrong: [String] = []
          for index in stride(from: shard, to: sizes.count, by: 4) {
            do {
              let problem = try Self.problem(
                sizes[index], in: scratch.folder("ledger"), reopens: index / 4 % 2 == 0)
              if let problem { wrong.append("\(sizes[index] >> 10) KiB: \(problem)") }
            } catch {
              wrong.append("\(sizes[index] >> 10) KiB: \(error)")
            }
          }
          return wrong
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    Tally.report("full disks", tried: sizes.count, lost: wrong.count)
    #expect(wrong.isEmpty, "\(wrong.count) of \(sizes.count): \(wrong.prefix(5))")
  }

  /// Fills a disk of that size by captures, makes room, and looks.
  private static func problem(_ size: Int, in folder: String, reopens: Bool) throws -> String? {
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let watched = WatchedFolder(folder)
    watched.setQuota(Int64(size))
    let settings = Scenario.settings(folder, wait: 200)
    var acknowledged: [(number: Int, transaction: TransactionID)] = []
    var failure: (any Error)?
    var book: Book?
    do {
      let made = try Book.create(settings, Scenario.new)
      book = made
      for number in 0..<60 {
        acknowledged.append(
          (number, try #require(try made.capture(input(number), id: Scenario.command(number)).transaction)))
      }
    } catch {
      failure = error
    }
    guard let failure else { return "never full" }
    if !isAboutRoom(failure) { return "a full disk is called \(failure)" }
    if reopens {
      try? book?.close()
      book = nil
    }

    watched.setQuota(nil)
    let goesOn = try book ?? open(settings)
    defer { try? goesOn.close() }
    for (number, transaction) in acknowledged {
      guard try goesOn.transaction(transaction).row.attachments.count == 1 else {
        return "capture \(number) is lost"
      }
      let again = try goesOn.capture(input(number), id: Scenario.command(number))
      guard again.repeated, again.transaction == transaction else {
        return "capture \(number) was repeated"
      }
    }
    _ = try goesOn.capture(input(acknowledged.count), id: Scenario.command(acknowledged.count))
    if let problem = try Soundness.problem(goesOn) { return problem }
    let models = try Soundness.models(goesOn)
    _ = try goesOn.rebuild()
    return try Soundness.models(goesOn) == models ? nil : "the models are others than rebuilt"
  }

  private static func open(_ settings: Book.Settings) throws -> Book {
    do {
      let book = try Book.open(settings)
      if try book.log.lastPosition() > 0 { return book }
      try book.close()
    } catch EventLogError.noLedger {}
    return try Book.create(settings, Scenario.new)
  }

  private static func input(_ number: Int) -> CaptureInput {
    var input = Scenario.input(number)
    input.files = [.bytes(Array("full \(number)".utf8) + [UInt8](repeating: UInt8(number), count: 24_000))]
    return input
  }

  private static func isAboutRoom(_ error: any Error) -> Bool {
    if let error = error as? SQLiteError { return error.kind == .full || error.kind == .io }
    if let error = error as? FileError { return error.isFull }
    return false
  }

  // MARK: A real one

  /// Nothing but root may make one.
  static var canMount: Bool {
    #if os(Linux)
      getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/bin/mount") && BuiltTool.isThere
    #else
      false
    #endif
  }

  @Test(
    "The tool reports a real full disk, loses nothing, and goes on when there is room",
    .enabled(if: canMount, "mounting a tmpfs needs Linux and root"))
  func tmpfs() throws {
    let sizes =
      Extent.isNightly ? Array(stride(from: 8, through: 4_096, by: 32)) : [8, 64, 300, 700, 1_100, 2_000]
    let scratch = try Scratch("tmpfs")
    defer { scratch.remove() }
    let disk = scratch.folder("disk")
    let batch = try BatchFile("t", lines: 40, in: scratch.folder("batch"), pageBytes: 40_000)
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    var wrong: [String] = []
    var tried = 0
    for size in sizes {
      let mounted = try ToolProcess(
        ["-t", "tmpfs", "-o", "size=\(size)k", "tmpfs", disk], program: "/bin/mount"
      ).finish()
      guard mounted.code == 0 else {
        print("durability: tmpfs skipped: \(mounted.errors)")
        return
      }
      // At once, also while a process that another test starts still holds a copy of a descriptor.
      defer { _ = try? ToolProcess(["-l", disk], program: "/bin/umount").finish() }
      tried += 1
      if let problem = try Self.problem(onDisk: disk, batch) { wrong.append("\(size) KiB: \(problem)") }
    }
    Tally.report("full tmpfs", tried: tried, lost: wrong.count)
    #expect(wrong.isEmpty, "\(wrong.count) of \(tried): \(wrong.prefix(5))")
  }

  private static func problem(onDisk disk: String, _ batch: BatchFile) throws -> String? {
    let ledger = disk + "/ledger"
    let capture = ["--ledger", ledger, "--json", "capture", "--batch", "-"]
    let made = try BuiltTool.run(["--ledger", ledger, "init"])
    if ![0, 73, 74].contains(made.code) { return "init ended with \(made.code): \(made.errors)" }
    let full = try BuiltTool.run(capture, input: batch.path, folder: batch.folder)
    let acknowledged = try Acknowledged.all(in: full.lines)
    if acknowledged.count < batch.count, ![66, 74].contains(full.code) {
      return "capture ended with \(full.code): \(full.errors)"
    }
    let room = try ToolProcess(["-o", "remount,size=64m", disk], program: "/bin/mount").finish()
    guard room.code == 0 else { return "remount: \(room.errors)" }

    let again = try BuiltTool.run(["--ledger", ledger, "init"])
    if ![0, 73].contains(again.code) { return "init with room ended with \(again.code): \(again.errors)" }
    let rest = try BuiltTool.run(capture, input: batch.path, folder: batch.folder)
    if rest.code != 0 { return "with room, capture ended with \(rest.code): \(rest.errors)" }
    guard Set(acknowledged).isSubset(of: try Acknowledged.all(in: rest.lines)) else {
      return "acknowledged lines are lost"
    }
    let book = try Book.open(Scenario.settings(ledger))
    defer { try? book.close() }
    return try Soundness.problem(book)
  }
}
