import { badRequest } from '../../base/errors/errors.ts';
import { metadataIdProblem } from '../nodes/metadata-id.ts';
import type { ImportResult, ReadList, ReadSet } from './import-result.ts';
import { withFields } from './set-fields.ts';

/** The set under another id; lists whose ids begin with its old one, as imports make them, go with it. */
function renamedSet(understood: ReadSet, lists: readonly ReadList[], id: string): ImportResult {
  const { set } = understood;
  const newIds = new Map<string, string>();
  for (const { list } of lists) {
    if (list.id.startsWith(`${set.id}.`)) newIds.set(list.id, `${id}.${list.id.slice(set.id.length + 1)}`);
  }
  const newId = (old: string): string => newIds.get(old) ?? old;
  const renamed = withFields(set, (field) =>
    typeof field.values === 'string' ? { ...field, values: newId(field.values) } : field,
  );
  return {
    // Its other names stay with the set that has them already.
    sets: [{ ...understood, set: { ...renamed, id, aliases: undefined } }],
    lists: lists.map((read) => ({ ...read, list: { ...read.list, id: newId(read.list.id) } })),
  };
}

/**
 * What was understood, with another id for the one set in it, or, where there is no set, for the one value list.
 * `BadRequest` where it is not clear what gets the id, or nothing can have it.
 */
export function withId(understanding: ImportResult, id: string): ImportResult {
  const problem = metadataIdProblem(id);
  if (problem !== undefined) throw badRequest(`The id «${id.slice(0, 100)}» ${problem}. Nothing was imported.`);
  const { sets, lists } = understanding;
  const [set] = sets;
  if (set !== undefined && sets.length === 1) return set.set.id === id ? understanding : renamedSet(set, lists, id);
  const [list] = lists;
  if (sets.length === 0 && list !== undefined && lists.length === 1) {
    return { sets, lists: [{ ...list, list: { ...list.list, id } }] };
  }
  const found = sets.length === 0 ? `${lists.length} value lists` : `${sets.length} metadata sets`;
  throw badRequest(
    `The id ${id} is for one metadata set or value list, and there are ${found}: import them one by one.`,
  );
}

function* doubled(ids: readonly { readonly id: string; readonly file: string }[]): Generator<string> {
  const first = new Map<string, string>();
  for (const { id, file } of ids) {
    const other = first.get(id);
    if (other !== undefined) yield `${id} stands in ${other} and in ${file}`;
    first.set(id, file);
  }
}

/** Refuses, as `BadRequest`, what has an id twice: one would silently take the place of the other. */
export function requireUniqueIds({ sets, lists }: ImportResult): void {
  const told = [
    ...doubled(sets.map(({ set: { id }, file }) => ({ id, file }))),
    ...doubled(lists.map(({ list: { id }, file }) => ({ id, file }))),
  ];
  if (told.length === 0) return;
  throw badRequest(`An id can be given once only: ${told.join('; ')}. Nothing was imported.`);
}
