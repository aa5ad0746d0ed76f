import { visibilityAt } from '../../ports/access-filter.ts';
import { type NameHit, type NameQuery, nameKinds } from '../../ports/name-index.ts';
import type { RootVisibility } from './acl-root-table.ts';
import type { EntryTable } from './entry-table.ts';
import type { MatchedEntries } from './match-words.ts';

/** Whether the caller of a query sees an entry, and the query asks for its kind. */
export function createIsSought(
  table: EntryTable,
  visibility: RootVisibility,
  { kinds, accessFilter }: Pick<NameQuery, 'kinds' | 'accessFilter'>,
): (entry: number) => boolean {
  const soughtKinds = nameKinds.map((kind) => kinds.has(kind));
  const owner = table.ownerNumber(accessFilter.owns);
  return (entry) => {
    if (soughtKinds[table.kindOf(entry)] !== true) return false;
    const root = table.aclRootOf(entry);
    return root < 0 || visibilityAt(visibility(root), table.isOwnedBy(entry, owner)) !== 'nothing';
  };
}

/** The best entries of each kind, the best first. */
export function bestEntries(
  table: EntryTable,
  { entries, pointsOf }: MatchedEntries,
  limit: number,
  isSought: (entry: number) => boolean,
): NameHit[] {
  // Equal entries are in the order of their numbers: in a frequent word, comparing keys would take most of the time.
  const compare = (one: number, other: number): number =>
    pointsOf(other) - pointsOf(one) || table.lengthOf(one) - table.lengthOf(other) || one - other;

  const bestOfKinds = nameKinds.map((): number[] => []);
  for (const entry of entries) {
    const best = bestOfKinds[table.kindOf(entry)];
    if (best === undefined) continue;
    const last = best[limit - 1];
    // Most entries fail here, so the rights are checked afterwards.
    if ((last !== undefined && compare(last, entry) < 0) || !isSought(entry)) continue;
    const at = best.findIndex((other) => compare(entry, other) < 0);
    best.splice(at < 0 ? best.length : at, 0, entry);
    if (best.length > limit) best.pop();
  }
  const all = bestOfKinds.flatMap((best, kind) => best.map((entry) => ({ entry, kind })));
  all.sort((one, other) => compare(one.entry, other.entry));
  return all.flatMap(({ entry, kind: at }) => {
    const kind = nameKinds[at];
    return kind === undefined ? [] : [{ key: table.keyOf(entry), kind, score: pointsOf(entry) }];
  });
}
