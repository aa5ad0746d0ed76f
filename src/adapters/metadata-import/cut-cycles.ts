import { type CooperativeTask, forEachCooperatively } from '../../base/scheduling/cooperative-task.ts';
import type { Notes } from '../../domain/metadata-import/notes.ts';

/** What stands above something, and the line that says so. */
export interface Link {
  readonly address: string;
  readonly line: number;
}

/** The way upward from an entry to the first one that is settled, to the top, or back onto itself. */
function wayUp(from: string, parents: ReadonlyMap<string, Link>, settled: ReadonlySet<string>) {
  const way = new Set<string>();
  let at: string | undefined = from;
  while (at !== undefined && !settled.has(at) && !way.has(at)) {
    way.add(at);
    at = parents.get(at)?.address;
  }
  return { way, closedAt: at !== undefined && way.has(at) ? at : undefined };
}

/** Makes a tree of what stands above what: cuts each circle at one of its members, and tells it. */
export function* cutCircles(parents: Map<string, Link>, file: string, notes: Notes): CooperativeTask<void> {
  const settled = new Set<string>();
  yield* forEachCooperatively([...parents.keys()], (address) => {
    const { way, closedAt } = wayUp(address, parents, settled);
    if (closedAt !== undefined) {
      const line = parents.get(closedAt)?.line ?? null;
      notes.add(file, line, 'changed', 'entries stand above each other in a circle; it is cut here');
      parents.delete(closedAt);
    }
    for (const known of way) settled.add(known);
  });
}
