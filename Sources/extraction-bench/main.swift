internal import LedgerPlatform

// Measures the extractor on labelled receipts. Each line of the file is a JSON object with `id`, `source`, `text` and
// `truth` (`vendor`, `date`, `total`, `currency`). A receipt's text is never printed: only counts are, and readings if
// `--wrong` or `--read` asks for them.
var options = MeasurementOptions()
guard options.parse(Array(CommandLine.arguments.dropFirst())) else {
  print(MeasurementOptions.usage)
  System.end(code: 64)
}
if let readPath = options.readPath {
  guard let bytes = readWholeFile(readPath) else {
    print("extraction: the file cannot be read")
    System.end(code: 66)
  }
  printReadings(String(decoding: bytes, as: UTF8.self))
  System.end(code: 0)
}
if let folder = options.photosPath {
  guard let name = (try? DurableFile.list(folder))?.sorted().first(where: { $0.hasSuffix(".ndjson") }) else {
    print("extraction: there is no NDJSON file of labelled receipts in the folder")
    System.end(code: 66)
  }
  options.path = "\(folder)/\(name)"
  guard System.environment("EVENTS_OCR") != nil || Program("tesseract", path: System.environment("PATH")) != nil
  else {
    print("skipped: tesseract is not installed")
    System.end(code: 0)
  }
}
guard let path = options.path, let bytes = readWholeFile(path) else {
  print("extraction: the file cannot be read")
  System.end(code: 66)
}
if let count = options.fuzz {
  // The file holds one receipt after another, separated by form feeds.
  let texts = bytes.split(separator: 12).map { Array($0) }
  guard !texts.isEmpty else {
    print("extraction: there is no text in the file")
    System.end(code: 65)
  }
  var fuzz = Fuzz(texts: texts, random: options.seed)
  if let finding = fuzz.run(count) {
    print(finding)
    System.end(code: 1)
  }
  print("\(count) inputs, no finding")
  System.end(code: 0)
}
var bench = Bench(options: options)
bench.run(bytes)
print(options.isJSON ? bench.json() : bench.table())

/// Returns all bytes of a file, or `nil` if it cannot be read.
func readWholeFile(_ path: String) -> [UInt8]? {
  try? DurableFile.read(path, limit: 1 << 30, followingLinks: true)
}
