internal import LedgerPlatform

/// Prints a report as PDF with a program that a person has: Chromium, Google Chrome or LibreOffice.
///
/// The report is given to the program in an empty folder. It has no scripts and loads nothing.
public struct PagePrinter: Sendable {
  private let path: String?
  private static let secondsMax = 600
  private static let bytesMax = 1 << 30
  private static let browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
  private static let office = "soffice"

  /// A printer that looks for programs in the folders of `path`, which has the form of the variable PATH.
  public init(path: String?) { self.path = path }

  /// Returns the PDF of a report.
  ///
  /// - Throws: `.notPrinted` if no program could do it, and `.interrupted`.
  func pdf(of report: [UInt8]) throws(ExportFailure) -> [UInt8] {
    let programs = (Self.browsers + [Self.office]).compactMap { name in
      Program(name, path: path).map { (name, $0) }
    }
    guard !programs.isEmpty else { throw .notPrinted("neither Chromium nor LibreOffice is installed") }
    guard let folder = System.makeTemporaryFolder() else {
      throw .notPrinted("there is no place for temporary files")
    }
    defer { System.removeTemporaryFolder(folder) }
    do throws(FileError) {
      try DurableFile.replace("\(folder)/report.html", bytes: report, synced: false)
    } catch {
      throw .notPrinted(error.description)
    }
    var reason = ""
    for (name, program) in programs {
      let end = System.holdingInterrupts {
        program.run(
          Self.arguments(of: name, in: folder), environment: environment(folder), seconds: Self.secondsMax,
          limit: 1 << 20)
      }
      if end == .interrupted { throw .interrupted }
      // A program of that name may be another one, and some end with 0 although they made nothing.
      if let bytes = try? DurableFile.read("\(folder)/report.pdf", limit: Self.bytesMax),
        bytes.starts(with: "%PDF-".utf8)
      {
        return bytes
      }
      if end == .timedOut { throw .notPrinted("\(name) took longer than \(Self.secondsMax) seconds") }
      reason = "\(name) made no PDF"
    }
    throw .notPrinted(reason)
  }

  private func environment(_ folder: String) -> [String: String] {
    var environment = ["LC_ALL": "C.UTF-8", "HOME": folder, "TMPDIR": folder]
    environment["PATH"] = path
    return environment
  }

  private static func arguments(of program: String, in folder: String) -> [String] {
    if program == office {
      let path = folder.replacing("%", with: "%25").replacing(" ", with: "%20")
      return [
        "-env:UserInstallation=file://\(path)/profile", "--headless", "--convert-to", "pdf", "--outdir",
        folder,
        "\(folder)/report.html",
      ]
    }
    // A browser refuses to isolate its pages if it runs as root.
    return (System.isRoot ? ["--no-sandbox"] : []) + [
      "--headless", "--disable-gpu", "--no-pdf-header-footer", "--user-data-dir=\(folder)/profile",
      "--print-to-pdf=\(folder)/report.pdf", "\(folder)/report.html",
    ]
  }
}
