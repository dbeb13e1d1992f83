import LedgerBytes
import LedgerTestSupport
import Testing

struct IdentityTests {
  @Test("An identifier reads 36 characters in either case, and writes them in lower case")
  func text() throws {
    let id = try #require(UniqueID("0123ABCD-4567-89ab-CDEF-0011223344ff"))
    #expect(id.description == "0123abcd-4567-89ab-cdef-0011223344ff")
    #expect(id.high == 0x0123_abcd_4567_89ab)
    #expect(UniqueID(bytes: id.bytes) == id)
  }

  @Test(
    "Any other text is no identifier",
    arguments: [
      "", "0123abcd-4567-89ab-cdef-0011223344f", "0123abcd-4567-89ab-cdef-0011223344ff0",
      "0123abcd456789abcdef0011223344ff", "0123abcd-4567-89ab-cdef-0011223344fg",
      "0123abcd-4567-89ab-cdef_0011223344ff", "{123abcd-4567-89ab-cdef-0011223344ff}",
      "0123abcd-4567-89ab-cdef-0011223344é", "-123abcd-4567-89ab-cdef-0011223344ff",
    ])
  func noIdentifier(text: String) {
    #expect(UniqueID(text) == nil)
  }

  @Test("Identifiers order as their bytes do")
  func order() {
    var random = SeededGenerator(seed: 5)
    let ids = (0..<200).map { _ in UniqueID.random(using: &random) } + [.zero]
    let byBytes = ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    #expect(ids.sorted() == byBytes)
    #expect(byBytes.first == .zero)
  }

  @Test("Identifiers that share digits lie between the one that goes on with zeros and the one with f's")
  func sharedDigits() throws {
    let id = try #require(UniqueID("01234567-89ab-cdef-0123-456789abcdef"))
    func texts(_ digits: Int) -> [String] {
      let range = id.range(sharing: digits)
      return [range.first.description, range.last.description]
    }
    #expect(
      texts(0) == ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"])
    #expect(
      texts(9) == ["01234567-8000-0000-0000-000000000000", "01234567-8fff-ffff-ffff-ffffffffffff"])
    #expect(
      texts(16) == ["01234567-89ab-cdef-0000-000000000000", "01234567-89ab-cdef-ffff-ffffffffffff"])
    #expect(
      texts(17) == ["01234567-89ab-cdef-0000-000000000000", "01234567-89ab-cdef-0fff-ffffffffffff"])
    #expect(texts(32) == [id.description, id.description])
  }

  @Test("Version and variant are set, and time comes first where it should")
  func versions() {
    var random = SeededGenerator(seed: 6)
    let four = UniqueID.random(using: &random).description
    let early = UniqueID.timeOrdered(milliseconds: 1_700_000_000_000, using: &random)
    let late = UniqueID.timeOrdered(milliseconds: 1_700_000_000_001, using: &random)
    for (id, version) in [(four, "4"), (early.description, "7")] {
      #expect(id.dropFirst(14).first.map(String.init) == version)
      #expect("89ab".contains(id.dropFirst(19).first ?? "-"))
    }
    #expect(early < late)
    #expect(early.high >> 16 == 1_700_000_000_000)
  }

  @Test("A derived identifier is the one that the rule gives elsewhere too")
  func derived() {
    let id = UniqueID.derived(kind: "category", parts: ["groceries", "x"])
    #expect(id.description == "e2c7055a-a7f4-8eec-9794-94cfcef5bdd3")
    #expect(UniqueID.derived(kind: "category", parts: ["groceries"]) != id)
    let parts = Array("groceries\0x".utf8)
    #expect(UniqueID.derived(kind: "category", count: parts.count) { $0.copyBytes(from: parts) } == id)
  }

  @Test("A hybrid time keeps milliseconds and counter, and orders by both")
  func time() {
    let time = HybridTime(milliseconds: 1_700_000_000_000, counter: 65_535)
    #expect(time.milliseconds == 1_700_000_000_000)
    #expect(time.counter == 65_535)
    #expect(time < HybridTime(milliseconds: 1_700_000_000_001))
    #expect(HybridTime(rawValue: time.rawValue + 1) == HybridTime(milliseconds: 1_700_000_000_001))
  }

  @Test("References order by device, then number")
  func references() {
    let (a, b) = (UniqueID(high: 1, low: 0), UniqueID(high: 1, low: 1))
    let sorted = [(b, 1), (a, 2), (a, 1)].map { EventReference(device: $0.0, sequence: $0.1) }.sorted()
    #expect(sorted.map(\.sequence) == [1, 2, 1])
    #expect(sorted.last?.device == b)
  }
}
