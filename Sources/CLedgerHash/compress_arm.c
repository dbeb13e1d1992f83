#if defined(__aarch64__)

#include "compress.h"

#include <arm_neon.h>

#if defined(__linux__)
#include <sys/auxv.h>
#endif

#if defined(__ARM_FEATURE_SHA2) || defined(__APPLE__)
#define CLEDGER_SHA2_TARGET
#else
#define CLEDGER_SHA2_TARGET __attribute__((target("sha2")))
#endif

// Four rounds an iteration; the schedule is sixteen vectors of four words, of which the last four are alive.
CLEDGER_SHA2_TARGET static void compress_with_sha_extensions(
    uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);

  for (; blocks > 0; blocks--, bytes += 64) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    uint32x4_t words[16];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      if (i < 4) {
        words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16 * i)));
      } else {
        uint32x4_t sum = vsha256su0q_u32(words[i - 4], words[i - 3]);
        words[i] = vsha256su1q_u32(sum, words[i - 2], words[i - 1]);
      }
      const uint32x4_t rounds = vaddq_u32(words[i], vld1q_u32(cledger_round_constants + 4 * i));
      const uint32x4_t abcd_old = abcd;
      abcd = vsha256hq_u32(abcd, efgh, rounds);
      efgh = vsha256h2q_u32(efgh, abcd_old, rounds);
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }

  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

cledger_compress *cledger_compress_accelerated(void) {
#if defined(__APPLE__) || defined(__ARM_FEATURE_SHA2)
  return compress_with_sha_extensions;
#elif defined(__linux__)
  const unsigned long sha2 = 1UL << 6;  // HWCAP_SHA2, the same in every Linux on arm64
  return getauxval(AT_HWCAP) & sha2 ? compress_with_sha_extensions : NULL;
#else
  return NULL;
#endif
}

#endif
