package import LedgerDomain

/// Names the files of receipts in an archive: `2026-06-14/2026-06-14_Lufthansa_EUR-420.00.jpg`.
///
/// Receipts with equal names are told apart by a number, also if the names differ by case or the form of accents alone.
package struct ReceiptNames {
  private var taken: Set<String> = []

  /// The folder of receipts without a date.
  package static let undated = "undated"

  package init() {}

  /// Returns the path of a receipt's files in the archive, without page and extension.
  package mutating func base(of row: TransactionRow) -> String {
    let date = row.date?.iso ?? Self.undated
    var amount = ""
    if let money = row.money { amount = "_\(money.currency.code)-\(money.decimal)" }
    // Room for the page, a number and the extension.
    let room = PortableName.bytesMax - date.utf8.count - amount.utf8.count - 32
    var vendor = PortableName.part(row.vendor ?? "", bytesMax: room)
    if vendor.isEmpty { vendor = row.kind.rawValue }
    let first = "\(date)/\(date)_\(vendor)\(amount)"
    var name = first
    var number = 1
    while !taken.insert(PortableName.key(name)).inserted {
      number += 1
      name = "\(first)_\(number)"
    }
    return name
  }

  /// Returns the end of a page's name: its number if there are more, and the extension of its media type.
  package static func suffix(of attachment: ReceiptPage, place: Int, pages: Int) -> String {
    (pages > 1 ? "_p\(place + 1)" : "") + "." + fileExtension(attachment.mediaType)
  }

  static func fileExtension(_ mediaType: String) -> String { extensions[mediaType] ?? unknownExtension }

  /// Whether a file's name ends like that of a scan.
  package static func isScan(_ name: String) -> Bool {
    name.split(separator: ".").last.map {
      $0 == unknownExtension || extensions.values.contains(String($0))
    } ?? false
  }

  private static let unknownExtension = "bin"
  private static let extensions = [
    "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/tiff": "tiff", "image/webp": "webp",
    "image/heic": "heic", "application/pdf": "pdf",
  ]
}
