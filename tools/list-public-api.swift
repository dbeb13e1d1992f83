// Prints the public declarations of the modules that `import Ledger` gives an app, one to a line, sorted.
//
//   list-public-api FOLDER    the folder with the symbol graphs of `swift package dump-symbol-graph`
import Foundation

let modules = [
  "EventLog", "Ledger", "LedgerBook", "LedgerBytes", "LedgerDomain", "LedgerProjections", "LedgerAnswers",
]

struct Graph: Decodable {
  struct Fragment: Decodable { let spelling: String }
  struct Symbol: Decodable {
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
  }
  let symbols: [Symbol]
}

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: list-public-api FOLDER\n".utf8))
  exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
var lines: Set<String> = []
for module in modules {
  // Extensions of other modules' types have a file of their own: `Ledger@LedgerDomain.symbols.json`.
  let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@") && $0.hasSuffix(".symbols.json")
  }
  guard !files.isEmpty else {
    FileHandle.standardError.write(Data("no symbol graph of \(module) in \(folder.path)\n".utf8))
    exit(66)
  }
  for file in files {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: folder.appendingPathComponent(file)))
    for symbol in graph.symbols {
      let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
      let oneLine = declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      lines.insert("\(module) \(symbol.pathComponents.joined(separator: ".")): \(oneLine)")
    }
  }
}
for line in lines.sorted() { print(line) }
