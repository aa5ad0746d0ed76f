import type { Command } from 'commander';
import { nearestOf } from '../../base/nearest.ts';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import type { PropertyFlags } from '../node-arguments/properties.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';
import { languageClients } from './in-language.ts';
import { namesForCaptions } from './properties-by-caption.ts';
import type { MetadataSet } from './views.ts';

/** The ID that stands for the default metadata set. */
export const defaultSet = '-default-';

/** The property that names the metadata set of a node. */
export const metadataSetProperty = 'cm:edu_metadataset';

export interface ListFlags {
  readonly metadataSet?: string;
  readonly anyValue?: true;
}

/** Declares the options that control how values are checked. */
export const listOptions = (
  command: Command,
  set = 'metadata set whose value lists apply (default: the set of the node, or the default set)',
): Command =>
  command
    .option('--metadata-set <id>', set)
    .option('--any-value', 'store values as written, even if no value list contains them');

export const readListFlags = ({ metadataSet, anyValue }: ListFlags): ListChoice => ({
  chosenSet: metadataSet,
  anyValue: anyValue === true,
});

/** A property with a value list, and the metadata set that defines it. */
interface ListOfProperty {
  readonly set: string;
  readonly property: string;
}

interface Value {
  readonly key: string;
  readonly displayString: string;
}

/** Widgets that accept only the values of a list. */
const closedWidget = /^(?:singleoption|multioption|radio.*|checkbox.*|.*fixedbadges|.*tree)$/i;

const isClosed = ({ type, hasValues, allowValuespaceSuggestions }: MetadataSet['widgets'][number]): boolean =>
  hasValues && (!allowValuespaceSuggestions || closedWidget.test(type ?? ''));

/** The metadata set; undefined if the server does not know the set or the call. Values are then not checked. */
async function setNamed(client: Client, metadataset: string): Promise<MetadataSet | undefined> {
  try {
    return await client.getMetadataSet({ repository, metadataset });
  } catch (error) {
    if (error instanceof AnswerError && [400, 404, 405].includes(error.status)) return undefined;
    throw error;
  }
}

/** The values whose caption, synonym or key contains the pattern in one of the languages. May contain duplicates. */
async function valuesWith(clients: readonly Client[], list: ListOfProperty, pattern: string): Promise<Value[]> {
  const { set: metadataset, property } = list;
  const values: Value[] = [];
  for (const client of clients) {
    values.push(...(await client.getValues({ repository, metadataset, body: { property, pattern } })).values);
  }
  return values;
}

const folded = (text: string): string => onOneLine(text).normalize('NFC').toLowerCase();

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

const unknown = (text: string, list: ListOfProperty, near: readonly Value[]) =>
  usageFailure(
    `"${onOneLine(text)}" is not a value of ${list.property}.`,
    `The metadata set ${list.set} has a value list for this property. Did you mean ${near.map(described).join(', or ')}?`,
    `To list all values: ${listCommand(list)}; to store the value anyway: --any-value`,
  );

const maxHints = 3;

/** The values that contain the text, or else those of `all` with the most similar caption. */
function nearTo(text: string, within: readonly Value[], all: readonly Value[]): Value[] {
  if (within.length > 0) return eachOnce(within).slice(0, maxHints);
  const nearest = nearestOf(
    all.map(({ displayString }) => folded(displayString)),
    folded(text),
  );
  return eachOnce(all.filter(({ displayString }) => folded(displayString) === nearest)).slice(0, maxHints);
}

/** Without spaces, hyphens and underscores, except between digits: `1-2` is not 12. */
const respelt = (text: string): string => folded(text).replaceAll(/(?<!\p{N})[\s_\p{Pd}]+|[\s_\p{Pd}]+(?!\p{N})/gu, '');

const isNamed = (text: string, { key, displayString }: Value, compared: (name: string) => string): boolean =>
  [key, displayString].some((name) => compared(name) === compared(text));

/**
 * The key of the value that has the text as its key or caption: as written, or else in any case, or else with other spaces,
 * hyphens and underscores, such as `CC BY` for `CC_BY`. Throws a usage failure for none, or for several.
 */
async function keyFor(
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
  const [asWritten, inAnyCase] = [
    eachOnce(within.filter(({ displayString }) => displayString === text)),
    eachOnce(within.filter((value) => isNamed(text, value, folded))),
  ];
  const named = asWritten.length === 1 ? asWritten : inAnyCase;
  if (named.length > 1) throw ambiguous(text, list, named);
  const [only] = named;
  if (only !== undefined) return only.key;
  const all = await allValues();
  const [spelt, ...others] = respelt(text) === '' ? [] : eachOnce(all.filter((value) => isNamed(text, value, respelt)));
  if (spelt === undefined || others.length > 0) throw unknown(text, list, nearTo(text, within, all));
  return spelt.key;
}

export interface ListChoice {
  /** The ID of a metadata set; undefined for the set of the node or, if it has none, the default set. */
  readonly chosenSet: string | undefined;
  /** Store values as written, without checking them. */
  readonly anyValue: boolean;
}

async function setFor(chosen: string | undefined, ofNode: string | undefined, client: Client) {
  if (chosen !== undefined) return client.getMetadataSet({ repository, metadataset: chosen });
  const own = ofNode === undefined || ofNode === '' ? undefined : await setNamed(client, ofNode);
  return own ?? setNamed(client, defaultSet);
}

/** The value lists of a metadata set. */
export interface ListValues {
  /** Whether the values of the property must be in a list. */
  isClosed(property: string): boolean;
  /**
   * The key of the value of a closed list that has the text as its key or caption. Rejects with a usage failure for a text
   * that the list does not contain, naming the most similar value, and for a caption that several values have. Empty text stays.
   */
  keyOf(property: string, text: string): Promise<string>;
}

/** Looks for each text and lists the values of each property only once. */
function createListValues(set: MetadataSet, clients: readonly Client[]): ListValues {
  // Earlier server versions return no widgets.
  const closed = new Set((set.widgets ?? []).filter(isClosed).map(({ id }) => id));
  const keys = new Map<string, Promise<string>>();
  const whole = new Map<string, Promise<readonly Value[]>>();
  const allOf = (list: ListOfProperty) => (): Promise<readonly Value[]> => {
    const all = whole.get(list.property) ?? valuesWith(clients, list, '');
    whole.set(list.property, all);
    return all;
  };
  return {
    isClosed: (property) => closed.has(property),
    keyOf(property, text) {
      if (text === '') return Promise.resolve(text);
      const id = JSON.stringify([property, text]);
      const list = { set: set.mds.ref.id, property };
      const key = keys.get(id) ?? keyFor(text, list, clients, allOf(list));
      keys.set(id, key);
      return key;
    },
  };
}

/**
 * The value lists that apply to a node. Undefined if values are stored as written, or if the server cannot list them.
 * `setOfNode` is the metadata set of the node.
 */
export async function listValuesFor(
  { chosenSet, anyValue }: ListChoice,
  setOfNode: string | undefined,
  context: Context,
): Promise<ListValues | undefined> {
  if (anyValue) return undefined;
  const { client } = await context.connect();
  const set = await setFor(chosenSet, setOfNode, client);
  return set === undefined ? undefined : createListValues(set, await languageClients(context));
}

/**
 * Replaces captions of properties by their names, and captions of values by keys for properties with a closed value list. Notes what is
 * stored under another name or key. Other names and values stay. Rejects like `ListValues.keyOf`.
 */
export async function withKeysOfLists(
  given: PropertyFlags,
  choice: ListChoice,
  setOfNode: string | undefined,
  context: Context,
): Promise<PropertyFlags> {
  const set = choice.chosenSet ?? given[metadataSetProperty]?.[0] ?? setOfNode ?? defaultSet;
  const properties = await namesForCaptions(given, set, context);
  const lists = await listValuesFor(choice, properties[metadataSetProperty]?.[0] ?? setOfNode, context);
  if (lists === undefined) return properties;
  const withKeys = new Map(Object.entries(properties));
  for (const [property, texts] of withKeys) {
    if (!lists.isClosed(property) || texts === null) continue;
    const keys: string[] = [];
    for (const text of texts) {
      const key = await lists.keyOf(property, text);
      if (key !== text) context.output.note(`${property}: "${onOneLine(text)}" is stored as ${key}.`);
      keys.push(key);
    }
    withKeys.set(property, keys);
  }
  return Object.fromEntries(withKeys);
}
