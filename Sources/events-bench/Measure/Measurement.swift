/// What can be measured of ours.
enum Measurement: String, CaseIterable {
  case fold

  func run(_ options: BenchOptions) throws {}
}
