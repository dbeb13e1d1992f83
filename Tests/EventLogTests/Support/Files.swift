import Foundation

// Files as a person or another program would touch them.

func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

func write(_ bytes: [UInt8], to path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

func copy(_ path: String, to other: String) throws {
  try FileManager.default.copyItem(atPath: path, toPath: other)
}

func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

func names(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}
