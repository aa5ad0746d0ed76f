/** Memory for answers on their way out. */
export interface LentMemory {
  /** Undefined where more is wanted than there is in one piece. */
  take(size: number): Buffer | undefined;
  /**
   * To be called when nobody looks at it any more: its bytes may be others at once. Any part of what was taken stands for all of it. What
   * never comes back is nobody's. Gives false, and does nothing, where it was not lent.
   */
  giveBack(memory: Buffer): boolean;
}

/** In bytes: a list of a hundred nodes takes a third of it. */
const pieceSize = 1 << 20;
/** So many lie ready; more are made while they are wanted. */
const mostSpare = 8;

/**
 * Lends memory over and over again: pages that the system gives anew for each long answer cost several times what it costs
 * to fill them, and what is left of them between other things makes the process larger.
 */
export function createLentMemory(): LentMemory {
  const spare: Buffer[] = [];
  const lent = new WeakMap<ArrayBufferLike, Buffer>();
  const taken = (): Buffer => {
    const memory = spare.pop() ?? Buffer.allocUnsafeSlow(pieceSize);
    lent.set(memory.buffer, memory);
    return memory;
  };
  return {
    take: (size) => (size > pieceSize ? undefined : taken()),
    giveBack({ buffer }) {
      const memory = lent.get(buffer);
      if (memory === undefined) return false;
      lent.delete(buffer);
      if (spare.length < mostSpare) spare.push(memory);
      return true;
    },
  };
}

/** In which answers are put together, and from which they are sent. */
export const answerMemory: LentMemory = createLentMemory();
