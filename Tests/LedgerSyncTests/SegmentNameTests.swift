import LedgerBytes
import Testing

@testable import LedgerSync

struct SegmentNameTests {
  private static let digest = String(repeating: "ab", count: 32)

  @Test(
    "A drive's variants of a name are names of the same segment",
    arguments: [
      "1-12-\(digest).segment", "1-12-\(digest) (1).segment", "1-12-\(digest).SEGMENT",
      "1-12-\(digest.uppercased()).segment", "1-12-\(digest).sync-conflict-20260614-103105-ABCDEFG.segment",
      "1-12-\(digest) - Copy.segment",
    ])
  func variants(_ name: String) throws {
    let found = try #require(SegmentName(name, of: .zero))
    #expect(found.sequences == 1...12)
    #expect(found.text == "1-12-\(Self.digest).segment")
  }

  @Test(
    "Other names are no segments",
    arguments: [
      "", "1-12.segment", "12-1-\(digest).segment", "0-12-\(digest).segment", "1-12-\(digest)",
      "1-12-\(digest).segment.tmp", "-1-12-\(digest).segment", "1-99999999999999999999-\(digest).segment",
      "../1-12-\(digest).segment", "1-12-\(String(repeating: "g", count: 64)).segment",
      "1-12-" + String(repeating: "a", count: 300) + ".segment",
    ])
  func others(_ name: String) { #expect(SegmentName(name, of: .zero) == nil) }
}
