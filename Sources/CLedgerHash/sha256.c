#include "CLedgerHash.h"
#include "compress.h"

#include <stdatomic.h>
#include <string.h>

#if !defined(__x86_64__) && !defined(__aarch64__)
cledger_compress *cledger_compress_accelerated(void) { return NULL; }
#endif

// FIPS 180-4, 5.3.3: the first 32 bits of the fractional parts of the square roots of the first 8 primes.
static const uint32_t initial_state[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

// The CPU is asked once. Two threads that ask at the same time get the same answer.
static cledger_compress *best_compress(void) {
  static _Atomic(cledger_compress *) chosen = NULL;
  cledger_compress *compress = atomic_load_explicit(&chosen, memory_order_relaxed);
  if (compress) return compress;
  compress = cledger_compress_accelerated();
  if (!compress) compress = cledger_compress_portable;
  atomic_store_explicit(&chosen, compress, memory_order_relaxed);
  return compress;
}

static inline void store_big_endian(uint8_t bytes[8], uint64_t word) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  memcpy(bytes, &word, sizeof word);
}

static inline cledger_digest digest_of(const uint32_t state[8]) {
  cledger_digest digest;
  for (int i = 0; i < 4; i++) digest.word[i] = (uint64_t)state[2 * i] << 32 | state[2 * i + 1];
  return digest;
}

// Pads the last `rest` (< 64) bytes of a message of `count` bytes, and returns the digest.
static cledger_digest finished(
    cledger_compress *compress, uint32_t state[8], const uint8_t *rest_bytes, size_t rest, uint64_t count) {
  uint8_t last[128];
  const size_t blocks = rest < 56 ? 1 : 2;
  if (rest > 0) memcpy(last, rest_bytes, rest);
  last[rest] = 0x80;
  memset(last + rest + 1, 0, 64 * blocks - 8 - rest - 1);
  store_big_endian(last + 64 * blocks - 8, count * 8);
  compress(state, last, blocks);
  return digest_of(state);
}

static cledger_digest hashed(cledger_compress *compress, const uint8_t *bytes, size_t count) {
  uint32_t state[8];
  memcpy(state, initial_state, sizeof state);
  const size_t blocks = count / 64;
  if (blocks > 0) compress(state, bytes, blocks);
  return finished(compress, state, blocks > 0 ? bytes + 64 * blocks : bytes, count % 64, count);
}

bool cledger_sha256_is_accelerated(void) { return best_compress() != cledger_compress_portable; }

cledger_digest cledger_sha256(const void *bytes, size_t count) {
  return hashed(best_compress(), bytes, count);
}

cledger_digest cledger_sha256_portable(const void *bytes, size_t count) {
  return hashed(cledger_compress_portable, bytes, count);
}

cledger_digest cledger_sha256_pair(uint8_t prefix, cledger_digest left, cledger_digest right) {
  // Writes the two padded blocks in words of eight bytes. The prefix shifts each digest by one byte.
  uint8_t blocks[128];
  uint64_t carried = prefix;
  for (int i = 0; i < 8; i++) {
    const uint64_t word = i < 4 ? left.word[i] : right.word[i - 4];
    store_big_endian(blocks + 8 * i, carried << 56 | word >> 8);
    carried = word & 0xff;
  }
  memset(blocks + 64, 0, 64);
  blocks[64] = (uint8_t)carried;
  blocks[65] = 0x80;
  store_big_endian(blocks + 120, 65 * 8);

  uint32_t state[8];
  memcpy(state, initial_state, sizeof state);
  best_compress()(state, blocks, 2);
  return digest_of(state);
}

void cledger_sha256_begin(cledger_sha256_stream *stream, bool portable) {
  memset(stream, 0, sizeof *stream);
  memcpy(stream->state, initial_state, sizeof stream->state);
  stream->portable = portable;
}

void cledger_sha256_add(cledger_sha256_stream *stream, const void *bytes, size_t count) {
  if (count == 0) return;
  cledger_compress *compress = stream->portable ? cledger_compress_portable : best_compress();
  const uint8_t *next = bytes;
  stream->count += count;

  if (stream->filled > 0) {
    size_t taken = 64 - stream->filled;
    if (taken > count) taken = count;
    memcpy(stream->block + stream->filled, next, taken);
    stream->filled += (uint32_t)taken;
    next += taken;
    count -= taken;
    if (stream->filled < 64) return;
    compress(stream->state, stream->block, 1);
    stream->filled = 0;
  }
  const size_t blocks = count / 64;
  if (blocks > 0) compress(stream->state, next, blocks);
  const size_t rest = count % 64;
  if (rest > 0) memcpy(stream->block, next + 64 * blocks, rest);
  stream->filled = (uint32_t)rest;
}

cledger_digest cledger_sha256_end(const cledger_sha256_stream *stream) {
  cledger_compress *compress = stream->portable ? cledger_compress_portable : best_compress();
  uint32_t state[8];
  memcpy(state, stream->state, sizeof state);
  return finished(compress, state, stream->block, stream->filled, stream->count);
}
