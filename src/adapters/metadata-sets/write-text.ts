import { stringify } from 'yaml';
import type { z } from 'zod';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';
import { anyLanguage, type ValueList } from '../../domain/metadata/value-list.ts';
import { mergedText } from './merge-text.ts';
import { mistakesOf, parseSetText } from './parse-set.ts';
import { parseValueListText } from './parse-value-list.ts';
import { SetForm } from './set-schema.ts';
import { ValueEntryForm, ValueListHead } from './value-list-schema.ts';
import type { ParseResult, Tree } from './yaml-text.ts';

/** Entries written before yielding to the event loop. */
const entriesPerYield = 1_000;

/** Maximum number of mistakes reported for one set or entry. */
const maxReported = 5;

const isOnlyText = (map: ReadonlyMap<unknown, unknown>): boolean => map.size === 1 && map.has(anyLanguage);

/** Maps that are not captions: their keys are values, or their values are lists. */
const otherMaps = ['statementsByValue', 'synonyms'];

/** The same value as plain objects, lists and texts, without undefined properties. */
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

/** The value in the order of the form. Throws an error with the mistakes and their locations. */
function inForm<T extends z.ZodType>(form: T, value: unknown, above: readonly PropertyKey[] = []): z.output<T> {
  const parsed = form.safeParse(value);
  if (parsed.success) return parsed.data;
  const messages = [...mistakesOf(parsed.error, () => '', above)].slice(0, maxReported).map(({ message }) => message);
  throw new Error(messages.join('; '), { cause: parsed.error });
}

const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });

// These forms read only objects.
const setTree = (set: MetadataSet): Tree => plain(inForm(SetForm, plain(set))) as Tree;
const listTree = (list: ValueList): Tree => plain(list) as Tree;

/**
 * Writes a set in edu-repo's own format. The text does not depend on the order of the keys, and reading it returns an equal
 * set. Throws if the set could not be read again, for example because of an invalid ID.
 */
export const writeSetText = (set: MetadataSet): string => yamlOf(setTree(set));

/**
 * The maximum length of a text whose comments are preserved, in characters. Merging the comments of a longer text would
 * block the event loop for a second.
 */
const maxMerged = 200_000;

const hasComments = (text: string): boolean => text.length <= maxMerged && /(?:^|\s)#/m.test(text);

/** The first of the texts that has comments. */
export const textWithComments = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.find((text) => text !== undefined && hasComments(text));

/** Writes a value list in edu-repo's own format, with one entry per line, so that a diff shows each change. */
export async function writeValueListText({ entries, ...head }: ValueList): Promise<string> {
  const lines: string[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at % entriesPerYield === entriesPerYield - 1) await yieldToEventLoop();
    lines.push(`  - ${JSON.stringify(plain(inForm(ValueEntryForm, plain(entry), ['entries', at])))}\n`);
  }
  const list = lines.length === 0 ? ' []\n' : `\n${lines.join('')}`;
  return `${yamlOf(plain(inForm(ValueListHead, plain(head))))}entries:${list}`;
}

interface TextFormat<T> {
  readonly write: (item: T) => MaybePromise<string>;
  readonly read: (text: string, file: string, ownId: string) => MaybePromise<ParseResult<T>>;
  readonly treeOf: (item: T) => Tree;
}

/** Writes a set or a list, and preserves the comments and the form of unchanged parts of an earlier text. */
async function writeOver<T extends { readonly id: string }>(
  item: T,
  earlier: string | undefined,
  { write, read, treeOf }: TextFormat<T>,
): Promise<string> {
  const whole = await write(item);
  if (earlier === undefined) return whole;
  const before = await read(earlier, '', item.id);
  if ('mistakes' in before) return whole;
  const text = mergedText(earlier, treeOf(before.value), treeOf(item));
  if (text === undefined) return whole;
  const again = await read(text, '', item.id);
  return 'value' in again && (await write(again.value)) === whole ? text : whole;
}

/** Like `writeSetText`, with the comments of `earlier`. */
export const writeSetOver = (set: MetadataSet, earlier: string | undefined): Promise<string> =>
  writeOver(set, earlier, { write: writeSetText, read: parseSetText, treeOf: setTree });

/** Like `writeValueListText`, with the comments of `earlier`. */
export const writeValueListOver = (list: ValueList, earlier: string | undefined): Promise<string> =>
  writeOver(list, earlier, { write: writeValueListText, read: parseValueListText, treeOf: listTree });
