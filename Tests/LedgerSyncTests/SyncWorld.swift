import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerSync

/// Thrown at a step of a sync, as a crash would end it there.
struct SimulatedCrash: Error {}

/// What went wrong in a simulation.
struct SyncWorldFailure: Error, CustomStringConvertible {
  let description: String
}

/// Two to five devices, each with its own copy of the shared folder, and a drive between the copies.
///
/// The drive copies files late, twice, in part, under other names and in any order.
///
/// What is done, and when, follows from the seed. Ids and salts of events come from the system, as in the program.
struct SyncWorld {
  let seed: UInt64
  var random: SeededGenerator
  private let scratch = TemporaryFolder(inMemory: true)
  private(set) var devices: [SyncDevice] = []
  private var replicas: [String] = []
  /// Whether the drive spares the files that a device wrote itself, and every device comes back.
  ///
  /// Ordinary syncs must do then. Otherwise a file may be whole nowhere, and the syncs at the end repair the folder.
  let isGentle: Bool
  /// The identifiers that each device has had.
  private var identities: [Set<String>] = []
  /// Devices that never come back.
  private var gone: Set<Int> = []
  private var transactions: [TransactionID] = []
  private var groups: [GroupID] = []
  /// The events that a command has acknowledged, with their leaves, by the index of their device.
  private var acknowledged: [EventReference: (leaf: SHA256Digest, device: Int)] = [:]
  /// The folders of publishers in the order in which they were first seen, so that choices follow from the seed.
  private var publishers: [String] = []
  private var backups: Set<Int> = []
  private var restored: Set<Int> = []
  private(set) var stepCount = 0
  private(set) var crashCount = 0
  private(set) var restoreCount = 0
  private(set) var journal: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    let tenYears: Int64 = 315_576_000_000
    let start = random.number(Int64(1_577_836_800_000)...1_893_456_000_000)
    func clock(_ random: inout SeededGenerator) -> Int64 {
      start + (random.chance(40) ? 0 : random.number(-tenYears...tenYears))
    }
    isGentle = random.chance(50)
    let count = random.number(2...5)
    identities = Array(repeating: [], count: count)
    let marks = try scratch.folder("marks")
    replicas = try (0..<count).map { try scratch.folder("replica-\($0)") }
    let first = try SyncDevice.create(
      "device-0", in: scratch, ledger: .random(using: &random), device: .random(using: &random),
      at: clock(&random), stateFolder: marks)
    devices = [first]
    note(0)
    try sync(0, crashing: false)
    for index in 1..<count {
      try mirror(from: 0, to: index)
      let device = try SyncDevice.join(
        "device-\(index)", in: scratch, from: replicas[index], at: clock(&random), stateFolder: marks)
      devices.append(device)
      note(index)
    }
  }

  private mutating func note(_ index: Int) {
    guard let id = devices[index].id?.description else { return }
    if !publishers.contains(id) { publishers.append(id) }
    identities[index].insert(id)
  }

  /// Whether a device wrote a file of the shared folder.
  private func isOwn(_ name: String, of index: Int) -> Bool {
    identities[index].contains { name.hasPrefix("devices/\($0)/") }
  }

  // MARK: Steps

  mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      stepCount += 1
      let index = random.number(0...devices.count - 1)
      let choice = random.weighted([(30, 0), (25, 1), (40, 2), (2, 3), (1, 4), (1, 5), (1, 6)])
      guard !gone.contains(index) else { continue }
      switch choice {
      case 0: try command(index)
      case 1: try sync(index, crashing: random.chance(25))
      case 2: try drive(index)
      case 3: devices[index].clock.move(by: random.number(-40_000_000_000...40_000_000_000))
      case 4: try backUp(index)
      case 5: try restore(index)
      default: if !isGentle, gone.count + 2 < devices.count, random.chance(30) { gone.insert(index) }
      }
    }
  }

  private mutating func command(_ index: Int) throws {
    let device = devices[index]
    device.clock.move(by: random.number(0...90_000))
    let before = try device.book.log.lastPosition()
    let known = try device.book.log.streams(kind: StreamKind.transaction.rawValue).map { TransactionID($0.id) }
    let transaction = transactions.filter { known.contains($0) }.randomElement(using: &random)
    do {
      switch (random.number(0...9), transaction) {
      case (0...3, _), (_, nil):
        let known = try device.book.groupRows().map(\.id)
        let group = groups.filter { known.contains($0) }.randomElement(using: &random)
        transactions.append(
          try device.add(Int64(random.number(1...9_999)), group: random.chance(50) ? group : nil))
      case (4...5, let transaction?):
        try device.correct(transaction, .vendor, random.one(of: ["Uber", "Bolt", "Taxi"]))
      case (6, let transaction?):
        let (field, value) = random.one(
          of: [
            (.note, .text("a")), (.note, .text("b")), (.note, .text("c")), (.category, .text("food")),
            (.category, .text("hotel")), (.payment, .text("card")), (.payment, .text("cash")),
            (.total, .amount(Amount(Money(minorUnits: 700, currency: .eur)))),
            (.total, .amount(Amount(Money(minorUnits: 800, currency: .eur)))),
          ] as [(TransactionField, FieldValue)])
        try device.correct(transaction, field, value)
      case (7, let transaction?):
        let isDeleted = random.chance(50)
        try device.book.perform(isDeleted ? .delete : .restore, on: transaction)
      case (8, _):
        if let group = try device.book.createGroup(name: "Trip \(stepCount)").group { groups.append(group) }
      default:
        let page = Array("%PDF-1.4 \(stepCount)".utf8)
        transactions.append(
          try #require(
            try device.book.capture(.init(files: [.bytes(page)], text: "REWE\nSUMME 12,50 EUR")).transaction))
      }
    } catch is Rejection {
      // The record was deleted meanwhile, or has the value already.
    }
    note(index)
    try device.book.log.forEachEvent(after: before) { event in
      guard event.receivedAtMilliseconds == 0 else { return }
      acknowledged[event.reference] = (event.leaf, index)
    }
    journal.append("device \(index) records")
  }

  private mutating func sync(_ index: Int, crashing: Bool) throws {
    let device = devices[index]
    device.clock.move(by: random.number(0...10_000))
    let folder = "\(device.folder)/sync"
    let kept = random.chance(50)
    let saved = "\(scratch.path)/saved-sync"
    try? FileManager.default.removeItem(atPath: saved)
    if crashing, !kept, FileManager.default.fileExists(atPath: folder) {
      try FileManager.default.copyItem(atPath: folder, toPath: saved)
    }
    var left = crashing ? random.number(0...40) : Int.max
    var hooks = SyncHooks()
    hooks.step = { _ in
      left -= 1
      if left < 0 { throw SimulatedCrash() }
    }
    do {
      _ = try device.book.sync(with: replicas[index], hooks: hooks)
      journal.append("device \(index) syncs")
    } catch is SimulatedCrash {
      crashCount += 1
      journal.append("device \(index) crashes in a sync")
      try device.whileClosed {
        guard !kept else { return }
        try? FileManager.default.removeItem(atPath: folder)
        if FileManager.default.fileExists(atPath: saved) {
          try FileManager.default.copyItem(atPath: saved, toPath: folder)
        }
      }
    }
    note(index)
  }

  // MARK: The drive

  /// Copies a file from another device's copy of the folder, in one of the ways in which drives do that.
  private mutating func drive(_ target: Int) throws {
    let source = random.number(0...devices.count - 1)
    guard source != target else { return }
    let names = sorted(
      files(below: replicas[source]).filter { $0.hasPrefix("devices/") && !$0.hasSuffix(".tmp") })
    guard let name = names.randomElement(using: &random) else { return }
    if isGentle, isOwn(name, of: target) { return }
    let whole = bytes("\(replicas[source])/\(name)")
    let place = "\(replicas[target])/\(name)"
    try FileManager.default.createDirectory(
      atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    switch random.weighted([(60, 0), (8, 1), (6, 2), (6, 3), (4, 4), (4, 5), (4, 6), (4, 7)]) {
    case 0: write(whole, place)
    case 1: write(Array(whole.prefix(random.number(0...whole.count))), place)
    case 2: write([], place)
    case 3: if name.hasSuffix(".segment") { write(whole, place.dropLast(8) + " (1).segment") }
    case 4: if name.hasSuffix(".segment") { write(whole, place.dropLast(8) + ".SEGMENT") }
    case 5: write(Array(whole.prefix(whole.count / 2)), place + ".tmp")
    case 6:
      var damaged = whole
      if !damaged.isEmpty { damaged[random.number(0...damaged.count - 1)] ^= 0x20 }
      write(damaged, place)
    default: try? FileManager.default.removeItem(atPath: place)
    }
    journal.append("the drive moves a file from \(source) to \(target)")
  }

  /// Files in an order that follows from the seed: by the order in which their publishers were seen.
  private func sorted(_ names: [String]) -> [String] {
    func place(_ name: String) -> Int {
      let parts = name.split(separator: "/")
      return parts.count > 1 ? publishers.firstIndex(of: String(parts[1])) ?? .max : .max
    }
    var placed: [(place: Int, name: String)] = []
    for name in names { placed.append((place(name), name)) }
    placed.sort { left, right in left.place == right.place ? left.name < right.name : left.place < right.place }
    return placed.map(\.name)
  }

  /// Makes a copy of the folder have every file that its own publisher has, whole.
  private func mirror(from source: Int, to target: Int) throws {
    for name in files(below: replicas[source]) where !name.hasSuffix(".tmp") {
      let place = "\(replicas[target])/\(name)"
      try FileManager.default.createDirectory(
        atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      write(bytes("\(replicas[source])/\(name)"), place)
    }
  }

  // MARK: Backups

  private mutating func backUp(_ index: Int) throws {
    let device = devices[index]
    let backup = "\(scratch.path)/backup-\(index)"
    try device.whileClosed {
      try? FileManager.default.removeItem(atPath: backup)
      try FileManager.default.copyItem(atPath: device.folder, toPath: backup)
    }
    backups.insert(index)
    journal.append("device \(index) is backed up")
  }

  /// Puts a backup back: as new files, or in place, so that only the marks outside the folder tell.
  private mutating func restore(_ index: Int) throws {
    guard backups.contains(index) else { return }
    let device = devices[index]
    restored.insert(index)
    let backup = "\(scratch.path)/backup-\(index)"
    let isInPlace = random.chance(50)
    try device.whileClosed {
      for name in try FileManager.default.contentsOfDirectory(atPath: device.folder)
      where !isInPlace || name != "device" {
        try FileManager.default.removeItem(atPath: "\(device.folder)/\(name)")
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: backup)
      where !isInPlace || name != "device" {
        try FileManager.default.copyItem(atPath: "\(backup)/\(name)", toPath: "\(device.folder)/\(name)")
      }
    }
    restoreCount += 1
    journal.append("device \(index) is restored\(isInPlace ? " in place" : "")")
  }

  // MARK: The end

  var present: [Int] { devices.indices.filter { !gone.contains($0) } }

  /// Lets the drive finish: every copy gets every whole file. Then all sync until nothing is new.
  mutating func settle() throws {
    // What a restored device had recorded after its backup, and what nobody else has, is gone with the folder.
    for (reference, event) in acknowledged where restored.contains(event.device) {
      let isHere = try present.contains { try devices[$0].book.log.event(reference)?.leaf == event.leaf }
      if !isHere { acknowledged[reference] = nil }
    }
    for _ in 0..<6 {
      for target in present {
        for name in files(below: replicas[target]) where name.hasPrefix("devices/") {
          // What is not whole is replaced by the drive sooner or later.
          if !isOwn(name, of: target) {
            try FileManager.default.removeItem(atPath: "\(replicas[target])/\(name)")
          }
        }
      }
      for source in present {
        for target in present where source != target {
          for name in files(below: replicas[source]) where !name.hasSuffix(".tmp") {
            let place = "\(replicas[target])/\(name)"
            guard !FileManager.default.fileExists(atPath: place) else { continue }
            try FileManager.default.createDirectory(
              atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            write(bytes("\(replicas[source])/\(name)"), place)
          }
        }
      }
      for index in present {
        var options = SyncOptions()
        options.repairs = !isGentle
        try devices[index].sync(replicas[index], options)
        note(index)
      }
    }
  }

  /// All devices show the same, nothing that was acknowledged is missing, and the models are those of a rebuild.
  func check() throws {
    let first = devices[present[0]]
    let screens = try first.screens()
    let trees = try first.trees()
    for index in present {
      let device = devices[index]
      try require(
        try device.trees() == trees, "the trees of \(index) differ: \(try device.trees()) and \(trees)")
      try require(try device.screens() == screens, "the screens of \(index) differ")
      let comparison = try device.book.checkModels(jobs: 1)
      try require(comparison.isSame, "the models of \(index) are not those of a rebuild")
      try require(try device.book.log.verify().isSound, "the log of \(index) is damaged")
      for (reference, event) in acknowledged where !gone.contains(event.device) {
        try require(
          try device.book.log.event(reference)?.leaf == event.leaf,
          "\(index) lacks the acknowledged event \(reference)")
      }
    }
    try checkConflicts()
  }

  private func require(_ isTrue: Bool, _ words: @autoclosure () throws -> String) throws {
    guard isTrue else {
      throw SyncWorldFailure(
        description: "EVENTS_SEED=\(seed): \(try words())\n" + journal.suffix(30).joined(separator: "\n"))
    }
  }
}
