#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

// SHA-256 (FIPS 180-4), with the CPU's instructions if it has them. No function allocates, fails or keeps its
// arguments. All may be called from several threads at once.

#ifdef __cplusplus
extern "C" {
#endif

// A digest as four words in the CPU's order: word[0] holds bytes 0 to 7, the first byte highest.
typedef struct {
  uint64_t word[4];
} cledger_digest;

// An unfinished hash. The first `filled` of 64 bytes of `block` are waiting to be compressed.
typedef struct {
  uint32_t state[8];
  uint64_t count;
  uint32_t filled;
  bool portable;
  uint8_t block[64];
} cledger_sha256_stream;

// Whether this CPU's SHA-256 instructions are used.
bool cledger_sha256_is_accelerated(void);

// The digest of `count` bytes. `bytes` may be null if `count` is 0.
cledger_digest cledger_sha256(const void *bytes, size_t count);

// The same digest, computed by the portable code.
cledger_digest cledger_sha256_portable(const void *bytes, size_t count);

// The digest of 65 bytes, prefix ‖ left ‖ right: a node of a tree of RFC 6962.
cledger_digest cledger_sha256_pair(uint8_t prefix, cledger_digest left, cledger_digest right);

// Begins a hash of bytes in pieces. `portable` forces the portable code.
void cledger_sha256_begin(cledger_sha256_stream *stream, bool portable);

// Adds `count` bytes. `bytes` may be null if `count` is 0.
void cledger_sha256_add(cledger_sha256_stream *stream, const void *bytes, size_t count);

// The digest of everything added so far. The stream is not changed, so that more bytes can be added.
cledger_digest cledger_sha256_end(const cledger_sha256_stream *stream);

#ifdef __cplusplus
}
#endif
