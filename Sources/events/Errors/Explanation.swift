/// The one place where errors become words and an exit code.
func explanation(of error: any Error) -> Failure {
  switch error {
  case let failure as Failure: failure
  case OutputFailure.failed(let name, let reason): Failure(.ioError, "cannot write to \(name): \(reason)")
  default: Failure(.software, "something went wrong that the tool has no words for: \(visible("\(error)"))")
  }
}
