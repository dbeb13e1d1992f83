import BankFiles
import Testing

@Suite("Cells of tables")
struct CSVTableTests {
  private func rows(_ text: String, delimiter: Character = ",") -> [[String]] {
    let table = CSVTable(Array(text.utf8), delimiter: delimiter.asciiValue ?? 0x2c)
    return (0..<table.count).map { row in (0..<table.width(of: row)).map { table.text(row, $0) } }
  }

  @Test(
    "Quotes, line ends and empty cells are read as RFC 4180 has them",
    arguments: [
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]),
    ])
  func rfc4180(_ text: String, _ expected: [[String]]) { #expect(rows(text) == expected) }

  @Test(
    "The shapes that csv-spectrum collects are read",
    arguments: [
      // A comma in quotes.
      (
        "first,address\nJohn,\"120 any st., Anytown, WW\"\n",
        [["first", "address"], ["John", "120 any st., Anytown, WW"]]
      ),
      // Empty cells, with and without quotes.
      ("a,b,c\n1,\"\",\"\"\n2,3,4\n", [["a", "b", "c"], ["1", "", ""], ["2", "3", "4"]]),
      ("a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n", [["a", "b"], ["1", "ha \n\"ha\" \nha"]]),
      ("key,val\n1,\"{\"\"type\"\": \"\"Point\"\"}\"\n", [["key", "val"], ["1", "{\"type\": \"Point\"}"]]),
      (
        "a,b,c\n1,2,3\n\"Once upon \na time\",5,6\n",
        [["a", "b", "c"], ["1", "2", "3"], ["Once upon \na time", "5", "6"]]
      ),
      ("a,b\n1,\"ha \"\"ha\"\" ha\"\n3,4\n", [["a", "b"], ["1", "ha \"ha\" ha"], ["3", "4"]]),
      ("a,b,c\n1,2,3\n4,5,ʤ\n", [["a", "b", "c"], ["1", "2", "3"], ["4", "5", "ʤ"]]),
      ("a,b,c\r1,2,3\r", [["a", "b", "c"], ["1", "2", "3"]]),
    ])
  func spectrum(_ text: String, _ expected: [[String]]) { #expect(rows(text) == expected) }

  @Test("White space after a quote is left out, other text stays")
  func afterQuotes() {
    #expect(rows("\"-1.00\"\t,HKD\n\"a\"b,c\n") == [["-1.00", "HKD"], ["ab", "c"]])
  }

  @Test("A quote within a cell is text")
  func loneQuote() { #expect(rows("5\" pipe,2\n") == [["5\" pipe", "2"]]) }

  @Test("Rows know the lines where they begin, also after cells of several lines")
  func lines() {
    let table = CSVTable(Array("a,b\r\n\"x\r\ny\",2\n\nc,d".utf8), delimiter: 0x2c)
    #expect((0..<table.count).map { table.line(of: $0) } == [1, 2, 4, 5])
    #expect(table.endsWithinRow)
  }

  @Test("An open quote is reported with its line")
  func openQuote() {
    #expect(CSVTable(Array("a,b\nc,\"d\ne".utf8), delimiter: 0x2c).openQuoteLine == 2)
    #expect(CSVTable(Array("a,b\nc,\"d\"".utf8), delimiter: 0x2c).openQuoteLine == nil)
  }

  @Test("A file of quotes alone takes no longer than its bytes")
  func quotesAlone() {
    let table = CSVTable([UInt8](repeating: UInt8(ascii: "\""), count: 200_001), delimiter: 0x2c)
    #expect(table.count == 1)
  }
}
