/// Canonical normalization of text (Unicode Standard Annex 15), by tables of our own.
///
/// Names, tags and keys are compared by their bytes and hashed into identifiers, so every device has to reach the same
/// bytes. The tables are of one version of Unicode and come with the program, not with the system.
package enum NFC {
  /// Returns the text in normalization form C: composed characters where they exist.
  ///
  /// - Complexity: One pass over the bytes if all scalars are below U+0300, as all Latin letters with one accent are.
  ///   One pass over the scalars if the text is normalized already. Otherwise linear, apart from sorting.
  package static func normalized(_ text: String) -> String {
    if isBelowCombiningMarks(text) || NormalizationData.shared.isQuicklyComposed(text) { return text }
    var scalars = decomposedScalars(text)
    compose(&scalars)
    return string(scalars)
  }

  /// Returns the text in normalization form D: base letters, then their marks.
  package static func decomposed(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return string(decomposedScalars(text))
  }

  /// Whether the text is in normalization form C.
  package static func isNormalized(_ text: String) -> Bool {
    normalized(text).utf8.elementsEqual(text.utf8)
  }

  /// Whether no scalar of the text can combine with another or decompose.
  ///
  /// That holds for all scalars below U+0300, which begins with CC in UTF-8.
  private static func isBelowCombiningMarks(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0xcc } }

  // MARK: Decomposition

  private static func decomposedScalars(_ text: String) -> [UInt32] {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(text.utf8.count)
    let data = NormalizationData.shared
    for scalar in text.unicodeScalars {
      if scalar.value < 0xc0 {
        scalars.append(scalar.value)
      } else {
        data.decompose(scalar.value, into: &scalars)
      }
    }
    reorderMarks(&scalars, data: data)
    return scalars
  }

  /// Puts every run of marks into the order of their combining classes. Equal ones keep their order.
  private static func reorderMarks(_ scalars: inout [UInt32], data: NormalizationData) {
    var index = 0
    while index < scalars.count {
      guard scalars[index] >= 0x300, data.combiningClass(of: scalars[index]) != 0 else {
        index += 1
        continue
      }
      var marks: [(order: Int, scalar: UInt32)] = []
      let begin = index
      while index < scalars.count {
        let combiningClass = data.combiningClass(of: scalars[index])
        if combiningClass == 0 { break }
        marks.append((Int(combiningClass) << 32 | index, scalars[index]))
        index += 1
      }
      guard marks.count > 1 else { continue }
      marks.sort { $0.order < $1.order }
      for (offset, mark) in marks.enumerated() { scalars[begin + offset] = mark.scalar }
    }
  }

  private static func string(_ scalars: [UInt32]) -> String {
    var view = String.UnicodeScalarView()
    for value in scalars {
      if let scalar = Unicode.Scalar(value) { view.append(scalar) }
    }
    return String(view)
  }

  // MARK: Composition

  /// Joins each starter with the marks after it that compose with it.
  ///
  /// A mark is skipped if an earlier mark of its own class blocks it.
  private static func compose(_ scalars: inout [UInt32]) {
    let data = NormalizationData.shared
    var starter: Int?
    var blocking: UInt8 = 0  // the class of the last mark that stayed after the starter
    var end = 0
    for index in scalars.indices {
      let scalar = scalars[index]
      let combiningClass = data.combiningClass(of: scalar)
      let isAdjacent = starter.map { $0 == end - 1 } ?? false
      if let starter, isAdjacent || (combiningClass != 0 && blocking < combiningClass),
        let composed = data.composition(of: scalars[starter], and: scalar)
      {
        scalars[starter] = composed
        continue
      }
      if combiningClass == 0 {
        starter = end
        blocking = 0
      } else {
        blocking = combiningClass
      }
      scalars[end] = scalar
      end += 1
    }
    precondition(end <= scalars.count, "composing makes no text longer")
    scalars.removeSubrange(end...)
  }
}
