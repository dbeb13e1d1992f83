public import LedgerBytes
internal import LedgerSQLite

/// The number, root and latest time of one device's events in this log.
public struct DeviceHead: Hashable, Sendable {
  /// The device.
  public let device: UniqueID
  /// The number of events, which is the last deviceSequence.
  public let size: UInt64
  /// The root of their tree.
  public let root: SHA256Digest
  /// The latest hybrid time among them.
  public let lastTime: HybridTime
}

/// The heads of all devices, as the log has them and as a transaction moves them on.
struct DeviceHeads {
  struct Head {
    let id: UniqueID
    var edge: RightEdge
    var lastTime: HybridTime
    var isChanged = false
    /// The leaf of its last event, once one was appended.
    var lastLeaf: SHA256Digest?
    /// The root of `edge`, once it was computed.
    var knownRoot: SHA256Digest?
  }

  /// The heads by key, which counts from 1.
  private(set) var list: [Head] = []
  private var keys: [UniqueID: Int64] = [:]
  /// The latest time in the log.
  private(set) var lastTime = HybridTime(rawValue: 0)

  /// Reads all of them: a row per device.
  init(_ connection: Connection) throws {
    let statement = try connection.statement("SELECT key, id, size, edge, last_time FROM device ORDER BY key")
    try statement.forEachRow { row in
      let size = UInt64(bitPattern: row.int64(2))
      guard size < UInt64(Int64.max), row.int64(0) == Int64(list.count) + 1,
        let id = row.withBytes(1, { LogReader.id($0) }), let edge = RightEdge(size: size, bytes: row.bytes(3))
      else { throw EventLogError.damaged("the head of device \(row.int64(0))") }
      add(Head(id: id, edge: edge, lastTime: HybridTime(rawValue: UInt64(bitPattern: row.int64(4)))))
    }
  }

  private mutating func add(_ head: Head) {
    list.append(head)
    keys[head.id] = Int64(list.count)
    lastTime = max(lastTime, head.lastTime)
  }

  subscript(key: Int64) -> Head {
    precondition(key > 0 && key <= list.count, "the keys of devices count from 1 without a gap")
    return list[Int(key) - 1]
  }

  /// Returns the device with a key that was read from the log.
  func device(_ key: Int64) throws -> UniqueID {
    guard key > 0, key <= list.count else { throw EventLogError.damaged("no device \(key)") }
    return list[Int(key) - 1].id
  }

  func key(of device: UniqueID) -> Int64? { keys[device] }

  /// Whether another device than the one with that key has events here.
  func hasOthers(than key: Int64) -> Bool {
    list.indices.contains { $0 != Int(key) - 1 && list[$0].edge.size > 0 }
  }

  /// The number of events of all devices. It wraps around if the sizes come from a damaged log.
  var eventCount: UInt64 { list.reduce(0) { $0 &+ $1.edge.size } }

  /// Moves a head on by one event.
  mutating func append(_ leaf: SHA256Digest, time: HybridTime, to key: Int64) {
    let index = Int(key) - 1
    precondition(list.indices.contains(index), "an event of a device without a key")
    list[index].edge.append(leaf)
    list[index].lastTime = max(list[index].lastTime, time)
    list[index].isChanged = true
    list[index].lastLeaf = leaf
    list[index].knownRoot = nil
    lastTime = max(lastTime, time)
  }

  /// Returns the key of a device, and makes one if the device has no key yet.
  mutating func makeKey(of device: UniqueID, _ connection: Connection) throws -> Int64 {
    if let key = keys[device] { return key }
    precondition(connection.isInTransaction, "a device gets its key inside a write")
    add(Head(id: device, edge: RightEdge(), lastTime: HybridTime(rawValue: 0)))
    let key = Int64(list.count)
    let statement = try connection.statement(
      "INSERT OR ROLLBACK INTO device (key, id, size, root, edge, last_time) VALUES (?1, ?2, 0, ?3, x'', 0)")
    try statement.bind(1, key)
    try statement.bind(2, device)
    try statement.bind(3, MerkleTree.emptyRoot)
    try statement.run()
    return key
  }

  /// Writes the heads that moved.
  mutating func store(_ connection: Connection) throws {
    for index in list.indices where list[index].isChanged {
      let statement = try connection.statement(
        "UPDATE OR ROLLBACK device SET size = ?2, root = ?3, edge = ?4, last_time = ?5 WHERE key = ?1")
      try statement.bind(1, Int64(index) + 1)
      try statement.bind(2, Int64(bitPattern: list[index].edge.size))
      try statement.bind(3, root(at: index))
      try statement.bind(4, blob: list[index].edge.bytes)
      try statement.bind(5, Int64(bitPattern: list[index].lastTime.rawValue))
      try statement.run()
      guard connection.changes == 1 else {
        throw EventLogError.damaged("the head of device \(list[index].id) is not there to be moved on")
      }
      list[index].isChanged = false
    }
  }

  /// The trees of all devices that have events, as `log.head` contains them.
  var trees: LogHead.Trees {
    mutating get {
      var trees: [LogHead.Trees.Entry] = []
      for index in list.indices where list[index].edge.size > 0 {
        trees.append(
          LogHead.Trees.Entry(
            device: list[index].id, tree: LogHead.Tree(size: list[index].edge.size, root: root(at: index))))
      }
      return LogHead.Trees(trees)
    }
  }

  /// Returns the root of a head's tree.
  ///
  /// It is cached by size, because computing it takes a hash per bit of the size.
  private mutating func root(at index: Int) -> SHA256Digest {
    if let root = list[index].knownRoot { return root }
    let root = list[index].edge.root
    list[index].knownRoot = root
    return root
  }
}
