import LedgerBytes
import Testing

struct Base64Tests {
  @Test(
    "The vectors of RFC 4648 go both ways",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test("All bytes at all lengths come back")
  func roundTrip() {
    let bytes = (0...255).map { UInt8($0) }
    for start in stride(from: 0, to: 256, by: 5) {
      let part = Array(bytes[start...])
      #expect(Base64.decode(Base64.encode(part)) == part)
    }
    #expect(Base64.encode([0xfb, 0xff, 0xfe]) == "+//+")
  }

  @Test(
    "What encode does not write is refused",
    arguments: [
      "Z", "Zg", "Zg=", "Zg===", "=", "==", "===", "====", "A===", "Zh==", "Zm9=", "Zg==Zg==", "Zm8=Zg==",
      "Z=g=", "=Zg=", " Zg=", "Zm9v\n", "Zm9v Zm9v", "Zm-_", "Zm9é", "Zg==\0\0\0\0",
    ])
  func refused(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
