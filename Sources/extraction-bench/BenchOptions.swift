/// What the measuring tool was asked.
struct BenchOptions {
  var path: String?
  var isJSON = false
  /// `A` or `B`: only that half of the rows, told apart by a hash of their id.
  var half: String?
  /// The field whose wrong rows are listed.
  var wrong: String?
  /// Whether accuracy is printed by confidence.
  var showsCalibration = false
  /// How often each row is read, for the time.
  var rounds = 1
  var source: String?
  /// A text file whose readings are printed instead.
  var readPath: String?
  /// Whether long hostile texts are timed instead.
  var isHostile = false
  /// How many damaged texts are read instead, made from the text in `path`.
  var fuzz: Int?
  /// Where the damage begins.
  var seed: UInt64 = 1

  static let usage = """
    usage: extraction FILE.ndjson [--json] [--half A|B] [--source NAME] [--wrong FIELD] [--calibration] [--rounds N]
           extraction --hostile
           extraction --read FILE.txt
           extraction FILE.txt --fuzz COUNT [--seed N]
    """

  /// False where an argument makes no sense.
  mutating func parse(_ arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--hostile": isHostile = true
      case "--fuzz":
        fuzz = rest.popFirst().flatMap { Int($0) }
        if fuzz == nil { return false }
      case "--seed":
        guard let number = rest.popFirst().flatMap({ UInt64($0) }) else { return false }
        seed = number
      case "--read":
        readPath = rest.popFirst()
        if readPath == nil { return false }
      case "--json": isJSON = true
      case "--calibration": showsCalibration = true
      case "--half":
        half = rest.popFirst()
        if half != "A" && half != "B" { return false }
      case "--wrong":
        wrong = rest.popFirst()
        if wrong == nil { return false }
      case "--source":
        source = rest.popFirst()
        if source == nil { return false }
      case "--rounds":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return false }
        rounds = count
      default:
        guard !argument.hasPrefix("-"), path == nil else { return false }
        path = argument
      }
    }
    return path != nil || isHostile || readPath != nil
  }
}
