import { clipped } from '../../base/clipped.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import { nearestOf } from '../../base/nearest.ts';
import { type ContentModel, descendsFrom } from '../content-model/content-model.ts';
import { wordsOf } from '../text/folding.ts';
import { everything, joinedQuery, negated, nothing, type Query } from './query.ts';
import type { Fail } from './query-cursor.ts';
import {
  failForUnknownField,
  plainField,
  propertyField,
  type QueryContext,
  type SpecialField,
} from './query-fields.ts';
import { pathQuery } from './query-paths.ts';
import { isAnything, isWild, type ValueLiteral } from './query-terms.ts';
import { withSynonyms } from './synonyms.ts';
import { bestMatchOf } from './typed-text.ts';

/** Every node has these base types. */
const universalTypes: readonly string[] = ['sys:base', 'cm:cmobject'];

/** The query for a value of a field in capitals. Throws like `fail` if the field does not accept the value. */
export function specialQuery(name: SpecialField, value: ValueLiteral, context: QueryContext, fail: Fail): Query {
  if (value.fuzziness !== undefined) fail(value.position, `${name} does not support ~ after its value`);
  switch (name) {
    case 'TYPE':
      return typeQuery(value, context, fail);
    case 'EXACTTYPE':
      return exactTypeQuery(value, context, fail);
    case 'ASPECT':
    case 'EXACTASPECT':
      return aspectQuery(value, context, fail);
    case 'ISNOTNULL':
    case 'EXISTS':
      return existsQuery(value, context, fail);
    case 'ISNULL':
    case 'ISUNSET':
      return negated(existsQuery(value, context, fail));
    case 'PATH':
      return pathQuery(value, fail);
    case 'WORDS':
      return withSynonyms(typedWords(value.text), context.synonyms);
    case 'OWNER':
      return { kind: 'value', field: 'OWNER', value: value.text };
    default:
      return nodeQuery(name, value, context, fail);
  }
}

/** Matches any of the words, best those with all. */
function typedWords(text: string): Query {
  const words = text.split(/\s+/u).filter((word) => wordsOf(word).length > 0);
  return bestMatchOf(words, [], (word) => ({ kind: 'words', field: undefined, text: word, match: 'loose' }));
}

function typeQuery(value: ValueLiteral, { contentModel }: QueryContext, fail: Fail): Query {
  if (isAnything(value)) return everything;
  const type = shortName(value, contentModel, contentModel.types.keys(), fail);
  if (universalTypes.includes(type)) return everything;
  const descendants = [...contentModel.types.keys()].filter((name) => descendsFrom(contentModel.types, name, type));
  const types = new Set([type, ...descendants]);
  const of = [...types].map((name): Query => ({ kind: 'value', field: 'TYPE', value: name }));
  return joinedQuery('any', of);
}

/** Unlike `TYPE`, without the types that descend from it. */
function exactTypeQuery(value: ValueLiteral, { contentModel }: QueryContext, fail: Fail): Query {
  return { kind: 'value', field: 'TYPE', value: shortName(value, contentModel, contentModel.types.keys(), fail) };
}

function aspectQuery(value: ValueLiteral, { contentModel }: QueryContext, fail: Fail): Query {
  if (isAnything(value)) return { kind: 'exists', field: 'ASPECT' };
  return { kind: 'value', field: 'ASPECT', value: shortName(value, contentModel, contentModel.aspects.keys(), fail) };
}

/** The short name of a type or an aspect. An unknown name in a registered namespace is valid and matches nothing. */
function shortName(value: ValueLiteral, contentModel: ContentModel, known: Iterable<string>, fail: Fail): string {
  if (isWild(value)) fail(value.position, 'the name of a type or an aspect cannot have wildcards');
  const short = contentModel.shortName(value.text);
  if (short !== undefined) return short;
  return fail(
    value.position,
    `the namespace of "${clipped(value.text)}" is not registered; did you mean ${nearestOf(known, value.text)}?`,
  );
}

function existsQuery(value: ValueLiteral, { contentModel }: QueryContext, fail: Fail): Query {
  const name = value.text.replace(/^@/, '');
  const field = name.includes(':') ? propertyField(name, contentModel) : plainField(name);
  if (field?.kind === 'property' || field?.kind === 'part') return { kind: 'exists', field: field.name };
  if (field?.kind === 'special') {
    return fail(value.position, `every node has ${field.name}; name a property such as cm:title`);
  }
  return failForUnknownField(fail, value.position, name, contentModel);
}

type NodeField = Extract<SpecialField, 'ID' | 'PARENT' | 'PRIMARYPARENT' | 'ANCESTOR'>;

const storePrefix = /^workspace:\/\/SpacesStore\//;
const aliasForm = /^-[a-z_]+-$/;

function nodeQuery(name: NodeField, value: ValueLiteral, { folderAliases }: QueryContext, fail: Fail): Query {
  if (isAnything(value) && name === 'ID') return everything;
  const id = nodeIdOf(value, folderAliases, fail);
  // An invalid ID is not an error: clients search the IDs for whatever users type.
  if (id === undefined) return nothing;
  if (name === 'ANCESTOR') return { kind: 'below', node: id };
  return { kind: 'value', field: name === 'ID' ? 'ID' : 'PARENT', value: id };
}

function nodeIdOf(
  { text, position }: ValueLiteral,
  folderAliases: QueryContext['folderAliases'],
  fail: Fail,
): NodeId | undefined {
  const plain = text.trim().replace(storePrefix, '');
  const folder = folderAliases.get(plain);
  if (folder === undefined && aliasForm.test(plain)) {
    const known =
      folderAliases.size === 0 ? 'you have access to none' : `valid names are ${[...folderAliases.keys()].join(', ')}`;
    fail(position, `${clipped(plain)} is not the name of a special folder; ${known}`);
  }
  return folder ?? asNodeId(plain);
}
