internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The folder `models`, with one file per generation.
///
/// Files are called `<fingerprint>-<n>.sqlite`, and are never renamed or reused. Generations of history are called
/// `history-<fingerprint>-<n>.sqlite`. Each kind sees only its own files.
struct GenerationFolder {
  let path: String
  let kind: GenerationKind

  init(_ path: String, _ kind: GenerationKind = .models) {
    self.path = path
    self.kind = kind
  }

  /// Returns the numbers of this program's generations of which any file is left, newest first.
  ///
  /// That includes files of SQLite without their database, because SQLite would use them for a new file of that name.
  func numbers() throws -> [GenerationNumber] {
    guard DurableFile.exists(path) else { return [] }
    return Set(try DurableFile.list(path).compactMap(number(of:))).sorted(by: >)
  }

  /// Returns the numbers of generations that may be opened, newest first.
  func finished() throws -> [GenerationNumber] {
    try numbers().filter { !DurableFile.exists(mark($0)) && DurableFile.exists(file($0)) }
  }

  func file(_ number: GenerationNumber) -> String { "\(stem(number)).sqlite" }

  /// Returns the mark of a generation that is being built, or was when its builder ended.
  ///
  /// While it exists, only the holder of the lock opens the generation. It is created before the generation, and
  /// removed after its last transaction.
  func mark(_ number: GenerationNumber) -> String { "\(stem(number)).building" }

  /// Returns the file that reserves the number of a removed generation, so that it is not given again.
  private func gone(_ number: GenerationNumber) -> String { "\(stem(number)).gone" }

  /// The file that records why an event stopped a rebuild.
  var stop: String { "\(path)/\(kind.prefix)\(kind.digits).stopped" }

  /// Held while a generation is being built.
  var lockPath: String {
    switch kind {
    case .models: "\(path)/rebuild.lock"
    case .history: "\(path)/history.lock"
    case .search: "\(path)/search.lock"
    }
  }

  /// Returns a file for models that are compared and then forgotten.
  func aside() -> String { "\(path)/aside-\(UniqueID.random()).sqlite" }

  private func stem(_ number: GenerationNumber) -> String { "\(path)/\(kind.prefix)\(kind.digits)-\(number)" }

  private func number(of name: String) -> GenerationNumber? {
    let prefix = kind.prefix + kind.digits + "-"
    guard name.hasPrefix(prefix), let dot = name.lastIndex(of: "."),
      Self.endings.contains(String(name[dot...]))
    else { return nil }
    // A greater number is not one of ours, and no number could follow it.
    guard let number = Int64(name[..<dot].dropFirst(prefix.count)), 1..<1 << 62 ~= number else { return nil }
    return GenerationNumber(rawValue: number)
  }

  /// The suffixes of the files that SQLite keeps next to a database.
  private static let sides = ["-wal", "-shm", "-journal"]
  private static let endings = [".sqlite", ".building", ".gone"] + sides.map { ".sqlite" + $0 }

  /// Returns the files of generations of other program versions, those that were used last first.
  func others() throws -> [String] {
    guard DurableFile.exists(path) else { return [] }
    let files = try DurableFile.list(path).filter { name in
      guard name.hasSuffix(".sqlite"), !name.hasPrefix("aside-") else { return false }
      let own = GenerationKind.allCases.first { !$0.prefix.isEmpty && name.hasPrefix($0.prefix) } ?? .models
      return own == kind && !name.hasPrefix(kind.prefix + kind.digits)
    }
    return files.map { "\(path)/\($0)" }
      .sorted { (DurableFile.modified($0) ?? 0) > (DurableFile.modified($1) ?? 0) }
  }
}

// MARK: - Removing

extension GenerationFolder {
  /// Closes a generation. If a later one is finished, it also removes the file, unless another connection has it open.
  ///
  /// SQLite removes the write-ahead log with the last connection. While another one is open, the log stays. The process
  /// that closes that connection removes the file, or the next sweep does. The file also stays while there is no newer
  /// one, because its number would be given again.
  func retire(_ generation: Generation) {
    guard (try? generation.connection.close()) != nil, let path = generation.path, !generation.isGone,
      !DurableFile.exists(path + "-wal"), let newest = try? finished().first, path.hasPrefix(self.path),
      let own = number(of: String(path.dropFirst(self.path.count + 1))), own < newest
    else { return }
    Self.remove(path)
  }

  /// Removes a generation, whole or in part.
  func remove(_ number: GenerationNumber) {
    removeFiles(number)
    Self.removeOne(gone(number))
  }

  /// Removes a generation and those before it at once, and reserves its number.
  ///
  /// Processes that have it open tell generations apart by the number.
  func empty(through number: GenerationNumber) throws {
    precondition(number > 0, "generations are numbered from 1")
    if !DurableFile.exists(gone(number)) { try DurableFile.create(gone(number), bytes: []) }
    for older in try numbers() where older <= number {
      if older == number { removeFiles(older) } else { remove(older) }
    }
  }

  /// Removes the files of comparisons, and those of SQLite whose database is gone.
  func removeScratch() throws {
    for name in DurableFile.exists(path) ? try DurableFile.list(path) : [] {
      if name.hasPrefix("aside-") { Self.removeOne("\(path)/\(name)") }
      // The folder of a comparison. One that goes on notices it and begins again.
      guard name.hasPrefix("verify"), !name.hasSuffix(".lock") else { continue }
      for file in (try? DurableFile.list("\(path)/\(name)")) ?? [] { Self.removeOne("\(path)/\(name)/\(file)") }
      DurableFile.removeEmptyFolder("\(path)/\(name)")
    }
    Self.removeOne(stop)
    try removeStrays()
  }

  /// Removes a generation and those before it. All processes then look for another one, or build it.
  func discard(_ generation: Generation) throws {
    for number in try numbers() where generation.path == file(number) { try empty(through: number) }
  }

  /// Whether the newest finished generation of this program cannot be read.
  func hasDamaged(_ busyTimeoutMilliseconds: Int32) throws -> Bool {
    guard let number = try finished().first else { return false }
    let newest = try Generation.open(file(number), busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    defer { try? newest?.connection.close() }
    return try newest?.head()?.isComplete != true && DurableFile.exists(file(number))
  }

  /// Removes the generations of other versions of the program.
  func removeOthers() throws { for file in try others() { Self.remove(file) } }

  private func removeFiles(_ number: GenerationNumber) {
    let file = file(number)
    // Without its -wal it may look like one in service. The mark keeps others from opening it, even if this process is
    // killed now.
    if DurableFile.exists(file + "-wal"), !DurableFile.exists(mark(number)) {
      try? DurableFile.create(mark(number), bytes: [])
    }
    Self.remove(file)
    if !DurableFile.exists(file) { Self.removeOne(mark(number)) }
  }

  /// The file goes last, because the other files are found by its name.
  private static func remove(_ file: String) {
    for suffix in sides + [""] { removeOne(file + suffix) }
  }

  private static func removeOne(_ path: String) {
    if DurableFile.exists(path) { try? DurableFile.remove(path) }
  }

  /// Removes files that nobody opens any more.
  ///
  /// These are this program's generations before the one before `newest`, and leftovers of killed builders and sweeps.
  /// Generations of other versions are removed after thirty days without use. The one before `newest` may still be read
  /// by a process that has not noticed the newer one. Called with the lock held.
  func sweep(newest: GenerationNumber, now: Int64) throws {
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

  /// Removes files that SQLite had kept next to a database that is gone, because they contain rows too.
  ///
  /// They remain if a database was removed while a process had it open, and that process was then killed.
  private func removeStrays() throws {
    for name in try DurableFile.list(path) {
      // A comparison in progress removes its file's name as soon as it is open.
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

  /// Records that a generation is in use. Once a day is enough.
  func noteUse(of file: String, now: Int64) {
    guard let last = DurableFile.modified(file), now - last > 86_400_000 else { return }
    try? DurableFile.touch(file)
  }
}
