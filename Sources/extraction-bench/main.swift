#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Measures the extractor on labelled receipts. Each line of the file is a JSON object with `id`, `source`, `text` and
// `truth` (`vendor`, `date`, `total`, `currency`). A receipt's text is never printed: only counts are, and readings if
// `--wrong` or `--read` asks for them.
var options = BenchOptions()
guard options.parse(Array(CommandLine.arguments.dropFirst())) else {
  print(BenchOptions.usage)
  exit(64)
}
if let readPath = options.readPath {
  guard let bytes = readWholeFile(readPath) else {
    print("extraction: the file cannot be read")
    exit(66)
  }
  printReadings(String(decoding: bytes, as: UTF8.self))
  exit(0)
}
guard let path = options.path else {
  timeHostileTexts()
  exit(0)
}
guard let bytes = readWholeFile(path) else {
  print("extraction: the file cannot be read")
  exit(66)
}
if let count = options.fuzz {
  // The file holds one receipt after another, separated by form feeds.
  let texts = bytes.split(separator: 12).map { Array($0) }
  guard !texts.isEmpty else {
    print("extraction: there is no text in the file")
    exit(65)
  }
  var fuzz = Fuzz(texts: texts, random: options.seed)
  if let finding = fuzz.run(count) {
    print(finding)
    exit(1)
  }
  print("\(count) inputs, no finding")
  exit(0)
}
var bench = Bench(options: options)
bench.run(bytes)
print(options.isJSON ? bench.json() : bench.table())

/// Returns all bytes of a file, or `nil` if it cannot be read.
func readWholeFile(_ path: String) -> [UInt8]? {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(file, &buffer, buffer.count)
    if count < 0 { return nil }
    if count == 0 { return bytes }
    bytes.append(contentsOf: buffer[0..<count])
  }
}
