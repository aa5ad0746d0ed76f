import { createFairQueue, type QueueSlot } from '../../base/scheduling/fair-queue.ts';

/** Runs one piece of work at a time, the more urgent ones first; of equal ones each owner has one run in turn. */
export interface JobQueue {
  add<T>(place: QueueSlot, work: () => Promise<T>): Promise<T>;
  /** What waits is rejected with this error, and so is all that comes later. */
  close(error: Error): void;
}

interface Waiting {
  readonly start: () => Promise<void>;
  readonly refuse: (error: Error) => void;
}

export function createJobQueue(): JobQueue {
  const waiting = createFairQueue<Waiting>();
  let running = false;
  let closed: Error | undefined;

  const next = async (): Promise<void> => {
    if (running) return;
    running = true;
    for (let job = waiting.take(); job !== undefined; job = waiting.take()) await job.start();
    running = false;
  };

  return {
    add: (place, work) =>
      new Promise((resolve, reject) => {
        if (closed !== undefined) {
          reject(closed);
          return;
        }
        // What was thrown belongs to the one who waits for it.
        const start = (): Promise<void> => work().then(resolve, reject);
        waiting.add({ start, refuse: reject }, place);
        void next();
      }),
    close(error) {
      closed = error;
      for (let job = waiting.take(); job !== undefined; job = waiting.take()) job.refuse(error);
    },
  };
}
