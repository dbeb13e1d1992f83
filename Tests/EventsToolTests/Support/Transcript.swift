import Foundation
import Testing

@testable import events

/// Command lines in a document with what they print: played again, and compared.
///
/// A block of code whose lines begin with `$ events` is a transcript. Every line that it shows has to be printed, in that
/// order. Lines may be left out. Ids are random: an id of the document is taken for the one that the tool printed in the
/// same place, from then on.
struct Transcript {
  /// A command line and the lines that the document shows after it.
  struct Step {
    let command: String
    var shown: [String] = []
  }

  let steps: [Step]

  init(_ text: String) {
    var steps: [Step] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("    $ events ") {
        steps.append(Step(command: String(line.dropFirst(6))))
        isOpen = true
      } else if line.hasPrefix("    ") {
        let shown = String(line.dropFirst(4))
        if isOpen, shown.drop(while: { $0 == " " }) != "…" { steps[steps.count - 1].shown.append(shown) }
      } else if !line.isEmpty {
        isOpen = false
      }
    }
    self.steps = steps
  }

  private static var id: Regex<Substring> { /\b[0-9a-f]{8}\b/.wordBoundaryKind(.simple) }

  /// Plays the transcript with a tool that returns the output of a command line's words.
  func play(_ run: ([String]) throws -> String) throws {
    var ids: [String: String] = [:]
    for step in steps {
      let command = step.command.replacing(Self.id) { ids[String($0.output)] ?? String($0.output) }
      let output = try run(try Document.words(of: command))
      var printed = output.split(separator: "\n").map(String.init)[...]
      for line in step.shown {
        guard let place = printed.firstIndex(where: { Self.learn(line, $0, &ids) }) else {
          Issue.record("\(step.command) does not print “\(line)”. It prints:\n\(output)")
          break
        }
        printed = printed[(place + 1)...]
      }
    }
  }

  /// The text without its ids and the spaces at the ends of its lines, and with spaces that may break.
  static func masked(_ text: String) -> String {
    text.replacing("\u{a0}", with: " ").replacing(id, with: "·").replacing(
      /[ ]+$/.anchorsMatchLineEndings(), with: "")
  }

  /// Whether a line of the document is a printed line but for ids, which are remembered if it is.
  private static func learn(_ shown: String, _ printed: String, _ ids: inout [String: String]) -> Bool {
    guard masked(shown) == masked(printed) else { return false }
    let pairs = zip(shown.matches(of: id), printed.matches(of: id)).map { ($0.output, $1.output) }
    guard pairs.allSatisfy({ ids[String($0)] == nil || ids[String($0)] == String($1) }) else { return false }
    for (document, tool) in pairs { ids[String(document)] = String(tool) }
    return true
  }
}
