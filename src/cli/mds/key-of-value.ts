import { similarOf, textDistance } from '../../base/nearest.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { caselessCaption } from './properties-by-caption.ts';

export interface Value {
  readonly key: string;
  readonly displayString: string;
}

/** A property with a value list, and the metadata set that defines it. */
export interface ListOfProperty {
  readonly set: string;
  readonly property: string;
  /** The values with synonyms, such as `Mathe` for `Mathematik`. */
  readonly synonyms: readonly (Value & { readonly synonyms: readonly string[] })[];
}

/** The values whose caption, synonym or key contains the pattern in one of the languages. May contain duplicates. */
export async function valuesWith(
  clients: readonly Client[],
  { set: metadataset, property }: Pick<ListOfProperty, 'set' | 'property'>,
  pattern: string,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const client of clients) {
    values.push(...(await client.getValues({ repository, metadataset, body: { property, pattern } })).values);
  }
  return values;
}

const described = ({ key, displayString }: Value): string =>
  key === displayString ? key : `${displayString} (${key})`;

const eachOnce = (values: readonly Value[]): Value[] => {
  const byKey = new Map<string, Value>();
  for (const value of values) if (!byKey.has(value.key)) byKey.set(value.key, value);
  return [...byKey.values()];
};

const listCommand = ({ set, property }: ListOfProperty): string =>
  `edu-repo mds values ${shellWord(set)} ${shellWord(property)}`;

const ambiguous = (text: string, list: ListOfProperty, values: readonly Value[]) =>
  usageFailure(
    `Several values of ${list.property} have the caption "${onOneLine(text)}".`,
    `The values are ${values.map(described).join(', ')}.`,
    `Write the key of one of them: -p ${shellWord(`${list.property}=${values[0]?.key ?? ''}`)}`,
  );

/** A value is in no list. */
export class UnknownValue extends Failure {
  /** The captions of similar values, the most similar first. */
  readonly similar: readonly string[];

  constructor(text: string, list: ListOfProperty, near: readonly Value[]) {
    const question = near.length === 0 ? '' : ` Did you mean ${near.map(described).join(', or ')}?`;
    super(exitCodes.usage, {
      what: `"${onOneLine(text)}" is not a value of ${list.property}.`,
      why: `The metadata set ${list.set} has a value list for this property.${question}`,
      next: `To list all values: ${listCommand(list)}; to store the value anyway: --any-value`,
    });
    this.similar = near.map(({ displayString }) => displayString);
  }
}

const maxHints = 3;

const wordsOf = (text: string): string[] =>
  caselessCaption(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The number of words at the start of the text that begin the words of a caption: 2 of `Sek I` in `Sekundarstufe I`. */
function leadingWords(text: readonly string[], caption: string): number {
  const words = wordsOf(caption);
  const firstOther = text.findIndex((word, at) => words[at]?.startsWith(word) !== true);
  return firstOther < 0 ? text.length : firstOther;
}

/** The values that contain the text, or else those whose captions begin most like it, or else those with a similar caption. */
function nearTo(text: string, within: readonly Value[], all: readonly Value[]): Value[] {
  if (within.length > 0) return eachOnce(within).slice(0, maxHints);
  const words = wordsOf(text);
  const compared = all.map((value) => ({ value, leading: leadingWords(words, value.displayString) }));
  const leading = compared.reduce((most, one) => Math.max(most, one.leading), 0);
  const similar = similarOf(
    all.map(({ displayString }) => caselessCaption(displayString)),
    caselessCaption(text),
  );
  const near = compared
    .filter(({ value, ...one }) =>
      leading > 0 ? one.leading === leading : caselessCaption(value.displayString) === similar,
    )
    .map(({ value }) => ({
      value,
      distance: textDistance(caselessCaption(value.displayString), caselessCaption(text)),
    }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ value }) => value);
  // With their captions in the first of the languages.
  const keys = new Set(near.map(({ key }) => key));
  return [...keys].slice(0, maxHints).flatMap((key) => all.find((value) => value.key === key) ?? []);
}

/** Without spaces, hyphens and underscores, except between digits: `1-2` is not 12. */
const respelt = (text: string): string =>
  caselessCaption(text).replaceAll(/(?<!\p{N})[\s_\p{Pd}]+|[\s_\p{Pd}]+(?!\p{N})/gu, '');

const isNamed = (text: string, { key, displayString }: Value, compared: (name: string) => string): boolean =>
  [key, displayString].some((name) => compared(name) === compared(text));

/** The values that have the text as their caption, in the order in which a caption counts: as written, in any case, as a synonym. */
function namedValues(text: string, { synonyms }: ListOfProperty, within: readonly Value[]): readonly Value[] {
  const asWritten = eachOnce(within.filter(({ displayString }) => displayString === text));
  if (asWritten.length === 1) return asWritten;
  const inAnyCase = eachOnce(within.filter((value) => isNamed(text, value, caselessCaption)));
  if (inAnyCase.length > 0) return inAnyCase;
  return synonyms.filter((value) => value.synonyms.some((word) => caselessCaption(word) === caselessCaption(text)));
}

/**
 * The key of the value that has the text as its key or caption: as written, or else in any case, or else as a synonym, or else with
 * other spaces, hyphens and underscores, such as `CC BY` for `CC_BY`. `clients` are one for each language. Rejects with a usage
 * failure for none, naming the most similar values, or for several.
 */
export async function keyFor(
  text: string,
  list: ListOfProperty,
  clients: readonly Client[],
  allValues: () => Promise<readonly Value[]>,
): Promise<string> {
  const { set: metadataset, property } = list;
  const [client] = clients;
  const call = { repository, metadataset, query: '', property, body: [text] };
  const known = await client?.getValuesForKeys(call);
  if (known?.values.some(({ key }) => key === text) === true) return text;
  const within = await valuesWith(clients, list, text);
  const named = namedValues(text, list, within);
  if (named.length > 1) throw ambiguous(text, list, named);
  const [only] = named;
  if (only !== undefined) return only.key;
  const all = await allValues();
  const [spelt, ...others] = respelt(text) === '' ? [] : eachOnce(all.filter((value) => isNamed(text, value, respelt)));
  if (spelt === undefined || others.length > 0) throw new UnknownValue(text, list, nearTo(text, within, all));
  return spelt.key;
}
