#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

exit(BenchTool.run(Array(CommandLine.arguments.dropFirst())))
