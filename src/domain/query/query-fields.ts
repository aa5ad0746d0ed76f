import { clipped } from '../../base/clipped.ts';
import type { NodeId } from '../../base/ids.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModel, ValueType } from '../content-model/content-model.ts';
import type { DocumentField } from './query.ts';
import type { Fail } from './query-cursor.ts';
import type { Synonyms } from './synonyms.ts';

/** What the meaning of a query depends on. */
export interface QueryContext {
  readonly contentModel: ContentModel;
  /** The value of `NOW`, in milliseconds since 1970. */
  readonly now: number;
  /** Node IDs by alias, such as `-userhome-`. ID, PARENT and ANCESTOR accept these. */
  readonly folderAliases: ReadonlyMap<string, NodeId>;
  /** Properties whose quoted values match as a whole, by short name: `"CC_BY"` is not `CC_BY_SA`. */
  readonly keyProperties: ReadonlySet<string>;
  /** What words in a search box also mean. */
  readonly synonyms: Synonyms;
}

const specialFields = [
  ...['TYPE', 'EXACTTYPE', 'ASPECT', 'EXACTASPECT', 'ID', 'PARENT', 'PRIMARYPARENT', 'ANCESTOR', 'OWNER'],
  ...['ISNULL', 'ISUNSET', 'ISNOTNULL', 'EXISTS', 'PATH', 'WORDS'],
] as const;

/** A field in capitals. Each has its own syntax for values. */
export type SpecialField = (typeof specialFields)[number];

/** The field that a value must match. `exact`: as with `=` before it, a property as a whole, elsewhere the words themselves. */
export type QueryField = { readonly exact?: true } & (
  | { readonly kind: 'anywhere' }
  | { readonly kind: 'part'; readonly name: DocumentField }
  /** `type` is undefined if the content model does not know the property. */
  | { readonly kind: 'property'; readonly name: string; readonly type: ValueType | undefined }
  | { readonly kind: 'special'; readonly name: SpecialField }
);

const partNames: ReadonlyMap<string, DocumentField> = new Map([
  ['name', 'name'],
  ['title', 'title'],
  ['description', 'description'],
  ['keyword', 'keywords'],
  ['keywords', 'keywords'],
  ['text', 'text'],
  ['TEXT', 'text'],
]);

/** Properties that the repository itself sets on every node. */
const systemTypes: ReadonlyMap<string, ValueType> = new Map([
  ['cm:created', 'date'],
  ['cm:modified', 'date'],
  ['cm:creator', 'text'],
  ['cm:modifier', 'text'],
]);

/** `cm:created` and `cm:modified` with the suffixes that responses use. */
const wireVariants = /^(cm:(?:created|modified))(?:_LONG|ISO8601)$/;

const isSpecial = (name: string): name is SpecialField => (specialFields as readonly string[]).includes(name);

const knownFields = (contentModel: ContentModel): string[] => [
  ...partNames.keys(),
  'ALL',
  ...specialFields,
  ...systemTypes.keys(),
  ...contentModel.properties.keys(),
];

/** The field with this name, which has no colon: a part of a document, a field in capitals, or `ALL`. Undefined if there is none. */
export function plainField(name: string): QueryField | undefined {
  const part = partNames.get(name);
  if (part !== undefined) return { kind: 'part', name: part };
  if (name === 'ALL') return { kind: 'anywhere' };
  return isSpecial(name) ? { kind: 'special', name } : undefined;
}

/** The field of a property by its short or long name; undefined if its namespace is not registered. */
export function propertyField(name: string, contentModel: ContentModel): QueryField | undefined {
  const short = contentModel.shortName(name);
  if (short === undefined) return undefined;
  if (short === 'sys:node-uuid') return { kind: 'special', name: 'ID' };
  const property = wireVariants.exec(short)?.[1] ?? short;
  const type = systemTypes.get(property) ?? contentModel.properties.get(property)?.type;
  return { kind: 'property', name: property, type };
}

/** Fails for an unknown field, and suggests the nearest one. */
export function failForUnknownField(fail: Fail, position: number, name: string, contentModel: ContentModel): never {
  const nearest = nearestOf(knownFields(contentModel), name);
  return fail(
    position,
    `"${clipped(name)}" is not a field; did you mean ${nearest}? Fields are name, title, description, keywords, ` +
      'TEXT, fields in capitals such as TYPE, and properties such as cm:title whose namespace is registered ' +
      `(${[...contentModel.namespaces.keys()].join(', ')}); put a text with a colon in quotation marks`,
  );
}
