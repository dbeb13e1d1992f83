import Foundation
import Testing

/// The JSON objects of an output, one a line.
func objects(_ output: String) throws -> [[String: Any]] {
  try output.split(separator: "\n").map { try object(String($0)) }
}

/// A text that is one JSON object.
func object(_ text: String?) throws -> [String: Any] {
  let bytes = Data(try #require(text).utf8)
  return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
}

/// The minor units of a printed amount.
func units(_ value: Any?) -> Int? { (value as? [String: Any])?["minorUnits"] as? Int }
