import { nextTurn } from '../../base/next-turn.ts';

/** Work that stops wherever other work may have its turn: after a millisecond or two, with a million documents. */
export type Pieces<Result> = Generator<void, Result>;

/** So many documents, or bytes of entries, are gone through in one piece. */
export const pieceSize = 1 << 16;

/** Work goes on for so many milliseconds before other work gets its turn. */
const sliceTime = 4;

/** Does pieces of work one after the other, with turns for other work in between. */
export type DoInSlices = <Result>(work: Pieces<Result>) => Promise<Result>;

/** Of several works that wait for their turn, only one goes on in each: together they hold others up no longer than one. */
export function createSlices(): DoInSlices {
  let lastTurn = Promise.resolve();
  const ownTurn = (): Promise<void> => {
    lastTurn = lastTurn.then(nextTurn);
    return lastTurn;
  };
  return async (work) => {
    let end = performance.now() + sliceTime;
    for (;;) {
      const piece = work.next();
      if (piece.done === true) return piece.value;
      if (performance.now() < end) continue;
      await ownTurn();
      end = performance.now() + sliceTime;
    }
  };
}
