import Testing

@testable import LedgerDomain

@Suite("Types of events by name")
struct EventTypeTests {
  @Test("A type is found by its name, byte for byte, and by no other")
  func names() {
    for type in EventType.allCases {
      #expect(EventType(rawValue: type.rawValue) == type)
      #expect(
        EventType(rawValue: type.rawValue + " ") == nil
          && EventType(rawValue: type.rawValue.lowercased()) == nil)
      #expect(EventType(rawValue: String(type.rawValue.dropLast())) == nil)
    }
    #expect(EventType(rawValue: "") == nil)
  }
}
