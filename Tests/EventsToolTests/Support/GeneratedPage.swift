import Foundation

@testable import events

/// A page of the documentation that is made from the tool's help. `tools/docs` has the tests write it.
struct GeneratedPage {
  /// The folder inside the repository, which git ignores.
  static let folder = "\(Document.catalog)/Generated"

  /// The name that links use.
  let name: String
  let text: String

  /// The command reference, and an article for each topic.
  static var all: [GeneratedPage] { [commandReference] + HelpTopic.all.map(article) }

  static func write() throws {
    let folder = "\(Repository.path)/\(folder)"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for page in all {
      try Data(page.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(page.name).md"))
    }
  }

  private static var commandReference: GeneratedPage {
    var text = """
      # Command reference

      Every command with its operands, options and examples, as `events help COMMAND` prints them.

      ## Overview

      This page is made from the tool's own table of commands. Options that most commands share are listed once:

      ```
      \(HelpText.of(HelpPage(options: Option.anywhere + [.help]), width: 80).joined(separator: "\n"))
      ```

      """
    for section in Command.Section.allCases {
      text += "\n## \(section.rawValue)\n"
      for command in Command.all where command.section == section { text += reference(command) }
    }
    return GeneratedPage(name: "CommandReference", text: text)
  }

  private static func reference(_ command: Command) -> String {
    let lines = HelpText.of(HelpPage(command, excluding: Option.anywhere + [.help]), width: 80)
    let text = "\n### events \(command.name)\n\n```\n\(lines.joined(separator: "\n"))\n```\n"
    return text + command.subcommands.map(reference).joined()
  }

  private static func article(_ topic: HelpTopic) -> GeneratedPage {
    let name = topic.title.filter { $0.isLetter || $0 == " " }.split(separator: " ")
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return GeneratedPage(
      name: name,
      text: """
        # \(topic.title)

        \(topic.summary): the text of `events help \(topic.name)`.

        ## Overview

        \(topic.text)

        """)
  }
}
