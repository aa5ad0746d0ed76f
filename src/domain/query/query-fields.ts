import type { NodeId } from '../../base/ids.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModel, ValueType } from '../content-model/content-model.ts';
import type { DocumentField } from './query.ts';
import type { Fail } from './query-cursor.ts';

/** What the notation needs to know of the repository it is read in. */
export interface QueryContext {
  readonly contentModel: ContentModel;
  /** What `NOW` means, in milliseconds since 1970. */
  readonly now: number;
  /** Nodes by the names with a meaning, such as `-userhome-`, as PARENT and ANCESTOR understand them. */
  readonly folderAliases: ReadonlyMap<string, NodeId>;
}

const specialFields = [
  ...['TYPE', 'ASPECT', 'ID', 'PARENT', 'PRIMARYPARENT', 'ANCESTOR', 'OWNER'],
  ...['ISNULL', 'ISUNSET', 'ISNOTNULL', 'EXISTS', 'PATH', 'WORDS'],
] as const;

/** A field in capitals, whose value is read in a way of its own. */
export type SpecialField = (typeof specialFields)[number];

/** Where a value is looked for. */
export type QueryField =
  | { readonly kind: 'anywhere' }
  | { readonly kind: 'part'; readonly name: DocumentField }
  /** `type` is undefined where the dictionary does not know the property. */
  | { readonly kind: 'property'; readonly name: string; readonly type: ValueType | undefined }
  | { readonly kind: 'special'; readonly name: SpecialField };

const partNames: ReadonlyMap<string, DocumentField> = new Map([
  ['name', 'name'],
  ['title', 'title'],
  ['description', 'description'],
  ['keyword', 'keywords'],
  ['keywords', 'keywords'],
  ['text', 'text'],
  ['TEXT', 'text'],
]);

/** What the repository itself says of every node, and how it is read. */
const systemTypes: ReadonlyMap<string, ValueType> = new Map([
  ['cm:created', 'date'],
  ['cm:modified', 'date'],
  ['cm:creator', 'text'],
  ['cm:modifier', 'text'],
]);

/** Other forms of the same on the wire. */
const otherForms = /^(cm:(?:created|modified))(?:_LONG|ISO8601)$/;

const isSpecial = (name: string): name is SpecialField => (specialFields as readonly string[]).includes(name);

const known = (dictionary: ContentModel): string[] => [
  ...partNames.keys(),
  ...specialFields,
  ...systemTypes.keys(),
  ...dictionary.properties.keys(),
];

/** The field that a name without a colon in it means: a part of a document or a field in capitals; undefined: none. */
export function plainField(name: string): QueryField | undefined {
  const part = partNames.get(name);
  if (part !== undefined) return { kind: 'part', name: part };
  return isSpecial(name) ? { kind: 'special', name } : undefined;
}

/** The field that a property's name in short or long form means; undefined where its namespace is not registered. */
export function propertyField(name: string, dictionary: ContentModel): QueryField | undefined {
  const short = dictionary.shortName(name);
  if (short === undefined) return undefined;
  if (short === 'sys:node-uuid') return { kind: 'special', name: 'ID' };
  const property = otherForms.exec(short)?.[1] ?? short;
  const type = systemTypes.get(property) ?? dictionary.properties.get(property)?.type;
  return { kind: 'property', name: property, type };
}

/** Refuses a name that means no field, and tells the one that comes nearest. */
export function failForUnknownField(fail: Fail, position: number, name: string, dictionary: ContentModel): never {
  const nearest = nearestOf(known(dictionary), name);
  return fail(
    position,
    `«${clipped(name)}» names no field; the nearest known one is ${nearest}. Fields are name, title, description, keywords, ` +
      'TEXT, TYPE and its like, and properties such as cm:title whose namespace is registered ' +
      `(${[...dictionary.namespaces.keys()].join(', ')}); a text with a colon belongs in quotation marks`,
  );
}

const longestName = 100;

/** A name short enough to be told. */
export const clipped = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…`.toWellFormed() : name;
