internal import CEventsHelp
internal import LedgerAudit
internal import LedgerDomain

/// The texts of help, which are files of the target CEventsHelp that the tool embeds.
enum HelpFile {
  /// Returns the text of a command and its subcommands, or `nil` if the command has no file.
  ///
  /// - Parameter word: The first word of the command's name.
  static func command(_ word: String) -> String? { events_help_command(word).map(text) }

  /// Returns the text of a topic, or `nil` if there is no such file.
  static func topic(_ name: String) -> String? { events_help_topic(name).map(text) }

  private static func text(_ bytes: UnsafePointer<UInt8>) -> String {
    var text = String(cString: bytes)
    if text.hasSuffix("\n") { text.removeLast() }
    for value in HelpValue.allCases where text.contains(value.placeholder) {
      text.replace(value.placeholder, with: value.text)
    }
    return text
  }
}

/// A part of a text of help that the program fills in, such as `{locales}`.
enum HelpValue: String, CaseIterable {
  case comparisons
  case figureNames = "figure-names"
  case filters
  case invariants
  case invariantNames = "invariant-names"
  case locales
  case reviewKeys = "review-keys"
  case reviewKeysOfSeveral = "review-keys-of-several"
  case selection

  /// The name in braces, as the files have it.
  var placeholder: String { "{\(rawValue)}" }

  /// The text that takes the place of the name.
  var text: String {
    switch self {
    case .comparisons: FigureComparison.Operator.allCases.map(\.rawValue).joined(separator: " ")
    case .figureNames: FigureReader.grammar
    case .filters: Filters.explanation
    case .invariants:
      Health.Invariant.allCases.map { "- `\($0.rawValue)`: \($0.meaning)" }.joined(separator: "\n")
    case .invariantNames: Health.Invariant.allCases.map(\.rawValue).joined(separator: ", ")
    case .locales: LedgerLocale.all.map(\.id).joined(separator: " ")
    case .reviewKeys: ReviewDialogue.keys
    case .reviewKeysOfSeveral: ReviewDialogue.keysOfSeveral
    case .selection: RecordSelection.explanation
    }
  }
}

extension Command {
  /// The blocks of its own part of its file, where a subcommand's part begins with `## NAME`.
  private var ownBlocks: [HelpPage.Block] {
    var blocks: [HelpPage.Block] = []
    var isOwn = path.count == 1
    for block in HelpPage.blocks(of: HelpFile.command(path[0]) ?? "") {
      if case .heading(let title) = block {
        isOwn = title == name
      } else if isOwn {
        blocks.append(block)
      }
    }
    return blocks
  }

  var discussion: [HelpPage.Block] { ownBlocks.filter { $0.codeLines == nil } }
  var examples: [String] { ownBlocks.flatMap { $0.codeLines ?? [] } }
}

extension HelpPage.Block {
  /// The lines of code, or `nil` if the block is text.
  fileprivate var codeLines: [String]? {
    guard case .code(let lines) = self else { return nil }
    return lines
  }
}
