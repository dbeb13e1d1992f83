public import LedgerBytes
internal import LedgerPlatform

/// The file `dataset.json` of a shared folder: which ledger it is of.
///
/// Its content depends on the ledger alone. So two devices that write it at once write the same bytes.
public struct Dataset: Hashable, Sendable {
  /// The ledger's id.
  public let ledger: UniqueID
  /// The name of the device on which the ledger began, for people who have several.
  public let name: String

  static let fileName = "dataset.json"
  static let format = "ledger-dataset-1"
  static let bytesMax = 4 << 10

  var bytes: [UInt8] {
    let value: JSONValue = [
      "datasetId": .string(ledger.description), "format": .string(Self.format), "name": .string(name),
      "schemaVersion": 1,
    ]
    return value.encoded() + [UInt8(ascii: "\n")]
  }

  init(ledger: UniqueID, name: String) {
    self.ledger = ledger
    self.name = String(name.prefix(200))
  }

  /// Reads the file in a folder, or a copy of it that a drive has made. Returns `nil` if it is missing.
  ///
  /// - Throws: `SyncError.datasetUnreadable`.
  init?(in place: SharedPlace, file: String = fileName) throws {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try place.read(file, limit: Self.bytesMax)
    } catch {
      if error.isMissing { return nil }
      throw SyncError.datasetUnreadable(folder: place.path, reason: error.description)
    }
    guard let value = try? JSONValue(parsing: bytes, as: .exchange),
      case .string(let format)? = value["format"], case .string(let id)? = value["datasetId"],
      let ledger = UniqueID(id), case .string(let name)? = value["name"]
    else {
      throw SyncError.datasetUnreadable(
        folder: place.path, reason: "it has \(bytes.count) bytes that are no dataset")
    }
    guard format == Self.format else { throw SyncError.newerDataset(folder: place.path, format: format) }
    self.init(ledger: ledger, name: name)
  }
}
