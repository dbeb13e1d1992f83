internal import LedgerBytes

/// The folder `models`: a file per generation, `<fingerprint>-<n>.sqlite`, never renamed, never reused. Those of history
/// are called `history-<fingerprint>-<n>.sqlite`; each kind sees its own alone.
struct GenerationFolder {
  let path: String
  let kind: GenerationKind

  init(_ path: String, _ kind: GenerationKind = .models) {
    self.path = path
    self.kind = kind
  }

  /// The numbers that were given to this program's generations and of which something is left, newest first: also where
  /// that is only what SQLite had kept beside a file, which it would take for a new one's.
  func numbers() throws -> [Int] {
    guard DurableFile.exists(path) else { return [] }
    return Set(try DurableFile.list(path).compactMap(number(of:))).sorted(by: >)
  }

  /// The numbers of generations that may be opened, newest first.
  func finished() throws -> [Int] {
    try numbers().filter { !DurableFile.exists(mark($0)) && DurableFile.exists(file($0)) }
  }

  func file(_ number: Int) -> String { "\(stem(number)).sqlite" }

  /// While this file is there, the generation is being built, or was when its builder ended: nobody but the holder of
  /// the lock opens it. Made before the generation, removed after its last transaction.
  func mark(_ number: Int) -> String { "\(stem(number)).building" }

  /// While this file is there and the generation is not, its number is not given again.
  private func gone(_ number: Int) -> String { "\(stem(number)).gone" }

  /// Where a rebuild that an event stopped says so.
  var stop: String { "\(path)/\(kind.prefix)\(kind.digits).stopped" }

  /// Held while a generation is being built.
  var lockPath: String {
    switch kind {
    case .models: "\(path)/rebuild.lock"
    case .history: "\(path)/history.lock"
    }
  }

  /// A file for models that are compared and then forgotten.
  func aside() -> String { "\(path)/aside-\(UniqueID.random()).sqlite" }

  private func stem(_ number: Int) -> String { "\(path)/\(kind.prefix)\(kind.digits)-\(number)" }

  private func number(of name: String) -> Int? {
    let prefix = kind.prefix + kind.digits + "-"
    guard name.hasPrefix(prefix), let dot = name.lastIndex(of: "."),
      Self.endings.contains(String(name[dot...]))
    else { return nil }
    return Int(name[..<dot].dropFirst(prefix.count))
  }

  /// What SQLite keeps beside a file.
  private static let sides = ["-wal", "-shm", "-journal"]
  private static let endings = [".sqlite", ".building", ".gone"] + sides.map { ".sqlite" + $0 }

  /// The files of generations of other program versions, those that were used last first.
  func others() throws -> [String] {
    guard DurableFile.exists(path) else { return [] }
    let files = try DurableFile.list(path).filter { name in
      guard name.hasSuffix(".sqlite"), !name.hasPrefix("aside-") else { return false }
      let isOfHistory = name.hasPrefix(GenerationKind.history.prefix)
      return switch kind {
      case .models: !isOfHistory && !name.hasPrefix(kind.digits)
      case .history: isOfHistory && !name.hasPrefix(kind.prefix + kind.digits)
      }
    }
    return files.map { "\(path)/\($0)" }
      .sorted { (DurableFile.modified($0) ?? 0) > (DurableFile.modified($1) ?? 0) }
  }
}

// MARK: - Removing

extension GenerationFolder {
  /// Removes a generation, whole or in part.
  func remove(_ number: Int) {
    removeFiles(number)
    Self.removeOne(gone(number))
  }

  /// Removes what there is of a generation and of those before it, at once, and keeps its number from being given again:
  /// whoever has it open tells generations apart by that.
  func empty(through number: Int) throws {
    if !DurableFile.exists(gone(number)) { try DurableFile.create(gone(number), bytes: []) }
    for older in try numbers() where older <= number {
      if older == number { removeFiles(older) } else { remove(older) }
    }
  }

  /// Removes the generations of other versions of the program.
  func removeOthers() throws { for file in try others() { Self.remove(file) } }

  private func removeFiles(_ number: Int) {
    let file = file(number)
    // Without its -wal it may read as one that is in service: nobody opens it from here on, whoever is killed in between.
    if DurableFile.exists(file + "-wal"), !DurableFile.exists(mark(number)) {
      try? DurableFile.create(mark(number), bytes: [])
    }
    Self.remove(file)
    if !DurableFile.exists(file) { Self.removeOne(mark(number)) }
  }

  /// The file goes last: what stands beside it is found by its name.
  private static func remove(_ file: String) {
    for suffix in sides + [""] { removeOne(file + suffix) }
  }

  private static func removeOne(_ path: String) {
    if DurableFile.exists(path) { try? DurableFile.remove(path) }
  }

  /// Removes what nobody opens any more: this program's generations before the one before `newest`, what builders and
  /// sweeps left that were killed, and other versions' generations that nobody has used for thirty days.
  ///
  /// The one before may still be read by a process that has not seen yet that it is superseded. Called with the lock.
  func sweep(newest: Int, now: Int64) throws {
    for number in try numbers()
    where number < newest - 1
      || number != newest && (DurableFile.exists(mark(number)) || !DurableFile.exists(file(number)))
    {
      remove(number)
    }
    for file in try others() where Self.isUnused(file, for: 30, now: now) { Self.remove(file) }
    for name in try DurableFile.list(path)
    where name.hasPrefix("aside-") && Self.isUnused("\(path)/\(name)", for: 1, now: now) {
      try? DurableFile.remove("\(path)/\(name)")
    }
    try removeStrays()
  }

  /// Removes what SQLite had kept beside a file that is gone, whoever made that: it holds rows, too. One that was removed
  /// while somebody had it open, and who was killed then, leaves such.
  private func removeStrays() throws {
    for name in try DurableFile.list(path) {
      // Those of a comparison that is under way have lost their file as soon as it was open.
      guard !name.hasPrefix("aside-"), let side = Self.sides.first(where: { name.hasSuffix(".sqlite" + $0) })
      else { continue }
      let stray = "\(path)/\(name)"
      if !DurableFile.exists(String(stray.dropLast(side.count))) { Self.removeOne(stray) }
    }
  }

  private static func isUnused(_ file: String, for days: Int64, now: Int64) -> Bool {
    let times = ["", "-wal", "-shm"].compactMap { DurableFile.modified(file + $0) }
    return times.max().map { now - $0 > days * 86_400_000 } ?? false
  }

  /// Says that a generation is in use: once a day is enough.
  func noteUse(of file: String, now: Int64) {
    guard let last = DurableFile.modified(file), now - last > 86_400_000 else { return }
    try? DurableFile.touch(file)
  }
}
