/** Memory for answers on their way out. */
export interface LentMemory {
  /** Undefined where more is wanted than there is in one piece. */
  take(size: number): Buffer | undefined;
  /** To be called when nobody looks at it any more: its bytes may be others at once. What never comes back is nobody's. */
  giveBack(memory: Buffer): void;
}

/** In bytes: a list of a hundred nodes takes half of it. */
const pieceSize = 1 << 20;
/** So many lie ready; more are made while they are wanted. */
const mostSpare = 8;

/**
 * Lends memory over and over again: pages that the system gives anew for each long answer cost several times what it costs
 * to fill them.
 */
export function createLentMemory(): LentMemory {
  const spare: Buffer[] = [];
  return {
    take: (size) => (size > pieceSize ? undefined : (spare.pop() ?? Buffer.allocUnsafeSlow(pieceSize))),
    giveBack(memory) {
      if (spare.length < mostSpare) spare.push(memory);
    },
  };
}
