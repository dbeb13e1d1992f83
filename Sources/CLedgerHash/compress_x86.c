#if defined(__x86_64__)

#include "compress.h"

#include <cpuid.h>
#include <immintrin.h>
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

// Four rounds an iteration; the schedule is sixteen vectors of four words, of which the last four are alive.
// The instructions want the state as (a b e f) and (c d g h), highest lane first.
__attribute__((target("sha,sse4.1,ssse3"))) static void compress_with_sha_extensions(
    uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  const __m128i byte_order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);

  __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
  __m128i abef = _mm_alignr_epi8(badc, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, badc, 0xf0);

  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[16];
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      if (i < 4) {
        words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), byte_order);
      } else {
        __m128i sum = _mm_sha256msg1_epu32(words[i - 4], words[i - 3]);
        sum = _mm_add_epi32(sum, _mm_alignr_epi8(words[i - 1], words[i - 2], 4));
        words[i] = _mm_sha256msg2_epu32(sum, words[i - 1]);
      }
      const __m128i *constants = (const __m128i *)cledger_round_constants;
      __m128i rounds = _mm_add_epi32(words[i], _mm_load_si128(constants + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, rounds);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(rounds, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

cledger_compress *cledger_compress_accelerated(void) {
#ifdef CPU_FEATURE_ACTIVE
  // The result of glibc's check when the process began. On a virtual machine each CPUID instruction traps into the
  // hypervisor, and takes longer than hashing a few kilobytes.
  const bool is_there = CPU_FEATURE_ACTIVE(SHA) && CPU_FEATURE_ACTIVE(SSE4_1) && CPU_FEATURE_ACTIVE(SSSE3);
  return is_there ? compress_with_sha_extensions : NULL;
#else
  unsigned int a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return NULL;
  const bool has_ssse3 = c >> 9 & 1, has_sse41 = c >> 19 & 1;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return NULL;
  const bool has_sha = b >> 29 & 1;
  return has_ssse3 && has_sse41 && has_sha ? compress_with_sha_extensions : NULL;
#endif
}

#endif
