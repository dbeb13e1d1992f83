internal import LedgerBytes
public import LedgerDomain
internal import LedgerPlatform

/// The file of a page, checked against the digest that its event has.
enum CheckedPage: Sendable {
  /// The bytes are those of the event.
  case whole([UInt8], checksum: UInt32)
  /// The bytes are those of the event, and too many to keep in memory.
  case large(OpenFile, checksum: UInt32)
  /// The page cannot be exported, for this reason.
  case unusable(MissingPage.Reason)

  /// Larger files are read twice, a piece at a time.
  static let wholeBytesMax = 4 << 20
  static let pieceBytes = 1 << 20

  /// Reads and checks a file.
  ///
  /// - Complexity: O(bytes) in time, with at most `wholeBytesMax` bytes in memory.
  static func read(_ path: String, _ attachment: ReceiptPage) -> CheckedPage {
    do throws(FileError) {
      let file = try OpenFile(path, .read, operation: "read")
      if attachment.byteCount > Int64(wholeBytesMax) { return try readLarge(file, attachment) }
      let bytes = try file.read(exactly: Int(attachment.byteCount))
      guard let bytes, SHA256.hash(bytes) == attachment.digest else { return .unusable(.damaged) }
      return .whole(bytes, checksum: CRC32.of(bytes))
    } catch {
      return .unusable(error.isMissing ? .missing : .unreadable)
    }
  }

  private static func readLarge(_ file: OpenFile, _ attachment: ReceiptPage) throws(FileError) -> CheckedPage {
    var hasher = SHA256Hasher()
    var checksum = CRC32()
    var count: Int64 = 0
    while true {
      let piece = try file.read(upTo: pieceBytes, at: Int(count))
      if piece.isEmpty { break }
      hasher.update(piece)
      piece.withUnsafeBytes { checksum.update($0) }
      count += Int64(piece.count)
    }
    guard count == attachment.byteCount, hasher.finalize() == attachment.digest else {
      return .unusable(.damaged)
    }
    return .large(file, checksum: checksum.value)
  }
}

extension OpenFile {
  /// Reads the whole file, or returns `nil` if its size is not `count`.
  fileprivate func read(exactly count: Int) throws(FileError) -> [UInt8]? {
    guard try byteCount() == count else { return nil }
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(FileError) {
        try read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// A page that an export could not contain.
public struct MissingPage: Hashable, Sendable {
  /// The reason that a page is not in an export.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The file is not there.
    case missing
    /// The file has other bytes than the page that was captured.
    case damaged
    /// The system refuses to read the file.
    case unreadable
  }

  /// The transaction.
  public let transaction: TransactionID
  /// The page.
  public let attachment: ReceiptPage
  /// The reason.
  public let reason: Reason
}
