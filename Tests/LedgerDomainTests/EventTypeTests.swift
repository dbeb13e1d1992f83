import Testing

@testable import LedgerDomain

@Suite("Types of events by name")
struct EventTypeTests {
  @Test("A type is found by its name, byte for byte, and by no other")
  func names() {
    for type in EventType.allCases {
      #expect(EventType(name: type.rawValue) == type)
      #expect(EventType(name: type.rawValue + " ") == nil && EventType(name: type.rawValue.lowercased()) == nil)
      #expect(EventType(name: String(type.rawValue.dropLast())) == nil)
    }
    #expect(EventType(name: "") == nil)
  }
}
