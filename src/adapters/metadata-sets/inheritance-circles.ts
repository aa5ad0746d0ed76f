import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';
import type { MetadataProblem } from '../../ports/metadata-sets.ts';

type Sets = ReadonlyMap<string, MetadataSet>;

/** For each set that inherits from itself, the IDs from it through its parents back to it. Visits each set once. */
function circlesIn(sets: Sets): ReadonlyMap<string, readonly string[]> {
  const circles = new Map<string, readonly string[]>();
  const visited = new Set<string>();
  for (const { id: first } of sets.values()) {
    const path: string[] = [];
    let id: string | undefined = first;
    for (; id !== undefined && !visited.has(id); id = sets.get(id)?.inherits) {
      visited.add(id);
      path.push(id);
    }
    const start = id === undefined ? -1 : path.indexOf(id);
    const circle = start < 0 ? [] : path.slice(start);
    for (const [at, member] of circle.entries())
      circles.set(member, [...circle.slice(at), ...circle.slice(0, at), member]);
  }
  return circles;
}

const byId = (sets: readonly MetadataSet[]): Map<string, MetadataSet> => new Map(sets.map((set) => [set.id, set]));

async function locationOf(folder: string, id: string): Promise<string> {
  const file = join(folder, `${id}.yaml`);
  const text = await readFile(file, 'utf8').catch(() => '');
  const line = text.split('\n').findIndex((each) => /^["']?inherits["']?[ \t]*:/.test(each));
  return line < 0 ? file : `${file}:${line + 1}`;
}

/** A set that inherits from nothing. */
const alone = ({ inherits: _, ...set }: MetadataSet): MetadataSet => set;

/**
 * The sets without circles: a set of a circle is replaced by its version in `before`, or inherits nothing if there is none
 * or if that one makes a circle, too. `folder` is that of the files.
 */
export async function withoutCircles(
  sets: readonly MetadataSet[],
  before: readonly MetadataSet[],
  folder: string,
): Promise<{ readonly sets: readonly MetadataSet[]; readonly problems: readonly MetadataProblem[] }> {
  const written = byId(sets);
  const good = byId(before);
  const circles = circlesIn(written);
  const replaced = sets.map((set) => (circles.has(set.id) ? (good.get(set.id) ?? alone(set)) : set));
  const remaining = circlesIn(byId(replaced));
  const problems: MetadataProblem[] = [];
  for (const { id } of sets) {
    const circle = circles.get(id);
    if (circle === undefined) continue;
    problems.push({
      location: await locationOf(folder, id),
      message: `it inherits from itself: ${circle.join(' → ')}`,
      meanwhile: good.has(id) ? 'The version that was read before stays in use.' : 'It inherits nothing.',
    });
  }
  return { sets: replaced.map((set) => (remaining.has(set.id) ? alone(set) : set)), problems };
}
