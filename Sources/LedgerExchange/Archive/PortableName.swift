internal import LedgerDomain

/// Names of files that Windows, macOS and Linux accept, made from text from outside.
enum PortableName {
  /// The longest name of a file in bytes.
  static let bytesMax = 200

  /// A part of a name: the text without characters that a system refuses or that could mislead a reader.
  ///
  /// The result is in NFC. It is empty if nothing of the text can be kept.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - bytesMax: The longest result in bytes. It is cut between characters.
  static func part(_ text: String, bytesMax: Int) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in NFC.normalized(text).unicodeScalars {
      let replaced = replacement(scalar)
      if replaced == " ", cleaned.isEmpty || cleaned.last == " " { continue }
      if let replaced { cleaned.append(replaced) }
    }
    return trimmed(cut(String(cleaned), bytesMax))
  }

  /// The name of a file that a person sees first: words joined by hyphens, as in `Berlin-June-2026`.
  static func title(_ text: String, bytesMax: Int) -> String {
    var title = String.UnicodeScalarView()
    for scalar in part(text, bytesMax: bytesMax).unicodeScalars {
      let isGap = scalar == " " || scalar.properties.generalCategory == .dashPunctuation
      if isGap, title.isEmpty || title.last == "-" { continue }
      title.append(isGap ? "-" : scalar)
    }
    while title.last == "-" || title.last == "." { title.removeLast() }
    let name = String(title)
    return isReserved(name) ? name + "_" : name
  }

  /// Text by which two names are the same for a system that ignores case and the form of accents.
  static func key(_ name: String) -> String { NFC.foldedKey(name.uppercased()) }

  /// Returns the replacement of a scalar: itself, a space, a hyphen, or `nil` to leave it out.
  private static func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "<", ">", ":", "\"", "/", "\\", "|", "?", "*": return "-"
    // Joins emoji, and is invisible elsewhere.
    case "\u{200d}": return scalar
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: return " "
    case .format, .surrogate: return nil
    case .privateUse, .unassigned: return "-"
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      return scalar
    @unknown default: return "-"
    }
  }

  private static func cut(_ text: String, _ bytesMax: Int) -> String {
    guard text.utf8.count > bytesMax else { return text }
    var kept = ""
    var room = bytesMax
    for character in text {
      let count = character.utf8.count
      guard count <= room else { break }
      kept.append(character)
      room -= count
    }
    return kept
  }

  /// Returns the text without blanks and dots at its ends.
  ///
  /// Windows drops them, and a dot at the beginning hides a file.
  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    func isDropped(_ scalar: Unicode.Scalar?) -> Bool { scalar == " " || scalar == "." }
    while isDropped(scalars.first) { scalars.removeFirst() }
    while isDropped(scalars.last) { scalars.removeLast() }
    return String(scalars)
  }

  /// Whether Windows has a device of that name, whatever its extension.
  private static func isReserved(_ name: String) -> Bool {
    let stem = String(name.prefix { $0 != "." }).uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
    guard stem.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT"), let last = stem.last else {
      return false
    }
    return "0123456789¹²³".contains(last)
  }
}
