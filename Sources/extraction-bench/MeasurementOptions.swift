/// The options of the measuring tool.
struct MeasurementOptions {
  var path: String?
  var isJSON = false
  /// The half of the rows to read, `A` or `B`, chosen by a hash of their id. If `nil`, all rows are read.
  var half: String?
  /// The field to list the wrong rows of.
  var wrong: String?
  /// Whether accuracy is printed by confidence.
  var showsCalibration = false
  /// The number of times that each row is read, to measure the time.
  var rounds = 1
  var source: String?
  /// A text file to print the readings of instead.
  var readPath: String?
  /// A folder of labelled receipts and the scans that they name, which tesseract reads.
  var photosPath: String?
  /// The number of damaged texts to read instead, made from the text in `path`.
  var fuzz: Int?
  /// The seed of the damage.
  var seed: UInt64 = 1

  static let usage = """
    usage: extraction FILE.ndjson [--json] [--half A|B] [--source NAME] [--wrong FIELD] [--calibration] [--rounds N]
           extraction --photos DIR [--json] [--half A|B] [--source NAME] [--wrong FIELD] [--calibration]
           extraction --read FILE.txt
           extraction FILE.txt --fuzz COUNT [--seed N]
    """

  /// Returns `false` if an argument is unknown or has no valid value.
  mutating func parse(_ arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--fuzz":
        fuzz = rest.popFirst().flatMap { Int($0) }
        if fuzz == nil { return false }
      case "--seed":
        guard let number = rest.popFirst().flatMap({ UInt64($0) }) else { return false }
        seed = number
      case "--read":
        readPath = rest.popFirst()
        if readPath == nil { return false }
      case "--photos":
        photosPath = rest.popFirst()
        if photosPath == nil { return false }
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
    return path != nil || readPath != nil || photosPath != nil
  }
}
