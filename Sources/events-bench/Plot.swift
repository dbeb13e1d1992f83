internal import LedgerBytes

/// Draws rebuild time against log size, from outputs of `tools/bench --json` for several sizes.
///
/// Both scales are logarithmic, because sizes differ by a factor of a thousand. A time proportional to the size is a
/// line with a slope of one. The lines are grey without a background, readable on light pages and on dark ones.
enum Plot {
  /// The rebuild of one log in one way.
  private struct Point {
    let events: Double
    let megabytes: Double
    let seconds: Double
  }

  private struct Series {
    let key: String
    let name: String
    let color: String
    /// The pattern of dashes, empty for a solid line.
    let dashes: String
    var points: [Point] = []
  }

  /// Returns the picture as SVG, the same for the same results in any order.
  ///
  /// - Parameter texts: Files with the output of one run in each line. Of two runs of one size the later one counts.
  /// - Throws: `UsageError` if a line is something else, or has no result of a rebuild.
  static func svg(of texts: [[UInt8]]) throws -> String {
    var cores: Int64 = 0
    var runs: [Int64: JSONValue] = [:]
    for line in texts.flatMap({ $0.split(separator: UInt8(ascii: "\n")) }) {
      guard let document = try? JSONValue(parsing: Array(line), as: .exchange),
        case .integer(let events)? = document["events"], events > 0,
        case .integer(let number)? = document["cores"], let absolute = document["absolute"]
      else { throw UsageError(words: "a line is not what tools/bench --json prints") }
      cores = number
      runs[events] = absolute
    }
    var series = [
      Series(key: "rebuildPerSecondC", name: "plain C, the same rows", color: "#8c8c8c", dashes: "6 4"),
      Series(key: "rebuild1PerSecond", name: "one thread", color: "#3f8fd2", dashes: ""),
      Series(key: "rebuildPerSecond", name: "all \(cores) cores", color: "#e0603a", dashes: ""),
    ]
    for (events, absolute) in runs.sorted(by: { $0.key < $1.key }) {
      guard let size = number(absolute["logBytesPerEvent"]), size > 0 else { continue }
      for index in series.indices {
        guard let rate = number(absolute[series[index].key]), rate > 0 else { continue }
        series[index].points.append(
          Point(
            events: Double(events), megabytes: Double(events) * size / 1e6, seconds: Double(events) / rate))
      }
    }
    series.removeAll { $0.points.isEmpty }
    guard !series.isEmpty else { throw UsageError(words: "there is nothing to draw") }
    return draw(series)
  }

  private static func number(_ value: JSONValue?) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .fraction(let text): Double(text)
    case .object, .array, .string, .boolean, .null, .none: nil
    }
  }

  // MARK: Drawing

  private static let (width, height, left, right, top, bottom) = (720.0, 420.0, 76.0, 24.0, 44.0, 62.0)

  /// An axis of powers of ten: its first power, their number, and the length of each.
  private struct Axis {
    let first: Int
    let count: Int
    let length: Double

    init(_ values: [Double], across length: Double) {
      var first = Axis.power(below: values.min() ?? 1)
      var last = Axis.power(below: values.max() ?? 1)
      if Axis.ten(to: last) < values.max() ?? 1 { last += 1 }
      if first == last { (first, last) = (first - 1, last + 1) }
      (self.first, count) = (first, last - first)
      self.length = length / Double(last - first)
    }

    /// Returns the position of a value along the axis.
    func place(_ value: Double) -> Double {
      let power = Axis.power(below: value)
      // Computes the logarithm by halving, because the function would need a library.
      var (fraction, rest, step) = (0.0, value / Axis.ten(to: power), 0.5)
      for _ in 0..<20 {
        rest *= rest
        if rest >= 10 {
          rest /= 10
          fraction += step
        }
        step /= 2
      }
      return (Double(power - first) + fraction) * length
    }

    static func ten(to power: Int) -> Double {
      (0..<abs(power)).reduce(1.0) { result, _ in power < 0 ? result / 10 : result * 10 }
    }

    private static func power(below value: Double) -> Int {
      var power = 0
      while ten(to: power) > value { power -= 1 }
      while ten(to: power + 1) <= value { power += 1 }
      return power
    }
  }

  private static func draw(_ series: [Series]) -> String {
    let all = series.flatMap(\.points)
    let across = Axis(all.map(\.megabytes), across: width - left - right)
    let up = Axis(all.map(\.seconds), across: height - top - bottom)
    func x(_ megabytes: Double) -> String { text(left + across.place(megabytes)) }
    func y(_ seconds: Double) -> String { text(height - bottom - up.place(seconds)) }
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 420" font-family="sans-serif" font-size="12" fill="gray">"#,
      "<title>Rebuild time against log size</title>",
      label("Rebuild of every read model: time against log size", x: text(left), y: "20", #"font-size="15""#),
    ]
    let (floor, ceiling) = (text(height - bottom), text(top))
    for step in 0...across.count {
      let megabytes = Axis.ten(to: across.first + step)
      let place = text(left + across.length * Double(step))
      lines.append(rule(x1: place, x2: place, y1: floor, y2: ceiling))
      lines.append(label(size(megabytes), x: place, y: text(height - bottom + 18), #"text-anchor="middle""#))
    }
    for step in 0...up.count {
      let place = text(height - bottom - up.length * Double(step))
      lines.append(rule(x1: text(left), x2: text(width - right), y1: place, y2: place))
      lines.append(
        label(
          time(Axis.ten(to: up.first + step)), x: text(left - 8), y: place, #"dy="4" text-anchor="end""#))
    }
    lines.append(
      label(
        "size of the log", x: text(left + (width - left - right) / 2), y: text(height - 18),
        #"text-anchor="middle""#))
    for (index, entry) in series.enumerated() {
      let points = entry.points.map { "\(x($0.megabytes)),\(y($0.seconds))" }
      let dashes = entry.dashes.isEmpty ? "" : #" stroke-dasharray="\#(entry.dashes)""#
      lines.append(
        #"<polyline points="\#(points.joined(separator: " "))" fill="none" stroke="\#(entry.color)" "#
          + #"stroke-width="2"\#(dashes)/>"#)
      for point in entry.points {
        lines.append(
          #"<circle cx="\#(x(point.megabytes))" cy="\#(y(point.seconds))" r="3.5" fill="\#(entry.color)">"#
            + "<title>\(grouped(point.events)) events, \(short(point.megabytes)) MB: \(short(point.seconds)) s"
            + "</title></circle>")
      }
      guard let last = entry.points.last else { continue }
      // The names are in the upper left corner, which rising lines leave free.
      let height = text(top + 18 + 18 * Double(series.count - 1 - index))
      lines.append(
        #"<line x1="\#(text(left + 12))" x2="\#(text(left + 36))" y1="\#(height)" y2="\#(height)" "#
          + #"stroke="\#(entry.color)" stroke-width="2"\#(dashes)/>"#)
      lines.append(
        label(
          "\(entry.name): \(grouped(last.events)) events in \(short(last.seconds)) s", x: text(left + 44),
          y: height, #"dy="4""#))
    }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func label(_ words: String, x: String, y: String, _ style: String) -> String {
    #"<text x="\#(x)" y="\#(y)" \#(style)>\#(words)</text>"#
  }

  private static func rule(x1: String, x2: String, y1: String, y2: String) -> String {
    #"<line x1="\#(x1)" x2="\#(x2)" y1="\#(y1)" y2="\#(y2)" stroke="gray" stroke-opacity="0.3"/>"#
  }

  private static func size(_ megabytes: Double) -> String {
    if megabytes < 0.999 { return "\(short(megabytes * 1_000)) KB" }
    return megabytes < 999 ? "\(short(megabytes)) MB" : "\(short(megabytes / 1_000)) GB"
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 0.999 ? "\(short(seconds * 1_000)) ms" : "\(short(seconds)) s"
  }

  /// Returns the value with at most three significant digits.
  private static func short(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    var text = Decimal.text(value, digits: digits)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text
  }

  private static func grouped(_ value: Double) -> String {
    let digits = Array(Decimal.text(value, digits: 0))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  private static func text(_ value: Double) -> String { Decimal.text(value, digits: 1) }
}
