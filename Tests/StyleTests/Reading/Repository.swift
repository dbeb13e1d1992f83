import Foundation

/// The checkout that these tests were compiled from.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Every file with text that people read, in the order of their paths.
  static func files() throws -> [SourceFile] {
    var paths: [String] = []
    for path in ["Sources", "Tests", "Migrations", "tools", ".ci", "README.md", "Package.swift"] {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        let folder = URL(fileURLWithPath: "\(root)/\(path)").resolvingSymlinksInPath().path
        paths += try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(path)/\($0)" }
      } else {
        paths.append(path)
      }
    }
    return try paths.sorted().compactMap { path in
      // Pages made from the help, which are not committed.
      guard !path.contains(".docc/Generated/"), let kind = SourceFile.Kind(path: path) else { return nil }
      var isFolder: ObjCBool = false
      let full = "\(root)/\(path)"
      guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), !isFolder.boolValue
      else { return nil }
      return SourceFile(path: path, kind: kind, text: try String(contentsOfFile: full, encoding: .utf8))
    }
  }
}
