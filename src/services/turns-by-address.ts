import { RepositoryError } from '../base/errors.ts';

/** Work that each address has done a little at a time, so that one that sends a flood keeps no other waiting. */
export interface TurnsByAddress {
  /** Rejects with `TooManyRequests` at once where too much of this address waits already. */
  run<T>(address: string, work: () => Promise<T>): Promise<T>;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

const newLine = (): Line => ({ running: 0, waiting: [] });

/** Lets at most `atOnce` pieces of work of an address run at a time and `mostWaiting` wait, in the order they came. */
export function createTurnsByAddress(options: {
  readonly atOnce: number;
  readonly mostWaiting: number;
}): TurnsByAddress {
  const lines = new Map<string, Line>();

  const enter = async (line: Line): Promise<void> => {
    if (line.running < options.atOnce) {
      line.running += 1;
      return;
    }
    if (line.waiting.length >= options.mostWaiting) {
      const message = 'Too many sign-ins come from your address just now. Try again in some seconds.';
      throw new RepositoryError('TooManyRequests', message, { details: { retryAfter: 5 } });
    }
    await new Promise<void>((resolve) => line.waiting.push(resolve));
  };

  const leave = (address: string, line: Line): void => {
    const next = line.waiting.shift();
    if (next === undefined) line.running -= 1;
    else next();
    if (line.running === 0) lines.delete(address);
  };

  return {
    async run(address, work) {
      const line = lines.get(address) ?? newLine();
      lines.set(address, line);
      await enter(line);
      try {
        return await work();
      } finally {
        leave(address, line);
      }
    },
  };
}
