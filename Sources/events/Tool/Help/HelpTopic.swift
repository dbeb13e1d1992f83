/// A subject that `events help TOPIC` explains.
///
/// The same text is an article of the documentation and a manual page.
///
/// Its texts are Swift literals, because embedding files costs a quarter of a second of build for each kilobyte.
struct HelpTopic: Sendable {
  /// The word to ask for it: `time-travel`.
  let name: String
  let title: String
  /// One line for the list of topics, without its full stop.
  let summary: String
  /// The text in the part of Markdown that `HelpPage.blocks(of:)` reads.
  let text: String

  /// Every topic, in the order of the list.
  static let all: [HelpTopic] = [
    tour, papers, entry, recurring, undoing, timeTravel, files, syncTrouble, ynab, manyLedgers, scripts,
    durability, recovery,
  ]

  /// Returns the topic with that name, or `nil` if there is no such topic. `time travel` finds `time-travel`.
  static func named(_ words: [String]) -> HelpTopic? {
    let name = words.joined(separator: "-")
    return all.first { $0.name == name }
  }
}
