import { createChance } from '../material.ts';
import type { Kind, Task } from './mix.ts';

/** How long tasks of each kind took, in milliseconds. */
export type Latencies = ReadonlyMap<Kind, readonly number[]>;

interface Pace {
  /** Tasks in all, or as many as fit into the seconds. */
  readonly until: { readonly tasks: number } | { readonly seconds: number };
  /** Tasks that come in a second, at random; each person begins the next one at once where it is missing. */
  readonly rate?: number;
}

type Perform = (task: Task) => Promise<void>;

/** Hands out tasks with the times at which they are due. */
function createSource(next: () => Task, { until, rate }: Pace): () => { task: Task; due: number } | undefined {
  const from = performance.now();
  const chance = createChance(99);
  let handed = 0;
  let due = from;
  return () => {
    if (rate !== undefined) due += (-Math.log(1 - chance()) / rate) * 1000;
    const when = rate === undefined ? performance.now() : due;
    const isOver = 'tasks' in until ? handed >= until.tasks : when - from >= until.seconds * 1000;
    handed += 1;
    return isOver ? undefined : { task: next(), due: when };
  };
}

/**
 * Lets people work, each on one task at a time. Latencies count from when a task was due: what waits for a free connection waits for
 * the server. Resolves with them when all tasks are done.
 */
export async function work(people: readonly Perform[], next: () => Task, pace: Pace): Promise<Latencies> {
  const take = createSource(next, pace);
  const latencies = new Map<Kind, number[]>();
  const runPerson = async (perform: Perform): Promise<void> => {
    for (let taken = take(); taken !== undefined; taken = take()) {
      const { task } = taken;
      const from = await startOf(taken.due);
      await perform(task);
      const all = latencies.get(task.kind) ?? [];
      latencies.set(task.kind, all);
      all.push(performance.now() - from);
    }
  };
  await Promise.all(people.map(runPerson));
  return latencies;
}

/** Waits for the time; resolves with it where it is over, and with the present one where a timer was late. */
async function startOf(due: number): Promise<number> {
  const wait = due - performance.now();
  if (wait <= 0) return due;
  await new Promise((resolve) => setTimeout(resolve, wait));
  return performance.now();
}

/** How many were done. */
export const countOf = (latencies: Latencies): number =>
  [...latencies.values()].reduce((sum, all) => sum + all.length, 0);

/** The time that this part of them keeps below. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
