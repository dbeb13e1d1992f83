/// The tool's exit status. The names are those of sysexits.h if it has one.
enum ExitCode: Int32 {
  /// Done.
  case ok = 0
  /// It ran, and the answer is no: refused by a rule of the ledger. Verify: integrity damaged.
  case no = 1
  /// Verify: healthy bytes, unhealthy meaning.
  case unhealthy = 2
  /// EX_USAGE: wrong usage, an unknown option, field or currency.
  case usage = 64
  /// EX_DATAERR: a value or file that does not parse, a ledger from a newer version.
  case dataError = 65
  /// EX_NOINPUT: no such ledger, file or id, or an ambiguous one.
  case noInput = 66
  /// EX_SOFTWARE: the tool itself is wrong.
  case software = 70
  /// EX_CANTCREAT: a file or folder cannot be created.
  case cannotCreate = 73
  /// EX_IOERR: reading or writing failed.
  case ioError = 74
  /// EX_TEMPFAIL: locked by another process. Try again.
  case tryAgain = 75
  /// Ended by the person, as a shell reports it.
  case interrupted = 130
}
