import Foundation
import Testing

@testable import events_bench

/// The picture of rebuild times, and the one that is kept in `Fixtures/plots`.
@Suite("The plot of rebuild times")
struct PlotTests {
  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/Fixtures/plots"

  private static func run(_ events: Int, _ rates: String, bytes: String = "500.0") -> [UInt8] {
    Array(#"{"absolute":{\#(rates),"logBytesPerEvent":\#(bytes)},"cores":4,"events":\#(events)}"#.utf8)
  }

  private static let rates =
    #""rebuild1PerSecond":500000,"rebuildPerSecond":1000000,"rebuildPerSecondC":800000"#

  @Test("The picture that is kept is what the kept results give")
  func kept() throws {
    let results = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/rebuild.ndjson")))
    let picture = try String(contentsOfFile: Self.folder + "/rebuild.svg", encoding: .utf8)
    #expect(try Plot.svg(of: [results]) == picture)
    #expect(XMLCheck.isWellFormed(picture))
  }

  @Test("It has three lines with their names, both units, and a point for every run, where it belongs")
  func points() throws {
    let texts = [Self.run(20_000, Self.rates), Self.run(200_000, Self.rates), Self.run(2_000_000, Self.rates)]
    let picture = try Plot.svg(of: texts)
    #expect(XMLCheck.isWellFormed(picture))
    #expect(picture.count(of: "<polyline") == 3 && picture.count(of: "<circle") == 9)
    for words in [
      "all 4 cores: 2,000,000 events in 2 s", "one thread: 2,000,000 events in 4 s",
      "plain C, the same rows: 2,000,000 events in 2.5 s", ">10 MB<", ">100 MB<", ">1 GB<", ">100 ms<", ">1 s<",
      "20,000 events, 10 MB: 0.02 s",
    ] { #expect(picture.contains(words), "\(words) in \(picture)") }
    // Ten times the events in ten times the time: a line that goes as far up as across, in squares.
    let lines = picture.split(separator: "\n").filter { $0.hasPrefix("<polyline") }
    let numbers = try #require(lines.last?.firstMatch(of: /points="([^"]+)"/)).1
      .split(whereSeparator: { $0 == " " || $0 == "," }).compactMap { Double($0) }
    #expect(numbers.count == 6)
    #expect(abs((numbers[2] - numbers[0]) - (numbers[4] - numbers[2])) < 0.3, "\(numbers)")
    #expect(abs((numbers[3] - numbers[1]) - (numbers[5] - numbers[3])) < 0.3, "\(numbers)")
    #expect(numbers[0] < numbers[2] && numbers[1] > numbers[3])
    #expect(picture == (try Plot.svg(of: texts.reversed())), "whatever the order of the runs")
  }

  @Test(
    "Of two runs of one size the later counts; a baseline that is missing is left out; one run is a picture")
  func odd() throws {
    let slow = #""rebuild1PerSecond":1000,"rebuildPerSecond":1000,"rebuildPerSecondC":null"#
    let one = try Plot.svg(of: [Self.run(1_000, Self.rates) + Array("\n".utf8) + Self.run(1_000, slow)])
    #expect(XMLCheck.isWellFormed(one))
    #expect(one.contains("1,000 events in 1 s") && !one.contains("plain C"), "\(one)")
    #expect(one.contains("stroke-dasharray") == false)
  }

  @Test(
    "What is no result of tools/bench is refused",
    arguments: ["", "{}", "nothing", #"{"events":5}"#, #"{"absolute":{},"cores":4,"events":5}"#])
  func refused(_ text: String) {
    #expect(throws: UsageError.self) { try Plot.svg(of: [Array(text.utf8)]) }
  }
}

/// Whether elements close as they open: all that the plot can do wrong.
private enum XMLCheck {
  static func isWellFormed(_ text: String) -> Bool {
    var open: [Substring] = []
    for match in text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
      if !match.1.isEmpty {
        guard open.popLast() == match.2 else { return false }
      } else if match.3.isEmpty {
        open.append(match.2)
      }
    }
    return open.isEmpty && text.hasPrefix("<svg ") && !text.contains("&")
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
