/** Runs one piece of work at a time, the more urgent ones first, and equal ones in the order in which they came. */
export interface JobQueue {
  /** `rank`: 0 goes first. */
  add<T>(rank: number, work: () => Promise<T>): Promise<T>;
  /** What waits is rejected with this error, and so is all that comes later. */
  close(error: Error): void;
}

interface Waiting {
  readonly rank: number;
  readonly start: () => Promise<void>;
  readonly refuse: (error: Error) => void;
}

export function createJobQueue(): JobQueue {
  const waiting: Waiting[] = [];
  let running = false;
  let closed: Error | undefined;

  const next = async (): Promise<void> => {
    if (running) return;
    running = true;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await job.start();
    running = false;
  };

  return {
    add: (rank, work) =>
      new Promise((resolve, reject) => {
        if (closed !== undefined) {
          reject(closed);
          return;
        }
        // What was thrown belongs to the one who waits for it.
        const start = (): Promise<void> => work().then(resolve, reject);
        const behind = waiting.findIndex((other) => other.rank > rank);
        waiting.splice(behind < 0 ? waiting.length : behind, 0, { rank, start, refuse: reject });
        void next();
      }),
    close(error) {
      closed = error;
      for (const { refuse } of waiting.splice(0)) refuse(error);
    },
  };
}
