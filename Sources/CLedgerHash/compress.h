#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The implementations of SHA-256's compression function, over `blocks` blocks of 64 bytes each.
typedef void cledger_compress(uint32_t state[8], const uint8_t *bytes, size_t blocks);

// FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
extern const uint32_t cledger_round_constants[64];

cledger_compress cledger_compress_portable;

// Null if this CPU or this build has no instructions for it.
cledger_compress *cledger_compress_accelerated(void);
