internal import LedgerBytes
internal import LedgerSQLite

/// The integer keys of devices, kinds and types.
///
/// Keys are given in order of arrival and never change. So known keys stay right. Only keys of a transaction that was
/// rolled back must be forgotten.
final class Surrogates {
  private let connection: Connection
  @exclusivity(unchecked) private var devices: [UniqueID] = []
  @exclusivity(unchecked) private var kinds: [String] = []
  @exclusivity(unchecked) private var types: [String] = []
  /// The keys of devices and names that are not among the first few.
  @exclusivity(unchecked) private var deviceKeys: [UniqueID: Int64] = [:]
  @exclusivity(unchecked) private var kindKeys: [ExactName: Int64] = [:]
  @exclusivity(unchecked) private var typeKeys: [ExactName: Int64] = [:]

  /// Names that are compared one by one. There are a few dozen: comparing takes less than hashing, and no table is made
  /// of them each time a log is opened.
  private static let comparedNamesMax = 64

  init(_ connection: Connection) { self.connection = connection }

  func forget() {
    devices = []
    kinds = []
    types = []
    deviceKeys = [:]
    kindKeys = [:]
    typeKeys = [:]
  }

  // MARK: The object of a key

  func device(_ key: Int64) throws -> UniqueID {
    if let device = Self.element(key, of: devices) { return device }
    try loadDevices()
    guard let device = Self.element(key, of: devices) else { throw EventLogError.damaged("no device \(key)") }
    return device
  }

  /// Returns the devices that are known so far, by their keys, from 1.
  ///
  /// It has all that existed when it was first called.
  func knownDevices() throws -> [UniqueID] {
    if devices.isEmpty { try loadDevices() }
    return devices
  }

  func kind(_ key: Int64) throws -> String {
    if let kind = Self.element(key, of: kinds) { return kind }
    try loadKinds()
    guard let kind = Self.element(key, of: kinds) else { throw EventLogError.damaged("no kind \(key)") }
    return kind
  }

  func type(_ key: Int64) throws -> String {
    if let type = Self.element(key, of: types) { return type }
    try loadTypes()
    guard let type = Self.element(key, of: types) else { throw EventLogError.damaged("no type \(key)") }
    return type
  }

  private static func element<T>(_ key: Int64, of list: [T]) -> T? {
    key > 0 && key <= list.count ? list[Int(key) - 1] : nil
  }

  // MARK: The key of something, if it has one

  func key(ofDevice device: UniqueID) throws -> Int64? {
    if let key = knownKey(ofDevice: device) { return key }
    try loadDevices()
    return knownKey(ofDevice: device)
  }

  private func knownKey(ofDevice device: UniqueID) -> Int64? {
    for (index, known) in devices.prefix(Self.comparedNamesMax).enumerated() where known == device {
      return Int64(index) + 1
    }
    return deviceKeys.isEmpty ? nil : deviceKeys[device]
  }

  func key(ofKind kind: String) throws -> Int64? {
    if let key = Self.key(of: kind, among: kinds, kindKeys) { return key }
    try loadKinds()
    return Self.key(of: kind, among: kinds, kindKeys)
  }

  func key(ofType type: String) throws -> Int64? {
    if let key = Self.key(of: type, among: types, typeKeys) { return key }
    try loadTypes()
    return Self.key(of: type, among: types, typeKeys)
  }

  /// Every event asks for two: a look along a few names takes a third of what hashing one does.
  private static func key(of name: String, among names: [String], _ rest: [ExactName: Int64]) -> Int64? {
    for (index, known) in names.prefix(comparedNamesMax).enumerated() where known.hasSameBytes(as: name) {
      return Int64(index) + 1
    }
    return rest.isEmpty ? nil : rest[ExactName(name)]
  }

  // MARK: Giving a key

  func makeKey(forKind kind: String) throws -> Int64 {
    if let key = try key(ofKind: kind) { return key }
    try insert("INSERT OR ROLLBACK INTO kind (key, name) VALUES (?1, ?2)", kinds.count + 1, kind)
    add(kind: kind)
    return Int64(kinds.count)
  }

  func makeKey(forType type: String) throws -> Int64 {
    if let key = try key(ofType: type) { return key }
    try insert("INSERT OR ROLLBACK INTO type (key, name) VALUES (?1, ?2)", types.count + 1, type)
    add(type: type)
    return Int64(types.count)
  }

  private func insert(_ sql: String, _ key: Int, _ name: String) throws {
    precondition(connection.isInTransaction, "a name gets its key inside a write")
    let statement = try connection.statement(sql)
    try statement.bind(1, Int64(key))
    try statement.bind(2, text: name)
    try statement.run()
  }

  // MARK: Loading what others added

  private func loadDevices() throws {
    try load("SELECT key, id FROM device WHERE key > ?1 ORDER BY key", after: devices.count) { row in
      guard let id = row.withBytes(1, { UniqueID(bytes: $0) }) else {
        throw EventLogError.damaged("a device's id")
      }
      self.add(device: id)
    }
  }

  private func loadKinds() throws {
    try load("SELECT key, name FROM kind WHERE key > ?1 ORDER BY key", after: kinds.count) { row in
      self.add(kind: row.string(1))
    }
  }

  private func loadTypes() throws {
    try load("SELECT key, name FROM type WHERE key > ?1 ORDER BY key", after: types.count) { row in
      self.add(type: row.string(1))
    }
  }

  private func load(_ sql: String, after count: Int, _ add: (Statement) throws -> Void) throws {
    let statement = try connection.statement(sql)
    try statement.bind(1, Int64(count))
    var next = Int64(count) + 1
    try statement.forEachRow { row in
      guard row.int64(0) == next else { throw EventLogError.damaged("a gap before key \(row.int64(0))") }
      try add(row)
      next += 1
    }
  }

  private func add(device: UniqueID) {
    devices.append(device)
    if devices.count > Self.comparedNamesMax { deviceKeys[device] = Int64(devices.count) }
  }

  private func add(kind: String) {
    kinds.append(kind)
    if kinds.count > Self.comparedNamesMax { kindKeys[ExactName(kind)] = Int64(kinds.count) }
  }

  private func add(type: String) {
    types.append(type)
    if types.count > Self.comparedNamesMax { typeKeys[ExactName(type)] = Int64(types.count) }
  }
}
