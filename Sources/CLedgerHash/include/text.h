#pragma once

// Checks sixteen bytes of JSON text at once. It is in a header, so that Swift can inline it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Returns two bits for each of sixteen bytes, the first byte's in the lowest.
///
/// A bit in the lower half is set for a quote, a backslash or a control character. A bit in the upper half is set for a
/// byte beyond ASCII.
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

/// Returns a bit for each of thirty-two bytes, the first byte's in the lowest.
///
/// It is set for a quote, a backslash, a control character and a byte beyond ASCII.
static inline uint32_t ledger_text_stops(const void *thirty_two) {
#if defined(__SSE2__)
  uint32_t stops = 0;
  for (int half = 0; half < 2; half++) {
    const __m128i text = _mm_loadu_si128((const __m128i *)thirty_two + half);
    __m128i stop = _mm_cmpeq_epi8(_mm_min_epu8(text, _mm_set1_epi8(0x1f)), text);
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(text, _mm_set1_epi8('"')));
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(text, _mm_set1_epi8('\\')));
    stops |= (uint32_t)_mm_movemask_epi8(_mm_or_si128(stop, text)) << 16 * half;
  }
  return stops;
#else
  const uint32_t first = ledger_text_marks(thirty_two), second = ledger_text_marks((const uint8_t *)thirty_two + 16);
  return (first & 0xffff) | first >> 16 | ((second & 0xffff) | second >> 16) << 16;
#endif
}

/// Returns whether two runs of `count` bytes are the same.
static inline bool ledger_same_bytes(const void *left, const void *right, size_t count) {
  return memcmp(left, right, count) == 0;
}
