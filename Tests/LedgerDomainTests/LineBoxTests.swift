import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("The places of lines on the paper")
struct LineBoxTests {
  private let boxes = [
    LineBox(left: 112, top: 30, width: 800, height: 21), nil,
    LineBox(left: 0, top: 1007, width: 990, height: 9),
  ]

  @Test("Boxes are written as integers, and read as they were written")
  func form() {
    #expect(LineBox.written(boxes) == "112 30 800 21;;0 1007 990 9")
    #expect(LineBox.read("112 30 800 21;;0 1007 990 9") == boxes)
    #expect(LineBox.read("1 2 3;a b c d;1 2 3 4 5;1.5 2 3 4") == [nil, nil, nil, nil])
    #expect(LineBox.none(for: "a\n\nb") == [nil, nil, nil])
    #expect(boxes.map { $0?.page } == [0, nil, 1] && boxes[0]?.after(pages: 2).top == 2030)
  }

  @Test("An event keeps its boxes, an older one has no boxes, and only a reader of everything gets them")
  func event() throws {
    func read(_ payload: String, schema: UInt32, _ detail: EventDetail) throws -> TransactionEvent
      .TextRecognized?
    {
      let bytes = Array(payload.utf8)
      let event = try bytes.withUnsafeBytes {
        try EventCodec.current.event(
          .textRecognized, schema: schema, kind: .transaction, id: UniqueID.random(), bytes: $0, texts: nil,
          detail)
      }
      guard case .transaction(.textRecognized(let text)) = event else { return nil }
      return text
    }
    let new = #"{"boxes":"112 30 800 21","confidence":90,"engine":"x","text":"TOTAL 9.50"}"#
    let old = #"{"confidence":90,"engine":"x","text":"TOTAL 9.50"}"#
    for detail in EventDetail.allCases {
      let text = try #require(try read(new, schema: 2, detail))
      #expect(text.boxes == (detail == .all ? "112 30 800 21" : nil) && text.confidence == 90, "\(detail)")
      #expect(try read(old, schema: 1, detail)?.boxes == nil)
    }
    let written = TransactionEvent.textRecognized(
      TransactionEvent.TextRecognized(engine: "x", text: "TOTAL 9.50", confidence: 90, boxes: "112 30 800 21"))
    #expect(String(decoding: EventCodec.current.encode(.transaction(written)), as: UTF8.self) == new)
    // A program that knows only the first shape keeps the event and skips it.
    let older = EventCodec(upcasters: [], schemas: [.textRecognized: 1])
    let id = StreamID(kind: "transaction", id: UniqueID.random())
    #expect(older.decode(type: "TextRecognized", schema: 2, stream: id, payload: Array(new.utf8)) == .unknown)
  }
}
