package import LedgerBytes
package import LedgerDomain
package import LedgerPlatform

/// Scans and photos, named by their SHA-256: `attachments/ab/abcdef…`.
///
/// A file is whole and durable before the event that names it is appended (Design, section 3).
package struct AttachmentStore {
  let folder: String

  /// Bytes that a page may have.
  package static let pageBytesMax = 512 << 20

  /// Returns the file of a page.
  package func path(of digest: SHA256Digest) -> String {
    let name = digest.description
    return "\(folder)/\(name.prefix(2))/\(name)"
  }

  /// Stores a page's bytes.
  ///
  /// A page that is there already is made durable again, as its first writer may have died before it was. One that was
  /// damaged is replaced.
  package func store(_ bytes: [UInt8], page: Int) throws -> ReceiptPage {
    let digest = SHA256.hash(bytes)
    let path = path(of: digest)
    let subfolder = String(path.dropLast(65))
    try makeFolder(subfolder)
    if try DurableFile.size(path) == bytes.count, holds(digest) {
      try DurableFile.synchronize(path)
      try DurableFile.synchronizeFolder(subfolder)
    } else {
      try DurableFile.replace(path, bytes: bytes)
    }
    try DurableFile.synchronizeFolder(folder)
    return ReceiptPage(
      digest: digest, byteCount: Int64(bytes.count), mediaType: MediaType.of(bytes), page: page)
  }

  /// Whether a page is there and has the bytes that its name is the hash of.
  ///
  /// - Complexity: O(bytes of the page).
  func holds(_ digest: SHA256Digest) -> Bool {
    guard let bytes = try? read(digest) else { return false }
    return SHA256.hash(bytes) == digest
  }

  /// Makes the folder of some pages, and `attachments`. The ledger's own folder is never made again: if it is missing,
  /// the log is, too.
  private func makeFolder(_ subfolder: String) throws(FileError) {
    do {
      try DurableFile.createFolder(subfolder, withParents: false)
    } catch  where error.isMissing {
      try DurableFile.createFolder(folder, withParents: false)
      try DurableFile.createFolder(subfolder, withParents: false)
    }
  }

  /// Returns the bytes of a page.
  package func read(_ digest: SHA256Digest) throws(FileError) -> [UInt8] {
    try DurableFile.read(path(of: digest), limit: Self.pageBytesMax)
  }
}

/// The type of a file by its first bytes. Its name is ignored.
enum MediaType {
  static func of(_ bytes: [UInt8]) -> String {
    func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + signature.count
        && bytes[offset..<offset + signature.count].elementsEqual(signature)
    }
    if begins([0xff, 0xd8, 0xff]) { return "image/jpeg" }
    if begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "image/png" }
    if begins(Array("%PDF-".utf8)) { return "application/pdf" }
    if begins(Array("GIF8".utf8)) { return "image/gif" }
    if begins([0x49, 0x49, 0x2a, 0x00]) || begins([0x4d, 0x4d, 0x00, 0x2a]) { return "image/tiff" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
    if begins(Array("ftyp".utf8), at: 4) {
      for brand in ["heic", "heix", "hevc", "mif1"] where begins(Array(brand.utf8), at: 8) {
        return "image/heic"
      }
    }
    return "application/octet-stream"
  }
}
