import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';
import type { MetadataProblem } from '../../ports/metadata-sets.ts';

type Sets = ReadonlyMap<string, MetadataSet>;

/** The IDs from a set through its parents back to itself; undefined if it does not inherit from itself. */
function circleOf(set: MetadataSet, sets: Sets): string[] | undefined {
  const path = [set.id];
  for (let id = set.inherits; id !== undefined; id = sets.get(id)?.inherits) {
    path.push(id);
    if (id === set.id) return path;
    if (path.indexOf(id) < path.length - 1) return undefined;
  }
  return undefined;
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
  const circles = new Map(sets.flatMap((set) => [[set.id, circleOf(set, written)] as const]));
  const replaced = sets.map((set) => (circles.get(set.id) === undefined ? set : (good.get(set.id) ?? alone(set))));
  const current = byId(replaced);
  const problems: MetadataProblem[] = [];
  for (const [id, circle] of circles) {
    if (circle === undefined) continue;
    problems.push({
      location: await locationOf(folder, id),
      message: `it inherits from itself: ${circle.join(' → ')}`,
      meanwhile: good.has(id) ? 'The version that was read before stays in use.' : 'It inherits nothing.',
    });
  }
  return { sets: replaced.map((set) => (circleOf(set, current) === undefined ? set : alone(set))), problems };
}
