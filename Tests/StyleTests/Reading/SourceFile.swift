/// A file of the repository with its text.
struct SourceFile: Sendable {
  /// The language of a file, which decides where its comments are.
  enum Kind: Sendable {
    case swift
    case c
    case sql
    case script
    case markdown
    /// A text of the tool's help.
    case help

    /// The language by the file's name, or `nil` if the file has no text for people.
    init?(path: String) {
      let name = path.split(separator: "/").last ?? ""
      let ending = name.contains(".") ? name.split(separator: ".").last ?? "" : ""
      switch ending {
      case "swift": self = .swift
      case "c", "h": self = .c
      case "sql": self = .sql
      case "md": self = .markdown
      case "txt" where path.hasPrefix("Sources/"): self = .help
      case "sh", "py": self = .script
      default:
        let isProgram = path.hasPrefix("tools/") || path.hasPrefix(".ci/")
        guard isProgram, !name.contains("."), name != "bench-baseline" else { return nil }
        self = .script
      }
    }
  }

  /// The path inside the repository, such as `Sources/EventLog/Read/Cursor.swift`.
  let path: String
  let kind: Kind
  let text: String

  /// The part of the repository that a count of exceptions belongs to: a target, a folder or a file at the top.
  var area: String {
    let parts = path.split(separator: "/")
    switch parts.first {
    case "Sources", "Tests": return parts.count > 2 ? String(parts[1]) : String(parts[0])
    case ".ci": return "tools"
    default: return parts.first.map(String.init) ?? path
    }
  }

  var isTest: Bool { path.hasPrefix("Tests/") }
  var isSource: Bool { path.hasPrefix("Sources/") }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
