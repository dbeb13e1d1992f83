import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerExchange
import LedgerProjections
@_exported public import LedgerTestSupport
import Synchronization

@testable import LedgerSync

/// A clock that a test moves.
final class SyncClock: Sendable {
  private let reading: Mutex<WallClock>

  init(_ milliseconds: Int64) { reading = Mutex(WallClock(milliseconds: milliseconds, offsetMinutes: 0)) }

  var now: WallClock { reading.withLock { $0 } }

  func move(by milliseconds: Int64) {
    reading.withLock { $0.milliseconds = max(0, $0.milliseconds + milliseconds) }
  }
}

/// A device with a ledger of its own.
final class SyncDevice {
  let name: String
  let folder: String
  let clock: SyncClock
  let stateFolder: String?
  private(set) var book: Book

  private init(name: String, folder: String, clock: SyncClock, stateFolder: String?, book: Book) {
    self.name = name
    self.folder = folder
    self.clock = clock
    self.stateFolder = stateFolder
    self.book = book
  }

  deinit { try? book.close() }

  static let start: Int64 = 1_781_431_865_000

  private static func settings(
    _ name: String, _ folder: String, _ clock: SyncClock, _ stateFolder: String?
  ) -> Book.Settings {
    Book.Settings(
      folder: folder, actor: .person("\(name)"), deviceName: name, clock: { clock.now },
      stateFolder: stateFolder)
  }

  /// Begins a ledger.
  static func create(
    _ name: String, in scratch: TemporaryFolder, ledger: UniqueID = .random(), device: UniqueID = .random(),
    at milliseconds: Int64 = start, stateFolder: String? = nil
  ) throws -> SyncDevice {
    let clock = SyncClock(milliseconds)
    let folder = "\(scratch.path)/\(name)"
    try LedgerLog.create(at: folder, ledger: ledger, device: device, stateFolder: stateFolder).close()
    let book = try Book.create(
      settings(name, folder, clock, stateFolder), NewLedger(device: name, currency: .eur, locale: .default))
    return SyncDevice(name: name, folder: folder, clock: clock, stateFolder: stateFolder, book: book)
  }

  /// Joins the ledger of a shared folder.
  static func join(
    _ name: String, in scratch: TemporaryFolder, from shared: String, at milliseconds: Int64 = start,
    stateFolder: String? = nil
  ) throws -> SyncDevice {
    let clock = SyncClock(milliseconds)
    let folder = "\(scratch.path)/\(name)"
    let book = try Book.join(settings(name, folder, clock, stateFolder), from: shared)
    return SyncDevice(name: name, folder: folder, clock: clock, stateFolder: stateFolder, book: book)
  }

  var id: UniqueID? { if case .own(let id) = book.log.identity { id } else { nil } }

  /// Closes the ledger, does something with its folder, and opens it again.
  func whileClosed(_ body: () throws -> Void) throws {
    try book.close()
    try body()
    book = try Book.open(Self.settings(name, folder, clock, stateFolder))
  }

  /// A copy of the closed folder that goes on as the same device, as no mark tells the two apart.
  func twin(_ name: String) throws -> SyncDevice {
    let path = (folder as NSString).deletingLastPathComponent + "/" + name
    try FileManager.default.copyItem(atPath: folder, toPath: path)
    try? FileManager.default.removeItem(atPath: path + "/models")
    // The file names the inode of its folder's own copy.
    let file = path + "/device"
    let inode = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int ?? 0
    let text = String(decoding: bytes(file), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines[3] = "\(inode)"
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(lines.joined(separator: "\n").utf8))
    try handle.close()
    let book = try Book.open(Self.settings(self.name, path, clock, stateFolder))
    return SyncDevice(name: self.name, folder: path, clock: clock, stateFolder: stateFolder, book: book)
  }

  @discardableResult
  func sync(_ shared: String, _ options: SyncOptions = SyncOptions()) throws -> SyncReport {
    clock.move(by: 1_000)
    return try book.sync(with: shared, options: options)
  }

  /// Records an expense.
  @discardableResult
  func add(_ minorUnits: Int64, vendor: String = "Rewe", group: GroupID? = nil) throws -> TransactionID {
    clock.move(by: 1_000)
    let date = book.today
    let outcome = try book.record(
      RecordRequest(
        money: Money(minorUnits: minorUnits, currency: .eur), date: date, vendor: vendor, category: "taxi",
        payment: .cash, group: group))
    return outcome.transaction ?? TransactionID(.zero)
  }

  func correct(_ transaction: TransactionID, _ field: TransactionField, _ text: String) throws {
    try correct(transaction, field, .text(text))
  }

  func correct(_ transaction: TransactionID, _ field: TransactionField, _ value: FieldValue) throws {
    clock.move(by: 1_000)
    try book.perform(.correct(field, value), on: transaction)
  }

  /// Everything that screens show, as text in an order that does not depend on this device.
  func screens() throws -> String {
    var lines: [String] = []
    try book.forEachTransaction { lines.append(String(decoding: TransactionJSON.bytes($0), as: UTF8.self)) }
    lines.sort()
    // The clocks of the devices differ, and so would the sums up to today.
    lines += try book.through(.last).groups().map { "\($0)" }.sorted()
    lines += try book.categories().map { "\($0)" }.sorted()
    for stream in try book.log.streams(kind: StreamKind.transaction.rawValue).sorted(by: { $0.id < $1.id }) {
      let state = StreamFold(kind: stream.kind, events: try book.log.events(of: stream)).transaction
      lines.append("\(stream.id) \(state.conflictingFields) \(state.deletion.pending != nil)")
    }
    return lines.joined(separator: "\n")
  }

  /// Sizes and roots of all devices' trees.
  func trees() throws -> [String] {
    try book.log.devices().map { "\($0.device) \($0.size) \($0.root)" }.sorted()
  }
}

/// The files below a folder, with their paths.
func files(below folder: String) -> [String] {
  let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  return all.filter { path in
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
      && !isFolder.boolValue
  }.sorted()
}

/// The segments in a shared folder.
func segments(_ shared: String) -> [String] { files(below: shared).filter { $0.hasSuffix(".segment") } }

func bytes(_ path: String) -> [UInt8] { FileManager.default.contents(atPath: path).map { Array($0) } ?? [] }

func write(_ bytes: [UInt8], _ path: String) {
  _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
}
