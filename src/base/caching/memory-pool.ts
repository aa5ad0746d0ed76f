/** Reuses memory blocks of one size, so that they need not be allocated and garbage-collected each time. */
export interface MemoryPool {
  /** Returns a block with undefined contents. */
  take(): ArrayBufferLike;
  /** Takes a block back. Call this once per block, and do not use it afterwards. Drops memory of another size, and blocks beyond the maximum. */
  release(memory: ArrayBufferLike): void;
}

export function createMemoryPool(blockSize: number, maxFree: number): MemoryPool {
  const free: ArrayBufferLike[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(blockSize).buffer,
    release(memory) {
      if (memory.byteLength === blockSize && free.length < maxFree) free.push(memory);
    },
  };
}
