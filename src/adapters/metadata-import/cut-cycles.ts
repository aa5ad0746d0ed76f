import { type CooperativeTask, forEachCooperatively } from '../../base/scheduling/cooperative-task.ts';
import type { Notes } from '../../domain/metadata-import/notes.ts';

/** A parent, and the line that states it. */
export interface Link {
  readonly address: string;
  readonly line: number;
}

/** The path from an entry upward to a root, to a checked entry, or to an entry that is already in the path. */
function pathUp(from: string, parents: ReadonlyMap<string, Link>, checked: ReadonlySet<string>) {
  const path = new Set<string>();
  let at: string | undefined = from;
  while (at !== undefined && !checked.has(at) && !path.has(at)) {
    path.add(at);
    at = parents.get(at)?.address;
  }
  return { path, cycleAt: at !== undefined && path.has(at) ? at : undefined };
}

/** Removes one link of each cycle, so that the links form a tree. Each cut is reported. */
export function* cutCycles(parents: Map<string, Link>, file: string, notes: Notes): CooperativeTask<void> {
  const checked = new Set<string>();
  yield* forEachCooperatively([...parents.keys()], (address) => {
    const { path, cycleAt } = pathUp(address, parents, checked);
    if (cycleAt !== undefined) {
      const line = parents.get(cycleAt)?.line ?? null;
      notes.add(file, line, 'changed', 'the parents of this entry form a cycle; the entry becomes a top-level entry');
      parents.delete(cycleAt);
    }
    for (const known of path) checked.add(known);
  });
}
