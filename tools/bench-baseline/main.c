#include "baseline.h"

static int64_t number(const char *text) { return text ? strtoll(text, NULL, 10) : 0; }

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "";
  if (strcmp(what, "append") == 0 && count >= 4) return append(arguments[2], arguments[3], number(arguments[4]));
  if (strcmp(what, "durable") == 0 && count == 5) return durable(arguments[2], arguments[3], number(arguments[4]));
  if (strcmp(what, "scan") == 0 && count == 3) return scan(arguments[2]);
  if (strcmp(what, "scan") == 0 && count == 4) return scan_parallel(arguments[2], (int)number(arguments[3]));
  if (strcmp(what, "rebuild") == 0 && count == 5) return rebuild(arguments[2], arguments[3], arguments[4]);
  fprintf(stderr,
          "usage: baseline append LOG TARGET [BATCH] | durable LOG TARGET COUNT | scan LOG [THREADS] |"
          " rebuild LOG MODELS TARGET\n");
  return 64;
}
