/// A subject that `events help TOPIC` explains.
///
/// The same text is an article of the documentation and a manual page.
struct HelpTopic: Sendable {
  /// The word to ask for it: `time-travel`.
  let name: String
  let title: String
  /// One line for the list of topics, without its full stop.
  let summary: String

  init(_ name: String, _ title: String, _ summary: String) {
    self.name = name
    self.title = title
    self.summary = summary
  }

  /// The text in the part of Markdown that `HelpPage.blocks(of:)` reads.
  var text: String { HelpFile.topic(name) ?? "" }

  /// Every topic, in the order of the list.
  static let all = [
    HelpTopic("tour", "A tour", "The commands of an ordinary month, one line each"),
    HelpTopic(
      "papers", "Papers and duplicates", "Capture and review scans, add pages later, tell duplicates apart"),
    HelpTopic("entry", "Quick entry", "How amounts, dates and lines are typed"),
    HelpTopic(
      "recurring", "Recurring transactions", "Rules, what they record, and how to change or end them"),
    HelpTopic("undoing", "Taking things back", "Undo, deletion and what cannot be undone"),
    HelpTopic("time-travel", "Looking back", "Points in time, names of figures, and conditions"),
    HelpTopic("files", "The ledger’s folder", "What the folder holds, backups, checks and repairs"),
    HelpTopic("sync-trouble", "When devices differ", "From what you see to what causes it"),
    HelpTopic(
      "remote-budget", "Receipts in YNAB", "How receipts are sent to YNAB, merged, and never sent twice"),
    HelpTopic(
      "many-ledgers", "Many ledgers", "Mirror ledgers into PostgreSQL, and ask questions over all of them"),
    HelpTopic("scripts", "Scripts", "JSON, exit codes, batches and output in pipes"),
    HelpTopic("durability", "What survives", "What is kept when power, disk or process fails"),
    HelpTopic(
      "recovery", "When something is damaged", "From the message that you see to the command that helps"),
  ]

  /// Returns the topic with that name, or `nil` if there is no such topic. `time travel` finds `time-travel`.
  static func named(_ words: [String]) -> HelpTopic? {
    let name = words.joined(separator: "-")
    return all.first { $0.name == name }
  }
}
