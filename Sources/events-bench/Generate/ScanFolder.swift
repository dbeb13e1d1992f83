internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// Writes the few scans of a generated ledger to its attachments, as small PDF documents.
struct ScanFolder {
  private let folder: String

  init(_ ledger: String) { folder = ledger + "/attachments" }

  /// Stores a page with a text in the attachments, without a sync.
  func store(_ text: String) throws -> ReceiptPage {
    let bytes = Self.document(text)
    let digest = SHA256.hash(bytes)
    let name = digest.description
    let subfolder = "\(folder)/\(name.prefix(2))"
    try DurableFile.createFolder(subfolder)
    let path = "\(subfolder)/\(name)"
    if !DurableFile.exists(path) { try DurableFile.writeInPlace(path, bytes: bytes, create: true) }
    return ReceiptPage(digest: digest, byteCount: Int64(bytes.count), mediaType: "application/pdf", page: 1)
  }

  /// Returns a PDF of one page with the ASCII characters of a text.
  static func document(_ text: String) -> [UInt8] {
    var lines = "BT /F1 9 Tf 11 TL 36 806 Td\n"
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += "("
      for scalar in line.unicodeScalars where scalar.isASCII {
        if "()\\".unicodeScalars.contains(scalar) { lines += "\\" }
        lines.unicodeScalars.append(scalar)
      }
      lines += ") '\n"
    }
    lines += "ET"
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
      "<</Length \(lines.utf8.count)>>\nstream\n\(lines)\nendstream",
      "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
    ]
    var document = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(document.utf8.count)
      document += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = document.utf8.count
    document += "xref\n0 6\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      document += String(repeating: "0", count: 10 - digits.utf8.count) + digits + " 00000 n \n"
    }
    document += "trailer<</Size 6/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(document.utf8)
  }
}
