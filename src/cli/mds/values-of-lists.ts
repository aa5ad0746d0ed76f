import type { Command } from 'commander';
import { nearestOf } from '../../base/nearest.ts';
import { AnswerError } from '../../client/answer-error.ts';
import { type Client, createClient } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import type { PropertyFlags } from '../node-arguments/properties.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';
import { localeOf } from './in-language.ts';
import type { MetadataSet } from './views.ts';

/** The set of the repository that holds where a node names none. */
const defaultSet = '-default-';

/** In this property a node names its metadata set. */
export const metadataSetProperty = 'cm:edu_metadataset';

/** What the command line says of it. */
export interface ListFlags {
  readonly metadataSet?: string;
  readonly anyValue?: true;
}

/** Declares the options that decide which values are taken. */
export const listOptions = (command: Command): Command =>
  command
    .option(
      '--metadata-set <id>',
      'whose lists of values hold; when left out, the set of the node, else the default one',
    )
    .option('--any-value', 'store values as they are written, also those that no list has');

export const readListFlags = ({ metadataSet, anyValue }: ListFlags): ListChoice => ({
  chosenSet: metadataSet,
  anyValue: anyValue === true,
});

/** Which values a property can have. */
interface ListOfProperty {
  readonly set: string;
  readonly property: string;
}

interface Value {
  readonly key: string;
  readonly displayString: string;
}

/** Widgets that offer the values of a list and take no other text. */
const closedWidget = /^(?:singleoption|multioption|radio.*|checkbox.*|.*fixedbadges|.*tree)$/i;

const isClosed = ({ type, hasValues, allowValuespaceSuggestions }: MetadataSet['widgets'][number]): boolean =>
  hasValues && (!allowValuespaceSuggestions || closedWidget.test(type ?? ''));

/** Undefined where the server does not know the set, or has no such call: then no value can be checked. */
async function setNamed(client: Client, metadataset: string): Promise<MetadataSet | undefined> {
  try {
    return await client.getMetadataSet({ repository, metadataset });
  } catch (error) {
    if (error instanceof AnswerError && [400, 404, 405].includes(error.status)) return undefined;
    throw error;
  }
}

/** Clients that are answered in the language of the terminal, in German and in English. */
async function clientsByLanguage({ connect, environment }: Context): Promise<Client[]> {
  const { send } = await connect();
  const locales = new Set([localeOf(environment) ?? 'de_DE', 'de_DE', 'en_GB']);
  return [...locales].map((locale) => createClient(send, () => ({ locale })));
}

/** The values that have the pattern in their caption, a synonym or the key, each once for each caption. */
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

/** The first value for each key. */
const eachOnce = (values: readonly Value[]): Value[] => {
  const byKey = new Map<string, Value>();
  for (const value of values) if (!byKey.has(value.key)) byKey.set(value.key, value);
  return [...byKey.values()];
};

const allValues = ({ set, property }: ListOfProperty): string =>
  `all values: edu-repo mds values ${shellWord(set)} ${shellWord(property)}`;

const ambiguous = (text: string, list: ListOfProperty, values: readonly Value[]) =>
  usageFailure(
    `Several values of ${list.property} are called '${onOneLine(text)}'.`,
    `They are ${values.map(described).join(', ')}.`,
    `Write the key of the one that you mean: -p ${shellWord(`${list.property}=${values[0]?.key ?? ''}`)}`,
  );

const unknown = (text: string, list: ListOfProperty, near: readonly Value[]) =>
  usageFailure(
    `'${onOneLine(text)}' is no value of ${list.property}.`,
    `The metadata set ${list.set} has a list of values for it. Did you mean ${near.map(described).join(', or ')}?`,
    `Try: ${allValues(list)}; to store it all the same: --any-value`,
  );

const maxHints = 3;

/** The value that is nearest in writing, or those that have the text in them. */
async function nearTo(text: string, list: ListOfProperty, clients: readonly Client[]): Promise<Value[]> {
  const within = eachOnce(await valuesWith(clients, list, text));
  if (within.length > 0) return within.slice(0, maxHints);
  const all = await valuesWith(clients, list, '');
  const nearest = nearestOf(
    all.map(({ displayString }) => folded(displayString)),
    folded(text),
  );
  return eachOnce(all.filter(({ displayString }) => folded(displayString) === nearest)).slice(0, maxHints);
}

/** The key of the value that the text is the key or a caption of. Throws a usage failure for none, or several. */
async function keyFor(text: string, list: ListOfProperty, clients: readonly Client[]): Promise<string> {
  const { set: metadataset, property } = list;
  const [client] = clients;
  const call = { repository, metadataset, query: '', property, body: [text] };
  const known = await client?.getValuesForKeys(call);
  if (known?.values.some(({ key }) => key === text) === true) return text;
  const candidates = await valuesWith(clients, list, text);
  const [asWritten, inAnyCase] = [
    eachOnce(candidates.filter(({ displayString }) => displayString === text)),
    eachOnce(
      candidates.filter(({ key, displayString }) => [key, displayString].some((name) => folded(name) === folded(text))),
    ),
  ];
  const named = asWritten.length === 1 ? asWritten : inAnyCase;
  if (named.length > 1) throw ambiguous(text, list, named);
  const [only] = named;
  if (only === undefined) throw unknown(text, list, await nearTo(text, list, clients));
  return only.key;
}

/** The keys for several texts, in their order. Says which ones are stored otherwise than they are written. */
async function keysFor(
  texts: readonly string[],
  list: ListOfProperty,
  clients: readonly Client[],
  { output }: Context,
): Promise<string[]> {
  const keys: string[] = [];
  for (const text of texts) {
    const key = text === '' ? text : await keyFor(text, list, clients);
    if (key !== text) output.note(`${list.property}: '${onOneLine(text)}' means ${key}.`);
    keys.push(key);
  }
  return keys;
}

/** What decides which lists hold. */
export interface ListChoice {
  /** The id of a metadata set; undefined: the one of the node, else the default. */
  readonly chosenSet: string | undefined;
  /** Store values as they are written. */
  readonly anyValue: boolean;
}

/** The set that was chosen, else the one that the node names, else the default one. */
async function setFor(chosen: string | undefined, ofNode: string | undefined, client: Client) {
  if (chosen !== undefined) return client.getMetadataSet({ repository, metadataset: chosen });
  const own = ofNode === undefined || ofNode === '' ? undefined : await setNamed(client, ofNode);
  return own ?? setNamed(client, defaultSet);
}

/**
 * Puts keys in the place of captions, where the metadata set has a closed list of values for a property; all else stays as
 * it is. Throws a usage failure for a value that such a list does not have, naming the nearest one, and for a caption that
 * several values have. `setOfNode` is the set that the node names.
 */
export async function withKeysOfLists(
  properties: PropertyFlags,
  { chosenSet, anyValue }: ListChoice,
  setOfNode: string | undefined,
  context: Context,
): Promise<PropertyFlags> {
  if (anyValue) return properties;
  const { client } = await context.connect();
  const set = await setFor(chosenSet, properties[metadataSetProperty]?.[0] ?? setOfNode, client);
  if (set === undefined) return properties;
  // Servers of the first version have no widgets.
  const closed = new Set((set.widgets ?? []).filter(isClosed).map(({ id }) => id));
  const clients = await clientsByLanguage(context);
  const withKeys = new Map(Object.entries(properties));
  for (const [property, texts] of withKeys) {
    if (!closed.has(property) || texts === null) continue;
    withKeys.set(property, await keysFor(texts, { set: set.mds.ref.id, property }, clients, context));
  }
  return Object.fromEntries(withKeys);
}
