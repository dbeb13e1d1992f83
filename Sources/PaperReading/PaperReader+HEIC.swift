internal import LedgerPlatform

extension PaperReader {
  /// Reads an image in the format of phones, which a program first changes into one that engines open.
  func readHEIC(_ file: String) -> Outcome {
    guard let converter = Self.converters.lazy.compactMap({ Program($0, path: path) }).first else {
      return .missing(program: "heif-convert", package: "libheif-examples")
    }
    let name = converter.path.split(separator: "/").last.map(String.init) ?? ""
    guard let folder = System.makeTemporaryFolder() else {
      return .failed(engine: name, reason: "there is no place for temporary files")
    }
    defer { System.removeTemporaryFolder(folder) }
    let image = folder + "/page.png"
    let arguments = name == "sips" ? ["-s", "format", "png", safe(file), "--out", image] : [safe(file), image]
    let outcome = converter.run(arguments, environment: environment, seconds: pageSecondsMax, limit: 1 << 16)
    guard case .ended(0, _) = outcome else { return Self.failure(outcome, of: name) }
    return readImage(image)
  }

  /// The programs that open such an image: those of libheif, and of macOS.
  private static let converters = ["heif-convert", "heif-dec", "sips"]
}
