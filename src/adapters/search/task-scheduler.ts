import type { CooperativeTask } from '../../base/scheduling/cooperative-task.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';

/**
 * Documents, or bytes of postings, that a task processes between two pauses: a millisecond or two with a million
 * documents.
 */
export const taskSize = 1 << 16;

/** How long a task runs before it yields to the event loop, in milliseconds. */
const sliceTime = 4;

/** Maximum number of tasks in progress. A task holds its memory until it ends. */
const maxRunning = 4;

/** Runs a task in time slices. Resolves to its result; rejects with what it throws. */
export type RunTask = <Result>(task: CooperativeTask<Result>) => Promise<Result>;

/**
 * Runs tasks concurrently. Only one of them runs in each turn of the event loop, so together they delay other work no
 * longer than one task would. Tasks beyond `maxRunning` wait, and start in order.
 */
export function createTaskScheduler(): RunTask {
  const scheduler = new TaskScheduler();
  return (task) => scheduler.run(task);
}

class TaskScheduler {
  #lastTurn = Promise.resolve();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async run<Result>(task: CooperativeTask<Result>): Promise<Result> {
    if (this.#running < maxRunning) this.#running += 1;
    else await this.#admission();
    try {
      return await this.#runInSlices(task);
    } finally {
      this.#admitNext();
    }
  }

  async #runInSlices<Result>(task: CooperativeTask<Result>): Promise<Result> {
    let end = performance.now() + sliceTime;
    for (;;) {
      const step = task.next();
      if (step.done === true) return step.value;
      if (performance.now() < end) continue;
      await this.#nextTurn();
      end = performance.now() + sliceTime;
    }
  }

  /** Resolves in a turn of the event loop that no other task uses. */
  #nextTurn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(yieldToEventLoop);
    return this.#lastTurn;
  }

  async #admission(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await this.#nextTurn();
  }

  #admitNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
