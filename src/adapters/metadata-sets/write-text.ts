import { stringify } from 'yaml';
import type { z } from 'zod';
import { nextTurn } from '../../base/next-turn.ts';
import type { MetadataSet } from '../../domain/metadata-set.ts';
import { anyLanguage, type ValueList } from '../../domain/value-list.ts';
import { mistakesOf } from './read-set.ts';
import { SetForm } from './set-schema.ts';
import { ValueEntryForm, ValueListHead } from './value-list-schema.ts';

/** Entries written before other work gets its turn. */
const writtenAtOnce = 1_000;

/** Mistakes told of one set or entry. */
const mostTold = 5;

const isOnlyText = (given: ReadonlyMap<unknown, unknown>): boolean => given.size === 1 && given.has(anyLanguage);

/** Maps that are no captions: their keys are values, or their values lists. */
const otherMaps = ['statementsByValue', 'synonyms'];

/** The same in objects, lists and texts; what is not stated is not there. */
function plain(value: unknown, key = ''): unknown {
  if (value instanceof Map) {
    if (isOnlyText(value) && !otherMaps.includes(key)) return value.get(anyLanguage);
    return Object.fromEntries([...value].map(([name, entry]) => [name, plain(entry)]));
  }
  if (Array.isArray(value)) return value.map((entry) => plain(entry));
  if (typeof value !== 'object' || value === null) return value;
  const stated = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(stated.map(([name, entry]) => [name, plain(entry, name)]));
}

/** The value as the form has it; throws an error that says what is wrong where. */
function inForm<T extends z.ZodType>(form: T, value: unknown, above: readonly PropertyKey[] = []): z.output<T> {
  const parsed = form.safeParse(value);
  if (parsed.success) return parsed.data;
  const told = [...mistakesOf(parsed.error, () => '', above)].slice(0, mostTold).map(({ message }) => message);
  throw new Error(told.join('; '), { cause: parsed.error });
}

const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });

/**
 * Writes a set in our own form. The same set gives the same text, whatever order its keys came in; reading it gives the
 * same set again. Throws where the set could not be read again, as with an id that no file can have.
 */
export const writeSetText = (set: MetadataSet): string => yamlOf(plain(inForm(SetForm, plain(set))));

/** Writes a value list in our own form: each entry on a line of its own, so that changes show in a comparison of files. */
export async function writeValueListText({ entries, ...head }: ValueList): Promise<string> {
  const lines: string[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at % writtenAtOnce === writtenAtOnce - 1) await nextTurn();
    lines.push(`  - ${JSON.stringify(plain(inForm(ValueEntryForm, plain(entry), ['entries', at])))}\n`);
  }
  const list = lines.length === 0 ? ' []\n' : `\n${lines.join('')}`;
  return `${yamlOf(plain(inForm(ValueListHead, plain(head))))}entries:${list}`;
}
