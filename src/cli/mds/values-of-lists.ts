import type { Command } from 'commander';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import type { PropertyFlags } from '../node-arguments/properties.ts';
import { onOneLine } from '../print/printable.ts';
import type { Context } from '../program/context.ts';
import { alsoNamed } from '../program/old-names.ts';
import { languageClients } from './in-language.ts';
import { keyFor, type ListOfProperty, type Value, valuesWith } from './key-of-value.ts';
import { namesForCaptions } from './properties-by-caption.ts';
import type { MetadataSet } from './views.ts';

/** The ID that stands for the default metadata set. */
export const defaultSet = '-default-';

/** The property that names the metadata set of a node. */
export const metadataSetProperty = 'cm:edu_metadataset';

export interface ListFlags {
  readonly mds?: string;
  readonly anyValue?: true;
}

/** Declares the options that control how values are checked. */
export const listOptions = (
  command: Command,
  set = 'metadata set whose value lists apply (default: the set of the node, or the default set)',
): Command =>
  alsoNamed(command.option('--mds <set>', set), '--metadata-set').option(
    '--any-value',
    'store values as written, even if no value list contains them',
  );

export const readListFlags = ({ mds, anyValue }: ListFlags): ListChoice => ({
  chosenSet: mds,
  anyValue: anyValue === true,
});

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
   * The key of the value of a closed list that has the text as its key, caption or synonym. Rejects as `keyFor` does. Empty text
   * stays.
   */
  keyOf(property: string, text: string): Promise<string>;
}

/** The values of a property with synonyms. None if the server omits them, as it does for long lists. */
const synonymsOf = (set: MetadataSet, property: string): ListOfProperty['synonyms'] =>
  (set.widgets?.find(({ id }) => id === property)?.values ?? []).flatMap(({ id: key, caption, synonyms }) =>
    synonyms === undefined ? [] : [{ key, displayString: caption, synonyms }],
  );

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
      const list = { set: set.mds.ref.id, property, synonyms: synonymsOf(set, property) };
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
