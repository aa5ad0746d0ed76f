import { isDeepStrictEqual } from 'node:util';
import type { FileStatements } from '../renditions/file-statements.ts';
import { descriptionOf, titleOf } from './properties.ts';
import type { NodeRecord, PropertyBag, ReadValues } from './records.ts';
import { digestOf } from './value-digest.ts';

type Described = Pick<NodeRecord, 'name' | 'properties' | 'readFromFile'>;

/** Properties that say one thing together: they are filled together, and a change of one is a change of all. */
interface Field {
  readonly properties: readonly [string, ...string[]];
  isEmpty(node: Described): boolean;
  /** The values that the file states, by property; empty if it states none. */
  valuesOf(said: FileStatements): PropertyBag;
}

const lacks = (name: string) => (node: Described) =>
  (node.properties[name] ?? []).every((value) => value.trim() === '');

const withoutExtension = (name: string): string => name.replace(/\.[^.]*$/, '');

function hasNoTitle({ name, properties }: Described): boolean {
  const title = titleOf(properties);
  return title === undefined || title === name || title === withoutExtension(name);
}

const field = (name: string, values: (said: FileStatements) => string | readonly string[] | undefined): Field => ({
  properties: [name],
  isEmpty: lacks(name),
  valuesOf(said) {
    const stated = values(said);
    return stated === undefined ? {} : { [name]: typeof stated === 'string' ? [stated] : stated };
  },
});

const licenceProperties = [
  'ccm:commonlicense_key',
  'ccm:commonlicense_cc_version',
  'ccm:commonlicense_cc_locale',
] as const;

const fields: readonly Field[] = [
  { ...field('cclom:title', ({ title }) => title), isEmpty: hasNoTitle },
  {
    ...field('cclom:general_description', ({ description }) => description),
    isEmpty: ({ properties }) => descriptionOf(properties) === undefined,
  },
  field('cclom:general_keyword', ({ keywords }) => keywords),
  field('cclom:general_language', ({ language }) => language),
  {
    ...field('ccm:author_freetext', ({ authors }) => authors),
    isEmpty: (node) => ['ccm:author_freetext', 'ccm:lifecyclecontributer_author'].every((name) => lacks(name)(node)),
  },
  {
    properties: licenceProperties,
    isEmpty: (node) => licenceProperties.every((name) => lacks(name)(node)),
    valuesOf({ licence }) {
      if (licence === undefined) return {};
      const values = { 'ccm:commonlicense_key': licence.key, ...licence.details };
      return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
    },
  },
  field('ccm:ccressourcetype', ({ format }) => format),
];

const isRead = (
  { properties, readFromFile = {} }: Pick<Described, 'properties' | 'readFromFile'>,
  names: readonly string[],
) =>
  names.some((name) => readFromFile[name] !== undefined) &&
  names.every((name) => digestOf(properties[name]) === (readFromFile[name] ?? digestOf(undefined)));

/** The properties that show what the file says, because nobody has changed them since they were read from it. */
export const propertiesFromFile = (node: Pick<Described, 'properties' | 'readFromFile'>): readonly string[] =>
  node.readFromFile === undefined
    ? []
    : fields
        .filter(({ properties }) => isRead(node, properties))
        .flatMap(({ properties }) => properties.filter((name) => node.properties[name] !== undefined));

const isSaid = ({ properties }: Described, names: readonly string[], said: PropertyBag): boolean =>
  names.every((name) => digestOf(properties[name]) === digestOf(said[name]));

/**
 * What a field shows: `kept` as it is, or `filled` with what the file says. A field that was filled before is filled again while nobody has
 * changed it, also with nothing. A value that a person changed or removed is kept; the one of a restored version is known again.
 */
function becomes(node: Described, { properties: names, isEmpty }: Field, said: PropertyBag): 'kept' | 'filled' {
  if (isRead(node, names)) return 'filled';
  const wasFilled = names.some((name) => node.readFromFile?.[name] !== undefined);
  const isFilled = wasFilled ? isSaid(node, names, said) : isEmpty(node);
  return isFilled && Object.keys(said).length > 0 ? 'filled' : 'kept';
}

/** The properties of a node after its new content was read, and which of them the file states. Undefined if nothing changes. */
export function filledFromFile(
  node: Described,
  said: FileStatements,
  fitting: (properties: PropertyBag) => PropertyBag,
): { readonly properties: PropertyBag; readonly readFromFile: ReadValues } | undefined {
  const properties: Record<string, readonly string[]> = { ...node.properties };
  const read: Record<string, string> = { ...node.readFromFile };
  for (const each of fields) {
    const values = fitting(each.valuesOf(said));
    if (becomes(node, each, values) === 'kept') continue;
    for (const name of each.properties) {
      delete properties[name];
      delete read[name];
    }
    Object.assign(properties, values);
    for (const [name, stated] of Object.entries(values)) read[name] = digestOf(stated);
  }
  return isDeepStrictEqual(read, node.readFromFile ?? {}) ? undefined : { properties, readFromFile: read };
}
