#pragma once

// Sixteen bytes of JSON text at once. Header only, so that Swift has it in place.

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// A bit for each of sixteen bytes, the first in the lowest: in the lower half of the answer where it is a quote, a
/// backslash or a control character, in the upper half where it is beyond ASCII.
static inline uint32_t ledger_text_marks(const void *sixteen) {
#if defined(__SSE2__)
  const __m128i text = _mm_loadu_si128((const __m128i *)sixteen);
  const __m128i last_control = _mm_set1_epi8(0x1f);
  __m128i special = _mm_cmpeq_epi8(_mm_min_epu8(text, last_control), text);
  special = _mm_or_si128(special, _mm_cmpeq_epi8(text, _mm_set1_epi8('"')));
  special = _mm_or_si128(special, _mm_cmpeq_epi8(text, _mm_set1_epi8('\\')));
  return (uint32_t)_mm_movemask_epi8(special) | (uint32_t)_mm_movemask_epi8(text) << 16;
#else
  const uint8_t *text = sixteen;
  uint32_t marks = 0;
  for (int index = 0; index < 16; index++) {
    const uint8_t byte = text[index];
    const uint32_t special = byte < 0x20 || byte == '"' || byte == '\\';
    marks |= special << index | (uint32_t)(byte >> 7) << (16 + index);
  }
  return marks;
#endif
}
