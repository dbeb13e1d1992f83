import EventLog
import ExampleApp
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Synchronization

/// A clock on a wall that a history moves as it likes.
final class PropertyClock: Sendable {
  private let reading: Mutex<WallClock>

  init(_ start: WallClock) { reading = Mutex(start) }

  var now: WallClock { reading.withLock { $0 } }

  func set(_ clock: WallClock) { reading.withLock { $0 = clock } }
}

/// One device of a history: its own folder, its own book, its own idea of the time.
final class PropertyDevice {
  let name: String
  let folder: String
  let clock: PropertyClock
  let book: Book
  /// A read model of an app, which follows this device's events.
  var vendors = VendorTotals()

  init(name: String, folder: String, clock: PropertyClock, book: Book) {
    self.name = name
    self.folder = folder
    self.clock = clock
    self.book = book
  }
}

/// The devices of one history, and what has happened so far.
struct PropertyWorld {
  let seed: UInt64
  let root: String
  let ledger: UniqueID
  var random: SeededGenerator
  var devices: [PropertyDevice] = []
  var counts = PropertyCounts()
  /// The commands so far, for the reader of a failure.
  var journal: [String] = []
  /// Screens at a position when that was the last: per device of the index.
  var snapshots: [PropertySnapshot] = []
  /// Whether an event that cannot be read is on record in some log: a rebuild stops at it.
  var hasUnreadable = false

  /// One to four devices of one ledger, all in folders below `root`.
  init(seed: UInt64, root: String) throws {
    self.seed = seed
    self.root = root
    random = SeededGenerator(seed: seed)
    ledger = UniqueID.random(using: &random)
    let count = random.weighted([(2, 1), (4, 2), (4, 3), (2, 4)])
    let start = random.number(Int64(1_577_836_800_000)...1_893_456_000_000)
    for index in 0..<count { try addDevice(index, around: start) }
  }

  private mutating func addDevice(_ index: Int, around start: Int64) throws {
    let tenYears: Int64 = 315_576_000_000
    let drift = random.chance(30) ? 0 : random.number(-tenYears...tenYears)
    let clock = PropertyClock(
      WallClock(milliseconds: start + drift, offsetMinutes: Int16(random.number(-720...840))))
    let folder = "\(root)/device-\(index)"
    let id = UniqueID.random(using: &random)
    try LedgerLog.create(at: folder, ledger: ledger, device: id).close()
    let settings = Self.settings(folder, index, clock)
    // An empty log is what an interrupted creation leaves: creating takes it up, with the device id of this seed.
    let book =
      index == 0
      ? try Book.create(settings, newLedger(settings.deviceName)) : try Book.open(settings)
    devices.append(PropertyDevice(name: settings.deviceName, folder: folder, clock: clock, book: book))
  }

  private mutating func newLedger(_ device: String) -> NewLedger {
    NewLedger(
      device: device, currency: random.one(of: [.eur, .jpy, .usd]), locale: random.one(of: LedgerLocale.all),
      weeks: random.one(of: WeekSetting.allCases))
  }

  private static func settings(_ folder: String, _ index: Int, _ clock: PropertyClock) -> Book.Settings {
    Book.Settings(
      folder: folder, actor: .person(["anna", "ben", "cleo", "dina", "emil"][index % 5]),
      deviceName: "device \(index)", clock: { clock.now })
  }

  /// Copies a device's folder as files. The copy goes on as a device of its own.
  mutating func copyDevice(_ index: Int) throws {
    let original = devices[index]
    let number = devices.count
    let folder = "\(root)/device-\(number)"
    try FileManager.default.copyItem(atPath: original.folder, toPath: folder)
    let clock = PropertyClock(original.clock.now)
    let settings = Self.settings(folder, number, clock)
    devices.append(
      PropertyDevice(
        name: settings.deviceName, folder: folder, clock: clock, book: try Book.open(settings)))
    journal.append("device \(number) is a copy of device \(index)'s folder")
  }

  /// Moves a device's clock: mostly a little forward, sometimes not at all, backwards, by years, or beyond 2150.
  mutating func moveClock(of device: PropertyDevice) {
    var now = device.clock.now
    let step: Int64 = random.weighted([
      (20, random.number(0...60_000)), (10, 0), (10, random.number(0...172_800_000)),
      (6, -random.number(0...172_800_000)), (2, random.number(-157_788_000_000...157_788_000_000)),
    ])
    now.milliseconds += step
    if random.number(0...999) == 0 {
      now.milliseconds = random.one(of: [-1, 0, 5_680_281_600_001, 6_000_000_000_000])
    }
    if random.chance(5) { now.offsetMinutes = Int16(random.number(-720...840)) }
    device.clock.set(now)
  }

  func close() {
    for device in devices { try? device.book.close() }
  }
}
