public import LedgerBytes
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// One event as a projector reads it: what stands first in its row, where it stands. Valid inside the step only.
///
/// Integer keys stand for stream and type, as in the log; nothing is copied until it is asked for.
public struct EventRow {
  /// The key of its stream.
  public let stream: Int64
  /// Where it stands here.
  public let position: Int64
  /// The key of its type: `LedgerLog.typeName(key:)`.
  public let type: Int64
  /// The version of its payload's shape.
  public let schema: UInt32
  /// Who recorded it, and its number there.
  public let reference: EventReference
  /// When, by the hybrid clock.
  public let time: HybridTime
  /// Who: kind, and a name where there is one.
  public let actor: String
  /// What its author had seen of this stream from other devices, in device order.
  public let seen: [EventReference]
  /// Whether no fold applies it, as another event of the log asks for.
  public let isPassedOver: Bool
  private let row: RowCells

  /// What is taken of a row, and how many columns that is. What a row is taken from follows.
  static let select = """
    SELECT ledger_take(stream, position, type, schema, device, sequence, time, payload, seen, actor)
    """
  static let columns = 10
  /// Where those stand in the table.
  static let places = [1, 0, 3, 4, 5, 6, 7, 8, 14, 15]

  /// The position of a row of `select`.
  @inline(__always)
  static func position(_ row: RowCells) -> Int64 { row.int64(1) }

  /// - Parameter devices: by their keys, from 1, as far as they were known.
  init(
    _ row: RowCells, _ devices: [UniqueID], _ surrogates: Surrogates, _ passedOver: PassedOverEvents,
    _ actors: inout ActorNames
  ) throws {
    func device(_ key: Int64) throws -> UniqueID {
      key > 0 && key <= devices.count ? devices[Int(key) - 1] : try surrogates.device(key)
    }
    self.row = row
    stream = row.int64(0)
    position = Self.position(row)
    type = row.int64(2)
    schema = UInt32(truncatingIfNeeded: row.int64(3))
    reference = EventReference(
      device: try device(row.int64(4)), sequence: UInt64(bitPattern: row.int64(5)))
    time = HybridTime(rawValue: UInt64(bitPattern: row.int64(6)))
    let type = type
    isPassedOver =
      passedOver.isEmpty ? false : try passedOver.reason(reference, type: surrogates.type(type)) != nil
    if row.isNull(8) {
      seen = []
    } else {
      guard let references = LogReader.references(row.bytes(8)) else {
        throw EventLogError.damaged("what the event at position \(position) had seen has the wrong length")
      }
      seen = references
    }
    actor = actors.name(row.bytes(9))
  }

  /// The payload's bytes; `nil` if they were taken out for good, or no fold applies the event.
  public var payload: UnsafeRawBufferPointer? { isPassedOver || row.isNull(7) ? nil : row.bytes(7) }
}

@available(*, unavailable)
extension EventRow: Sendable {}

/// Names that come again and again, so that reading a row makes no text. Kept by who reads many rows.
public struct ActorNames {
  /// A name's bytes as numbers: the first eight and the last, which are all there are of eight to sixteen.
  private struct Ends: Equatable {
    var count = -1
    var first: UInt64 = 0
    var last: UInt64 = 0

    init() {}

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) {
      count = bytes.count
      guard count >= 8, let start = bytes.baseAddress else { return }
      first = start.loadUnaligned(as: UInt64.self)
      last = start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    }

    var areAll: Bool { 8...16 ~= count }
  }

  private struct Known {
    let bytes: [UInt8]
    let name: String
  }

  private var known: [Known] = []
  private var next = 0
  /// The one found last: a person's events follow each other.
  private var last = ""
  private var lastEnds = Ends()

  /// None known so far.
  public init() {}

  mutating func name(_ bytes: UnsafeRawBufferPointer) -> String {
    let ends = Ends(bytes)
    if ends == lastEnds, ends.areAll { return last }
    last = search(bytes)
    lastEnds = ends
    return last
  }

  private mutating func search(_ bytes: UnsafeRawBufferPointer) -> String {
    for entry in known where Self.isSame(entry.bytes, bytes) { return entry.name }
    let entry = Known(bytes: Array(bytes), name: String(decoding: bytes, as: UTF8.self))
    if known.count < 16 {
      known.append(entry)
    } else {
      known[next] = entry
      next = (next + 1) & 15
    }
    return entry.name
  }

  private static func isSame(_ known: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard known.count == bytes.count else { return false }
    return known.withUnsafeBytes { known in
      guard let start = known.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(start, other, known.count) == 0
    }
  }
}

extension LedgerLog {
  /// The name of a type's key.
  public func typeName(key: Int64) throws -> String { try reader.surrogates.type(key) }
}
