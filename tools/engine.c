// What numba's compiled code asks of its run-time: blocks of memory that count their references.
// The layout is that of MemInfo in numba/core/runtime/nrt.cpp, as `_meminfo_struct_type` of nrtdynmod.py has it.
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  int64_t references;
  // Of lists, the only ones that have it; of arrays 0.
  void (*destroy)(void *data);
  void *info;
  void *data;
  int64_t size;
} Block;

static int32_t blocks = 0;

// How many blocks are in use, of the engine's and of the page's.
__attribute__((export_name("blocks"))) int32_t blocks_in_use(void) { return blocks; }

// Bytes for the page's own arrays, at least 16, at a multiple of 16; 0 if there are none left.
__attribute__((export_name("take"))) void *take(uint32_t size) {
  void *bytes = aligned_alloc(16, (size | 15) + 1);
  blocks += bytes != 0;
  return bytes;
}

__attribute__((export_name("give"))) void give(void *bytes) {
  blocks -= bytes != 0;
  free(bytes);
}

Block *NRT_MemInfo_alloc_aligned(int64_t size, int32_t align) {
  // The data follow the head, at a multiple of 64: numba asks for 32.
  char *bytes = size < 0 || size > INT32_MAX - 256 || align > 64 ? 0 : aligned_alloc(64, (size + 127) & ~63);
  if (!bytes) return 0;
  Block *block = (Block *)bytes;
  block->references = 1;
  block->destroy = 0;
  block->data = bytes + 64;
  block->size = size;
  blocks++;
  return block;
}

Block *NRT_MemInfo_new_varsize_dtor(int64_t size, void (*destroy)(void *data)) {
  Block *block = NRT_MemInfo_alloc_aligned(size, 16);
  if (block) block->destroy = destroy;
  return block;
}

void NRT_MemInfo_call_dtor(Block *block) {
  if (block->destroy) block->destroy(block->data);
  blocks--;
  free(block);
}

// Strides of an array under another shape, if its numbers need not be moved: 1, or 0 where they may have to be.
int32_t numba_attempt_nocopy_reshape(int64_t dimensions, const int64_t *shape, const int64_t *strides,
                                     int64_t new_dimensions, const int64_t *new_shape, int64_t *new_strides,
                                     int64_t item, int32_t by_columns) {
  int64_t expected = item;
  for (int64_t i = dimensions - 1; i >= 0; expected *= shape[i--])
    if (shape[i] != 1 && strides[i] != expected) return 0;
  if (by_columns && (dimensions > 1 || new_dimensions > 1)) return 0;
  for (int64_t i = new_dimensions - 1; i >= 0; item *= new_shape[i--]) new_strides[i] = item;
  return 1;
}
