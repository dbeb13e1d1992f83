import Foundation
import Testing

/// The script that checks commit subjects, fed with subjects.
@Suite("Commit subjects")
struct CommitSubjectTests {
  @Test(
    "An area, a verb and at most 72 characters pass",
    arguments: [
      "log: name the file that cannot be read", "README: count the rows", "log, models: fix the order",
      "tests/style: embed a table", "events-bench: process rows by pages", "log: keep “ä” — and é",
      "log: cut \(String(repeating: "ä", count: 63))",
    ])
  func right(subject: String) throws {
    #expect(try Self.complaint(about: subject).isEmpty)
  }

  @Test(
    "Other subjects are reported with the reason",
    arguments: zip(
      [
        "Fixes it all", "log: fixed it", "log: adds a row", "log: ordering of rows", "log: Fix it",
        "log: fix it.",
        "log: the third row", "log: \(String(repeating: "ä", count: 68))",
      ],
      [
        "area: verb", "\"fixed\"", "\"adds\"", "\"ordering\"", "area: verb", "full stop", "\"the\"",
        "has 73 characters",
      ]))
  func wrong(subject: String, reason: String) throws {
    let complaint = try Self.complaint(about: subject)
    #expect(complaint.contains(reason), "\(complaint)")
    #expect(complaint.contains(subject))
  }

  /// Returns what the script prints about a subject, and expects its exit status to agree.
  private static func complaint(about subject: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(Repository.root)/tools/check-commits")
    process.arguments = ["-"]
    let input = Pipe()
    let errors = Pipe()
    process.standardInput = input
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("\(subject)\n".utf8))
    try input.fileHandleForWriting.close()
    let complaint = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == (complaint.isEmpty ? 0 : 1))
    return complaint
  }
}
