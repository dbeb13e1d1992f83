internal import LedgerBytes
internal import LedgerPlatform

/// The folder outside of all ledgers where this machine keeps the marks of one ledger's devices.
///
/// A mark is written after each commit that has recorded events, in place and without a sync. So it can lag and never
/// lead. It is no part of what a commit promises: a failure is remembered and told by `status`.
final class StateFolder {
  let path: String
  private let ledger: UniqueID
  /// The reason why marks cannot be kept, or `nil` if they are kept.
  private(set) var failure: FileError?
  private var file: (device: UniqueID, descriptor: OpenFile)?
  /// The mark that was read or written last, and its bytes.
  private var last: (mark: DeviceMark, bytes: [UInt8])?
  /// Whether the file was made and not synced since.
  private var isUnsynced = false

  init(_ path: String, ledger: UniqueID) {
    self.path = path
    self.ledger = ledger
  }

  /// Returns the mark of a device, or `nil` if it is missing or cannot be read.
  func mark(of device: UniqueID) -> DeviceMark? {
    guard let bytes = bytes(of: device) else { return nil }
    if let last, last.bytes == bytes { return last.mark }
    guard let mark = DeviceMark(bytes), mark.ledger == ledger, mark.device == device else { return nil }
    last = (mark, bytes)
    return mark
  }

  private func bytes(of device: UniqueID) -> [UInt8]? {
    do throws(FileError) {
      if file?.device != device {
        file = (device, try OpenFile(name(of: device), .readWrite, forLedger: true))
      }
      return try file?.descriptor.read(upTo: DeviceMark.byteCount)
    } catch {
      if !error.isMissing { failure = error }
      return nil
    }
  }

  /// Moves a device's mark on. The caller holds the writers' lock of the ledger's folder.
  func write(_ mark: DeviceMark) {
    precondition(mark.ledger == ledger, "a folder of marks belongs to one ledger")
    precondition(mark.size > 0, "a device is marked once it has recorded an event")
    if last?.mark == mark, file?.device == mark.device { return }
    do throws(FileError) {
      if file?.device != mark.device { file = (mark.device, try open(mark.device)) }
      let bytes = mark.bytes
      precondition(bytes.count == DeviceMark.byteCount, "a mark of another length than all marks have")
      try file?.descriptor.write(bytes)
      last = (mark, bytes)
      failure = nil
    } catch {
      last = nil
      file = nil
      failure = error
    }
  }

  private func open(_ device: UniqueID) throws(FileError) -> OpenFile {
    let name = name(of: device)
    do throws(FileError) {
      return try OpenFile(name, .readWrite, forLedger: true)
    } catch {
      guard error.isMissing else { throw error }
      try DurableFile.createFolder(path)
      isUnsynced = true
      return try OpenFile(name, .readWriteOrCreate, forLedger: true)
    }
  }

  /// Syncs a new mark to the disk.
  ///
  /// Later ones are left to the system. A sync took a fifth of the time of a command of the tool (11.3 ms without, 13.4
  /// with). A power cut takes from a mark at most the events of the seconds before.
  func synchronize() {
    guard isUnsynced else { return }
    isUnsynced = false
    do throws(FileError) { try file?.descriptor.synchronize() } catch { failure = error }
  }

  /// Returns the marks of all devices of this ledger that have recorded events on this machine.
  func all() -> [DeviceMark] {
    let prefix = "\(ledger)-"
    guard let names = try? DurableFile.list(path) else { return [] }
    return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(Self.suffix) }.compactMap { name in
      guard let bytes = try? DurableFile.read("\(path)/\(name)", limit: DeviceMark.byteCount),
        let mark = DeviceMark(bytes), mark.ledger == ledger
      else { return nil }
      return mark
    }
  }

  /// Whether marks can be kept, as far as the system tells without writing.
  var isUsable: Bool {
    if failure != nil { return false }
    var folder = path
    while !DurableFile.exists(folder) {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { break }
      folder = String(folder[..<slash])
    }
    return DurableFile.isWritable(folder + "/.")
  }

  private static let suffix = ".mark"

  private func name(of device: UniqueID) -> String { "\(path)/\(ledger)-\(device)\(Self.suffix)" }
}
