import { createFairQueue, type QueueSlot } from '../../base/scheduling/fair-queue.ts';

/** Runs one job at a time, in the order of rank. Owners of equal rank alternate. */
export interface JobQueue {
  add<T>(slot: QueueSlot, work: () => Promise<T>): Promise<T>;
  /** Rejects all waiting and later jobs with this error. */
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
    add: (slot, work) =>
      new Promise((resolve, reject) => {
        if (closed !== undefined) {
          reject(closed);
          return;
        }
        // An error of the job goes to its caller and does not stop the queue.
        const start = (): Promise<void> => work().then(resolve, reject);
        waiting.add({ start, refuse: reject }, slot);
        void next();
      }),
    close(error) {
      closed = error;
      for (let job = waiting.take(); job !== undefined; job = waiting.take()) job.refuse(error);
    },
  };
}
