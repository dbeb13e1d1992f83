internal import LedgerBytes

/// Draws rebuild time against log size, from what `tools/bench --json` printed for logs of several sizes.
enum Plot {
  private struct Point {
    let megabytes: Double
    let seconds: Double
  }

  private struct Series {
    let name: String
    let color: String
    var points: [Point] = []
  }

  /// The picture, as SVG.
  static func svg(of texts: [[UInt8]]) throws -> String {
    var series = [
      Series(name: "plain C, one thread", color: "grey"), Series(name: "one thread", color: "steelblue"),
      Series(name: "all cores", color: "crimson"),
    ]
    let keys = ["rebuildPerSecondC", "rebuild1PerSecond", "rebuildPerSecond"]
    for line in texts.flatMap({ $0.split(separator: UInt8(ascii: "\n")) }) {
      let document = try JSONValue(parsing: Array(line), as: .exchange)
      guard let events = number(document["events"]), let absolute = document["absolute"],
        let size = number(absolute["logBytesPerEvent"])
      else { throw UsageError(words: "a line is not what tools/bench --json prints") }
      for (index, key) in keys.enumerated() {
        guard let rate = number(absolute[key]), rate > 0 else { continue }
        series[index].points.append(Point(megabytes: events * size / 1e6, seconds: events / rate))
      }
    }
    guard series.contains(where: { !$0.points.isEmpty }) else {
      throw UsageError(words: "there is nothing to draw")
    }
    for index in series.indices { series[index].points.sort { $0.megabytes < $1.megabytes } }
    return draw(series)
  }

  private static func number(_ value: JSONValue?) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .fraction(let text): Double(text)
    case .object, .array, .string, .boolean, .null, .none: nil
    }
  }

  private static let (width, height, left, right, top, bottom) = (720.0, 400.0, 70.0, 150.0, 30.0, 50.0)

  private static func draw(_ series: [Series]) -> String {
    let all = series.flatMap(\.points)
    let (across, up) = (ceiling(all.map(\.megabytes).max() ?? 1), ceiling(all.map(\.seconds).max() ?? 1))
    func x(_ megabytes: Double) -> String { text(left + megabytes / across * (width - left - right)) }
    func y(_ seconds: Double) -> String { text(height - bottom - seconds / up * (height - top - bottom)) }
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 400" font-family="sans-serif" font-size="12">"#,
      #"<rect width="720" height="400" fill="white"/>"#,
      #"<text x="\#(text(left))" y="18" font-size="14">Rebuild time against log size</text>"#,
    ]
    for step in 0...5 {
      let (megabytes, seconds) = (across * Double(step) / 5, up * Double(step) / 5)
      lines.append(
        #"<line x1="\#(text(left))" x2="\#(text(width - right))" y1="\#(y(seconds))" y2="\#(y(seconds))" stroke="gainsboro"/>"#
      )
      lines.append(
        #"<text x="\#(text(left - 8))" y="\#(y(seconds))" dy="4" text-anchor="end">\#(short(seconds)) s</text>"#
      )
      lines.append(
        #"<text x="\#(x(megabytes))" y="\#(text(height - bottom + 18))" text-anchor="middle">\#(short(megabytes)) MB</text>"#
      )
    }
    for entry in series where !entry.points.isEmpty {
      let points = entry.points.map { "\(x($0.megabytes)),\(y($0.seconds))" }.joined(separator: " ")
      lines.append(
        #"<polyline points="\#(points)" fill="none" stroke="\#(entry.color)" stroke-width="2"/>"#)
      for point in entry.points {
        lines.append(
          #"<circle cx="\#(x(point.megabytes))" cy="\#(y(point.seconds))" r="3" fill="\#(entry.color)"/>"#)
      }
      if let last = entry.points.last {
        lines.append(
          #"<text x="\#(x(last.megabytes))" y="\#(y(last.seconds))" dx="8" dy="4" fill="\#(entry.color)">\#(entry.name)</text>"#
        )
      }
    }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The next of 1, 2, 5, 10 … that is not less.
  private static func ceiling(_ value: Double) -> Double {
    var power = 1e-6
    while power * 10 < value { power *= 10 }
    for step in [1.0, 2, 5] where step * power >= value { return step * power }
    return power * 10
  }

  private static func short(_ value: Double) -> String {
    Decimal.text(value, digits: value == value.rounded() ? 0 : value < 1 ? 2 : 1)
  }

  private static func text(_ value: Double) -> String { Decimal.text(value, digits: 1) }
}
