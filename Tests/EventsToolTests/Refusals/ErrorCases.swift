import Foundation

/// The cases that the sources declare, so that an example cannot be forgotten.
enum ErrorCases {
  static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  /// The name of a value's case, without its values.
  static func name(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label
      ?? String(String(describing: value).prefix { $0.isLetter })
  }

  /// `Type.case` of every public or package error type of the libraries, or `Type` alone for a structure.
  static func declared() throws -> Set<String> {
    var names: Set<String> = []
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", !file.path.contains("-bench/") else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains(" Error,") || line.contains(" Error {") {
        let words = line.split(separator: " ").map(String.init)
        guard words.contains("public") || words.contains("package"),
          let kind = words.firstIndex(where: { $0 == "enum" || $0 == "struct" })
        else { continue }
        let type = String(words[kind + 1].dropLast(words[kind + 1].hasSuffix(":") ? 1 : 0))
        if words[kind] == "struct" {
          names.insert(type)
        } else {
          names.formUnion(cases(of: type, inText: text).map { "\(type).\($0)" })
        }
      }
    }
    return names
  }

  /// The error types that the sources declare, also private ones, and the types that are explained.
  static func types() throws -> (declared: Set<String>, explained: Set<String>) {
    var (types, explained): (Set<String>, Set<String>) = ([], [])
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", !file.path.contains("-bench/") else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      // A head may be broken over lines.
      let heads = /(enum|struct|class|actor|extension)\s+([\w.]+)\s*(<[^>]*>)?\s*:([^{;]*)\{/
      for match in text.matches(of: heads) {
        let name = match.2.split(separator: ".").last.map(String.init) ?? ""
        let protocols = match.4.split { !$0.isLetter }
        if protocols.contains("Error") { types.insert(name) }
        if protocols.contains("Explained"), name != "LocalizedError" { explained.insert(name) }
      }
    }
    return (types, explained)
  }

  /// The cases of an enumeration in a file below the sources.
  static func cases(of type: String, in path: String) throws -> Set<String> {
    cases(
      of: type, inText: try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8))
  }

  private static func cases(of type: String, inText text: String) -> Set<String> {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.contains("enum \(type):") }) else { return [] }
    var names: Set<String> = []
    for line in lines[(start + 1)...] {
      if line.hasPrefix("}") { break }
      guard line.hasPrefix("  case ") else { continue }
      names.insert(String(line.dropFirst(7).prefix { $0.isLetter }))
    }
    return names
  }
}
