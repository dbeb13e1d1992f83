import Foundation
import Testing

/// Holds types to what the compiler needs to inline their members in other modules.
@Suite("Inlining")
struct InliningTests {
  /// In Swift 6.3 a fold is a tenth slower without the attribute, and nothing else shows that it is missing.
  @Test("A package type with an @inlinable member is @usableFromInline, or no other module inlines it")
  func packageTypes() throws {
    var declarations: [String: String] = [:]
    var inlined: [String: String] = [:]
    for file in try Repository.files() where file.path.hasPrefix("Sources/") && file.path.hasSuffix(".swift") {
      var type = ""
      for line in file.lines {
        let isTopLevel = !line.isEmpty && !line.hasPrefix(" ") && !line.hasPrefix("/") && !line.hasPrefix("}")
        if isTopLevel, let match = line.firstMatch(of: /^(.*\b(?:struct|class|enum|protocol|extension) )(\w+)/)
        {
          type = String(match.2)
          if !match.1.contains("extension") { declarations[type] = String(match.1) }
        } else if line.contains("@inlinable") {
          inlined[type] = file.path
        }
      }
    }
    #expect(inlined.count > 15)
    for (type, path) in inlined {
      guard let declaration = declarations[type], declaration.contains("package ") else { continue }
      #expect(declaration.contains("@usableFromInline"), "\(type), which \(path) extends")
    }
  }
}
