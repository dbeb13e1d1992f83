extension [String] {
  /// Returns the texts with a separator between them. `joined` would have the runtime look up its types by their names
  /// on the first call. That takes a thirtieth of what the tool needs to show the last events.
  func listed(_ separator: String = ", ") -> String {
    guard var text = first else { return "" }
    for other in dropFirst() { text += separator + other }
    return text
  }
}
