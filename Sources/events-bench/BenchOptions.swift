/// The options of the command line.
struct BenchOptions: Hashable {
  var ledger: String?
  var scratch: String?
  var receipts: Int?
  var events: Int?
  var count: Int?
  var jobs: Int?
  var seed: UInt64?
  var devices = 1
  var late = 0
  /// A part of the names of the screens to measure, or `nil` for all.
  var only: String?
  var isJSON = false

  init(_ arguments: some Collection<String>) throws {
    var rest = Array(arguments)[...]
    while let option = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw UsageError(words: "\(option) takes a value") }
        return value
      }
      func number(_ range: ClosedRange<Int>) throws -> Int {
        let text = try value()
        guard let number = Int(text), range.contains(number) else {
          throw UsageError(words: "\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
      }
      switch option {
      case "--json": isJSON = true
      case "--only": only = try value()
      case "--ledger": ledger = try value()
      case "--scratch": scratch = try value()
      case "--receipts": receipts = try number(1...1_000_000_000)
      case "--events": events = try number(1...10_000_000_000)
      case "--count": count = try number(1...1_000_000_000)
      case "--jobs": jobs = try number(1...1_024)
      case "--devices": devices = try number(1...16)
      case "--late": late = try number(0...1_000)
      case "--seed":
        let text = try value()
        guard let number = UInt64(text) else { throw UsageError(words: "--seed takes a number") }
        seed = number
      default: throw UsageError(words: "unknown option “\(option)”")
      }
    }
  }
}
