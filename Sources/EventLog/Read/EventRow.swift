package import LedgerBytes
internal import LedgerSQLite

/// One event as a projector reads it, with the first columns of its row in place. Valid inside the step only.
///
/// Stream and type are integer keys, as in the log. Nothing is copied until it is asked for.
package struct EventRow {
  /// The key of its stream.
  package let stream: StreamKey
  /// Its position here.
  package let position: Position
  /// The key of its type: `LedgerLog.typeName(key:)`.
  package let type: Int64
  /// The version of its payload's shape.
  package let schema: UInt32
  /// The device that recorded it, and its number there.
  package let reference: EventReference
  /// When, by the hybrid clock.
  package let time: HybridTime
  /// The actor: a kind, and a name if there is one.
  package let actor: String
  /// A place of the actor among 32, for tables that readers keep. Another actor may have the same one.
  package let actorSlot: Int
  /// The last events of other devices in this stream that its author had seen, in device order.
  package let seen: [EventReference]
  /// The request of another event that folds ignore it, or `nil` if there is no request.
  package internal(set) var passedOver: PassedOver?
  private let row: RowCells

  /// The SELECT of the columns that a row has. The table that it is read from follows.
  static let select = """
    SELECT ledger_take(stream, position, type, schema, device, sequence, time, payload, seen, actor)
    """
  static let columns = 10
  /// The places of those columns in the table.
  static let places = [1, 0, 3, 4, 5, 6, 7, 8, 14, 15]

  /// Returns the position of a row of `select`.
  @inline(__always)
  static func position(_ row: RowCells) -> Position { row.number(1) }

  /// Reads the columns of a row.
  ///
  /// - Parameter devices: Devices by their keys, from 1, as far as they were known.
  @inline(__always)
  init(
    _ row: RowCells, _ devices: [UniqueID], _ surrogates: Surrogates, _ actors: inout ActorNames
  ) throws {
    self.row = row
    stream = row.number(0)
    position = Self.position(row)
    type = row.int64(2)
    schema = UInt32(truncatingIfNeeded: row.int64(3))
    let device = row.int64(4)
    reference = EventReference(
      device: device > 0 && device <= devices.count ? devices[Int(device) - 1] : try surrogates.device(device),
      sequence: UInt64(bitPattern: row.int64(5)))
    time = HybridTime(rawValue: UInt64(bitPattern: row.int64(6)))
    if row.isNull(8) {
      seen = []
    } else {
      guard let references = LogReader.references(row.bytes(8)) else {
        throw EventLogError.damaged("what the event at position \(position) had seen has the wrong length")
      }
      seen = references
    }
    (actor, actorSlot) = actors.name(row.bytes(9))
  }

  /// The payload's bytes, or `nil` if they were erased or are to be erased.
  package var payload: UnsafeRawBufferPointer? {
    passedOver == .redacted || row.isNull(7) ? nil : row.bytes(7)
  }
}

@available(*, unavailable)
extension EventRow: Sendable {}

/// A cache of actors, so that reading a row makes no text. A reader of many rows keeps one.
package struct ActorNames {
  /// A name's bytes as numbers, which are all of it up to 24 bytes.
  private struct Parts: Equatable {
    var count = -1
    var first: UInt64 = 0
    var second: UInt64 = 0
    var last: UInt64 = 0

    init() {}

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) {
      count = bytes.count
      guard count >= 8, let start = bytes.baseAddress else {
        for byte in bytes { first = first << 8 | UInt64(byte) }
        return
      }
      first = start.loadUnaligned(as: UInt64.self)
      if count >= 16 { second = start.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
      last = start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    }

    var areAll: Bool { count <= 24 }

    /// A place among 32.
    var slot: Int { Int(truncatingIfNeeded: ((first ^ second &+ last) &* 0x9e37_79b9_7f4a_7c15) >> 59) }
  }

  /// The number of slots.
  package static let count = 32

  private var parts = [Parts](repeating: Parts(), count: Self.count)
  private var names = [String](repeating: "", count: Self.count)

  /// An empty cache.
  package init() {}

  @inline(__always)
  mutating func name(_ bytes: UnsafeRawBufferPointer) -> (name: String, slot: Int) {
    let parts = Parts(bytes)
    let slot = parts.slot
    if self.parts[slot] == parts, parts.areAll { return (names[slot], slot) }
    return (make(parts, slot, bytes), slot)
  }

  @inline(never)
  private mutating func make(_ parts: Parts, _ slot: Int, _ bytes: UnsafeRawBufferPointer) -> String {
    if self.parts[slot] == parts, names[slot].utf8.elementsEqual(bytes) { return names[slot] }
    let name = String(decoding: bytes, as: UTF8.self)
    self.parts[slot] = parts
    names[slot] = name
    return name
  }
}

extension LedgerLog {
  /// Returns the name of a type's key.
  package func typeName(key: Int64) throws -> String { try reader.surrogates.type(key) }
}
