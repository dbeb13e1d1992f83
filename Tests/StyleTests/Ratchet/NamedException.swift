/// A single violation that stays, with its own reason.
struct NamedException: Sendable {
  let rule: Rule
  /// The file's name. The folder is left open, because files are moved.
  let file: String
  /// The offending word or name as the rule reports it, or `nil` if the whole file is excepted.
  let detail: String?
  let reason: String

  func covers(_ violation: Violation) -> Bool {
    violation.rule == rule && violation.path.hasSuffix("/\(file)")
      && (detail == nil || detail == violation.detail)
  }

  static let all: [NamedException] = [
    NamedException(
      rule: .commandLine, file: "EventImportAnswer.swift", detail: "events show",
      reason: "these events show something: it is a sentence"),
    NamedException(
      rule: .commandLine, file: "ModelComparison.swift", detail: "events rebuild",
      reason: "the sentence of a finding, which programs get as it is"),
    NamedException(
      rule: .wornOutWord, file: "DateReader.swift", detail: "beside",
      reason: "the reason of a reading is recorded in events, and means a place on the paper"),
    NamedException(
      rule: .wornOutWord, file: "Draft.swift", detail: "beside",
      reason: "generated readings have the extractor's reasons, and a seed must give the same events"),
    NamedException(
      rule: .quotationMarks, file: "Completions.swift", detail: nil,
      reason: "the scripts of shells have their own quotation marks"),
    NamedException(
      rule: .quotationMarks, file: "LocaleTables.swift", detail: nil,
      reason: "patterns of dates put literal text between straight single quotes, as CLDR does"),
    NamedException(
      rule: .quotationMarks, file: "HTMLReport.swift", detail: nil,
      reason: "attributes of HTML and strings of CSS have straight quotation marks"),
    NamedException(
      rule: .sentenceLength, file: "HTMLReport.swift", detail: nil,
      reason: "the beginning of an HTML page is one text without sentences"),
    NamedException(
      rule: .quotationMarks, file: "Probe+History.swift", detail: nil,
      reason: "each line is an event, whose payload is JSON"),
    NamedException(
      rule: .sentenceLength, file: "Probe+History.swift", detail: nil,
      reason: "each line is an event and no sentence"),
  ]
}
