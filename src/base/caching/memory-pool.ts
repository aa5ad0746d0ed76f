/** Memory in blocks of one size that is used again, so that the garbage collector does not have to free it. */
export interface MemoryPool {
  /** A block. What it contains has no meaning. */
  take(): ArrayBufferLike;
  /** Takes a block back: its bytes may be overwritten from now on. Drops other memory, and blocks beyond the maximum. */
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
