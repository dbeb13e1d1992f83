public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
internal import LedgerPlatform

/// The folder `pictures` of a ledger, with pictures that can be made again.
///
/// A picture has the name of its page and its longest side: `pictures/ab/abcdef…-400.jpg`. A copy of a page for other
/// programs has the page's name with the extension of its type. Everything here can be deleted at any time.
struct PictureCache {
  let folder: String

  init(_ book: Book) { folder = book.settings.folder + "/pictures" }

  func path(_ size: PictureSize, of digest: SHA256Digest) -> String {
    path(of: digest, "-\(size.sidePixelsMax).jpg")
  }

  func path(copyOf page: ReceiptPage) -> String {
    path(of: page.digest, "." + ReceiptNames.fileExtension(page.mediaType))
  }

  private func path(of digest: SHA256Digest, _ end: String) -> String {
    let name = digest.description
    return "\(folder)/\(name.prefix(2))/\(name)\(end)"
  }

  /// Returns the bytes of a picture, or `nil` if it is missing or was not written in full.
  func read(_ size: PictureSize, of digest: SHA256Digest) -> [UInt8]? {
    guard let bytes = try? DurableFile.read(path(size, of: digest), limit: 64 << 20),
      let header = JPEGHeader(bytes),
      max(header.width, header.height) <= size.sidePixelsMax
    else { return nil }
    return bytes
  }

  func store(_ bytes: [UInt8], at path: String) throws(FileError) {
    try DurableFile.createFolder(folder, withParents: false)
    try DurableFile.createFolder(String(path.dropLast(path.count - folder.count - 3)), withParents: false)
    try DurableFile.replace(path, bytes: bytes, synced: false)
  }
}

extension Book {
  /// Returns a picture of a page, upright, as the bytes of a JPEG file.
  ///
  /// It is made once and kept in the folder `pictures` unless the ledger is open for reading only. The page itself
  /// is never changed.
  ///
  /// - Parameters:
  ///   - size: The size of the picture.
  ///   - page: The page. A file with other bytes than its event has is refused.
  ///   - maker: Makes the picture if it is not there.
  /// - Complexity: O(bytes) of the picture, or O(pixels) of the page at first.
  public func picture(_ size: PictureSize, of page: ReceiptPage, by maker: PictureMaker) -> PictureMaker.Outcome
  {
    let cache = PictureCache(self)
    if let bytes = cache.read(size, of: page.digest) { return .made(bytes) }
    guard let bytes = try? wholePage(page) else { return .failed("its file is missing or damaged") }
    let outcome = maker.make(size, of: bytes, mediaType: page.mediaType)
    if case .made(let picture) = outcome, isWritable {
      // A picture that cannot be kept is made again the next time.
      try? cache.store(picture, at: cache.path(size, of: page.digest))
    }
    return outcome
  }

  /// Returns the file of a picture that `picture` has made, or `nil` if it is not kept.
  public func picturePath(_ size: PictureSize, of page: ReceiptPage) -> String? {
    let cache = PictureCache(self)
    return cache.read(size, of: page.digest) == nil ? nil : cache.path(size, of: page.digest)
  }

  /// Makes a copy of a page that another program can open by its name. The program may change it.
  ///
  /// - Throws: `FileError`, or `ExportFailure.pageMissing` if the page's file is missing or damaged.
  /// - Returns: The path of the copy.
  public func copyForViewing(_ page: ReceiptPage) throws -> String {
    let cache = PictureCache(self)
    let path = cache.path(copyOf: page)
    guard let bytes = try wholePage(page) else { throw ExportFailure.pageMissing(page.digest.description) }
    if (try? DurableFile.read(path, limit: bytes.count)) != bytes { try cache.store(bytes, at: path) }
    return path
  }

  /// Keeps a file that was made to be looked at in the folder of pictures, and returns its path.
  ///
  /// - Throws: `FileError` if it cannot be written.
  package func keepForViewing(_ bytes: [UInt8], named name: String) throws -> String {
    let folder = PictureCache(self).folder
    try DurableFile.createFolder(folder, withParents: false)
    try DurableFile.replace("\(folder)/\(name)", bytes: bytes, synced: false)
    return "\(folder)/\(name)"
  }

  /// Returns the bytes of a page, or `nil` if they are missing or not those of its event.
  private func wholePage(_ page: ReceiptPage) throws -> [UInt8]? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try attachments.read(page.digest)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    return SHA256.hash(bytes) == page.digest ? bytes : nil
  }
}
