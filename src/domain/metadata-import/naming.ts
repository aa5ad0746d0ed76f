import { badRequest } from '../../base/errors/errors.ts';
import { metadataIdProblem } from '../metadata/metadata-id.ts';
import type { ImportResult, ReadList, ReadSet } from './import-result.ts';
import { withFields } from './set-fields.ts';

/** The set with another ID. Lists whose IDs start with the old one, as imports assign them, are renamed as well. */
function renamedSet(read: ReadSet, lists: readonly ReadList[], id: string): ImportResult {
  const { set } = read;
  const newIds = new Map<string, string>();
  for (const { list } of lists) {
    if (list.id.startsWith(`${set.id}.`)) newIds.set(list.id, `${id}.${list.id.slice(set.id.length + 1)}`);
  }
  const newId = (old: string): string => newIds.get(old) ?? old;
  const renamed = withFields(set, (field) =>
    typeof field.values === 'string' ? { ...field, values: newId(field.values) } : field,
  );
  return {
    // The set that already exists under the old ID may have the same aliases.
    sets: [{ ...read, set: { ...renamed, id, aliases: undefined } }],
    lists: lists.map((readList) => ({ ...readList, list: { ...readList.list, id: newId(readList.list.id) } })),
  };
}

/**
 * The result with another ID for its only set or, if there is no set, its only value list. Throws `BadRequest` if the ID is
 * invalid, or if there is not exactly one set or list to rename.
 */
export function withId(result: ImportResult, id: string): ImportResult {
  const problem = metadataIdProblem(id);
  if (problem !== undefined) throw badRequest(`The ID "${id.slice(0, 100)}" ${problem}. Nothing was imported.`);
  const { sets, lists } = result;
  const [set] = sets;
  if (set !== undefined && sets.length === 1) return set.set.id === id ? result : renamedSet(set, lists, id);
  const [list] = lists;
  if (sets.length === 0 && list !== undefined && lists.length === 1) {
    return { sets, lists: [{ ...list, list: { ...list.list, id } }] };
  }
  const count = sets.length === 0 ? `${lists.length} value lists` : `${sets.length} metadata sets`;
  throw badRequest(
    `The ID ${id} can name only one metadata set or value list, and the import has ${count}. Import them one by one.`,
  );
}

function* duplicates(ids: readonly { readonly id: string; readonly file: string }[]): Generator<string> {
  const first = new Map<string, string>();
  for (const { id, file } of ids) {
    const other = first.get(id);
    if (other !== undefined) yield `${id} is in both ${other} and ${file}`;
    first.set(id, file);
  }
}

/** Throws `BadRequest` if an ID is not unique. Otherwise one set or list would silently replace the other. */
export function requireUniqueIds({ sets, lists }: ImportResult): void {
  const problems = [
    ...duplicates(sets.map(({ set: { id }, file }) => ({ id, file }))),
    ...duplicates(lists.map(({ list: { id }, file }) => ({ id, file }))),
  ];
  if (problems.length === 0) return;
  throw badRequest(`IDs must be unique, but ${problems.join('; ')}. Nothing was imported.`);
}
