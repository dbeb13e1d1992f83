public import Foundation
internal import Synchronization

/// A ledger for previews and tests, in a temporary folder that goes when the value does.
///
///     let preview = try await TemporaryLedger(seed: 1) { book in
///       try book.record(RecordRequest(money: fare, date: day, category: "taxi", payment: .cash))
///     }
///     let home = try await preview.book.home()
///     try await preview.remove()
///
/// Two ledgers with the same seed have the same identifiers and the same times.
public final class TemporaryLedger: Sendable {
  /// The ledger.
  public let book: AsyncBook
  /// Its folder.
  public let folder: URL

  /// Makes a ledger and records what it should begin with.
  ///
  /// - Parameters:
  ///   - seed: The seed of identifiers.
  ///   - start: The time of its first event. Each look at the clock is a second later.
  ///   - new: The settings of the ledger.
  ///   - content: Records the content.
  public init(
    seed: UInt64, start: Date = Date(timeIntervalSince1970: 1_781_424_000),
    _ new: NewLedger = NewLedger(device: "preview", currency: .eur, locale: .default),
    _ content: @escaping @Sendable (Book) throws -> Void = { _ in }
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-" + UUID().uuidString)
    let source = SeededSource(seed, milliseconds: Int64(start.timeIntervalSince1970 * 1_000))
    let settings = Book.Settings(
      folder: folder.path, actor: .person("preview"), deviceName: new.device,
      clock: { WallClock(milliseconds: source.nextMilliseconds(), offsetMinutes: 0) }, newID: source.nextID)
    book = try await AsyncBook.create(settings, new)
    try await book.run(content)
  }

  /// Closes the ledger and removes its folder.
  public func remove() async throws {
    try await book.close()
    try FileManager.default.removeItem(at: folder)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// Identifiers and times that are the same for the same seed.
private final class SeededSource: Sendable {
  private struct State: RandomNumberGenerator {
    var word: UInt64
    var milliseconds: Int64

    /// Returns the next number of SplitMix64.
    mutating func next() -> UInt64 {
      word &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  private let state: Mutex<State>

  init(_ seed: UInt64, milliseconds: Int64) { state = Mutex(State(word: seed, milliseconds: milliseconds)) }

  @Sendable func nextID() -> UniqueID { state.withLock { UniqueID.random(using: &$0) } }

  func nextMilliseconds() -> Int64 {
    state.withLock { state in
      defer { state.milliseconds += 1_000 }
      return state.milliseconds
    }
  }
}
