/// Reads files of banks.
package enum BankFileReader {
  /// The size that is read, in bytes. A household's statements of a lifetime are smaller.
  package static let fileBytesMax = 1 << 28

  /// Recognizes and reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - options: Answers to what the file does not settle.
  /// - Throws: The reason why nothing of the file can be imported, or questions.
  /// - Complexity: O(bytes).
  package static func read(
    _ bytes: [UInt8], options: BankFileOptions = BankFileOptions()
  ) throws(BankFileError) -> BankFile {
    guard bytes.contains(where: { !CellText.isBlank($0) && $0 != 0 }) else { throw .empty }
    guard bytes.count <= fileBytesMax else { throw .tooLarge(bytesMax: fileBytesMax) }
    let declared = declaredEncoding(bytes)
    let text = try FileText(bytes, option: options.encoding, declared: declared)
    var file = try read(text, options.format ?? format(of: text.bytes), options)
    file.settleReversals()
    file.compareBalances()
    return file
  }

  private static func read(
    _ text: FileText, _ format: BankFileFormat, _ options: BankFileOptions
  ) throws(BankFileError) -> BankFile {
    switch format {
    case .ofx: try OFXFile.read(text, options)
    case .camt: try CAMTFile.read(text, options)
    case .qif: try QIFFile.read(text, options)
    case .mt940: try MT940File.read(text, options)
    case .hledger, .beancount: try JournalFile.read(text, options)
    case .csv, .ynab, .actual, .firefly: try RegisterFile.read(text, options)
    }
  }

  private static func declaredEncoding(_ bytes: [UInt8]) -> TextEncoding? {
    let head = bytes.prefix(4_096)
    if OFXFile.recognizes(head) {
      return OFXFile.declaredEncoding(head) ?? CAMTFile.declaredEncoding(head)
    }
    return CAMTFile.recognizes(head) ? CAMTFile.declaredEncoding(head) : nil
  }

  /// Returns the format by the first lines. A table has no mark of its own, and is what no other format is.
  static func format(of text: [UInt8]) -> BankFileFormat {
    let head = text.prefix(4_096)
    if OFXFile.recognizes(head) { return .ofx }
    if CAMTFile.recognizes(head) { return .camt }
    if MT940File.recognizes(text) { return .mt940 }
    if QIFFile.recognizes(text) { return .qif }
    return JournalFile.recognizes(text) ?? .csv
  }
}
