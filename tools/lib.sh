# Sourced by the scripts in this folder: finds the repository, and checks that the tools for building are installed.
# Prints nothing if they are.

repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# Prints an error with advice and exits.
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

# Adds swift to PATH from the folders that its installers use.
need_swift() {
  command -v swift >/dev/null 2>&1 && return
  local folder
  for folder in "${SWIFTLY_BIN_DIR:-$HOME/.local/share/swiftly/bin}" "$HOME/.swiftly/bin" \
    /opt/swift/usr/bin /opt/swift*/usr/bin /usr/lib/swift*/usr/bin /usr/libexec/swift/*/bin; do
    if [[ -x $folder/swift ]]; then
      PATH="$folder:$PATH"
      export PATH
      return
    fi
  done
  fail 'swift is not installed' 'Install Swift 6.2 or newer: https://www.swift.org/install'
}

# Checks for the header and library of SQLite, which macOS has. On Debian and Ubuntu they are installed if the script
# runs as root. Otherwise it prints the command to type.
need_sqlite() {
  [[ $(uname -s) == Darwin ]] && return
  local compiler
  compiler="$(command -v clang || command -v cc || echo cc)"
  if printf '#include <sqlite3.h>\n' | "$compiler" -E -x c - >/dev/null 2>&1; then return; fi
  if command -v apt-get >/dev/null 2>&1; then
    if [[ $(id -u) != 0 ]]; then
      fail "SQLite's header is missing" 'Type: sudo apt-get install libsqlite3-dev'
    fi
    local log
    log="$(mktemp)"
    if ! {
      apt-get install -y libsqlite3-dev || { apt-get update && apt-get install -y libsqlite3-dev; }
    } >"$log" 2>&1 </dev/null; then
      cat "$log" >&2
      rm -f "$log"
      fail 'libsqlite3-dev could not be installed'
    fi
    rm -f "$log"
    return
  fi
  fail "SQLite's header is missing" \
    "Install your system's package: sqlite-devel (Fedora), sqlite (Arch), sqlite-dev (Alpine)"
}

# Checks everything that building and testing need.
need_tools() {
  need_swift
  need_sqlite
}

# Runs a command, and prints its output only if it fails.
quietly() {
  local log
  log="$(mktemp)"
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "failed: $*"
  fi
  rm -f "$log"
}

# Installs Debian packages that some checks need, if the script runs as root; otherwise those checks are skipped.
# Never fails: without a network, those checks print that they are skipped.
offer() {
  [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null 2>&1 || return 0
  local options=(-y --no-install-recommends -o Acquire::Retries=0 -o Acquire::http::Timeout=10)
  timeout 240 apt-get install "${options[@]}" "$@" >/dev/null 2>&1 </dev/null && return
  timeout 60 apt-get update "${options[@]}" >/dev/null 2>&1 </dev/null || return 0
  timeout 240 apt-get install "${options[@]}" "$@" >/dev/null 2>&1 </dev/null || true
}
