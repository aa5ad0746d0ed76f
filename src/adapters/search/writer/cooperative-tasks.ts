import { yieldToEventLoop } from '../../../base/scheduling/event-loop.ts';

/** Work that stops wherever other work may have its turn: after a millisecond or two, with a million documents. */
export type CooperativeTasks<Result> = Generator<void, Result>;

/** So many documents, or bytes of entries, are gone through in one piece. */
export const taskSize = 1 << 16;

/** Work goes on for so many milliseconds before other work gets its turn. */
const sliceTime = 4;

/** Does pieces of work one after the other, with turns for other work in between. */
export type DoInSlices = <Result>(work: CooperativeTasks<Result>) => Promise<Result>;

/** So many works go on side by side: what a work holds in memory it holds to its end. */
const mostBegun = 4;

/**
 * Of several works that wait for their turn, only one goes on in each: together they hold others up no longer than one. Works
 * beyond `mostBegun` begin in the order in which they came.
 */
export function createSlices(): DoInSlices {
  let lastTurn = Promise.resolve();
  const ownTurn = (): Promise<void> => {
    lastTurn = lastTurn.then(yieldToEventLoop);
    return lastTurn;
  };

  const waiting: (() => void)[] = [];
  let begun = 0;
  const toBegin = async (): Promise<void> => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await ownTurn();
  };
  /** Whoever waits longest takes the place. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) begun -= 1;
    else next();
  };

  const inSlices: DoInSlices = async (work) => {
    let end = performance.now() + sliceTime;
    for (;;) {
      const piece = work.next();
      if (piece.done === true) return piece.value;
      if (performance.now() < end) continue;
      await ownTurn();
      end = performance.now() + sliceTime;
    }
  };

  return async (work) => {
    if (begun < mostBegun) begun += 1;
    else await toBegin();
    try {
      return await inSlices(work);
    } finally {
      leave();
    }
  };
}
