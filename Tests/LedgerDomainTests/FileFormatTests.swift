import Foundation
import LedgerBytes
import LedgerDomain
import Testing

/// The article that others write readers by: its tables of payloads are what the codec writes.
@Suite("The file format's article")
struct FileFormatTests {
  private struct Row {
    let schema: UInt32
    let required: Set<String>
    let optional: Set<String>
  }

  /// The rows of the tables of events, by type, each with the kind of stream that is its heading.
  private static func rows() throws -> [String: (kind: String, row: Row)] {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: repository.appendingPathComponent("Sources/LedgerBook/LedgerBook.docc/FileFormat.md"),
      encoding: .utf8)
    let section = try #require(
      article.components(separatedBy: "\n## 7.").last?.components(separatedBy: "\n## 8.").first)
    var rows: [String: (String, Row)] = [:]
    var kind = ""
    for line in section.split(separator: "\n") {
      if line.hasPrefix("### ") { kind = String(line.dropFirst(4)) }
      guard let match = line.firstMatch(of: /^\| `([A-Za-z]+)` \| (\d+) \|(.*)\|$/) else { continue }
      var required: Set<String> = []
      var optional: Set<String> = []
      for name in match.output.3.matches(of: /`([A-Za-z0-9]+)(\?)?:\s/) {
        if name.output.2 == nil {
          required.insert(String(name.output.1))
        } else {
          optional.insert(String(name.output.1))
        }
      }
      let row = Row(schema: UInt32(match.output.2) ?? 0, required: required, optional: optional)
      #expect(rows.updateValue((kind, row), forKey: String(match.output.1)) == nil, "\(match.output.1) twice")
    }
    return rows
  }

  @Test("It has each type of event once, on its kind of stream, and no others")
  func types() throws {
    let rows = try Self.rows()
    #expect(Set(rows.keys) == Set(EventType.allCases.map(\.rawValue)))
    for type in EventType.allCases {
      #expect(rows[type.rawValue]?.kind == type.streamKind.rawValue, "\(type)")
    }
  }

  @Test(
    "A type's members are those that are written, and those without a mark always are",
    arguments: EventType.allCases)
  func members(_ type: EventType) throws {
    let row = try #require(try Self.rows()[type.rawValue]?.row)
    #expect(row.schema == type.schema)
    var found: Set<String> = []
    for seed in 1...200 as ClosedRange<UInt64> {
      var events = CodecEvents(seed: seed)
      guard
        case .object(let members) = try JSONValue(
          parsing: EventCodec.current.encode(events.event(type)), as: .payload)
      else { return }
      found.formUnion(members.keys)
      #expect(row.required.subtracting(members.keys) == [], "seed \(seed)")
    }
    #expect(found == row.required.union(row.optional))
  }
}
